"""The luck of the cards in hold'em, held to a slow count of the same value hand by hand."""

from pathlib import Path

import numpy as np
import pytest

from railbird.harness.games.library import find_game
from railbird.native import (
    PAYOFF_UNIT,
    GameDefinition,
    Tables,
    compile_game,
    deal_layout,
    pot_shares,
    preflop_equity,
)
from railbird.plugins import load_registry
from railbird.results import RunResults
from railbird.results.hands.all_in import find_all_ins
from railbird.results.hands.counted_hands import count_styles
from railbird.results.hands.deals import cards_of
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.luck.chance import Preflop, chance_luck
from tests.support.stored_hands import StoredMatch, play_match, store_matches

SHARE_UNITS = 2520
LABELS = "abcdef"


def _game(name: str) -> GameDefinition:
    return find_game(name, load_registry()).definition


def _play(folder: Path, name: str, hands: int) -> tuple[GameDefinition, PlayedHands]:
    game = _game(name)
    match = play_match(game, LABELS[: game.player_count], hands=hands)
    (part,) = store_matches(folder / "run", game, [match]).played_hands()
    return game, part


def _bettings(hands: PlayedHands) -> list[str]:
    letters, ends = hands.spell()
    text = letters.tobytes().decode()
    return [text[ends[row] : ends[row + 1]] for row in range(len(hands))]


def _worth(
    game: GameDefinition, cards: np.ndarray, *, spent: list[int], live: list[bool], board: int
) -> np.ndarray:
    """What each position can expect of the chips that are in, chip by chip from the lowest."""
    layout = deal_layout(game)
    holes, laid = layout.hole_cards(cards), layout.board(cards)[:board]
    worth = np.zeros(len(spent))
    for level in range(1, max(spent) + 1):
        payers = [p for p, chips in enumerate(spent) if chips >= level]
        for_it = [p for p in payers if live[p]]
        others = [p for p in range(len(spent)) if p not in for_it]
        sums, boards = pot_shares(game, holes[for_it], laid, dead=holes[others].ravel())
        worth[for_it] += len(payers) * np.array(sums) / (boards * SHARE_UNITS)
    return worth


def _naive(game: GameDefinition, betting: str, cards: np.ndarray, preflop: Preflop) -> np.ndarray:
    """Return what the cards of each round take, [R, N], by the definition of the value."""
    players = game.player_count
    blinds = sum(game.blinds)
    luck = np.zeros((game.round_count, players))
    holes = deal_layout(game).hole_cards(cards)
    if preflop == "exact":
        sums, boards = pot_shares(game, holes, cards[:0], dead=cards[:0])
        luck[0] = blinds * (1 / players - np.array(sums) / (boards * SHARE_UNITS))
    else:
        strength = np.array([preflop_equity(hole, players - 1) for hole in holes])
        luck[0] = blinds * (strength.mean() - strength)
    rounds, ends = betting.split("/"), compile_game(game).board_card_ends
    table = Tables(game, 1)
    for r in range(1, len(rounds)):
        table.start_hands([0], None)
        table.play_betting([0], ["/".join(rounds[:r])])
        pot = {"spent": table.spent[0].tolist(), "live": (~table.has_folded[0]).tolist()}
        if r > 1 or preflop == "exact" or not any(rounds[r:]):
            before, after = (_worth(game, cards, **pot, board=ends[k]) for k in (r - 1, r))
            luck[r] = before - after
    return luck


@pytest.mark.parametrize(
    ("name", "hands", "preflop"),
    [
        ("holdem-limit-2p", 25, "exact"),
        ("holdem-limit-3p", 8, "exact"),
        ("holdem-limit-6p", 8, "table"),
    ],
)
def test_the_luck_of_each_round_is_that_of_its_value(
    name: str, hands: int, preflop: Preflop, tmp_path: Path
) -> None:
    game, played = _play(tmp_path, name, hands)
    found = chance_luck(game, played, preflop=preflop)
    cards = cards_of(game, played, np.arange(hands))
    assert found.is_known.all()
    for row, betting in enumerate(_bettings(played)):
        wanted = _naive(game, betting, cards[row], preflop)
        np.testing.assert_allclose(found.corrections[row], wanted, rtol=0.0, atol=1e-9)


@pytest.mark.parametrize("name", ["holdem-nolimit-2p", "holdem-nolimit-6p-short"])
def test_after_the_last_decision_it_is_the_all_in_expectation(name: str, tmp_path: Path) -> None:
    game, played = _play(tmp_path, name, 300)
    luck = chance_luck(game, played)
    found = find_all_ins(game, played, count_styles(game, played), match_ups=MatchUps(game))
    assert len(found.rows) > 15
    expected = played.payoffs / PAYOFF_UNIT + luck.of_all_ins()
    rounding = game.player_count**2 / PAYOFF_UNIT  # payoffs are stored in whole units
    np.testing.assert_allclose(
        expected[found.rows], found.payoffs / PAYOFF_UNIT, rtol=0.0, atol=rounding
    )
    others = np.setdiff1d(np.arange(len(played)), found.rows)
    assert not luck.of_all_ins()[others].any()
    if game.player_count == 2:
        pot = 2 * np.abs(played.payoffs[found.rows] / PAYOFF_UNIT).max(axis=1)
        exact = pot[:, None] * (found.equity - 0.5)
        is_won = pot > 0.0
        np.testing.assert_allclose(expected[found.rows][is_won], exact[is_won], atol=1e-9, rtol=0.0)


@pytest.mark.parametrize("name", ["holdem-limit-2p", "holdem-limit-6p", "holdem-nolimit-6p-short"])
def test_nobody_wins_by_corrections_what_nobody_loses(name: str, tmp_path: Path) -> None:
    game, played = _play(tmp_path, name, 200)
    luck = chance_luck(game, played)
    np.testing.assert_allclose(luck.corrections.sum(axis=2), 0.0, atol=1e-9)
    assert luck.of_cards().any()


def test_hands_with_unknown_cards_are_left_as_they_were(tmp_path: Path) -> None:
    game = _game("holdem-limit-2p")
    cards = np.array([[0, 1, 2, 3, 8, 12, 16, 20, 24], [0, 1, 255, 255, 8, 12, 16, 20, 24]])
    payoffs = np.array([[2, -2], [-2, 2]]) * PAYOFF_UNIT
    match = StoredMatch(tuple("ab"), ("cc/cc/cc/cc",) * 2, payoffs, cards=cards.astype(np.uint8))
    run: RunResults = store_matches(tmp_path / "run", game, [match])
    (hands,) = run.played_hands()
    luck = chance_luck(game, hands)
    assert luck.is_known.tolist() == [True, False]
    assert luck.corrections[0].any()
    assert not luck.corrections[1].any()
