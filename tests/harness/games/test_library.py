"""The games that come with railbird are those of the issue, sound, and read back as written."""

from pathlib import Path

import numpy as np
import pytest

from railbird.harness.games.library import (
    find_game,
    list_definitions,
    load_house_games,
    with_players,
)
from railbird.native import (
    GameDefinitionError,
    Tables,
    deal_cards,
    format_game,
    is_holdem,
    parse_game,
)
from railbird.plugins import Game, UnknownNameError, load_registry

SHIPPED = load_house_games()
GAMES = [game for game in SHIPPED if game.family is None]
FAMILIES = [game for game in SHIPPED if game.family is not None]
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
OF_STEPS = {
    "anaconda": (2, 7),
    "badacey": (2, 6),
    "badugi": (2, 8),
    "baseball": (2, 8),
    "cincinnati": (2, 9),
    "courchevel": (2, 9),
    "custom-scoring": (2, 6),
    "deuce-to-seven-single-draw": (2, 6),
    "deuce-to-seven-triple-draw": (2, 6),
    "five-card-draw": (2, 6),
    "five-card-draw-jokers": (2, 6),
    "greek-holdem": (2, 10),
    "holdem-nolimit-ante": (2, 9),
    "kuhn-13-cards": (2, 10),
    "kuhn-4-cards": (2, 3),
    "leduc-one-raise": (2, 2),
    "manila": (2, 9),
    "omaha-8": (2, 10),
    "omaha-five-card": (2, 9),
    "omaha-limit": (2, 10),
    "omaha-pot-limit": (2, 10),
    "pineapple": (2, 10),
    "razz": (2, 8),
    "rhode-island": (2, 2),
    "royal-holdem": (2, 6),
    "seven-card-stud": (2, 8),
    "seven-card-stud-8": (2, 8),
    "short-deck": (2, 10),
}
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
of_each_acpc_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
of_each_game = pytest.mark.parametrize("game", SHIPPED, ids=[game.name for game in SHIPPED])


FOLDER = Path(__file__).parents[3] / "tournaments" / "games"


def read_file(name: str) -> str:
    return (FOLDER / f"{name}.game").read_text(encoding="utf-8")


def test_the_library_holds_the_games_of_the_issue_and_offers_them_as_a_plugin() -> None:
    assert [game.name for game in GAMES] == NAMES
    offered = load_registry().games
    assert {game.name: game.player_counts for game in FAMILIES} == OF_STEPS
    assert {game.name: offered[game.name] for game in SHIPPED} == {g.name: g for g in SHIPPED}


@pytest.mark.parametrize("name", sorted(OF_THE_SERVER))
def test_a_game_of_the_acpc_server_is_as_the_server_has_it(name: str) -> None:
    lines = [line.strip() for line in OF_THE_SERVER[name].strip().splitlines()]
    of_ours = [line for line in read_file(name).splitlines() if not line.startswith("#")]
    assert of_ours == ["GAMEDEF", *lines, "END GAMEDEF"]


@of_each_game
def test_a_definition_reads_back_as_it_is_written_for_every_number_of_players(game: Game) -> None:
    definitions = list_definitions(game)
    fewest, most = game.player_counts
    assert [one.player_count for one in definitions] == list(range(fewest, most + 1))
    assert [parse_game(format_game(one)) for one in definitions] == definitions


@of_each_acpc_game
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


def test_a_file_of_steps_stands_where_an_acpc_definition_does(tmp_path: Path) -> None:
    registry = load_registry()
    path = tmp_path / "mine.toml"
    path.write_text((FOLDER / "omaha-8.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert find_game(str(path), registry) == registry.game("omaha-8")
    assert find_game(str(path), registry, 6) == find_game("omaha-8", registry, 6)
    with pytest.raises(GameDefinitionError, match=r"did you mean '.*mine\.toml'"):
        find_game(str(tmp_path / "nine.toml"), registry)


def test_rhode_island_has_the_size_that_its_solvers_found() -> None:
    """Gilpin and Sandholm, "Lossless abstraction of imperfect information games" (JACM 2007).

    Their linear program has 91,224,226 rows: the sequences of one player, the information sets of
    the other, and one.
    """
    game = find_game("rhode-island", load_registry()).definition
    cards = (52, 52 * 51, 52 * 51 * 50)
    sequences, information_sets = [1, 1], [0, 0]
    texts = [""]
    while texts:
        tables = Tables(game, len(texts))
        rows = np.arange(len(texts), dtype=np.int32)
        tables.start_hands(rows, deal_cards(game, 1, len(texts)))
        tables.play_betting(rows, texts)
        open_ones = np.flatnonzero(~tables.is_done)
        kinds = tables.legal_kinds(open_ones)
        for row, legal in zip(open_ones.tolist(), kinds.tolist(), strict=True):
            dealt = cards[tables.round_index[row]]
            player = int(tables.acting_position[row])
            information_sets[player] += dealt
            sequences[player] += dealt * legal.bit_count()
        texts = [
            tables.betting(row) + letter
            for row, legal in zip(open_ones.tolist(), kinds.tolist(), strict=True)
            for kind, letter in enumerate("fcr")
            if legal >> kind & 1
        ]
    assert sequences[0] + information_sets[1] + 1 == 91_224_226
    assert sequences[1] + information_sets[0] + 1 == 91_224_226


def test_a_number_of_players_is_one_that_the_game_is_for() -> None:
    registry = load_registry()
    assert find_game("razz", registry).definition.player_count == 2
    assert find_game("razz", registry, 5).definition.player_count == 5
    assert find_game("leduc", registry, 2) == registry.game("leduc")
    with pytest.raises(GameDefinitionError, match="razz is for 2 to 8 players, not 9; give"):
        find_game("razz", registry, 9)
    with pytest.raises(GameDefinitionError, match="leduc is for 2 players, not 3; give"):
        with_players(registry.game("leduc"), 3)


@pytest.mark.parametrize("name", ["kuhn-4-cards", "kuhn-13-cards", "leduc-one-raise"])
def test_what_an_acpc_definition_can_say_is_one(name: str) -> None:
    game = find_game(name, load_registry())
    assert all(one.variant is None for one in list_definitions(game))
    assert format_game(game.definition).startswith("GAMEDEF")


def test_a_file_that_says_leduc_is_leduc() -> None:
    leduc = """
        name = "leduc"
        players = 2
        betting = { structure = "limit", small = 2, big = 4, most_raises = 2 }
        antes = 1
        deck = "Q-A"
        suits = 2
        steps = [{ deal = { down = 1 } }, { bet = {} }, { deal = { board = 1 } },
                 { bet = { size = "big" } }]
    """
    assert parse_game(leduc) == find_game("leduc", load_registry()).definition


def test_holdem_is_not_what_only_looks_like_it() -> None:
    registry = load_registry()
    assert not any(is_holdem(find_game(name, registry).definition) for name in OF_STEPS)
