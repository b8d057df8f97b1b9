"""Value functions fitted on other hands: what they minimise, what they refuse, and their file."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from stored_hands import play_match, store_matches

from railbird.harness.games.library import find_game
from railbird.native import PAYOFF_UNIT, FileError, GameDefinitionError
from railbird.plugins import load_registry
from railbird.results import RunResults, StoreError, open_run
from railbird.results.luck.chance import chance_luck
from railbird.results.luck.fitted import FittedValue, fit_values, read_values, write_values


def _run(folder: Path, *, first_deck: int, name: str = "holdem-limit-2p") -> RunResults:
    game = find_game(name, load_registry()).definition
    decks = range(first_deck, first_deck + 3)
    matches = [play_match(game, "ab", deck=deck, hands=80) for deck in decks]
    return store_matches(folder, game, matches)


def _fit(run: RunResults, ridge_hands: float = 0.0) -> FittedValue:
    reading = run.reading
    hands = reading.hands_as_played()
    return fit_values(run.game, hands, reading.holdings.shards, ridge_hands=ridge_hands)


def _squares(run: RunResults, weights: tuple[float, ...] | None) -> float:
    return sum(
        float(((p.payoffs / PAYOFF_UNIT + chance_luck(run.game, p).of_cards(weights)) ** 2).sum())
        for p in run.reading.hands_as_played()
    )


@pytest.mark.parametrize("name", ["holdem-limit-2p", "holdem-nolimit-2p"])
def test_no_other_weights_leave_smaller_squares_of_the_source(name: str, tmp_path: Path) -> None:
    run = _run(tmp_path / "run", first_deck=0, name=name)
    value = _fit(run)
    least = _squares(run, value.weights)
    assert least < _squares(run, None)
    for place in range(4):
        for step in (-0.01, 0.01):
            other = list(value.weights)
            other[place] += step
            assert _squares(run, tuple(other)) > least


def test_a_strong_penalty_leaves_the_equity_of_the_pot(tmp_path: Path) -> None:
    run = _run(tmp_path / "run", first_deck=0)
    assert _fit(run, ridge_hands=1e12).weights == pytest.approx([1.0] * 4, abs=1e-6)
    assert _squares(run, (1.0,) * 4) == pytest.approx(_squares(run, None))


def test_a_file_says_what_was_fitted(tmp_path: Path) -> None:
    value = _fit(_run(tmp_path / "run", first_deck=0))
    path = tmp_path / "values.arrow"
    write_values(path, value)
    assert read_values(path) == value
    assert read_values(path).name == value.name
    assert replace(value, weights=(1.0,) * 4).name != value.name
    write_values(path, replace(value, weights=(1.0, float("nan"), 1.0, 1.0)))
    with pytest.raises(FileError, match="not finite"):
        read_values(path)


def test_hands_of_other_runs_are_corrected_by_it_and_their_own_refused(tmp_path: Path) -> None:
    source, other = (
        _run(tmp_path / name, first_deck=deck) for name, deck in (("source", 0), ("other", 5))
    )
    path = tmp_path / "values.arrow"
    value = _fit(source, ridge_hands=100.0)
    write_values(path, value)
    run = open_run(other.folder, luck="chance", luck_values=path)
    adjusted = np.concatenate([part.payoffs for part in run.played_hands()])
    wanted = np.concatenate(
        [
            part.payoffs + chance_luck(other.game, part).of_cards(value.weights) * PAYOFF_UNIT
            for part in other.played_hands()
        ]
    )
    np.testing.assert_allclose(adjusted, wanted, rtol=0.0, atol=1e-6)
    with pytest.raises(StoreError, match="fitted on hands of this run"):
        open_run(source.folder, luck="chance", luck_values=path).total_bankroll()
    equity = open_run(other.folder, luck="chance").total_bankroll().to_pylist()
    assert run.total_bankroll().to_pylist() != equity, "stored ones are not those of other values"


def test_values_are_of_one_game_and_for_the_cards(tmp_path: Path) -> None:
    path = tmp_path / "values.arrow"
    write_values(path, _fit(_run(tmp_path / "source", first_deck=0)))
    other = _run(tmp_path / "other", first_deck=0, name="holdem-nolimit-2p")
    with pytest.raises(GameDefinitionError, match="of another game"):
        open_run(other.folder, luck="chance", luck_values=path).total_bankroll()
    same = _run(tmp_path / "same", first_deck=7)
    with pytest.raises(GameDefinitionError, match="for --luck chance, not all-in"):
        open_run(same.folder, luck="all-in", luck_values=path).total_bankroll()
    leduc = _run(tmp_path / "leduc", first_deck=0, name="leduc")
    with pytest.raises(GameDefinitionError, match="hold'em only"):
        _fit(leduc)
