"""A strategy file holds what was written, and says what is wrong with one that does not."""

import json

import numpy as np
import pyarrow as pa
import pytest
from arrow_files import write_arrow

from railbird.native import RailbirdError, StrategyError, format_game
from railbird.native.solver import (
    StoredStrategy,
    StrategySource,
    VectorSolver,
    build_tree,
    nash_conv,
    read_strategy,
    write_strategy,
)

SOURCE = StrategySource("cfr+", 50, 0.07, None, "0.1.0")


@pytest.fixture
def solved(tree_of, tmp_path):
    solver = VectorSolver(tree_of("leduc"))
    solver.run(50)
    stored = StoredStrategy(solver.tree, solver.average(), SOURCE)
    path = tmp_path / "leduc.arrow"
    write_strategy(path, stored)
    return path, stored


def rewrite(path, *, columns=None, metadata=None):
    """The file again, with some of it changed."""
    with pa.ipc.open_file(pa.BufferReader(path.read_bytes())) as reader:
        table = reader.read_all()
    for name, values in (columns or {}).items():
        field = table.schema.field(name)
        array = pa.array(values, field.type)
        table = table.set_column(table.schema.get_field_index(name), field, array)
    table = table.replace_schema_metadata({**table.schema.metadata, **(metadata or {})})
    write_arrow(path, table)


def test_a_strategy_comes_back_as_it_was(definition_of, solved):
    path, stored = solved
    again = read_strategy(path, definition=definition_of("leduc"))
    np.testing.assert_array_equal(again.probability, stored.probability)
    assert again.source == SOURCE
    assert nash_conv(again.tree, again.probability) == nash_conv(stored.tree, stored.probability)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_menu_of_raises_comes_back(definition_of, tmp_path):
    tree = build_tree(definition_of("no-limit-5"), raise_menu=[3, 5])
    write_strategy(tmp_path / "x.arrow", StoredStrategy(tree, tree.uniform, SOURCE))
    assert read_strategy(tmp_path / "x.arrow").tree.entry_count == tree.entry_count


def test_a_strategy_for_another_game_is_refused(definition_of, solved):
    with pytest.raises(StrategyError, match="another game"):
        read_strategy(solved[0], definition=definition_of("kuhn-2p"))


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_a_file_cut_short_is_refused(solved, share):
    whole = solved[0].read_bytes()
    solved[0].write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(StrategyError, match="truncated"):
        read_strategy(solved[0])


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(StrategyError, match="there is no strategy file"):
        read_strategy(tmp_path / "none.arrow")


def test_probabilities_that_do_not_sum_to_one_are_refused(solved):
    path, _ = solved
    widths = [len(row) for row in read_rows(path)]
    rows = [[1.0 / w] * w for w in widths]
    rows[5][0] += 0.25
    rewrite(path, columns={"probabilities": rows})
    with pytest.raises(StrategyError, match="do not sum to one"):
        read_strategy(path)
    rows[5] = [1.0]
    rewrite(path, columns={"probabilities": rows})
    with pytest.raises(StrategyError, match="lacks a probability"):
        read_strategy(path)


def read_rows(path):
    with pa.ipc.open_file(pa.BufferReader(path.read_bytes())) as reader:
        return reader.read_all()["probabilities"].to_pylist()


def test_rows_that_are_not_the_games_are_refused(solved):
    rewrite(solved[0], columns={"position": [0] * 288})
    with pytest.raises(StrategyError, match="'position'"):
        read_strategy(solved[0])


def test_a_file_of_another_format_is_refused(solved):
    rewrite(solved[0], metadata={b"format": b"railbird-strategy/0"})
    with pytest.raises(StrategyError, match="of this version"):
        read_strategy(solved[0])


def test_how_it_was_found_is_readable_by_anybody(solved):
    with pa.ipc.open_file(pa.BufferReader(solved[0].read_bytes())) as reader:
        metadata = reader.schema.metadata
    assert json.loads(metadata[b"source"])["algorithm"] == "cfr+"
    assert b"GAMEDEF" in metadata[b"game"]


@pytest.mark.parametrize("name", ["game", "raise_menu", "source"])
@pytest.mark.parametrize("said", [None, "{", "[1, 2]", '{"colour": 3}'])
def test_a_file_that_does_not_say_where_it_comes_from_is_refused(solved, name, said):
    path, _ = solved
    with pa.ipc.open_file(pa.BufferReader(path.read_bytes())) as reader:
        table = reader.read_all()
    said_now = {**table.schema.metadata, name.encode(): (said or "").encode()}
    if said is None:
        del said_now[name.encode()]
    table = table.replace_schema_metadata(said_now)
    write_arrow(path, table)
    if (name, said) == ("raise_menu", "[1, 2]"):
        pytest.skip("a menu like any other")
    with pytest.raises(RailbirdError, match=r"leduc\.arrow"):
        read_strategy(path)


@pytest.mark.parametrize(
    ("name", "value"),
    [("iterations", "x"), ("nash_conv", None), ("nash_conv", True), ("seed", 1.5), ("version", 1)],
)
def test_a_source_of_other_kinds_is_refused(solved, name, value):
    path, _ = solved
    with pa.ipc.open_file(pa.BufferReader(path.read_bytes())) as reader:
        source = json.loads(reader.schema.metadata[b"source"])
    rewrite(path, metadata={b"source": json.dumps(source | {name: value}).encode()})
    with pytest.raises(StrategyError, match=f"the {name} in the source of"):
        read_strategy(path)


def test_a_changed_probability_is_known_by_the_checksum(solved):
    """As one bit on the disk does, which leaves a distribution where two change."""
    path, stored = solved
    data = bytearray(path.read_bytes())
    values = stored.tree.table(stored.probability, 0)[:, 0]
    place = data.index(values.tobytes())
    data[place : place + 16] = values[::-1].tobytes()
    path.write_bytes(data)
    with pytest.raises(StrategyError, match="its checksum is wrong"):
        read_strategy(path)


def test_a_file_that_names_a_large_game_does_not_have_it_built(solved, definition_of):
    """Hold'em takes minutes and gigabytes before it is found too large to solve."""
    for name, why in (("holdem-limit-2p", "more than"), ("kuhn-3p", "information sets")):
        game = format_game(definition_of(name)).encode()
        rewrite(solved[0], metadata={b"game": game})
        with pytest.raises(StrategyError, match=why):
            read_strategy(solved[0])
