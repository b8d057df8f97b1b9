"""The games that come with railbird are those of the issue, sound, and read back as written."""

from pathlib import Path

import numpy as np
import pytest

from railbird.harness.games.library import find_game, load_house_games
from railbird.native import GameDefinitionError, format_game, parse_game
from railbird.plugins import Game, UnknownNameError, load_registry

GAMES = load_house_games()
NAMES = [
    "holdem-limit-2p",
    "holdem-limit-3p",
    "holdem-limit-6p",
    "holdem-limit-9p",
    "holdem-nolimit-2p",
    "holdem-nolimit-3p",
    "holdem-nolimit-6p",
    "holdem-nolimit-6p-short",
    "holdem-nolimit-9p",
    "holdem-preflop-limit-2p",
    "holdem-preflop-nolimit-2p",
    "kuhn-2p",
    "kuhn-3p",
    "leduc",
]
WITHOUT_STACKS = 4  # the C dealer reads a game of more players only with its stacks written
OF_THE_SERVER = {
    "holdem-limit-2p": """
        limit
        numPlayers = 2
        numRounds = 4
        blind = 10 5
        raiseSize = 10 10 20 20
        firstPlayer = 2 1 1 1
        maxRaises = 3 4 4 4
        numSuits = 4
        numRanks = 13
        numHoleCards = 2
        numBoardCards = 0 3 1 1
    """,
    "holdem-limit-3p": """
        limit
        numPlayers = 3
        numRounds = 4
        blind = 5 10 0
        raiseSize = 10 10 20 20
        firstPlayer = 3 1 1 1
        maxRaises = 3 4 4 4
        numSuits = 4
        numRanks = 13
        numHoleCards = 2
        numBoardCards = 0 3 1 1
    """,
    "holdem-nolimit-2p": """
        nolimit
        numPlayers = 2
        numRounds = 4
        stack = 20000 20000
        blind = 100 50
        firstPlayer = 2 1 1 1
        numSuits = 4
        numRanks = 13
        numHoleCards = 2
        numBoardCards = 0 3 1 1
    """,
    "holdem-nolimit-3p": """
        nolimit
        numPlayers = 3
        numRounds = 4
        stack = 20000 20000 20000
        blind = 50 100 0
        firstPlayer = 3 1 1 1
        numSuits = 4
        numRanks = 13
        numHoleCards = 2
        numBoardCards = 0 3 1 1
    """,
    "holdem-nolimit-6p": """
        nolimit
        numPlayers = 6
        numRounds = 4
        stack = 20000 20000 20000 20000 20000 20000
        blind = 50 100 0 0 0 0
        firstPlayer = 3 1 1 1
        numSuits = 4
        numRanks = 13
        numHoleCards = 2
        numBoardCards = 0 3 1 1
    """,
    "kuhn-3p": """
        limit
        numPlayers = 3
        numRounds = 1
        blind = 1 1 1
        raiseSize = 1
        firstPlayer = 1
        maxRaises = 1
        numSuits = 1
        numRanks = 4
        numHoleCards = 1
        numBoardCards = 0
    """,
}
of_each_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def read_file(name: str) -> str:
    folder = Path(__file__).parents[3] / "tournaments" / "games"
    return (folder / f"{name}.game").read_text(encoding="utf-8")


def test_the_library_holds_the_games_of_the_issue_and_offers_them_as_a_plugin() -> None:
    assert [game.name for game in GAMES] == NAMES
    offered = load_registry().games
    assert {name: offered[name] for name in NAMES} == {game.name: game for game in GAMES}


@pytest.mark.parametrize("name", sorted(OF_THE_SERVER))
def test_a_game_of_the_acpc_server_is_as_the_server_has_it(name: str) -> None:
    lines = [line.strip() for line in OF_THE_SERVER[name].strip().splitlines()]
    of_ours = [line for line in read_file(name).splitlines() if not line.startswith("#")]
    assert of_ours == ["GAMEDEF", *lines, "END GAMEDEF"]


@of_each_game
def test_a_definition_reads_back_as_it_is_written(game: Game) -> None:
    assert parse_game(format_game(game.definition)) == game.definition


@of_each_game
def test_the_c_dealer_can_read_a_file(game: Game) -> None:
    lines = read_file(game.name).splitlines()
    words = [line.split(" ")[0] for line in lines if not line.startswith("#")]
    assert words[0] == "GAMEDEF"
    assert lines[-1] == "END GAMEDEF"
    assert "stack" in words or game.definition.player_count <= WITHOUT_STACKS
    assert all(line.isascii() and len(line) < 128 for line in lines)


@of_each_game
def test_a_game_says_in_a_line_what_it_is(game: Game) -> None:
    assert game.summary.endswith(".")
    assert 20 < len(game.summary) < 100


def test_small_decks_are_those_of_the_acpc() -> None:
    decks = {game.name: np.sort(game.definition.deck).tolist() for game in GAMES}
    queen, king, ace = 10 * 4, 11 * 4, 12 * 4
    assert decks["kuhn-2p"] == [queen + 3, king + 3, ace + 3]
    assert decks["leduc"] == [queen + 2, queen + 3, king + 2, king + 3, ace + 2, ace + 3]


def test_preflop_games_deal_the_board_and_bet_no_more() -> None:
    for name in ("holdem-preflop-limit-2p", "holdem-preflop-nolimit-2p"):
        definition = next(game.definition for game in GAMES if game.name == name)
        assert definition.board_card_counts == (0, 5)
        assert definition.max_raises == ((3, 0) if definition.is_limit else (255, 0))


def test_a_game_is_found_by_name_and_by_file(tmp_path: Path) -> None:
    registry = load_registry()
    assert find_game("leduc", registry).name == "leduc"
    path = tmp_path / "mine.game"
    path.write_text(read_file("leduc"), encoding="utf-8")
    found = find_game(str(path), registry)
    assert (found.name, found.definition) == ("mine", find_game("leduc", registry).definition)
    with pytest.raises(UnknownNameError, match="did you mean 'leduc'"):
        find_game("ledoc", registry)
    with pytest.raises(GameDefinitionError, match="there is no game file"):
        find_game(str(tmp_path / "none.game"), registry)
