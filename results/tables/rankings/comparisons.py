"""All pairs of agents: whose bankroll is higher, and how certainly."""

from collections.abc import Sequence
from itertools import pairwise
from math import isnan
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.ranking.bankrolls import compare_all
from railbird.results.estimate.ranking.comparisons import Comparisons, more_deck_seeds
from railbird.results.estimate.uncertainty.intervals import as_nullable
from railbird.results.estimate.uncertainty.significance import LEVEL, Verdicts
from railbird.results.show.summing_up import MOST_AGENTS, MOST_ROWS, noted
from railbird.results.show.table_cells import count_of, number_of, text_of
from railbird.results.show.table_layout import (
    Cell,
    Grid,
    Row,
    estimate,
    label_matrix,
    list_grid,
)
from railbird.results.show.units import Unit
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import HALF_WIDTH, mbb_per_hand, table_of
from railbird.results.tables.table_spec import InCommand, InReport, TableSpec

COLUMNS = (
    Column("agent", pa.string(), "label of the agent with the higher or equal bankroll"),
    Column("other", pa.string(), "label of the other"),
    mbb_per_hand("bankroll of the agent minus that of the other, deck by deck"),
    HALF_WIDTH,
    Column(
        "p_value",
        pa.float64(),
        "two-sided p-value of the difference by itself; null if it does not vary, like all below",
    ),
    Column(
        "p_adjusted",
        pa.float64(),
        "guarded against rare luck and adjusted by sign flips for all pairs, by Holm with fewer "
        "than 8 deck seeds; also null if the difference depends on few deck seeds",
    ),
    Column("p_holm", pa.float64(), "guarded and adjusted by Holm for all pairs"),
    Column(
        "probability_above",
        pa.float64(),
        "probability that the agent's bankroll is above the other's: 1 minus the one-sided p",
    ),
    Column(
        "is_decided",
        pa.bool_(),
        "whether p_adjusted is below 0.05; null if the difference does not vary",
    ),
    Column(
        "more_deck_seeds",
        pa.uint64(),
        "deck seeds to add for a 90% chance to decide an undecided pair, if the difference and "
        "its spread do not change; null if decided or unknown",
    ),
)


def comparison_table(means: LineUpMeans, compared: Comparisons) -> pa.Table:
    """Return all pairs in order of rank."""
    labels = [means.sets.agents[agent] for agent in compared.agents.tolist()]
    verdicts = compared.verdicts
    columns: list[Any] = [
        [labels[place] for place in compared.plus.tolist()],
        [labels[place] for place in compared.minus.tolist()],
        as_nullable(verdicts.difference),
        as_nullable(verdicts.half_width),
        as_nullable(verdicts.p_value),
        as_nullable(verdicts.p_adjusted),
        as_nullable(verdicts.p_holm),
        as_nullable(compared.above),
        _decided(verdicts),
        more_deck_seeds(compared),
    ]
    return table_of(columns, schema_of(COLUMNS))


def _decided(verdicts: Verdicts) -> list[bool | None]:
    pairs = zip(verdicts.p_value.tolist(), verdicts.p_adjusted.tolist(), strict=True)
    return [None if isnan(own) else adjusted < LEVEL for own, adjusted in pairs]


def comparison_grids(table: pa.Table, _: int | None = None) -> Sequence[Grid]:
    """Lay out the probabilities of the order of pairs, followed by the undecided pairs."""
    undecided = table.filter(pc.equal(table["is_decided"], False))
    open_pairs = [list_grid(undecided, "not decided", _PAIR)] if undecided.num_rows else []
    return [_probability_grid(table), *open_pairs]


def neighbours(table: pa.Table) -> Sequence[Grid] | None:
    """Lay out each agent and the next in the ranking, with many agents or undecided pairs."""
    undecided = pc.sum(pc.equal(table["is_decided"], False)).as_py() or 0
    labels = _labels(table)
    if len(labels) <= MOST_AGENTS and undecided <= MOST_ROWS:
        return None
    following = dict(pairwise(labels))
    nexts = pa.array([following.get(label) for label in table["agent"].to_pylist()], pa.string())
    shown = table.filter(pc.equal(table["other"], nexts))
    columns = (*_PAIR, ("P(above)", number_of("probability_above", ".3f")))
    grid = list_grid(shown, "each agent and the next in the ranking", columns)
    return [noted(grid, f"{undecided:,} of {table.num_rows:,} pairs are not decided")]


def _difference(row: Row, unit: Unit) -> Cell:
    """Format the difference without a mark, since its p-value is in the next column."""
    return estimate({**row, "p_adjusted": None}, unit)


_PAIR = (
    ("agent", text_of("agent")),
    ("other", text_of("other")),
    ("difference, {unit}", _difference),
    ("p", number_of("p_adjusted", ".3f")),
    ("more deck seeds needed", count_of("more_deck_seeds")),
)


def _labels(table: pa.Table) -> list[str]:
    """Return all agents in the order of the pairs, which is that of the ranking."""
    return list(dict.fromkeys(table["agent"].to_pylist() + table["other"].to_pylist()))


def _probability_grid(table: pa.Table) -> Grid:
    rows = table.to_pylist()
    labels = _labels(table)
    above: dict[tuple[str, str], str] = {}
    for row in rows:
        share = row["probability_above"]
        if share is not None:
            above[row["agent"], row["other"]] = f"{share:.3f}"
            above[row["other"], row["agent"]] = f"{1 - share:.3f}"
    lines: list[list[Cell]] = [
        [label, *(above.get((label, other), "") for other in labels)] for label in labels
    ]
    return label_matrix("P(bankroll of row is above column's)", labels, lines)


TABLE = TableSpec(
    name="comparisons",
    about=(
        "all pairs of agents: the difference, its p-values, the probability, and the number "
        "of deck seeds needed to decide it"
    ),
    columns=COLUMNS,
    make=lambda reading: comparison_table(reading.means, compare_all(reading.means)),
    layout=comparison_grids,
    sum_up=neighbours,
    command=InCommand("rank"),
    report=InReport("rankings", fold="How certain each place is"),
    is_written=True,
)
