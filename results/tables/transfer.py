"""Who won from whom where more than two sit at a table.

The source reports such a table without a definition; ours is in `hand_sums.sums_from_member`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.deck_errors import Cells, DeckErrors
from railbird.results.estimate.duplicate_sets import DuplicateSets
from railbird.results.estimate.intervals import Floats, deck_errors, half_widths
from railbird.results.estimate.line_up_means import line_up_bounds
from railbird.results.tables.cross_table import as_nullable, table_of
from railbird.results.tables.table_schemas import TRANSFER

UNBALANCED = (
    "agents have different numbers of line-ups: rows sum to bankrolls, and columns to no agent's"
)


def transfer_table(from_members: Sequence[DuplicateSets], big_blind: int) -> pa.Table:
    """Return what each agent won from each other, in schema TRANSFER.

    `from_members` are the duplicate sets with what was won from member 0, 1, ... of the line-up. An
    entry is the sum over line-ups with both of the mean there, divided by the number of all
    line-ups of the row's agent: a row sums to its bankroll, and where all agents have as many
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
    errors = DeckErrors(deck_errors(values, first), sets.deck, first, counts)
    spread = errors.spread(cells)
    means = (np.add.reduceat(values, first) / counts[:, None]) if len(first) else values
    hands = np.add.reduceat(sets.hands, first) if len(first) else counts
    columns: list[Any] = [
        [labels[number] for number in (found // max(len(labels), 1)).tolist()],
        [labels[number] for number in (found % max(len(labels), 1)).tolist()],
        np.bincount(groups, cells.shares * means[line_up, cells.columns], len(found)),
        as_nullable(half_widths(spread.variance, spread.fewest)),
        np.bincount(groups, minlength=len(found)),
        np.bincount(groups, hands[line_up], len(found)).astype(np.int64),
    ]
    return table_of(columns, TRANSFER)


def is_balanced(sets: DuplicateSets) -> bool:
    """Say whether all agents have as many line-ups, so that columns sum to negative bankrolls."""
    own = np.bincount(sets.line_ups.reshape(-1))
    return len(set(own[own > 0].tolist())) <= 1


def _values(from_members: Sequence[DuplicateSets], big_blind: int) -> Floats:
    """Return, float64[S, N * N], what member i won from member j in each set, mbb per hand."""
    won = np.stack([sets.payoffs for sets in from_members], axis=2)
    hands = from_members[0].hands[:, None, None]
    values: Floats = (won / hands * (1000 / (PAYOFF_UNIT * big_blind))).reshape(len(won), -1)
    return values
