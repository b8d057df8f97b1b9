"""Betting strings: what they refuse, and that long raising wars end where the ACPC ends them."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import (
    NO_CARD,
    ActionKind,
    BettingError,
    CardError,
    GameDefinition,
    Tables,
    deal_cards,
    parse_game,
)

DEEP_STACKS = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 1
stack = 2147483647 2147483647
blind = 1 2
firstPlayer = 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0
END GAMEDEF
"""
Shipped = Callable[[str], GameDefinition]
FIRST = np.array([0], np.int32)


def table_of(game: GameDefinition) -> Tables:
    tables = Tables(game, 2)
    tables.start_hands(np.arange(2), deal_cards(game, 0, 2))
    return tables


@pytest.mark.parametrize(
    ("name", "betting"),
    [
        ("holdem-nolimit-2p", "cr16298r20000c///"),
        ("holdem-nolimit-2p", "f"),
        ("holdem-nolimit-2p", "r200c/"),
        ("holdem-limit-2p", "rrc/cc/"),
        ("holdem-limit-3p", "rcc/rf"),
        ("leduc", "cc/crrc"),
        ("kuhn-3p", ""),
    ],
)
def test_a_betting_string_comes_back(shipped_game: Shipped, name: str, betting: str) -> None:
    tables = table_of(shipped_game(name))
    tables.play_betting(FIRST, [betting])
    assert [tables.betting(0), tables.betting(1)] == [betting, ""]


def test_every_letter_of_the_acpc_is_read(shipped_game: Shipped) -> None:
    tables = table_of(shipped_game("holdem-limit-2p"))
    tables.play_betting(FIRST, ["cC/kK/rRbBc/bF"])
    assert tables.betting(0) == "cc/cc/rrrrc/rf"


def test_slashes_at_the_end_may_be_left_out_and_play_goes_on(shipped_game: Shipped) -> None:
    tables = table_of(shipped_game("holdem-limit-2p"))
    tables.play_betting(FIRST, ["cc"])
    tables.play_betting(FIRST, ["cr"])
    assert tables.betting(0) == "cc/cr"


@pytest.mark.parametrize(
    ("betting", "place", "says"),
    [
        ("x", 0, "not a letter"),
        ("cé", 1, "not a letter"),
        ("c\0", 1, "not a letter"),
        ("cf", 1, "not legal"),
        ("r200c/f", 6, "not legal"),
        ("r199c", 0, "below the least"),
        ("r20001", 0, "above the most"),
        ("r9999999999c", 0, "above the most"),
        ("r99999999999", 0, "a size of up to ten digits"),
        ("r", 0, "a size of up to ten digits"),
        ("rc", 0, "a size of up to ten digits"),
        ("r-200", 0, "a size of up to ten digits"),
        ("fc", 1, "nobody is to act"),
        ("cccccc", 2, "a / stands"),
        ("c/c", 1, "a / stands"),
        ("/", 0, "a / stands"),
        ("r20000c////", 10, "a / stands"),
        ("r20000c//r", 9, "nobody is to act"),
    ],
)
def test_a_wrong_betting_string_is_refused_with_its_place(
    shipped_game: Shipped, betting: str, place: int, says: str
) -> None:
    tables = table_of(shipped_game("holdem-nolimit-2p"))
    with pytest.raises(BettingError) as refusal:
        tables.play_betting(FIRST, [betting])
    assert f"place {place} " in str(refusal.value)
    assert says in str(refusal.value)
    assert tables.betting(0).rstrip("/") == betting[:place].rstrip("/")


def test_a_hand_that_nobody_can_act_in_has_slashes_alone() -> None:
    tables = Tables(NO_LIMIT, 2)
    everything = np.array([[100, 50]] * 2)
    tables.start_hands(np.arange(2), None, stacks=everything, blinds=everything)
    assert tables.is_done.all()
    tables.play_betting(np.arange(2), ["///", ""])
    assert tables.columns.bettings(np.arange(2)) == ["///", "///"]
    with pytest.raises(BettingError, match=r"place 3 .*a / stands"):
        tables.play_betting(FIRST, ["////"])
    with pytest.raises(BettingError, match="nobody is to act"):
        tables.play_betting(FIRST, ["c"])


