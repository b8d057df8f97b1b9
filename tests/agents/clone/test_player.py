"""The agent clone: its file, its modes, and what it declares."""

from pathlib import Path

import numpy as np
import pytest
from clone_cases import GAMES, ORIGIN, archetype_cases, leduc_model, played

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import decisions_of
from railbird.agents.clone.learning.boosting import fit_trees
from railbird.agents.clone.learning.playing_beside import CoupledClone
from railbird.agents.clone.model.clone_model import CloneModel
from railbird.agents.clone.model.model_file import write_model
from railbird.agents.clone.player import RememberingClone, play_clone, play_model
from railbird.agents.holdem.archetype import Archetype
from railbird.harness.analysis.training import training_tools
from railbird.plugins import AgentError, DecisionBatch, Distribution, load_registry

NAME = "holdem-nolimit-3p"
GAME = GAMES[NAME]


@pytest.fixture(scope="module")
def maniac() -> CloneModel:
    cases = archetype_cases(NAME, "maniac", 60, 60)
    return fit_trees(cases, FeatureSet(GAME.definition), origin=ORIGIN, seed=0)


class Watched:
    """An agent whose declarations are kept."""

    stationary = True

    def __init__(self, agent: object) -> None:
        self._agent = agent
        self.said: list[tuple[Distribution, DecisionBatch]] = []
        self.legal: list[np.ndarray] = []

    def probabilities_batch(self, decisions: DecisionBatch, hole_cards: np.ndarray) -> Distribution:
        said = self._agent.probabilities_batch(decisions, hole_cards)
        self.said.append(said)
        self.legal.append(decisions.legal)
        return said


def test_a_clone_raises_to_its_sizes_and_only_legally(maniac: CloneModel) -> None:
    watched = Watched(play_model(maniac))
    hands = played(GAME, [watched, Archetype("fish"), Archetype("rock")], decks=10, hands=60)
    for said, legal in zip(watched.said, watched.legal, strict=True):
        np.testing.assert_allclose(said.probability.sum(axis=1), 1.0)
        for kind in range(3):
            share = said.probability[:, said.kinds == kind].sum(axis=1)
            assert (share[(legal >> kind & 1) == 0] == 0).all()
    found = decisions_of(GAME, [hands], 0, feature_set=FeatureSet(GAME.definition))
    raised = found.take(found.kind == 2)
    by_pot = raised.raise_to - raised.spent - raised.to_call
    is_pot = by_pot == raised.pot + raised.to_call
    is_all_in = raised.raise_to == raised.max_raise_to
    assert len(raised) > 100
    assert is_pot.mean() > 0.5
    assert (is_pot | is_all_in).mean() > 0.9


def test_the_likeliest_action_is_certain(maniac: CloneModel) -> None:
    watched = Watched(play_model(maniac, is_likeliest=True))
    played(GAME, [watched, Archetype("fish"), Archetype("rock")], decks=2, hands=60)
    for said in watched.said:
        assert set(np.unique(said.probability)) <= {0.0, 1.0}


def test_a_clone_by_one_draw_a_hand_plays_the_same_shares(maniac: CloneModel) -> None:
    shares = []
    for agent in (play_model(maniac), CoupledClone(maniac)):
        others = [Archetype("fish"), Archetype("rock")]
        hands = played(GAME, [agent, *others], decks=60, hands=60, seed=4)
        found = decisions_of(GAME, [hands], 0, feature_set=FeatureSet(GAME.definition))
        for raises in (0, 1):
            has_raised = found.features[:, FeatureSet(GAME.definition).names.index("own-raises")]
            rows = (found.round_index == 0) & (has_raised >= 1 if raises else has_raised == 0)
            shares.append(np.bincount(found.kind[rows], minlength=3) / rows.sum())
    np.testing.assert_allclose(shares[0], shares[2], atol=0.03)
    np.testing.assert_allclose(shares[1], shares[3], atol=0.06)


def test_a_model_of_opponents_remembers_them() -> None:
    game = GAMES["leduc"]
    feature_set = FeatureSet(game.definition, has_opponents=True)
    uniform = load_registry().agent("uniform").factory
    hands = played(game, [uniform(), uniform()], decks=10, hands=50)
    cases = decisions_of(game, [hands], 0, feature_set=feature_set)
    model = fit_trees(cases, feature_set, origin=ORIGIN, seed=0)
    agent = play_model(model)
    assert isinstance(agent, RememberingClone)
    assert not agent.stationary
    assert len(played(game, [agent, uniform()], decks=3, hands=30)) == 90


def test_a_file_is_played_in_its_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "leduc.arrow"
    write_model(path, leduc_model())
    entry = load_registry().agent("clone")
    claimed = [n for n, game in GAMES.items() if entry.plays(game, {"file": str(path)})]
    assert claimed == ["leduc"]
    assert not any(entry.plays(game, {}) for game in GAMES.values())
    assert entry.why_not is not None
    assert "another game" in entry.why_not(GAMES["kuhn-2p"], {"file": str(path)})
    assert "needs a file" in entry.why_not(GAMES["leduc"], {})


def test_bad_parameters_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "leduc.arrow"
    write_model(path, leduc_model())
    with pytest.raises(AgentError, match="mode is 'best'; use one of sample, likeliest"):
        play_clone(file=str(path), mode="best")  # type: ignore[arg-type]
    with pytest.raises(AgentError, match="there is no file"):
        play_clone(file=str(tmp_path / "none.arrow"))


def test_a_clone_of_the_uniform_player_is_as_exploitable(tmp_path: Path) -> None:
    """The clone declares what it plays, so that its distance from equilibrium is exact."""
    tools = training_tools(GAMES["leduc"], 0, print)
    uniform = load_registry().agent("uniform").factory
    model = leduc_model()
    expected = tools.nash_conv(uniform)
    found = tools.nash_conv(lambda: play_model(model))
    assert expected is not None
    assert found == pytest.approx(expected, rel=0.15)
