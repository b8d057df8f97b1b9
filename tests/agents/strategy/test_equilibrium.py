"""The shipped strategies are equilibria, and the agent plays them as they are in their files."""

from pathlib import Path

import numpy as np
import pytest

from railbird.agents.strategy.equilibrium import Equilibrium
from railbird.agents.strategy.files import find_shipped, find_strategy, plays_strategy
from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.native.solver import (
    StoredStrategy,
    StrategySource,
    build_tree,
    measure_exploitability,
    nash_conv,
    read_strategy,
    write_strategy,
)
from railbird.plugins import AgentError, load_registry

STRATEGIES = Path(__file__).parents[3] / "agents" / "strategy" / "strategies"
SHIPPED = ("kuhn-2p", "kuhn-3p", "leduc")
GAMES = load_registry().games


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_file_is_for_the_game_of_its_name_and_as_near_as_it_says(name):
    stored = read_strategy(STRATEGIES / f"{name}.arrow", definition=GAMES[name].definition)
    assert nash_conv(stored.tree, stored.probability) == pytest.approx(
        stored.source.nash_conv, abs=1e-12
    )
    assert stored.source.nash_conv <= 1e-5


@pytest.mark.parametrize(("name", "value"), [("kuhn-2p", -1 / 18), ("leduc", -0.085606424078)])
def test_a_shipped_equilibrium_wins_the_value_of_its_game(name, value):
    stored = find_shipped(GAMES[name].definition)
    found = measure_exploitability(stored.tree, stored.probability)
    assert found.values[0] == pytest.approx(value, abs=1e-5)


def test_the_games_with_a_shipped_strategy_are_claimed_and_no_others():
    assert tuple(name for name, game in GAMES.items() if plays_strategy(game, {})) == SHIPPED


def test_a_file_for_another_game_is_refused(tmp_path):
    tree = build_tree(GAMES["kuhn-2p"].definition)
    source = StrategySource("cfr", 0, 11 / 12, None, "0.1.0")
    write_strategy(tmp_path / "uniform.arrow", StoredStrategy(tree, tree.uniform, source))
    file = str(tmp_path / "uniform.arrow")
    assert find_strategy(GAMES["kuhn-2p"], file).source == source
    with pytest.raises(AgentError, match="another game"):
        find_strategy(GAMES["leduc"], file)


def test_a_game_without_a_file_says_how_to_name_one():
    with pytest.raises(AgentError, match="file=PATH"):
        find_strategy(GAMES["holdem-limit-2p"], "")


def test_a_trembling_hand_plays_each_action_alike_so_often():
    game = GAMES["kuhn-3p"]
    stored = find_shipped(game.definition)
    played = declared_strategy(game, stored.tree, lambda: Equilibrium(tremble=0.2))
    expected = 0.8 * stored.probability + 0.2 * stored.tree.uniform
    np.testing.assert_allclose(played, expected, atol=1e-15)
    with pytest.raises(AgentError, match=r"tremble is 1\.5"):
        Equilibrium(tremble=1.5)
