"""Sets of strategies: what is kept, and what is refused."""

import json

import numpy as np
import pyarrow as pa
import pytest
from arrow_files import write_arrow

from railbird.native import StrategyError
from railbird.native.solver import (
    SetSource,
    StrategySet,
    StrategyTable,
    VectorSolver,
    nash_conv,
    read_strategy,
    read_strategy_set,
    write_strategy_set,
)


@pytest.fixture
def solved(tree_of, tmp_path):
    tree = tree_of("leduc")
    solver = VectorSolver(tree, "cfr", start_count=5, seed=3)
    solver.run(10)
    probability = np.array([solver.average(start) for start in range(5)])
    source = SetSource("cfr", 3, "0.1.0", (10,) * 5, (0.0,) * 5)
    path = tmp_path / "set.arrow"
    write_strategy_set(path, StrategySet(tree, probability, source))
    return path, StrategySet(tree, probability, source)


def test_strategies_come_back_in_32_bits_with_their_own_distances(solved):
    path, stored = solved
    again = read_strategy_set(path)
    assert len(again) == 5
    np.testing.assert_allclose(again.probability, stored.probability, atol=1e-7)
    distances = [nash_conv(again.tree, row) for row in again.probability]
    assert again.source.nash_conv == pytest.approx(distances, abs=1e-12)
    assert (again.source.algorithm, again.source.iterations) == ("cfr", (10,) * 5)
    write_strategy_set(path, again)
    np.testing.assert_allclose(read_strategy_set(path).probability, again.probability, atol=1e-7)
    assert again.values().shape == (5, 2)
    np.testing.assert_allclose(again.values().sum(axis=1), 0.0, atol=1e-12)


def test_a_table_answers_each_row_with_its_own_member(solved):
    _, stored = solved
    many = StrategyTable(stored.tree, stored.probability)
    bettings, members = ["", "r", "cc/", "r", ""], np.array([4, 0, 2, 3, 1])
    hands = stored.tree.definition.deck[:5, None]
    boards = stored.tree.definition.deck[[1, 2, 3, 4, 0], None]
    answers = many.answer(bettings, hands, boards, members=members)
    for row, member in enumerate(members):
        one = StrategyTable(stored.tree, stored.probability[member])
        rows = slice(row, row + 1)
        alone = one.answer(bettings[rows], hands[rows], boards[rows])
        np.testing.assert_array_equal(answers.probability[rows], alone.probability)


def test_one_kind_of_file_is_not_the_other(solved):
    with pytest.raises(StrategyError, match="it is one with strategies"):
        read_strategy(solved[0])


def test_another_game_and_a_file_cut_short_are_refused(solved, definition_of):
    path, _ = solved
    with pytest.raises(StrategyError, match="another game"):
        read_strategy_set(path, definition=definition_of("kuhn-2p"))
    path.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(StrategyError, match="truncated"):
        read_strategy_set(path)


def test_invalid_probabilities_are_refused(solved):
    path, _ = solved
    with pa.ipc.open_file(pa.BufferReader(path.read_bytes())) as reader:
        table = reader.read_all()
    lists = table["probabilities"].to_pylist()
    lists[7][0][2] += 0.5
    _rewrite(path, table, lists)
    with pytest.raises(StrategyError, match=r"strategy 2 of .* do not sum to one"):
        read_strategy_set(path)
    lists[7][0].append(1.0)
    _rewrite(path, table, lists)
    with pytest.raises(StrategyError, match="lacks probabilities"):
        read_strategy_set(path)


def _rewrite(path, table, lists):
    field = table.schema.field("probabilities")
    changed = table.set_column(4, field, pa.array(lists, field.type))
    write_arrow(path, changed)
    assert json.loads(table.schema.metadata[b"source"])["seed"] == 3
