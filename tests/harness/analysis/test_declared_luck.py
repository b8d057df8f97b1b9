"""AIVAT of stored runs: agents of the run are asked, and no others."""

from pathlib import Path

import numpy as np
import pytest
from small_runs import kuhn_spec

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.analysis.asked_holdings import AskedHoldings
from railbird.harness.analysis.declared_agent import find_declared
from railbird.harness.analysis.declared_luck import make_aivat, make_planned_luck
from railbird.harness.games.library import find_game
from railbird.harness.workers.dispatch import play_here
from railbird.native import GameDefinitionError
from railbird.plugins import CALL, AgentError, Alternatives, Game, Observation, load_registry
from railbird.results import RunResults, open_run
from railbird.results.luck.adjusted import value_hash
from railbird.results.luck.betting_steps import betting_steps


@pytest.fixture(scope="module")
def game() -> Game:
    return find_game("holdem-limit-2p", load_registry())


def _play(folder: Path, game: str, *agents: str, luck: str = "raw", decks: int = 6) -> RunResults:
    spec = Spec(
        name="luck",
        game=game,
        agents=tuple(AgentSpec(agent=agent) for agent in agents),
        hands_per_match=20,
        decks=decks,
        seed=11,
        luck=luck,
    )
    run(spec, folder=folder, dispatch=play_here)
    return open_run(folder, luck="aivat")


def _spread(results: RunResults) -> np.ndarray:
    return np.concatenate([part.payoffs for part in results.played_hands()]).std(axis=0)


def test_agents_that_declare_are_asked_and_named(tmp_path: Path) -> None:
    results = _play(tmp_path / "run", "leduc", "uniform", "call", "chains")
    make_aivat(results)
    assert "declared their probabilities: call, uniform" in results.facts
    both = results.where("without=chains")
    raw = open_run(tmp_path / "run").where("without=chains")
    assert (_spread(both) < 0.5 * _spread(raw)).all()
    one = results.where("without=call")
    assert (_spread(one) < _spread(open_run(tmp_path / "run").where("without=call"))).all()


def test_in_holdem_decisions_are_taken_out_of_one_side_or_both(tmp_path: Path) -> None:
    results = _play(tmp_path / "run", "holdem-limit-2p", "uniform", "call", "fox", decks=3)
    make_aivat(results)
    assert "declared their probabilities: call, uniform" in results.facts
    chance, raw = (open_run(tmp_path / "run", luck=luck) for luck in ("chance", "raw"))
    both = "without=fox"
    assert (_spread(results.where(both)) < 0.8 * _spread(chance.where(both))).all()
    for one in ("without=call", "without=uniform"):
        assert (_spread(results.where(one)) != _spread(chance.where(one))).all()
        assert (_spread(results.where(one)) < 0.8 * _spread(raw.where(one))).all()


def test_probabilities_that_are_none_are_refused(game: Game) -> None:
    class Wrong:
        stationary = True

        def probabilities(self, observation: Observation, hole_cards: object) -> Alternatives:
            return [(0.7, CALL)]

    asked = AskedHoldings(game, "wrong", Wrong())
    (first, *_) = betting_steps(game.definition, "cf").steps
    with pytest.raises(AgentError, match="'wrong' declared probabilities that are negative or"):
        asked(first, np.zeros((1, 5), np.uint8))


def test_what_is_declared_and_not_legal_counts_as_a_call(game: Game) -> None:
    asked = AskedHoldings(game, "uniform", find_declared("uniform", game, load_registry())())
    boards = np.array([[0, 4, 8, 12, 16]], np.uint8)
    steps = [s for s in betting_steps(game.definition, "rc/cc/cc/cc").steps if s.round_index]
    decisions = [step for step in steps if hasattr(step, "taken")]
    for step in decisions:
        live = asked(step, boards).kinds[0]
        assert not live[:, 0].any(), "nobody folds where a check is free"
        assert np.allclose(live.sum(axis=1)[live.any(axis=1)], 1.0)


def test_the_code_of_an_agent_must_be_what_played(tmp_path: Path) -> None:
    results = _play(tmp_path / "run", "leduc", "uniform", "call")
    manifest = tmp_path / "run" / "manifest.json"
    (record,) = [one for one in results.manifest.agents if one.label == "call"]
    (other,) = [one for one in results.manifest.agents if one.label == "uniform"]
    text = manifest.read_text()
    assert record.file_hash == other.file_hash  # both are baselines
    manifest.write_text(text.replace(record.file_hash, "0" * len(record.file_hash)))
    changed = open_run(tmp_path / "run", luck="aivat")
    make_aivat(changed)
    assert "declared their probabilities: nobody" in changed.facts


def test_a_spec_that_chooses_luck_has_it_and_its_values_in_the_manifest(tmp_path: Path) -> None:
    results = _play(tmp_path / "run", "leduc", "uniform", "call", luck="aivat")
    spec = results.manifest.spec
    assert (spec["luck"], spec["luck_values"]) == ("aivat", value_hash(results.game, "aivat"))
    chosen = open_run(tmp_path / "run")
    assert chosen.reading.luck == "aivat"
    assert chosen.facts[0].endswith("(luck = 'aivat' in the spec)")
    written = (tmp_path / "run" / "tables" / "total-bankroll.csv").read_bytes()
    chosen.write_tables()
    assert (tmp_path / "run" / "tables" / "total-bankroll.csv").read_bytes() == written
    raw = open_run(tmp_path / "run", luck="raw")
    assert "chosen after play: the spec has luck = 'aivat'" in raw.facts[0]


def test_a_spec_without_a_choice_has_none_in_its_manifest(tmp_path: Path) -> None:
    run(kuhn_spec("uniform", "call", "raise"), folder=tmp_path / "run", dispatch=play_here)
    assert not {"luck", "luck_values"} & set(open_run(tmp_path / "run").manifest.spec)


def test_a_spec_of_a_game_without_values_is_refused_before_play(tmp_path: Path) -> None:
    with pytest.raises(GameDefinitionError, match="aivat does not support this game"):
        _play(tmp_path / "run", "omaha-8", "uniform", "call", luck="aivat")
    assert not (tmp_path / "run").exists()


def test_nothing_is_asked_twice(tmp_path: Path) -> None:
    results = _play(tmp_path / "run", "leduc", "uniform", "call")
    make_planned_luck(results)
    files = sorted((tmp_path / "run" / "luck" / "aivat").iterdir())
    times = [path.stat().st_mtime_ns for path in files]
    make_aivat(open_run(tmp_path / "run", luck="aivat"))
    assert [path.stat().st_mtime_ns for path in files] == times
