"""Decisions of the sequential method: whose bankroll is higher, and after how many decks."""

import numpy as np
import pyarrow as pa

from railbird.results.estimate.ranking.sequential import UNDECIDED, Decisions
from railbird.results.estimate.uncertainty.intervals import as_nullable
from railbird.results.show.table_cells import count_of, number_of, text_of
from railbird.results.show.table_layout import Cell, Row, estimate, list_layout
from railbird.results.show.units import Unit
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import mbb_per_hand, table_of
from railbird.results.tables.table_spec import TableSpec

COLUMNS = (
    Column("agent", pa.string(), "label of the agent with the higher bankroll"),
    Column("other", pa.string(), "label of the other"),
    mbb_per_hand(
        "bankroll of the agent minus that of the other, at the decision or at the last look"
    ),
    Column(
        "p_value",
        pa.float64(),
        "its two-sided p-value then, by itself, guarded against rare luck; null if the pair did "
        "not vary or depended on few deck seeds",
    ),
    Column(
        "decision",
        pa.string(),
        "decision of the sequential method: `above`, `within` (they differ by no more than the "
        "margin), or null",
    ),
    Column("margin", pa.float64(), "the margin, mbb per hand; null without one", is_money=True),
    Column("deck_seeds", pa.uint32(), "number of deck seeds at the decision; null if undecided"),
)


def decision_table(decided: Decisions) -> pa.Table:
    """Return the pairs, the agent with the higher bankroll first."""
    swap = decided.difference < 0
    one = np.where(swap, decided.second, decided.first)
    other = np.where(swap, decided.first, decided.second)
    seeds = [None if look == UNDECIDED else decided.looks[look] for look in decided.look.tolist()]
    columns = [
        [decided.labels[number] for number in one.tolist()],
        [decided.labels[number] for number in other.tolist()],
        np.abs(decided.difference),
        as_nullable(decided.p_value),
        [_decision(*of_pair) for of_pair in zip(seeds, decided.is_within.tolist(), strict=True)],
        [decided.rule.margin] * len(seeds),
        seeds,
    ]
    return table_of(columns, schema_of(COLUMNS))


def _decision(seeds: int | None, is_within: bool) -> str | None:
    return None if seeds is None else ("within" if is_within else "above")


def _in_words(row: Row, unit: Unit) -> Cell:
    """Format the decision; the margin is in the table's unit."""
    if row["decision"] == "within":
        return f"differ by at most {row['margin']:.{unit.digits}f}"
    return row["decision"] or "open"


TABLE = TableSpec(
    name="decisions",
    about="the decisions of the sequential method for each pair of agents",
    columns=COLUMNS,
    make=lambda reading, decided: decision_table(decided),
    layout=list_layout(
        "decisions by pair",
        ("agent", text_of("agent")),
        ("other", text_of("other")),
        ("difference, {unit}", estimate),
        ("p", number_of("p_value", ".2g")),
        ("decided", _in_words),
        ("at deck seeds", count_of("deck_seeds")),
    ),
    options=("decided",),
    found="`tables/decisions`, of `railbird run --until-decided`",
)
