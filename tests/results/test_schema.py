"""Every column is documented, once."""

from pathlib import Path

import pyarrow as pa
import pytest

from railbird.results.store import schema
from railbird.results.store.schema import Column, HandShape, hand_columns, shard_columns
from railbird.results.tables import (
    all_in_equity,
    curve_schema,
    decision_times,
    exact_values,
    members,
    ranking_schemas,
    style_schema,
    table_schemas,
)
from railbird.results.tables.schema_text import TABLES, describe_schemas

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"


@pytest.mark.parametrize(("name", "columns"), [(name, columns) for name, _, columns in TABLES])
def test_every_column_has_a_name_of_its_own_and_a_meaning(
    name: str, columns: tuple[Column, ...]
) -> None:
    names = [column.name for column in columns]
    assert len(set(names)) == len(names)
    for column in columns:
        assert len(column.meaning) > 3, f"{name}.{column.name} does not say what it means"


def test_the_page_of_docs_is_what_the_schemas_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == describe_schemas(), (
        "write it again: describe_schemas() into docs/tables.md"
    )


def test_every_schema_is_listed() -> None:
    modules = (
        schema,
        table_schemas,
        ranking_schemas,
        style_schema,
        exact_values,
        decision_times,
        curve_schema,
        all_in_equity,
        members,
    )
    found = {name: value for module in modules for name, value in vars(module).items()}
    schemas = {name for name, value in found.items() if isinstance(value, pa.Schema)}
    assert schemas | {"SHARD", "MATCHES", "HANDS"} == {name for name, _, _ in TABLES}


def test_a_shard_is_its_matches_with_their_hands() -> None:
    shape = HandShape(3, card_count=4, has_stacks=True)
    columns = {column.name: column.type for column in shard_columns(shape)}
    hand = columns["hands"].value_type
    assert [hand.field(n).name for n in range(hand.num_fields)] == [
        column.name for column in hand_columns(shape)
    ]
    assert columns["payoffs"].list_size == 3
