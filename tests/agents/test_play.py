"""The baseline agents at the tables: every game plays, and results are those of the tree."""

from dataclasses import dataclass

import numpy as np
import pytest

from railbird.harness import MatchResults, PlayRules, play_matches
from railbird.harness.games.library import load_house_games
from railbird.native import PAYOFF_UNIT, compile_game
from railbird.plugins import Game, load_registry
from railbird.results.store.match_keys import match_key

GAMES = load_house_games()
AGENTS = load_registry().agents


@dataclass(frozen=True)
class Plan:
    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


def play(game: Game, names: list[str], *, match_count: int, hand_count: int) -> MatchResults:
    """Play matches of these agents, by seat, each on a deck of its own."""
    labels = tuple(f"{name} {seat}" for seat, name in enumerate(names))
    factories = {label: AGENTS[name].factory for label, name in zip(labels, names, strict=True)}
    plans = [Plan(deck, labels, match_key(1, deck, labels)) for deck in range(match_count)]
    return play_matches(game, plans, factories, rules=PlayRules(hand_count))


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_every_game_plays_to_its_end_and_chips_stay_at_the_table(game: Game) -> None:
    names = ["uniform", "call", "raise-pot", "raise", "fold", *["uniform"] * 4]
    players = game.definition.player_count
    results = play(game, names[:players], match_count=20, hand_count=30)
    assert results.payoffs.shape == (20, 30, players)
    assert (results.payoffs.sum(axis=2) == 0).all()
    assert results.incidents.kind == []
    assert results.payoffs.any()
    stacks = np.array(game.definition.stacks) * PAYOFF_UNIT
    assert (results.payoffs >= -stacks.max()).all()
    longest = np.diff(results.betting_offsets).max()
    assert longest <= compile_game(game.definition).betting_width


def test_uniform_players_win_at_kuhn_poker_what_the_tree_says() -> None:
    """+15/64, -3/64 and -12/64 of a chip by position, within four standard errors."""
    matches, hands = 300, 500
    (game,) = (game for game in GAMES if game.name == "kuhn-3p")
    results = play(game, ["uniform"] * 3, match_count=matches, hand_count=hands)
    seats, numbers = np.arange(3), np.arange(hands)
    position = (seats[None, :] - numbers[:, None]) % 3
    for place, value in enumerate((15 / 64, -3 / 64, -12 / 64)):
        chips = results.payoffs[:, position == place] / PAYOFF_UNIT
        error = chips.std() / np.sqrt(chips.size)
        assert chips.size == matches * hands
        assert abs(chips.mean() - value) < 4 * error
        assert error < 0.01
