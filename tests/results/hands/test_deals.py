"""Cards of stored hands, dealt all at once or deck by deck: the same, and never more than asked."""

import numpy as np
import pytest

from railbird.native import deal_cards
from railbird.plugins import load_registry
from railbird.results.hands import deals
from railbird.results.hands.played_hands import PlayedHands

GAME = load_registry().games["holdem-limit-2p"].definition


def hands_of(seeds: np.ndarray, hand_index: np.ndarray) -> PlayedHands:
    count, nothing = len(seeds), np.zeros(0, np.int64)
    chips = np.zeros((count, 2), np.int64)
    return PlayedHands(
        members=chips.astype(np.int32),
        payoffs=chips,
        match=nothing,
        hand_index=hand_index,
        deck_seed=seeds,
        word=nothing.astype(np.int32),
        letters=nothing.astype(np.uint8),
        offsets=nothing,
    )


@pytest.mark.parametrize("at_once", [2**22, 1])
def test_cards_are_those_of_the_deck_and_the_hand(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "MOST_DEALT", at_once)
    draw = np.random.default_rng(3)
    seeds, hand_index = draw.integers(-1, 4, 200), draw.integers(0, 30, 200)
    found = deals.cards_of(GAME, hands_of(seeds, hand_index), np.arange(200))
    for seed, hand, cards in zip(seeds.tolist(), hand_index.tolist(), found, strict=True):
        wanted = deal_cards(GAME, seed, 1, first_hand=hand)[0] if seed >= 0 else np.full(9, 255)
        assert (cards == wanted).all()


def test_one_long_match_among_many_short_ones_takes_no_more_memory_than_its_hands() -> None:
    """All decks over all numbers of hands would be 200 billion deals."""
    seeds = np.arange(100_000)
    hand_index = np.where(seeds == 7, 2_000_000, 0)
    found = deals.cards_of(GAME, hands_of(seeds, hand_index), np.array([6, 7, 8]))
    assert (found[1] == deal_cards(GAME, 7, 1, first_hand=2_000_000)[0]).all()
    assert (found[2] == deal_cards(GAME, 8, 1)[0]).all()
    assert len(deals.cards_of(GAME, hands_of(seeds, hand_index), seeds)) == 100_000
