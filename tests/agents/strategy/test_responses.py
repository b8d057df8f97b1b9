"""The answering agents play the answers, and refuse what they cannot answer."""

import numpy as np
import pytest

from railbird.agents import BestResponse, RestrictedNash
from railbird.agents.strategy.files import find_shipped
from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.native.solver import (
    StoredStrategy,
    StrategySource,
    best_response,
    build_tree,
    restricted_response,
    write_strategy,
)
from railbird.plugins import AgentError, load_registry

REGISTRY = load_registry()
LEDUC = REGISTRY.games["leduc"]
TREE = build_tree(LEDUC.definition)


@pytest.fixture
def uniform_file(tmp_path):
    path = tmp_path / "uniform.arrow"
    source = StrategySource("none", 0, 4.747222, None, "0.1.0")
    write_strategy(path, StoredStrategy(TREE, TREE.uniform, source))
    return str(path)


def test_best_response_plays_what_wins_most_against_the_file(uniform_file):
    played = declared_strategy(LEDUC, TREE, lambda: BestResponse(file=uniform_file))
    np.testing.assert_array_equal(played, best_response(TREE, TREE.uniform))
    shipped = find_shipped(LEDUC.definition)
    played = declared_strategy(LEDUC, TREE, BestResponse)
    np.testing.assert_array_equal(played, best_response(TREE, shipped.probability))


def test_restricted_nash_plays_the_response_of_its_weight(uniform_file):
    def make():
        return RestrictedNash(file=uniform_file, weight=0.3, iterations=50)

    expected = restricted_response(TREE, TREE.uniform, weight=0.3, iterations=50)
    np.testing.assert_array_equal(declared_strategy(LEDUC, TREE, make), expected)


@pytest.mark.parametrize("name", ["best-response", "restricted-nash", "equilibrium"])
def test_a_file_is_for_its_game(uniform_file, name):
    entry = REGISTRY.agent(name)
    assert entry.plays(LEDUC, {"file": uniform_file})
    assert not entry.plays(REGISTRY.games["kuhn-2p"], {"file": uniform_file})
    assert not entry.plays(REGISTRY.games["holdem-limit-2p"], {})


@pytest.mark.parametrize(
    "parameters", [{"weight": -0.1}, {"weight": 1.1}, {"weight": True}, {"iterations": 0}]
)
def test_parameters_that_cannot_be_meant_are_refused(parameters):
    with pytest.raises(AgentError, match="give a"):
        RestrictedNash(**parameters)
