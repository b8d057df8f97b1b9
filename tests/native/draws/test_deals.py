"""The ACPC's deals, against numpy's own Mersenne Twister and against known cards."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import (
    GameDefinition,
    LimitError,
    deal_cards,
    deal_decks,
    format_cards,
    parse_game,
)

Shipped = Callable[[str], GameDefinition]

TEMPLATE = """nolimit
numPlayers = {players}
numRounds = 2
stack = {stacks}
blind = {blinds}
numSuits = {suits}
numRanks = {ranks}
numHoleCards = {hole}
numBoardCards = 0 {board}
"""


@st.composite
def games(draw: st.DrawFn) -> GameDefinition:
    suits, ranks, hole = (
        draw(st.integers(least, most)) for least, most in ((1, 4), (3, 13), (1, 3))
    )
    players = draw(st.integers(2, 10).filter(lambda n: n * hole <= suits * ranks))
    return parse_game(
        TEMPLATE.format(
            players=players,
            stacks=" ".join(["9"] * players),
            blinds=" ".join(["1"] * players),
            suits=suits,
            ranks=ranks,
            hole=hole,
            board=draw(st.integers(0, min(7 - hole, suits * ranks - players * hole))),
        )
    )


def deal_slowly(game: GameDefinition, seed: int, hand_count: int) -> list[list[int]]:
    numbers = np.random.RandomState(seed)._bit_generator
    hands = []
    for _ in range(hand_count):
        deck, hand = game.deck.tolist(), []
        while len(hand) < game.cards_per_hand:
            index = int(numbers.random_raw()) % len(deck)
            hand.append(deck[index])
            last = deck.pop()
            if index < len(deck):
                deck[index] = last
        hands.append(hand)
    return hands


@settings(deadline=None, max_examples=60)
@given(game=games(), seed=st.integers(0, 2**32 - 1), hand_count=st.integers(0, 150))
def test_deals_follow_the_mersenne_twister(
    game: GameDefinition, seed: int, hand_count: int
) -> None:
    assert deal_cards(game, seed, hand_count).tolist() == deal_slowly(game, seed, hand_count)


def test_seed_0_gives_the_known_cards(shipped_game: Shipped) -> None:
    deal = deal_cards(shipped_game("holdem-nolimit-3p"), 0, 1)[0]
    assert format_cards(deal[:9]) == "5d5c9hQd8dAs8s4h6d"


@given(first=st.integers(0, 700), count=st.integers(0, 20))
def test_a_run_of_hands_is_a_slice_of_the_stream(first: int, count: int) -> None:
    game = parse_game(
        TEMPLATE.format(players=2, stacks="9 9", blinds="1 1", suits=4, ranks=13, hole=2, board=5)
    )
    whole = deal_cards(game, 7, 720)
    part = deal_cards(game, 7, count, first_hand=first)
    assert part.tolist() == whole[first : first + count].tolist()


def test_decks_are_dealt_each_from_its_own_seed(shipped_game: Shipped) -> None:
    game, seeds = shipped_game("leduc"), [3, 0, 2**32 - 1, 3]
    decks = deal_decks(game, seeds, 11)
    assert decks.shape == (4, 11, 3)
    assert decks.dtype == np.uint8
    for deck, seed in zip(decks, seeds, strict=True):
        assert deck.tolist() == deal_cards(game, seed, 11).tolist()


def test_a_hand_is_a_prefix_of_a_permutation_of_the_deck(shipped_game: Shipped) -> None:
    game = shipped_game("holdem-limit-9p")
    deals = np.sort(deal_cards(game, 1, 500), axis=1)
    assert (np.diff(deals.astype(int), axis=1) > 0).all()
    assert deals.max() < 52


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, "1", None])
def test_a_seed_that_is_no_32_bit_number_is_refused(shipped_game: Shipped, seed: object) -> None:
    with pytest.raises((TypeError, ValueError), match="deck_seed"):
        deal_cards(shipped_game("leduc"), seed, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [-1, 2**31])
def test_a_number_of_hands_that_does_not_fit_is_refused(shipped_game: Shipped, count: int) -> None:
    with pytest.raises(LimitError, match=f"hand_count is {count}"):
        deal_cards(shipped_game("leduc"), 1, count)
    with pytest.raises(LimitError, match=f"first_hand is {count}"):
        deal_cards(shipped_game("leduc"), 1, 1, first_hand=count)
