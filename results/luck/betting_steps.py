"""A betting of a limit game as the events that luck may decide: decisions, and boards dealt."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native import BETTING_KINDS, ActionKind, GameDefinition, Tables, read_actions

Integers = npt.NDArray[np.int64]
KINDS = len(BETTING_KINDS)


@dataclass(frozen=True, slots=True, eq=False)
class DecisionStep:
    """A decision: after the betting `before` in `round_index`, `position` chose `taken`.

    `is_legal` bool[3] are the kinds it could choose from, `spent` int64[3, N] the chips of all
    after each of them, those of what is not legal as after a call.
    """

    before: str
    round_index: int
    position: int
    taken: int
    is_legal: npt.NDArray[np.bool_]
    spent: Integers


@dataclass(frozen=True, slots=True, eq=False)
class BoardStep:
    """The cards of `round_index`, dealt when all had put in `spent` int64[N]."""

    round_index: int
    spent: Integers


@dataclass(frozen=True, slots=True, eq=False)
class BettingSteps:
    """The steps of a whole hand in order, and whether it ended by a fold."""

    steps: tuple[DecisionStep | BoardStep, ...]
    is_fold: bool
    spent: Integers


@lru_cache(maxsize=4096)
def betting_steps(definition: GameDefinition, betting: str) -> BettingSteps:
    """Return the steps of a hand of a limit game; raises BettingError for one not allowed."""
    table, after = Tables(definition, 1), Tables(definition, KINDS)
    row = np.zeros(1, np.int32)
    table.start_hands(row, None)
    steps: list[DecisionStep | BoardStep] = []
    kind = ActionKind.CALL
    for place, kind, _ in read_actions(betting):
        before, round_index = table.betting(0), int(table.round_index[0])
        legal = int(table.legal_kinds(row)[0])
        rows = np.arange(KINDS, dtype=np.int32)
        after.start_hands(rows, None)
        after.play_betting(rows, [before] * KINDS)
        after.apply_actions(rows, np.array([k.value for k in BETTING_KINDS], np.uint8), None)
        is_legal = np.array([bool(legal >> k.value & 1) for k in BETTING_KINDS])
        position = int(table.acting_position[0])
        steps.append(
            DecisionStep(before, round_index, position, int(kind), is_legal, after.spent.copy())
        )
        table.apply_actions(row, np.array([kind.value], np.uint8), None)
        is_shown = bool(table.is_done[0]) and kind != ActionKind.FOLD
        last = definition.round_count - 1 if is_shown else int(table.round_index[0])
        spent = table.spent[0].copy()
        steps.extend(BoardStep(r, spent) for r in range(round_index + 1, last + 1))
        assert betting[place : place + 1]
    return BettingSteps(tuple(steps), kind == ActionKind.FOLD, table.spent[0].copy())
