"""Writes the page of docs that lists every table and column: `python -m` this module, PATH."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from railbird.results.store.schema import STORED_TABLES, Column
from railbird.results.tables.table_list import TABLES

_OPENING = """# The tables of a run

Every file is Arrow (IPC, zstd); derived tables are there as CSV as well, lists joined with `|`.
Widths are those of a game for two with nine cards a hand; a column by seat has one value a seat.
In CSV a text has an apostrophe before it where a spreadsheet would take it for a formula, as it may
take a label from elsewhere: where it begins with `=`, `+`, `-`, `@`, a tab, the end of a line, or
an apostrophe of its own. Take the first apostrophe away to have the text.
An aggression factor where nobody called is infinite: `inf` in Arrow and CSV. JSON has no such
number; it is `null` there, as without data, and `occurrences` of the indicator tell which it is.
`cards`, `stacks` and `blinds` are there only where neither a deck seed nor the game's definition
gives them: with hands that were imported.
This page is written from the code by `make docs`.
"""


def describe_tables() -> str:
    """Return `docs/tables.md`: every table with the name, type and meaning of each column."""
    stored = [_section(table.name, table.about, table.columns) for table in STORED_TABLES]
    made = [
        _section(table.name, "; ".join([table.about, *table.places()]), table.columns)
        for table in TABLES.values()
    ]
    return "\n".join([_OPENING, *(line for section in (*stored, *made) for line in section)])


def _section(name: str, about: str, columns: Sequence[Column]) -> Iterator[str]:
    yield from (f"## {name}", "", f"{about[0].upper()}{about[1:]}.", "")
    yield from ("| column | type | what |", "|---|---|---|")
    for column in columns:
        yield f"| `{column.name}` | `{column.type}` | {column.meaning} |"
    yield ""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(describe_tables(), encoding="utf-8")
