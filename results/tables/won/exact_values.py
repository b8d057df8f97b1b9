"""Exact values compared with sampled ones, if the harness could compute them."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from railbird.native import FileError, MissingFileError
from railbird.native.wording import counted
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import RunFolder, StoredFile
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.summing_up import FARTHEST, has_many_rows, noted
from railbird.results.show.table_cells import joined, text_of
from railbird.results.show.table_layout import Cell, Grid, Row, estimate, list_layout, shown_unit
from railbird.results.show.units import Unit
from railbird.results.store.files import read_stored
from railbird.results.store.schema import EXACT_VALUE_COLUMNS, MONEY, Column, schema_of
from railbird.results.store.store import TABLES
from railbird.results.tables.table_spec import InCommand, InReport, TableSpec
from railbird.results.tables.won.cross_table import cross_table

EXACT_FILE = "exact-values"
_SAMPLED = (MONEY, "half_width")
ROUNDING = 1e-6
"""mbb per hand; exact values are subject to floating-point rounding."""

COLUMNS = (
    *EXACT_VALUE_COLUMNS,
    Column("sampled", pa.float64(), "the mean in cross-table; null if not played", is_money=True),
    Column(
        "half_width",
        pa.float64(),
        "half-width of its 95% interval; null without one",
        is_money=True,
    ),
    Column(
        "is_inside", pa.bool_(), "whether the interval contains the exact value; null without one"
    ),
)


def exact_values(reading: RunReading) -> pa.Table | None:
    """Return the exact values of a run with the sampled ones, or None if it has none."""
    exact = read_exact_values(reading.folder)
    return None if exact is None else compare_exact(exact, cross_table(reading.means))


def read_exact_values(folder: RunFolder) -> pa.Table | None:
    """Return the exact values in a run's folder, schema EXACT_VALUES, or None."""
    file = StoredFile(folder, f"{TABLES}/{EXACT_FILE}.arrow")
    try:
        return read_stored(file, schema_of(EXACT_VALUE_COLUMNS))
    except MissingFileError:
        return None
    except FileError as error:
        raise StoreError(f"{error}; remove the file") from error


def compare_exact(exact: pa.Table, sampled_table: pa.Table) -> pa.Table:
    """Join the sampled cross-table with the exact one, a row per agent and line-up."""
    place = pc.index_in(_keys(exact), value_set=_keys(sampled_table))
    mean, width = (sampled_table[name].combine_chunks().take(place) for name in _SAMPLED)
    off = pc.abs(pc.subtract(mean, exact[MONEY].combine_chunks()))
    is_inside = pc.less_equal(off, pc.add(width, ROUNDING))
    added = {"sampled": mean, "half_width": width, "is_inside": is_inside}
    columns = [
        added[column.name] if column.name in added else exact[column.name] for column in COLUMNS
    ]
    return pa.table(columns, schema=schema_of(COLUMNS))


def _keys(table: pa.Table) -> pa.Array:
    """Return a text for each row that is that of its line-up and agent alone."""
    line_ups = pc.binary_join(table["line_up"].combine_chunks(), "\0")
    agents = table["agent"].combine_chunks()
    return pc.binary_join_element_wise(line_ups, agents, "\0")


def _exact(row: Row, unit: Unit) -> Cell:
    return estimate({unit.column: row[unit.column]}, unit)


def _sampled(row: Row, unit: Unit) -> Cell:
    return estimate({**row, unit.column: row["sampled"]}, unit)


_LAYOUT = list_layout(
    "exact values compared with sampled ones",
    ("line-up", joined("line_up")),
    ("agent", text_of("agent")),
    ("exact, {unit}", _exact),
    ("sampled", _sampled),
    ("inside interval", lambda row, _: {None: "", True: "yes", False: "no"}[row["is_inside"]]),
)


def farthest_off(table: pa.Table) -> Sequence[Grid] | None:
    """Lay out the rows whose exact value is farthest from the estimate, in half-widths."""
    if not has_many_rows(table):
        return None
    exact, sampled, width = (
        table[name].to_numpy() for name in (shown_unit(table).column, "sampled", "half_width")
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        off = np.abs(sampled - exact) / width
    order = np.argsort(-np.nan_to_num(off, nan=-1.0), kind="stable")[:FARTHEST]
    known = table["is_inside"].drop_null()
    inside = pc.sum(known).as_py() or 0
    words = (
        f"{inside:,} of {counted(len(known), 'interval')} contain the exact value; the "
        f"{len(order)} farthest of {table.num_rows:,} rows"
    )
    return [noted(grid, words) for grid in _LAYOUT(table.take(order), None)]


TABLE = TableSpec(
    name="exact-values",
    about=(
        "exact values compared with sampled ones, if the game can be enumerated and agents "
        "declare their play"
    ),
    columns=COLUMNS,
    make=exact_values,
    layout=_LAYOUT,
    sum_up=farthest_off,
    is_there=lambda reading: read_exact_values(reading.folder) is not None,
    command=InCommand("table"),
    report=InReport("cross-table", fold="Exact values"),
)
