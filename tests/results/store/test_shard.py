"""A shard says what was played, shares memory with it, and is the same bytes every time."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.results import build_shard
from railbird.results.store.files import table_bytes
from tests.results.conftest import Chunk, make_chunk

SHAPES = {
    "seed": st.integers(0, 2**32 - 1),
    "matches": st.integers(1, 7),
    "hands": st.integers(1, 6),
    "seats": st.integers(2, 4),
}


def read_back(table: pa.Table) -> list[dict]:
    return pa.ipc.open_file(table_bytes(table)).read_all().to_pylist()


@given(**SHAPES)
def test_every_value_comes_back(seed: int, matches: int, hands: int, seats: int) -> None:
    chunk = make_chunk(seed, matches=matches, hands=hands, seats=seats)
    rows = read_back(chunk.table)
    incidents = list(
        zip(*(getattr(chunk.incidents, name) for name in ("match", "hand", "text")), strict=True)
    )
    assert len(rows) == matches
    for match, row in enumerate(rows):
        assert row["deck_index"] == chunk.matches.deck_index[match]
        assert row["deck_seed"] == chunk.matches.deck_seed[match]
        assert row["seating_index"] == chunk.matches.seating_index[match]
        assert tuple(row["agents"]) == chunk.matches.agents[match]
        assert row["hand_count"] == hands
        assert row["payoffs"] == chunk.hands.payoffs[match].sum(axis=0).tolist()
        assert [h["payoffs"] for h in row["hands"]] == chunk.hands.payoffs[match].tolist()
        assert [h["showdown"] for h in row["hands"]] == chunk.hands.showdown[match].tolist()
        words = chunk.words[match * hands : (match + 1) * hands]
        assert [h["betting"] for h in row["hands"]] == words
        mine = [(hand, text) for number, hand, text in incidents if number == match]
        assert [(i["hand"], i["text"]) for i in row["incidents"]] == mine


def test_cards_and_stacks_come_back_where_they_are_stored(chunk: Chunk) -> None:
    cards = np.arange(6 * 5 * 4, dtype=np.uint8).reshape(6, 5, 4)
    stacks = np.arange(6 * 5 * 3).reshape(6, 5, 3)
    table = build_shard(chunk.matches, replace(chunk.hands, cards=cards, stacks=stacks))
    hands = [hand for row in read_back(table) for hand in row["hands"]]
    assert [list(hand["cards"]) for hand in hands] == cards.reshape(30, 4).tolist()
    assert [hand["stacks"] for hand in hands] == stacks.reshape(30, 3).tolist()


def test_payoffs_are_not_copied(chunk: Chunk) -> None:
    hands = chunk.table["hands"].chunk(0).values
    assert hands.field("payoffs").values.buffers()[1].address == chunk.hands.payoffs.ctypes.data


def test_hands_without_a_deck_seed_have_none(chunk: Chunk) -> None:
    table = build_shard(replace(chunk.matches, deck_seed=None), chunk.hands)
    assert table["deck_seed"].to_pylist() == [None] * 6


def test_two_builds_give_the_same_bytes(chunk: Chunk) -> None:
    once, again = table_bytes(chunk.table), table_bytes(make_chunk().table)
    assert once == again
    # Reading the file and writing it again is a build from other memory.
    assert table_bytes(pa.ipc.open_file(once).read_all()) == once


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("showdown", np.zeros((6, 4), bool)),
        ("betting_offsets", np.zeros(30, np.int64)),
        ("stacks", np.zeros((6, 5, 2), np.int64)),
        ("cards", np.zeros((5, 5, 4), np.uint8)),
    ],
)
def test_a_wrong_shape_is_named(chunk: Chunk, name: str, value: np.ndarray) -> None:
    with pytest.raises(ValueError, match=name):
        build_shard(chunk.matches, replace(chunk.hands, **{name: value}))


@pytest.mark.parametrize("labels", [("a", "a", "b"), ("a", "b")])
def test_a_line_up_seats_as_many_different_labels_as_the_game_has_seats(
    chunk: Chunk, labels: tuple[str, ...]
) -> None:
    agents = [labels, *chunk.matches.agents[1:]]
    with pytest.raises(ValueError, match="3 different labels"):
        build_shard(replace(chunk.matches, agents=agents), chunk.hands)


def test_kuhn_for_three_takes_less_than_six_bytes_a_hand() -> None:
    random = np.random.default_rng(7)
    # Thirteen histories and a handful of payoffs are what a compressor sees of Kuhn.
    words = ["".join(letters) for letters in random.choice(list("cfr"), (13, 4))]
    count = 60_000
    which = random.integers(0, 13, count)
    letters = np.frombuffer("".join(words[number] for number in which).encode(), np.uint8)
    payoffs = random.choice([-2, -1, 1, 2, 3, 4], (60, 1000, 3)) * 2520
    chunk = make_chunk(matches=60, hands=1000)
    hands = replace(
        chunk.hands, payoffs=payoffs, betting=letters, betting_offsets=np.arange(count + 1) * 4
    )
    assert table_bytes(build_shard(chunk.matches, hands)).size < 6 * count
