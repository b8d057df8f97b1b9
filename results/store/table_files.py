"""The derived tables of a run as files: Arrow, and CSV for everything else."""

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from railbird.results.folders.run_folder import RunFolder
from railbird.results.store.files import table_bytes


def write_table(folder: RunFolder, name: str, table: pa.Table) -> None:
    """Write `name`.arrow and `name`.csv into a run's folder, `name` being that of a file in it.

    Raises StoreError where that cannot be.
    """
    folder.make(name.rpartition("/")[0])
    folder.write(f"{name}.arrow", table_bytes(table))
    folder.write(f"{name}.csv", csv_bytes(table))


def csv_bytes(table: pa.Table) -> pa.Buffer:
    """Return a table as CSV with a header; lists are joined with `|`, null is empty.

    Texts are those of `without_formulas`.
    """
    sink = pa.BufferOutputStream()
    csv.write_csv(flat_table(table), sink)
    return sink.getvalue()


def flat_table(table: pa.Table) -> pa.Table:
    """Return a table as CSV can hold it: lists joined with `|`, no text that would be reckoned."""
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
    """Return texts with an apostrophe before each that a spreadsheet would reckon as a formula.

    Those begin with one of `= + - @`, with a tab or the end of a line; one that begins with an
    apostrophe gets another, so that taking the first away always gives the text back.
    """
    return pc.replace_substring_regex(texts, r"^([=+\-@\t\r\n'])", r"'\1", max_replacements=1)


def _is_text(kind: pa.DataType) -> bool:
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(value))
