"""Winnings by opponent in games with more than two players.

The source reports such a table without a definition; ours is in `hand_sums.sums_from_member`.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import line_up_bounds
from railbird.results.estimate.uncertainty.deck_influence import Cells, set_influence
from railbird.results.estimate.uncertainty.intervals import (
    Floats,
    as_nullable,
    half_widths,
)
from railbird.results.hands.hand_sums import sums_from_member
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.summing_up import best_and_worst, has_many_agents
from railbird.results.show.table_layout import matrix_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import (
    AGENT_LABEL,
    HALF_WIDTH,
    HAND_TOTAL,
    mbb_per_hand,
    table_of,
)
from railbird.results.tables.table_spec import InCommand, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column("opponent", pa.string(), "label of the agent it was won from"),
    mbb_per_hand("what the agent won from the opponent; an agent's rows sum to its bankroll"),
    HALF_WIDTH,
    Column("line_ups", pa.uint32(), "number of line-ups of both"),
    HAND_TOTAL,
)
UNBALANCED = "agents have different numbers of line-ups: rows sum to bankrolls, but columns do not"


def transfer(reading: RunReading) -> pa.Table:
    """Return the winnings by opponent; reads every hand."""
    numbers = range(reading.game.player_count)
    sets = reading.sum_hands([partial(sums_from_member, member=n) for n in numbers])
    return transfer_table(sets, reading.game.big_blind)


def transfer_table(from_members: Sequence[DuplicateSets], big_blind: int) -> pa.Table:
    """Return what each agent won from each other.

    `from_members` are the duplicate sets with the winnings from member 0, 1, ... of the line-up. An
    entry is the sum over line-ups with both of the mean there, divided by the number of all
    line-ups of the row's agent: a row sums to its bankroll, and, if all agents have equally many
    line-ups, a column to the negative of its agent's.
    """
    sets = from_members[0]
    labels, (line_up_count, seat_count) = sets.agents, sets.line_ups.shape
    first, counts = line_up_bounds(sets)
    values = _values(from_members, big_blind)
    line_up, row, column = (
        part.reshape(-1) for part in np.indices((line_up_count, seat_count, seat_count))
    )
    there = row != column
    line_up, row, column = line_up[there], row[there], column[there]
    agents, others = sets.line_ups[line_up, row], sets.line_ups[line_up, column]
    found, groups = np.unique(agents * len(labels) + others, return_inverse=True)
    own = np.bincount(sets.line_ups.reshape(-1), minlength=len(labels))
    cells = Cells(line_up, row * seat_count + column, groups, 1 / own[agents], len(found))
    errors = set_influence(values, deck=sets.deck, first=first, counts=counts)
    spread = errors.spread(cells)
    hands = np.add.reduceat(sets.hands, first) if len(first) else counts
    columns: list[Any] = [
        [labels[number] for number in (found // max(len(labels), 1)).tolist()],
        [labels[number] for number in (found % max(len(labels), 1)).tolist()],
        np.bincount(groups, cells.shares * errors.means[line_up, cells.columns], len(found)),
        as_nullable(half_widths(spread.variance, spread.fewest)),
        np.bincount(groups, minlength=len(found)),
        np.bincount(groups, hands[line_up], len(found)).astype(np.int64),
    ]
    return table_of(columns, schema_of(COLUMNS))


def is_balanced(sets: DuplicateSets) -> bool:
    """Return whether all agents have equally many line-ups, so that columns are balanced."""
    own = np.bincount(sets.line_ups.reshape(-1))
    return len(set(own[own > 0].tolist())) <= 1


def _values(from_members: Sequence[DuplicateSets], big_blind: int) -> Floats:
    """Return, float64[S, N * N], what member i won from member j in each set, mbb per hand."""
    won = np.stack([sets.payoffs for sets in from_members], axis=2)
    hands = from_members[0].hands[:, None, None]
    values: Floats = (won / hands * (1000 / (PAYOFF_UNIT * big_blind))).reshape(len(won), -1)
    return values


TABLE = TableSpec(
    name="transfer",
    about="what each agent won from each other agent; reads every hand",
    columns=COLUMNS,
    make=transfer,
    layout=matrix_layout("what row won from column"),
    sum_up=best_and_worst(
        "winnings from each other agent", lambda row: str(row["opponent"]), is_long=has_many_agents
    ),
    intervals=Intervals.DECKS,
    further_notes=lambda reading: () if is_balanced(reading.sets) else (UNBALANCED,),
    command=InCommand("transfer"),
)
