"""Writes the documentation page of all tables and columns: `python -m` this module, PATH."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from railbird.results.store.schema import STORED_TABLES, Column
from railbird.results.tables.table_list import TABLES

_OPENING = """# The tables of a run

Every file is Arrow (IPC, zstd); computed tables are also written as CSV, with lists joined by `|`.
Widths are those of a two-player game with nine cards per hand; a column by seat has one value per
seat. In CSV, text that a spreadsheet would treat as a formula is preceded by an apostrophe: text
that begins with `=`, `+`, `-`, `@`, a tab, a line break, or an apostrophe. Remove the first
apostrophe to restore the text. An aggression factor is infinite if the agent never called: `inf` in
Arrow and CSV. JSON has no such number; it is `null` there, as without data, and `occurrences` of
the indicator distinguish the two. `cards`, `stacks` and `blinds` are present only if neither a deck
seed nor the game's definition gives them, which is the case for imported hands. This page is
generated from the code by `make docs`.
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
    yield from ("| column | type | meaning |", "|---|---|---|")
    for column in columns:
        yield f"| `{column.name}` | `{column.type}` | {column.meaning} |"
    yield ""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(describe_tables(), encoding="utf-8")
