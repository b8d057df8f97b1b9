"""All pairs of agents: whose bankroll is higher, and how surely."""

from collections.abc import Sequence
from math import isnan
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.ranking.bankrolls import compare_all
from railbird.results.estimate.ranking.comparisons import Comparisons, more_deck_seeds
from railbird.results.estimate.uncertainty.intervals import as_nullable
from railbird.results.estimate.uncertainty.significance import LEVEL, Verdicts
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
    mbb_per_hand("bankroll of the agent less that of the other, deck by deck"),
    HALF_WIDTH,
    Column(
        "p_value",
        pa.float64(),
        "two-sided p-value of the difference by itself; null where it does not vary, as all below",
    ),
    Column(
        "p_adjusted",
        pa.float64(),
        "guarded against rare luck and adjusted by sign flips for all pairs, by Holm with fewer "
        "than 8 deck seeds; null as well where the difference leans on few deck seeds",
    ),
    Column("p_holm", pa.float64(), "guarded and adjusted by Holm for all pairs"),
    Column(
        "probability_above",
        pa.float64(),
        "how sure it is that the agent's bankroll is above the other's: 1 less the one-sided p",
    ),
    Column(
        "is_decided",
        pa.bool_(),
        "whether p_adjusted is below 0.05; null where the difference does not vary",
    ),
    Column(
        "more_deck_seeds",
        pa.uint64(),
        "deck seeds to add for a 90% chance to decide an undecided pair, if the difference and its "
        "spread stay as they are; null where decided or unknown",
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
    """Lay out who is above whom how surely, and below it what is undecided."""
    undecided = table.filter(pc.equal(table["is_decided"], False))
    columns = [
        ("agent", text_of("agent")),
        ("other", text_of("other")),
        ("difference, {unit}", _difference),
        ("p", number_of("p_adjusted", ".3f")),
        ("more deck seeds needed", count_of("more_deck_seeds")),
    ]
    open_pairs = [list_grid(undecided, "not decided", columns)] if undecided.num_rows else []
    return [_probability_grid(table), *open_pairs]


def _difference(row: Row, unit: Unit) -> Cell:
    """Write the difference without a mark: its p-value stands beside it."""
    return estimate({**row, "p_adjusted": None}, unit)


def _probability_grid(table: pa.Table) -> Grid:
    rows = table.to_pylist()
    labels = list(dict.fromkeys([row["agent"] for row in rows] + [row["other"] for row in rows]))
    above: dict[tuple[str, str], str] = {}
    for row in rows:
        share = row["probability_above"]
        if share is not None:
            above[row["agent"], row["other"]] = f"{share:.3f}"
            above[row["other"], row["agent"]] = f"{1 - share:.3f}"
    lines: list[list[Cell]] = [
        [label, *(above.get((label, other), "") for other in labels)] for label in labels
    ]
    return label_matrix("probability that row's bankroll is above column's", labels, lines)


TABLE = TableSpec(
    name="comparisons",
    about="every pair of agents: the difference, its p-values, the probability, and how many "
    "deck seeds would decide it",
    columns=COLUMNS,
    make=lambda reading: comparison_table(reading.means, compare_all(reading.means)),
    layout=comparison_grids,
    command=InCommand("rank"),
    report=InReport("rankings", fold="How sure each place is"),
    is_written=True,
)
