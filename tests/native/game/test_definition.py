"""Reading and writing game definitions, and what contradicts itself."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import (
    UNLIMITED_STACK,
    GameDefinition,
    GameDefinitionError,
    format_cards,
    format_game,
    parse_game,
)

LEDUC = """GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
firstPlayer = 1 1
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""


@st.composite
def definitions(draw: st.DrawFn) -> GameDefinition:
    players, rounds = draw(st.integers(2, 10)), draw(st.integers(1, 4))
    is_limit = draw(st.booleans())
    stack = st.integers(1, UNLIMITED_STACK) | st.just(UNLIMITED_STACK)
    stacks = tuple(draw(st.just((UNLIMITED_STACK,) * players) | st.tuples(*[stack] * players)))
    hole = draw(st.integers(1, 3))
    boards = [0, *(draw(st.integers(0, 1)) for _ in range(rounds - 1))]
    return GameDefinition(
        betting="limit" if is_limit else "nolimit",
        player_count=players,
        round_count=rounds,
        stacks=stacks,
        blinds=tuple(draw(st.integers(0, stack)) for stack in stacks),
        raise_sizes=tuple(draw(st.integers(1, 999)) for _ in range(rounds)) if is_limit else (),
        first_positions=tuple(draw(st.integers(0, players - 1)) for _ in range(rounds)),
        max_raises=tuple(draw(st.integers(0, 255)) for _ in range(rounds)),
        suit_count=draw(st.integers(3, 4)),
        rank_count=13,
        hole_card_count=hole,
        board_card_counts=tuple(boards),
    )


@given(definition=definitions())
def test_a_definition_written_and_read_is_the_same(definition: GameDefinition) -> None:
    assert parse_game(format_game(definition)) == definition


@given(definition=definitions())
def test_what_is_written_has_stacks_where_the_c_dealer_asks_for_them(
    definition: GameDefinition,
) -> None:
    assert definition.player_count <= 4 or "\nstack = " in format_game(definition)


def test_leduc_reads_as_it_is() -> None:
    game = parse_game(LEDUC)
    assert game == GameDefinition(
        betting="limit",
        player_count=2,
        round_count=2,
        stacks=(UNLIMITED_STACK,) * 2,
        blinds=(1, 1),
        raise_sizes=(2, 4),
        first_positions=(0, 0),
        max_raises=(2, 2),
        suit_count=2,
        rank_count=3,
        hole_card_count=1,
        board_card_counts=(0, 1),
    )
    assert (game.is_limit, game.big_blind, game.cards_per_hand) == (True, 1, 3)


def test_the_reader_takes_what_the_c_reader_takes() -> None:
    loose = (
        LEDUC.replace("GAMEDEF\nlimit", "# Leduc hold'em\n\nLIMIT", 1)
        .replace("blind = 1 1", "BLIND=1=1")
        .replace("numRounds = 2", "NumRounds 2   # two of them")
        .replace("firstPlayer = 1 1\n", "")
    )
    assert parse_game(loose + "what follows the end is not read\n") == parse_game(LEDUC)


def test_rounds_that_a_line_leaves_out_have_the_default() -> None:
    game = parse_game(LEDUC.replace("maxRaises = 2 2", "maxRaises = 2"))
    assert game.max_raises == (2, 255)


def test_a_game_without_blinds_counts_in_single_chips() -> None:
    assert parse_game(LEDUC.replace("blind = 1 1", "blind = 0 0")).big_blind == 1


@pytest.mark.parametrize(
    ("name", "deck"),
    [("kuhn-3p", "JsQsKsAs"), ("kuhn-2p", "QsKsAs"), ("leduc", "QhKhAhQsKsAs")],
)
def test_a_short_deck_is_the_top_ranks_and_the_last_suits(
    shipped_game: Callable[[str], GameDefinition], name: str, deck: str
) -> None:
    assert format_cards(shipped_game(name).deck) == deck


def test_a_full_deck_lies_suit_by_suit(shipped_game: Callable[[str], GameDefinition]) -> None:
    deck = shipped_game("holdem-limit-2p").deck
    assert sorted(deck.tolist()) == list(range(52))
    assert format_cards(deck).startswith("2c3c4c5c6c7c8c9cTcJcQcKcAc2d")
    assert deck.dtype == np.uint8


