"""The derived tables of a run as files: Arrow, and CSV for everything else."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from railbird.results.files import make_folder, table_bytes, write_whole


def write_table(folder: Path, name: str, table: pa.Table) -> None:
    """Write `name`.arrow and `name`.csv into `folder`; raises StoreError where that cannot be."""
    make_folder(folder)
    write_whole(folder / f"{name}.arrow", table_bytes(table))
    write_whole(folder / f"{name}.csv", csv_bytes(table))


def csv_bytes(table: pa.Table) -> pa.Buffer:
    """Return a table as CSV with a header; lists of labels are joined with `|`, null is empty."""
    for index, field in enumerate(table.schema):
        if pa.types.is_list(field.type):
            joined = pc.binary_join(table.column(index), "|")
            table = table.set_column(index, field.name, joined)
    sink = pa.BufferOutputStream()
    csv.write_csv(table, sink)
    return sink.getvalue()
