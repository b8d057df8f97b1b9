"""Solving, showing and exploiting from the command line, and agents asked for their play."""

import json
from pathlib import Path

import numpy as np
import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from railbird.harness.cli_solve import exploit, show_strategy, solve
from railbird.harness.declared_strategy import declared_strategy
from railbird.harness.errors import SpecError
from railbird.harness.game_library import find_game
from railbird.native import LimitError, StrategyError
from railbird.native.solver import build_tree
from railbird.plugins import CALL, FOLD, ActionRange, AgentError, Game, load_registry, raise_to

APP = typer.Typer()
for command in (solve, show_strategy, exploit):
    APP.command(command.__name__.replace("_", "-"))(command)
GAMES = load_registry().games
SHORT_STACKS = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 1
stack = 5 5
blind = 1 1
firstPlayer = 1
maxRaises = 2
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(APP, list(arguments), catch_exceptions=False)


def test_a_solved_game_is_written_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.arrow"
    solved = run("solve", "kuhn-2p", "--until-nash-conv", "1e-3", "-o", str(file))
    assert solved.exit_code == 0
    assert "NashConv" in solved.stdout
    shown = json.loads(run("show-strategy", str(file), "--format", "json").stdout)
    assert shown["source"]["nash_conv"] <= 1e-3
    assert len(shown["rows"]) == 12
    for row in shown["rows"]:
        assert sum(row["actions"].values()) == pytest.approx(1.0)
    assert "position 0" in run("show-strategy", str(file)).stdout


def test_a_game_solved_with_pruning_says_what_went(tmp_path: Path) -> None:
    file = str(tmp_path / "kuhn.arrow")
    solved = run("solve", "kuhn-2p", "--prune", "0", "1", "--until-nash-conv", "1e-3", "-o", file)
    assert "pruned 16.7% of the actions" in solved.output
    played = json.loads(
        run("exploit", f"equilibrium:file={file}", "--game", "kuhn-2p", "--format", "json").stdout
    )
    assert played["nash_conv"] <= 1e-3


@pytest.mark.parametrize(
    ("agent", "game", "distance"),
    [
        ("uniform", "kuhn-2p", 11 / 12),
        ("uniform", "leduc", 4.747222),
        ("uniform", "kuhn-3p", 33 / 16),
        ("chump:bet=0.5,call=0.5", "kuhn-3p", 33 / 16),
        ("equilibrium", "leduc", 0.0),
    ],
)
def test_agents_have_their_known_distances(agent: str, game: str, distance: float) -> None:
    found = json.loads(run("exploit", agent, "--game", game, "--format", "json").stdout)
    assert found["nash_conv"] == pytest.approx(distance, abs=1e-5)
    assert sum(found["gain"]) == pytest.approx(found["nash_conv"])


def test_what_cannot_be_done_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LimitError, match="deals"):
        run("solve", "holdem-limit-2p", "-o", str(tmp_path / "x.arrow"))
    with pytest.raises(SpecError, match="does not play"):
        run("exploit", "bluffer", "--game", "leduc")
    with pytest.raises(StrategyError, match="no solver"):
        run("solve", "kuhn-2p", "--algorithm", "lp", "-o", str(tmp_path / "x.arrow"))


class Sized:
    """Simple form: half the time a raise of any size, else a call, or a fold that costs."""

    stationary = True

    def act(self, observation):
        raise AssertionError("asked to act where it declares")

    def probabilities(self, observation, hole_cards):
        otherwise = FOLD if observation.can_fold else CALL
        if not observation.can_raise:
            return [(1.0, otherwise)]
        least, most = observation.least_raise_to, observation.most_raise_to
        return [(0.25, raise_to(most)), (0.25, ActionRange(2, least, most)), (0.5, otherwise)]


def test_a_simple_agent_is_asked_with_all_sizes(tmp_path: Path) -> None:
    path = tmp_path / "short.game"
    path.write_text(SHORT_STACKS, encoding="utf-8")
    game: Game = find_game(str(path), load_registry())
    tree = build_tree(game.definition)
    strategy = declared_strategy(game, tree, Sized)
    np.testing.assert_allclose(tree.table(strategy, 0)[:, 0], [0.5, 1 / 16, 1 / 16, 1 / 16, 5 / 16])


class Changing(Sized):
    stationary = False


class Silent:
    def act(self, observation):
        return CALL


@pytest.mark.parametrize(
    ("agent", "why"), [(Changing, "not stationary"), (Silent, "declares no probabilities")]
)
def test_an_agent_that_cannot_be_exploited_exactly_is_refused(agent, why: str) -> None:
    game = GAMES["kuhn-2p"]
    with pytest.raises(AgentError, match=f"{why}.*railbird match"):
        declared_strategy(game, build_tree(game.definition), agent)
