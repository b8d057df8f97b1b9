"""Every table and column is documented, once, and its specification holds together."""

from pathlib import Path

import pyarrow as pa
import pytest

from railbird.results.store import schema
from railbird.results.store.schema import STORED_TABLES, Column
from railbird.results.tables import play, rankings, rings, table_list, tournaments, won
from railbird.results.tables.table_docs import describe_tables
from railbird.results.tables.table_list import TABLES
from railbird.results.tables.table_spec import TableSpec

PAGE = Path(__file__).parents[3] / "docs" / "tables.md"
EVERY = [*STORED_TABLES, *TABLES.values()]


@pytest.mark.parametrize(("name", "columns"), [(table.name, table.columns) for table in EVERY])
def test_every_column_has_a_name_of_its_own_and_a_meaning(
    name: str, columns: tuple[Column, ...]
) -> None:
    names = [column.name for column in columns]
    assert len(set(names)) == len(names)
    for column in columns:
        assert len(column.meaning) > 3, f"{name}.{column.name} does not say what it means"


def test_the_page_of_docs_is_what_the_tables_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == describe_tables(), "write it again: make docs"


def test_every_stored_schema_is_listed() -> None:
    schemas = {name for name, value in vars(schema).items() if isinstance(value, pa.Schema)}
    assert schemas | {"SHARD", "MATCHES", "HANDS"} == {table.name for table in STORED_TABLES}


def test_every_file_with_a_table_is_listed() -> None:
    files = [
        path
        for package in (play, rankings, rings, tournaments, won)
        for path in sorted(Path(package.__path__[0]).glob("*.py"))
        if "\nTABLE = " in path.read_text(encoding="utf-8")
    ]
    assert len(files) == len(TABLES) == len(table_list._MODULES)


@pytest.mark.parametrize("spec", TABLES.values(), ids=TABLES)
def test_an_empty_table_can_be_laid_out(spec: TableSpec) -> None:
    for grid in spec.layout(spec.schema.empty_table(), None):
        assert grid.rows == ()
        assert len(grid.names) == len(grid.is_text)
