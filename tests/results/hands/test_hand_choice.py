"""The hands that are picked are those asked for."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.results import build_shard, find_shards, write_shard
from railbird.results.hands.hand_choice import StoredHand, first_hands, worst_hands
from railbird.results.store.shard_files import ShardFile
from tests.results.conftest import make_chunk


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> tuple[ShardFile, ...]:
    """Three chunks; d plays in the second alone."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "shards").mkdir()
    for index, seats in enumerate((3, 4, 3)):
        write_shard(folder, index, make_chunk(index, matches=6, hands=7, seats=seats).table)
    return find_shards(folder).shards


def every_hand(shards: tuple[ShardFile, ...]) -> list[StoredHand]:
    return first_hands(shards, 10_000)


def test_the_first_hands_come_in_the_order_of_play(shards: tuple[ShardFile, ...]) -> None:
    hands = every_hand(shards)
    assert len(hands) == 3 * 6 * 7
    assert [hand.hand_index for hand in hands[:8]] == [0, 1, 2, 3, 4, 5, 6, 0]
    assert first_hands(shards, 5) == hands[:5]
    assert first_hands(shards, 0) == []
    own = make_chunk(0, matches=6, hands=7)
    assert hands[8].payoffs == tuple(own.hands.payoffs[1, 1].tolist())
    assert hands[8].betting == own.words[8]
    assert hands[8].agents == own.matches.agents[1]


def test_the_first_hands_of_an_agent(shards: tuple[ShardFile, ...]) -> None:
    hands = [hand for hand in every_hand(shards) if "d" in hand.agents]
    assert first_hands(shards, 10, agent="d") == hands[:10]
    assert first_hands(shards, 10, agent="nobody") == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(agent=st.sampled_from("abcd"), count=st.integers(0, 200))
def test_the_worst_are_the_biggest_losses(
    shards: tuple[ShardFile, ...], agent: str, count: int
) -> None:
    lost = [
        (hand.payoffs[hand.agents.index(agent)], number, hand)
        for number, hand in enumerate(every_hand(shards))
        if agent in hand.agents and hand.payoffs[hand.agents.index(agent)] < 0
    ]
    expected = [hand for _, _, hand in sorted(lost, key=lambda row: row[:2])[:count]]
    assert worst_hands(shards, count, agent=agent) == expected


def test_equal_losses_come_in_the_order_of_play(tmp_path: Path) -> None:
    (tmp_path / "shards").mkdir()
    chunk = make_chunk(matches=6, hands=100)
    chunk.hands.payoffs[:] = np.array([-5, 2, 3])
    for index in (0, 1):
        write_shard(tmp_path, index, chunk.table)
    shards = find_shards(tmp_path).shards
    ordered = [h for h in every_hand(shards) if h.payoffs[h.agents.index("a")] < 0]
    for count in (30, 150, 350):
        assert worst_hands(shards, count, agent="a") == ordered[:count]


def test_hands_without_loss_and_without_the_agent_are_none_of_the_worst(tmp_path: Path) -> None:
    (tmp_path / "shards").mkdir()
    chunk = make_chunk(matches=6, hands=3)
    chunk.hands.payoffs[:, 0] = -7
    chunk.hands.payoffs[:, 1] = 0
    chunk.hands.payoffs[:, 2] = 7
    # a has left the second half of the matches to d.
    agents = [
        tuple("d" if label == "a" and match > 2 else label for label in labels)
        for match, labels in enumerate(chunk.matches.agents)
    ]
    write_shard(tmp_path, 0, build_shard(replace(chunk.matches, agents=agents), chunk.hands))
    worst = worst_hands(find_shards(tmp_path).shards, 100, agent="a")
    assert [(hand.seating_index, hand.hand_index) for hand in worst] == [(0, 0), (1, 0), (2, 0)]


def test_the_worst_are_found_in_whatever_batch_they_lie(
    shards: tuple[ShardFile, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_one = worst_hands(shards, 40, agent="b")
    monkeypatch.setattr("railbird.results.store.reading.BATCH_ROWS", 4)
    assert worst_hands(shards, 40, agent="b") == in_one
