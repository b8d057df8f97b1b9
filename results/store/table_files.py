"""Writes the computed tables of a run as Arrow and CSV files."""

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from railbird.results.folders.run_folder import RunFolder
from railbird.results.store.files import table_bytes


def write_table(folder: RunFolder, name: str, table: pa.Table) -> None:
    """Write `name`.arrow and `name`.csv to a run's folder; `name` is relative to it.

    Raises StoreError.
    """
    folder.make(name.rpartition("/")[0])
    folder.write(f"{name}.arrow", table_bytes(table))
    folder.write(f"{name}.csv", csv_bytes(table))


def csv_bytes(table: pa.Table) -> pa.Buffer:
    """Return a table as CSV with a header; lists are joined with `|`, null is empty.

    Texts are escaped by `without_formulas`.
    """
    sink = pa.BufferOutputStream()
    csv.write_csv(flat_table(table), sink)
    return sink.getvalue()


def flat_table(table: pa.Table) -> pa.Table:
    """Return a table for CSV: lists joined with `|`, and texts escaped against formulas."""
    for index, field in enumerate(table.schema):
        column = table.column(index)
        is_text = _is_text(field.type.value_type if pa.types.is_list(field.type) else field.type)
        if pa.types.is_list(field.type):
            column = pc.binary_join(column.cast(pa.list_(pa.string())), "|")
        if is_text:
            column = without_formulas(column.cast(pa.string()))
        table = table.set_column(index, field.name, column)
    return table


def without_formulas(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return texts with an apostrophe before each that a spreadsheet would treat as a formula.

    Those begin with one of `= + - @`, with a tab or a line break; one that begins with an
    apostrophe gets another, so that removing the first always restores the text.
    """
    return pc.replace_substring_regex(texts, r"^([=+\-@\t\r\n'])", r"'\1", max_replacements=1)


def _is_text(kind: pa.DataType) -> bool:
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(value))
