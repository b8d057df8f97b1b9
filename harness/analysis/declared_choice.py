"""The probabilities that an agent declares where it is to act, in a limit game."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import Tables
from railbird.plugins import (
    Action,
    DecisionBatch,
    DecisionLists,
    DecisionSource,
    Game,
    Observation,
    form_of,
)


def declare_kinds(
    game: Game, agent: Any, tables: Tables, *, rows: npt.NDArray[np.int32]
) -> npt.NDArray[np.float64]:
    """Probabilities of fold, call and raise at the tables ``rows``, float64[n, 3]."""
    count = tables.table_count
    source = DecisionSource(
        game, tables.columns, np.zeros(count, np.int32), np.zeros(count, np.uint64)
    )
    positions = tables.acting_position[rows]
    decisions = DecisionBatch(source, rows, seat=positions, position=positions)
    if form_of(agent) != "batch":
        return _simple(agent, decisions)
    declared = agent.probabilities_batch(decisions, decisions.hole_cards)
    by_kind = np.zeros((len(rows), 3))
    for column, kind in enumerate(declared.kinds.tolist()):
        by_kind[:, kind] += declared.probability[:, column]
    return by_kind


def _simple(agent: Any, decisions: DecisionBatch) -> npt.NDArray[np.float64]:
    lists = DecisionLists(decisions)
    by_kind = np.zeros((len(decisions), 3))
    for row in range(len(decisions)):
        observation = Observation(lists, row)
        for probability, chosen in agent.probabilities(observation, observation.hole_cards):
            kind = chosen.kind if isinstance(chosen, Action) else chosen[0]
            by_kind[row, kind] += probability
    return by_kind
