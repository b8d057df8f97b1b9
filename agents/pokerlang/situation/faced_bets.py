"""A finished hand as bets that players faced, and as calls with what followed them."""

from functools import lru_cache
from threading import get_ident
from typing import NamedTuple

from railbird.native import ActionKind, ActionWalk, GameDefinition, read_steps
from railbird.plugins.contract.readable import whole_stacks

MOST_KEPT = 1 << 14
WALKS_IN_MEMORY = 16
SIZE_BOUNDS = (0.5, 1.0)
"""Upper bounds of the classes of bets by their share of the pot; the last class has none."""
SIZE_CLASSES = len(SIZE_BOUNDS) + 1
CHAIN_SHAPE = (4, 4, 3)
"""Chains that are alike: betting round, bets and raises in it, opponents left, each capped."""
ROUNDING = 1e-9


class FacedBet(NamedTuple):
    """A decision of a player who faced a bet or a raise; a blind is none."""

    position: int
    size_class: int
    has_folded: bool


class FollowedCall(NamedTuple):
    """A call and what followed, as shares of the pot after the call.

    ``cost`` is what its player put in later, ``growth`` what all put in later; chips that nobody
    called do not count.
    """

    chain: tuple[int, int, int]
    cost: float
    growth: float


class ReadHand(NamedTuple):
    """What a hand tells."""

    faced: tuple[FacedBet, ...]
    calls: tuple[FollowedCall, ...]


def size_class(share: float) -> int:
    """The class of a bet by its share of the pot after a call: up to 1/2, up to 1, above."""
    return sum(share > bound + ROUNDING for bound in SIZE_BOUNDS)


def chain_of(round_index: int, raises: int, opponents: int) -> tuple[int, int, int]:
    """The chain of a call, as an index into ``CHAIN_SHAPE``."""
    rounds, most_raises, most_opponents = CHAIN_SHAPE
    return (
        min(round_index, rounds - 1),
        min(raises, most_raises - 1),
        min(opponents, most_opponents) - 1,
    )


@lru_cache(MOST_KEPT)
def read_hand(
    definition: GameDefinition,
    stacks: tuple[int, ...],
    betting: str,
    *,
    blinds: tuple[int, ...] = (),
    ante: int | None = None,
) -> ReadHand:
    """Read a finished hand of a game whose order of play cards do not change.

    ``blinds`` and ``ante`` default to the definition's.
    """
    walk = _walk(definition, get_ident())
    walk.begin(whole_stacks(definition, stacks), blinds or definition.blinds, ante)
    faced, calls = [], []
    raises, bet_class = 0, -1
    for kind, number in read_steps(betting):
        if kind is None:
            walk.begin_round()
            raises, bet_class = 0, -1
            continue
        position, spent, live = walk.acting, walk.spent, len(walk.live)
        assert position is not None
        to_call = min(max(spent), walk.stacks[position]) - spent[position]
        if bet_class >= 0 and to_call > 0:
            faced.append(FacedBet(position, bet_class, kind == ActionKind.FOLD))
        outcome = walk.act(kind, number)
        if kind == ActionKind.CALL and outcome.paid > 0:
            chain = chain_of(outcome.round_index, raises, live - 1)
            calls.append((chain, position, walk.spent))
        elif kind == ActionKind.RAISE:
            raises += 1
            bet_class = size_class(outcome.raised_by / (sum(spent) + to_call))
    matched = _matched(walk.spent)
    followed = [
        FollowedCall(
            chain,
            (matched[position] - then[position]) / sum(then),
            sum(max(0, late - early) for late, early in zip(matched, then, strict=True))
            / sum(then),
        )
        for chain, position, then in calls
    ]
    return ReadHand(tuple(faced), tuple(followed))


def _matched(spent: list[int]) -> list[int]:
    """Chips put in, without those that nobody called."""
    second = sorted(spent)[-2]
    return [min(chips, second) for chips in spent]


@lru_cache(WALKS_IN_MEMORY)
def _walk(definition: GameDefinition, thread: int) -> ActionWalk:
    """A table for following hands, one per thread."""
    return ActionWalk(definition)
