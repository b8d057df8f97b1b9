"""The actions of all players in the first betting round (pre-flop), read from the betting."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.native import ROUND_LETTER, ActionKind, read_actions
from railbird.plugins import DecisionBatch, HandBatch

NO_MOVE, CALLED, RAISED = range(3)
MOST_KEPT = 1 << 16


class FirstRound(NamedTuple):
    """Moves of the first round so far, by position.

    ``moves`` are NO_MOVE (nothing, a fold or a free check), CALLED or RAISED, the strongest each
    made; ``is_all_in`` and ``has_folded`` are the state of each; ``order`` has the remaining
    positions that called or raised, in the order of their latest such move.
    """

    moves: tuple[int, ...]
    is_all_in: tuple[bool, ...]
    has_folded: tuple[bool, ...]
    order: tuple[int, ...]


class Start(NamedTuple):
    """How the first round starts: chips by position, who acts first, and limit's raise or 0.

    Positions without chips are those of players who are out.
    """

    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    first: int
    raise_size: int
    ante: int = 0


class _Reader:
    """Replays the letters of a first round."""

    def __init__(self, start: Start) -> None:
        count = len(start.stacks)
        self.start = start
        due = [start.ante + blind for blind in start.blinds]
        self.due = max(due)
        self.spent = [min(chips) for chips in zip(due, start.stacks, strict=True)]
        self.moves = [NO_MOVE] * count
        self.has_folded = [stack == 0 for stack in start.stacks]
        self.order: list[int] = []
        self.position = start.first if not self.is_all_in(start.first) else self.next(start.first)

    def take(self, kind: ActionKind, amount: int) -> None:
        """Make the next move; ``amount`` is a raise-to, 0 in limit."""
        place, price = self.position, max(self.due, *self.spent)
        is_raise = kind == ActionKind.RAISE
        if kind == ActionKind.FOLD:
            self.has_folded[place] = True
        elif is_raise or self.spent[place] < min(price, self.start.stacks[place]):
            self.moves[place] = max(self.moves[place], RAISED if is_raise else CALLED)
            self.order = [*(other for other in self.order if other != place), place]
            wanted = (amount or price + self.start.raise_size) if is_raise else price
            self.spent[place] = min(wanted, self.start.stacks[place])
        self.position = self.next(place)

    def is_all_in(self, place: int) -> bool:
        """Whether a position has no chips left."""
        return self.spent[place] >= self.start.stacks[place]

    def next(self, place: int) -> int:
        """Return the position that acts after ``place``, or ``place`` if nobody else can."""
        players = len(self.start.stacks)
        following = ((place + step) % players for step in range(1, players + 1))
        can_act = (p for p in following if not self.has_folded[p] and not self.is_all_in(p))
        return next(can_act, place)


@lru_cache(maxsize=MOST_KEPT)
def read_first_round(start: Start, letters: str) -> FirstRound:
    """Read the letters of a first round, in ACPC notation."""
    reader = _Reader(start)
    for _, kind, amount in read_actions(letters):
        reader.take(kind, amount)
    is_all_in = tuple(map(reader.is_all_in, range(len(start.stacks))))
    order = tuple(place for place in reader.order if not reader.has_folded[place])
    return FirstRound(tuple(reader.moves), is_all_in, tuple(reader.has_folded), order)


def read_moves(rounds: Sequence[FirstRound], *, seat_count: int) -> npt.NDArray[np.uint8]:
    """Return the strongest move of all players, uint8[rounds, N] by position."""
    return np.array([one.moves for one in rounds], np.uint8).reshape(len(rounds), seat_count)


def read_first_rounds(
    hands: DecisionBatch | HandBatch, bettings: Sequence[str]
) -> list[FirstRound]:
    """The first round of hands by their betting so far, and by the chips of each."""
    definition = hands.game.definition
    raise_size = definition.raise_sizes[0] if definition.raise_sizes else 0
    first = definition.first_positions[0]
    chips = zip(
        *(column.tolist() for column in (hands.starting_stacks, hands.blinds, hands.ante)),
        strict=True,
    )
    starts = [
        Start(tuple(stacks), tuple(blinds), first, raise_size, ante)
        for stacks, blinds, ante in chips
    ]
    pairs = zip(starts, bettings, strict=True)
    return [read_first_round(start, betting.partition(ROUND_LETTER)[0]) for start, betting in pairs]
