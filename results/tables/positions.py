"""What agents win by position."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.errors import StoreError
from railbird.results.estimate.deck_errors import DeckErrors
from railbird.results.estimate.duplicate_sets import DuplicateSets
from railbird.results.estimate.line_up_means import Groups, LineUpMeans, line_up_means
from railbird.results.estimate.significance import ZERO, Contrasts, judge
from railbird.results.tables.cross_table import as_floats, as_nullable, table_of
from railbird.results.tables.rankings import bankrolls_among, present_agents
from railbird.results.tables.table_schemas import POSITIONS


def refuse_uneven(seating_count: int) -> None:
    """Raise StoreError where hands were played elsewhere, so that positions are not even."""
    if not seating_count:
        raise StoreError(
            "these hands were played elsewhere, once each, and say too little of positions; "
            "ask for the cross-table"
        )


def position_table(by_position: Sequence[DuplicateSets], big_blind: int) -> pa.Table:
    """Return each agent's mean by position, in schema POSITIONS.

    `by_position` are the duplicate sets with what was won in position 0, 1, ... In all seatings of
    a duplicate set every member plays every position equally often, a share of 1/N of the hands.
    """
    rows: list[dict[str, Any]] = []
    found: list[tuple[LineUpMeans, Groups]] = []
    for position, sets in enumerate(by_position):
        means = line_up_means(_per_position(sets, len(by_position)), big_blind)
        groups = bankrolls_among(means, np.arange(len(sets.agents)))
        found.append((means, groups))
        means_of, widths = as_floats(groups.mean), as_nullable(groups.half_width)
        rows += [
            {
                "agent": sets.agents[agent],
                "position": position,
                "mbb_per_hand": means_of[agent],
                "half_width": widths[agent],
                "line_ups": int(groups.line_ups[agent]),
                "hands": int(groups.hands[agent]),
            }
            for agent in present_agents(groups)
        ]
    for row, p in zip(rows, _against_zero(found), strict=True):
        row["p_adjusted"] = p
    rows.sort(key=lambda row: (row["agent"], row["position"]))
    columns = [[row[name] for row in rows] for name in POSITIONS.names]
    return table_of(columns, POSITIONS)


def _per_position(sets: DuplicateSets, position_count: int) -> DuplicateSets:
    return replace(sets, hands=sets.hands // position_count)


def _against_zero(found: Sequence[tuple[LineUpMeans, Groups]]) -> list[float | None]:
    """Judge the means of all positions as one family."""
    present = [np.array(present_agents(groups), np.int64) for _, groups in found]
    parts = list(zip(found, present, strict=True))
    errors = [_errors(means.errors, groups)[agents] for (means, groups), agents in parts]
    estimates = np.concatenate([groups.estimates[agents] for (_, groups), agents in parts])
    freedom = np.concatenate([groups.freedom[agents] for (_, groups), agents in parts])
    everything = np.arange(len(estimates))
    nothing = np.full(len(estimates), ZERO)
    contrasts = Contrasts(estimates, np.concatenate(errors), freedom, everything, nothing)
    return as_nullable(judge(contrasts).p_adjusted)


def _errors(errors: DeckErrors, groups: Groups) -> Any:
    return errors.dense(groups.cells)
