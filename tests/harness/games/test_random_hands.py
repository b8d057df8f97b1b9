"""Every game that we ship plays, for every number of players, and loses neither chips nor cards."""

import numpy as np
import pytest

from railbird.harness.games.library import list_definitions, load_house_games, with_players
from railbird.harness.games.random_hands import check_hands, play_random_hands
from railbird.native import GameDefinitionError, Tables, deal_cards
from railbird.plugins import Game

GAMES = {game.name: game for game in load_house_games()}
HANDS = 200


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_plays_for_every_number_of_players(game: Game) -> None:
    for definition in list_definitions(game):
        played = play_random_hands(definition, HANDS, seed=definition.player_count)
        assert played.hands == HANDS
        assert played.showdowns > HANDS / 3
        assert played.actions > HANDS * definition.player_count


def test_hands_are_random_in_every_kind_of_step() -> None:
    seen: dict[str, set[str]] = {}
    for name in ("five-card-draw", "anaconda", "pineapple"):
        tables = Tables(GAMES[name].definition, 1)
        play_random_hands(tables.definition, 500, seed=1)
        seen[name] = {rule.kind for rule in tables.definition.variant.rounds}
    assert set.union(*seen.values()) == {"bet", "exchange", "pass", "discard"}


@pytest.mark.parametrize(
    ("taken", "words"),
    [(-1, "cards are lost or doubled"), (1, "the betting's text leads elsewhere")],
    ids=["a card that was not dealt", "two cards the other way round"],
)
def test_what_was_not_dealt_is_found(taken: int, words: str) -> None:
    """Hold finished hands against other cards than theirs; the first that differs is named."""
    definition = with_players(GAMES["omaha-8"], 3).definition
    rows = np.arange(9, dtype=np.int32)
    deals = deal_cards(definition, 1, len(rows))
    tables = Tables(definition, len(rows))
    tables.start_hands(rows, deals)
    tables.play_betting(rows, ["ff"] * len(rows))
    check_hands(tables, deals)
    unused = np.setdiff1d(definition.deck, deals[7])[0]
    deals[7, :2] = (unused, deals[7, 1]) if taken < 0 else deals[7, 1::-1]
    with pytest.raises(GameDefinitionError, match=f"{words} in a hand with the betting 'ff'"):
        check_hands(tables, deals)
