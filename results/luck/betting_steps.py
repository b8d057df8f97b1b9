"""A betting of a hold'em game as the events that luck may decide: decisions, and boards dealt."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native import BETTING_KINDS, ActionKind, GameDefinition, Tables, read_actions

Integers = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
KINDS = len(BETTING_KINDS)


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """What a history is about: `spent` int64[N] chips, and who is `live` bool[N]."""

    spent: Integers
    live: Bools

    @property
    def is_fold(self) -> bool:
        """Whether one player is left."""
        return int(self.live.sum()) == 1

    def folded(self, position: int) -> "Stakes":
        """The same after a fold."""
        return Stakes(self.spent, self.live & (np.arange(len(self.live)) != position))


@dataclass(frozen=True, slots=True, eq=False)
class DecisionStep:
    """A decision: after the betting `before` in `round_index`, `position` chose `taken`.

    If that is a raise, it is to `amount` chips, which may be from `least` to `most`; a limit game
    has one size. `is_legal` bool[3] are the kinds it could choose from, `stakes` those before it.
    """

    before: str
    round_index: int
    position: int
    taken: int
    amount: int
    least: int
    most: int
    is_legal: Bools
    stakes: Stakes


@dataclass(frozen=True, slots=True, eq=False)
class BoardStep:
    """The cards of `round_index`, dealt with these stakes."""

    round_index: int
    stakes: Stakes


@dataclass(frozen=True, slots=True, eq=False)
class BettingSteps:
    """The steps of a whole hand in order, and its stakes at the start and the end."""

    steps: tuple[DecisionStep | BoardStep, ...]
    first: Stakes
    last: Stakes


@lru_cache(maxsize=4096)
def betting_steps(definition: GameDefinition, betting: str) -> BettingSteps:
    """Return the steps of a whole hand; raises BettingError for a betting not allowed."""
    table, row = Tables(definition, 1), np.zeros(1, np.int32)
    table.start_hands(row, None)
    first = _stakes(table)
    steps: list[DecisionStep | BoardStep] = []
    for _, kind, amount in read_actions(betting):
        step = _decision(table, row, int(kind), amount or 0)
        steps.append(step)
        table.apply_actions(row, np.array([kind.value], np.uint8), np.array([step.amount]))
        stakes = _stakes(table)
        is_shown = bool(table.is_done[0]) and not stakes.is_fold
        last = definition.round_count - 1 if is_shown else int(table.round_index[0])
        steps.extend(BoardStep(r, stakes) for r in range(step.round_index + 1, last + 1))
    return BettingSteps(tuple(steps), first, _stakes(table))


def _stakes(table: Tables) -> Stakes:
    return Stakes(table.spent[0].astype(np.int64), ~table.has_folded[0])


def _decision(table: Tables, row: npt.NDArray[np.int32], kind: int, amount: int) -> DecisionStep:
    legal = int(table.legal_kinds(row)[0])
    least, most = (int(bound[0]) for bound in table.raise_bounds(row))
    is_raise = kind == ActionKind.RAISE
    if not legal >> ActionKind.RAISE.value & 1:
        least = most = int(table.spent[0].max())
    return DecisionStep(
        before=table.betting(0),
        round_index=int(table.round_index[0]),
        position=int(table.acting_position[0]),
        taken=kind,
        amount=(amount or least) if is_raise else 0,
        least=least,
        most=most,
        is_legal=np.array([bool(legal >> k.value & 1) for k in BETTING_KINDS]),
        stakes=_stakes(table),
    )
