"""Ranks of hands: exact counts, order, short hands and decks, and that every path agrees."""

from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_tools import count_categories, count_ranks
from rank_reference import random_hands, rank_key

from railbird.native import CardError, hand_categories, parse_cards, rank_hands
from railbird.native.cards.ranks import rank_paths

PATHS = rank_paths()
CATEGORY_COUNTS = {
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844],
    7: [
        23_294_460,
        58_627_800,
        31_433_400,
        6_461_620,
        6_180_020,
        4_047_644,
        3_473_184,
        224_848,
        41_584,
    ],
}
DISTINCT_RANKS = {5: 7_462, 7: 4_824}
SHORT_DECKS = {
    "kuhn-3p": parse_cards("JsQsKsAs"),
    "leduc": parse_cards("JhQhKhJsQsKs"),
    "two suits": np.array([card for card in range(52) if card % 4 > 1], dtype=np.uint8),
    "top six ranks": np.arange(28, 52, dtype=np.uint8),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("card_count", [5, 6, 7])
def test_every_hand_falls_in_its_category(card_count: int, path: str) -> None:
    assert count_categories(card_count, path=path).tolist() == CATEGORY_COUNTS[card_count]


@pytest.mark.exhaustive
@pytest.mark.parametrize("card_count", [5, 6, 7])
def test_ranks_in_order_are_the_ranks_of_hands(card_count: int) -> None:
    counts = count_ranks(card_count)
    assert counts.reshape(9, -1).sum(axis=1).tolist() == CATEGORY_COUNTS[card_count]
    if card_count in DISTINCT_RANKS:
        assert np.count_nonzero(counts) == DISTINCT_RANKS[card_count]


@pytest.mark.exhaustive
def test_all_five_card_hands_in_a_batch_have_the_ranks_counted_in_order() -> None:
    hands = np.fromiter(combinations(range(52), 5), dtype=np.dtype((np.uint8, 5)))
    ranks = rank_hands(hands)
    assert (np.bincount(ranks, minlength=9 << 12) == count_ranks(5)).all()


def agree_with_reference(hands: npt.NDArray[np.uint8]) -> None:
    """Hands in the reference's order have ranks in order, equal where and only where it ties."""
    keys = [rank_key(hand) for hand in hands]
    order = sorted(range(len(hands)), key=keys.__getitem__)
    ranks = rank_hands(hands).astype(int)[order]
    is_higher = [keys[after] > keys[before] for before, after in pairwise(order)]
    assert ((np.diff(ranks) > 0) == is_higher).all()
    assert (np.diff(ranks) >= 0).all()
    assert (hand_categories(ranks) == [keys[i][0] for i in order]).all()


@pytest.mark.parametrize("card_count", range(1, 8))
def test_ranks_are_ordered_as_the_rules_say(card_count: int) -> None:
    agree_with_reference(random_hands(np.random.default_rng(card_count), (1500, card_count)))


@pytest.mark.parametrize("card_count", range(1, 8))
@pytest.mark.parametrize("deck", SHORT_DECKS)
def test_short_decks_rank_by_the_same_rules(deck: str, card_count: int) -> None:
    cards = SHORT_DECKS[deck]
    if card_count > len(cards):
        pytest.skip(f"{deck} has no {card_count} cards")
    agree_with_reference(random_hands(np.random.default_rng(card_count), (400, card_count), cards))


def test_five_six_and_seven_cards_share_one_scale() -> None:
    generator = np.random.default_rng(567)
    hands = random_hands(generator, (500, 7))
    best = np.max([rank_hands(hands[:, list(c)]) for c in combinations(range(7), 5)], axis=0)
    assert (rank_hands(hands) == best).all()
    best_of_six = np.max([rank_hands(hands[:, list(c)]) for c in combinations(range(7), 6)], axis=0)
    assert (rank_hands(hands) == best_of_six).all()


@given(st.permutations(range(52)), st.permutations(range(4)), st.integers(1, 7))
def test_order_of_cards_and_names_of_suits_do_not_matter(
    deck: list[int], suits: list[int], card_count: int
) -> None:
    hand = np.array(deck[:card_count], dtype=np.uint8)
    renamed = hand // 4 * 4 + np.array(suits, dtype=np.uint8)[hand % 4]
    others = np.stack([np.sort(hand), renamed, hand[::-1]])
    assert (rank_hands(others) == rank_hands(hand[None])).all()


@pytest.mark.parametrize("card_count", [5, 6, 7])
def test_vector_paths_equal_the_portable_path_on_millions_of_hands(card_count: int) -> None:
    generator = np.random.default_rng(20 + card_count)
    hands = random_hands(generator, (1_000_000, card_count))
    few_cards = random_hands(generator, (200_000, card_count), range(1, 52, 3))
    for some in (hands, few_cards):
        portable = rank_hands(some, path="portable")
        for path in PATHS:
            assert (rank_hands(some, path=path) == portable).all(), path


@pytest.mark.parametrize("card_count", [5, 6, 7])
@pytest.mark.parametrize("path", PATHS)
def test_any_number_of_hands_fills_blocks_and_rests(path: str, card_count: int) -> None:
    suited = random_hands(np.random.default_rng(5), (40, card_count), range(0, 52, 4))
    hands = random_hands(np.random.default_rng(6), (300, card_count))
    hands[100:140] = suited  # more flushes in a row than any block expects
    expected = [int(rank_hands(hand[None], path="portable")[0]) for hand in hands]
    for count in range(len(hands) + 1):
        buffer = np.full(count + 40, 7, dtype=np.uint16)
        rank_hands(hands[:count].copy(), out=buffer[:count], path=path)
        assert buffer[:count].tolist() == expected[:count]
        assert (buffer[count:] == 7).all()


@pytest.mark.parametrize("card_count", range(1, 8))
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("number", [52, 63, 64, 128, 255])
def test_what_is_not_a_card_is_named(number: int, path: str, card_count: int) -> None:
    hands = random_hands(np.random.default_rng(1), (200, card_count))
    hands[137, -1] = number
    with pytest.raises(CardError, match=f"hand 137 holds {number}, which is not a card"):
        rank_hands(hands, path=path)


def test_arguments_of_wrong_shape_or_type_are_refused() -> None:
    with pytest.raises(ValueError, match="shape"):
        rank_hands(np.zeros((3, 53), dtype=np.uint8))
    with pytest.raises(ValueError, match="shape"):
        rank_hands(np.zeros(5, dtype=np.uint8))
    with pytest.raises(TypeError, match="uint8"):
        rank_hands(np.zeros((3, 5)))
    with pytest.raises(ValueError, match="fit uint8"):
        rank_hands([[0, 1, 2, 3, -4]])
    with pytest.raises(ValueError, match="out must be"):
        rank_hands(np.zeros((3, 5), dtype=np.uint8), out=np.zeros(2, dtype=np.uint16))
    with pytest.raises(ValueError, match="path 'abacus'"):
        rank_hands(np.zeros((3, 5), dtype=np.uint8), path="abacus")
    with pytest.raises(ValueError, match="card_count"):
        count_categories(4)


def test_lists_and_views_are_taken_as_they_are() -> None:
    hands = random_hands(np.random.default_rng(3), (64, 14))
    assert (rank_hands(hands[::2, ::2]) == rank_hands(hands[::2, ::2].copy())).all()
    assert rank_hands(hands[:2, :5].tolist()).tolist() == rank_hands(hands[:2, :5]).tolist()
    assert rank_hands(np.zeros((0, 7), dtype=np.uint8)).shape == (0,)