WRONG = [
    ("numBoardCards = 0 1", "numBoardCards = 1 0", "before the first round"),
    ("numBoardCards = 0 1", "numBoardCards = 0", "1 numbers for 2 rounds"),
    ("numBoardCards = 0 1\n", "", "numBoardCards is missing"),
    ("numBoardCards = 0 1", "numBoardCards = 0 5", "a hand takes 7 cards and the deck has 6"),
    ("numBoardCards = 0 1", "numBoardCards = 0 7", "would hold 8 cards"),
    ("numHoleCards = 1", "numHoleCards = 4", "numHoleCards is 4"),
    ("numSuits = 2", "numSuits = 5", "numSuits is 5"),
    ("numRanks = 3", "numRanks = 0", "numRanks is 0"),
    ("numPlayers = 2", "numPlayers = 11", "numPlayers is 11"),
    ("numPlayers = 2", "numPlayers = 1", "numPlayers is 1"),
    ("numPlayers = 2", "numPlayers = 2 3", "give exactly one"),
    ("numPlayers = 2", "numPlayers =", "give exactly one"),
    ("numPlayers = 2", "numPlayers = 5", "no line stack"),
    ("numPlayers = 2", "numPlayers = two", "whole numbers only"),
    ("numPlayers = 2", "numPlayers = 2.5", "whole numbers only"),
    ("numPlayers = 2", "numPlayers = " + "9" * 5000, "whole numbers only"),
    ("numPlayers = 2", "numPlayers = ٢", "whole numbers only"),
    ("numRounds = 2", "numRounds = 5", "numRounds is 5"),
    ("numRounds = 2", "numRounds = 99999999999", "numRounds is 99999999999"),
    ("blind = 1 1", "blind = 1", "blind has 1 numbers for 2 players"),
    ("blind = 1 1", "blind = 1 1 1", "blind has 3 numbers for 2 players"),
    ("blind = 1 1", "blind = 1 -1", "blind is -1"),
    ("blind = 1 1", "blind = 1 4294967296", "blind is 4294967296"),
    ("blind = 1 1", "blind = 1 1\nblind = 1 2", "line 6 gives blind again"),
    ("blind = 1 1", "blind = 1 9\nstack = 5 5", "the blind of player 2 is 9, above his stack of 5"),
    ("blind = 1 1", "blind = 1 1\nstack = 0 5", "stack is 0"),
    ("blind = 1 1", "blind = 1 1\nstack = 5 2147483648", "stack is 2147483648"),
    ("blind = 1 1", "blinds = 1 1", "did you mean blind?"),
    ("blind = 1 1", "  blind = 1 1", "in its first column"),
    ("raiseSize = 2 4", "raiseSize = 2", "raiseSize has 1 numbers for 2 rounds"),
    ("raiseSize = 2 4", "raiseSize = 2 0", "raiseSize is 0"),
    ("raiseSize = 2 4\n", "", "raiseSize is missing"),
    ("firstPlayer = 1 1", "firstPlayer = 1 3", "firstPlayer is 3"),
    ("firstPlayer = 1 1", "firstPlayer = 0 1", "firstPlayer is 0"),
    ("maxRaises = 2 2", "maxRaises = 2 256", "maxRaises is 256"),
    ("maxRaises = 2 2", "maxRaises = 2 2 2", "maxRaises has 3 numbers for 2 rounds"),
    ("maxRaises = 2 2", "maxRaise = 2 2", "did you mean maxRaises?"),
    ("limit\n", "nolimit\n", "raiseSize is given for a no-limit game"),
    ("limit\n", "limit\nnolimit\n", "both limit and nolimit"),
    ("limit\n", "potlimit\n", "did you mean nolimit?"),
    ("limit\n", "limit 5\n", "limit stands alone"),
    ("limit\n", "zzz\n", "the keywords are"),
]


@pytest.mark.parametrize(("right", "wrong", "says"), WRONG)
def test_what_cannot_be_is_refused_in_one_sentence_that_names_it(
    right: str, wrong: str, says: str
) -> None:
    assert right in LEDUC
    with pytest.raises(GameDefinitionError) as refusal:
        parse_game(LEDUC.replace(right, wrong, 1), source="my.game")
    message = str(refusal.value)
    assert message.startswith("my.game: ")
    assert says in message
    assert "\n" not in message


@given(text=st.text(max_size=300) | st.text(alphabet="limtnoblind =#0129\n", max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_game(text)
    except GameDefinitionError as refusal:
        assert str(refusal)
