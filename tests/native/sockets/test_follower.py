"""A hand followed line by line; how that compares with Python is tested at the client's table."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import Follower, GameDefinition, Sight, Tables, format_cards

Shipped = Callable[[str], GameDefinition]
SOUND = [
    b"MATCHSTATE:1:4:cr300c/:|9s8h/8c8d5c",
    b"MATCHSTATE:1:4:cr300c/cc/:|9s8h/8c8d5c/2c",
    b"MATCHSTATE:1:4:cr300c/cc/r20000c/:AsKs|9s8h/8c8d5c/2c/2d",
    b"MATCHSTATE:0:5::TdAs|",
]


@pytest.fixture
def follower(shipped_game: Shipped) -> Follower:
    return Follower(Tables(shipped_game("holdem-nolimit-2p"), 1))


def test_a_hand_is_followed_to_its_end_and_the_next_begins(follower: Follower) -> None:
    assert [follower.follow(line) for line in SOUND[:3]] == [Sight.WATCHES, Sight.WATCHES, 3]
    assert follower.tables.betting(0) == "cr300c/cc/r20000c/"
    assert follower.follow(SOUND[3]) == Sight.WATCHES
    assert (follower.seat, follower.position, follower.hand_index[0]) == (1, 0, 5)
    assert format_cards(follower.tables.cards[0]) == "TdAs"
    assert follower.follow(b"MATCHSTATE:1:5::|TdAs") == Sight.NOT_TAKEN, "that is the other seat"
    assert follower.follow(b"MATCHSTATE:0:5:c:TdAs|") == Sight.ACTS


@given(line=st.sampled_from(SOUND), cut=st.integers(0, 60), piece=st.binary(max_size=6))
def test_whatever_a_line_says_it_is_taken_or_not(
    shipped_game: Shipped, line: bytes, cut: int, piece: bytes
) -> None:
    own = Follower(Tables(shipped_game("holdem-nolimit-2p"), 1))
    for text in (piece, line[:cut] + piece + line[cut:], line[:cut] + piece, line[cut:]):
        assert own.follow(text) in set(Sight)
        assert own.follow(line) != Sight.NOT_TAKEN or own.seat not in (-1, 1)