def test_a_size_has_no_place_in_a_limit_game(shipped_game: Shipped) -> None:
    with pytest.raises(BettingError, match="not a letter"):
        table_of(shipped_game("holdem-limit-2p")).play_betting(FIRST, ["r20"])


@given(text=st.text() | st.text(alphabet="fcr/0123456789", max_size=80))
def test_any_text_is_played_or_refused(text: str) -> None:
    tables = Tables(NO_LIMIT, 1)
    tables.start_hands(FIRST, None)
    try:
        tables.play_betting(FIRST, [text])
    except BettingError:
        return
    canonical = text.lower().replace("k", "c").replace("b", "r")
    assert re.sub("r0+", "r", canonical).rstrip("/") == tables.betting(0).rstrip("/")


NO_LIMIT = parse_game(
    """nolimit
numPlayers = 2
numRounds = 4
stack = 20000 20000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
"""
)


@pytest.mark.parametrize("players", [2, 3, 10])
def test_a_war_of_least_raises_leaves_room_for_every_answer(players: int) -> None:
    """A raise needs actions made + players <= 64, so a round never has more than 64 actions."""
    chips = " ".join(["2000000"] * players)
    game = parse_game(
        f"nolimit\nnumPlayers = {players}\nnumRounds = 2\nstack = {chips}\n"
        f"blind = {' '.join(['1'] * players)}\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 1\n"
        "numBoardCards = 0 1\n"
    )
    tables = table_of(game)
    raises = 0
    while tables.legal_kinds(FIRST)[0] >> ActionKind.RAISE & 1:
        least, most = tables.raise_bounds(FIRST)
        assert (least[0], most[0]) == (2 + raises, 2_000_000)
        tables.apply_actions(FIRST, np.array([ActionKind.RAISE]), least)
        raises += 1
    assert raises == 64 - players + 1
    while tables.round_index[0] == 0:
        tables.apply_actions(FIRST, np.array([ActionKind.CALL]), np.array([0]))
    first_round = tables.betting(0).rstrip("/")
    assert sum(first_round.count(letter) for letter in "fcr") == 64
    assert first_round.endswith(f"r{1 + raises}" + "c" * (players - 1))


def test_a_game_may_allow_fewer_raises_than_sixty_four(shipped_game: Shipped) -> None:
    tables = table_of(shipped_game("holdem-limit-2p"))
    tables.play_betting(FIRST, ["rrr"])
    assert tables.legal_kinds(FIRST)[0] == 1 << ActionKind.FOLD | 1 << ActionKind.CALL
    tables.play_betting(FIRST, ["c/rrrr"])
    assert tables.legal_kinds(FIRST)[0] == 1 << ActionKind.FOLD | 1 << ActionKind.CALL


def test_a_hand_can_be_followed_without_its_cards(shipped_game: Shipped) -> None:
    tables = Tables(shipped_game("holdem-nolimit-2p"), 2)
    tables.start_hands(np.arange(2), None)
    tables.play_betting(np.arange(2), ["r300f", "cc/cc/cc/cc"])
    assert tables.payoffs(FIRST).tolist() == [[-100 * 2520, 100 * 2520]]
    with pytest.raises(CardError, match="table 1 needs a card"):
        tables.payoffs(np.array([1]))
    assert (tables.cards == NO_CARD).all()


def test_sizes_are_written_digit_for_digit() -> None:
    game = parse_game(DEEP_STACKS)
    tens = [10**power + step for power in range(1, 10) for step in (-1, 0, 1)]
    drawn = np.random.default_rng(3).integers(4, 10 ** np.arange(1, 10)[:, None], (9, 400))
    sizes = np.array([*range(4, 1200), *tens, 2**31 - 2, *drawn.flatten().tolist()], np.int64)
    rows = np.arange(len(sizes), dtype=np.int32)
    tables = Tables(game, len(rows))
    tables.start_hands(rows, None)
    assert not tables.apply_actions(rows, np.full(len(rows), ActionKind.RAISE.value), sizes).any()
    assert tables.columns.bettings(rows) == [f"r{size}" for size in sizes.tolist()]
