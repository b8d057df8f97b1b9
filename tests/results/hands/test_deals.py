"""Cards of stored hands, dealt all at once or deck by deck: the same, and never more than asked."""

import numpy as np
import pytest

from railbird.native import ACPC_DEALS, DealSource
from railbird.plugins import load_registry
from railbird.results.hands import deals
from railbird.results.hands.played_hands import PlayedHands

GAME = load_registry().games["holdem-limit-2p"].definition


SECRET_DEALS = DealSource(bytes(32))


def dealt(source: DealSource, seed: int, hand: int) -> np.ndarray:
    return source.deal(GAME, [seed], 1, first_hand=hand)[0, 0]


def hands_of(
    seeds: np.ndarray, hand_index: np.ndarray, source: DealSource | None = ACPC_DEALS
) -> PlayedHands:
    count, nothing = len(seeds), np.zeros(0, np.int64)
    chips = np.zeros((count, 2), np.int64)
    return PlayedHands(
        members=chips.astype(np.int32),
        payoffs=chips,
        match=nothing,
        hand_index=hand_index,
        seats=chips.astype(np.intp),
        deck_seed=seeds,
        word=nothing.astype(np.int32),
        letters=nothing.astype(np.uint8),
        offsets=nothing,
        deals=source,
    )


@pytest.mark.parametrize("source", [ACPC_DEALS, SECRET_DEALS])
@pytest.mark.parametrize("at_once", [2**22, 1])
def test_cards_are_those_of_the_deck_and_the_hand(
    at_once: int, source: DealSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "MOST_DEALT", at_once)
    draw = np.random.default_rng(3)
    seeds, hand_index = draw.integers(-1, 4, 200), draw.integers(0, 30, 200)
    found = deals.cards_of(GAME, hands_of(seeds, hand_index, source), np.arange(200))
    for seed, hand, cards in zip(seeds.tolist(), hand_index.tolist(), found, strict=True):
        assert (cards == (dealt(source, seed, hand) if seed >= 0 else 255)).all()


def test_without_the_secret_nobody_knows_a_card() -> None:
    found = deals.cards_of(GAME, hands_of(np.arange(4), np.arange(4), None), np.arange(4))
    assert (found == 255).all()


def test_one_long_match_among_many_short_ones_takes_no_more_memory_than_its_hands() -> None:
    """All decks over all numbers of hands would be 200 billion deals."""
    seeds = np.arange(100_000)
    hand_index = np.where(seeds == 7, 2_000_000, 0)
    found = deals.cards_of(GAME, hands_of(seeds, hand_index), np.array([6, 7, 8]))
    assert (found[1] == dealt(ACPC_DEALS, 7, 2_000_000)).all()
    assert (found[2] == dealt(ACPC_DEALS, 8, 0)).all()
    assert len(deals.cards_of(GAME, hands_of(seeds, hand_index), seeds)) == 100_000
