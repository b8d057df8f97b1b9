"""Rankers against slow and clear ones, on random hands of any number of cards."""

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from rank_reference import random_hands
from ranker_reference import LOWEST_CARD, OF_ANY, OF_FIVE, key_by, key_of_selection

from railbird.native import parse_cards
from railbird.native._native import ffi, lib
from railbird.native.rankers.rankers import Ranking

RANKERS = [*OF_FIVE, *OF_ANY]
SELECTIONS = [(4, 5, (2, 3)), (6, 5, (2, 3)), (3, 3, (1, 2)), (2, 5, (2, 3)), (5, 0, (4, 0))]


def best_rank(ranking: Ranking, hole: npt.ArrayLike, board: npt.ArrayLike = ()) -> int:
    """The rank that C gives hole cards and a board."""
    groups = [np.asarray(cards, np.uint8).tobytes() for cards in (hole, board)]
    arguments: list[Any] = []
    for group in groups:
        arguments += [ffi.from_buffer("uint8_t[]", group), len(group)]
    return int(lib.rb_best_rank(ranking.in_c(), *arguments))


def deck_of(ranker: str, *, is_narrow: bool) -> range:
    """The ranker's deck, or few ranks of it, so that there are pairs and straights."""
    lowest = LOWEST_CARD.get(ranker, 0)
    return range(lowest, lowest + 28) if is_narrow else range(lowest, 52)


def agree(ranks: list[int], keys: list[Any]) -> None:
    """Hands in the order of keys have ranks in order, equal where and only where keys are."""
    order = sorted(range(len(keys)), key=keys.__getitem__)
    for lower, higher in pairwise(order):
        assert (ranks[higher] > ranks[lower]) == (keys[higher] > keys[lower])
        assert ranks[higher] >= ranks[lower]


@pytest.mark.parametrize("card_count", range(1, 11))
@pytest.mark.parametrize("ranker", RANKERS)
def test_hands_of_any_number_of_cards_are_ordered_as_the_rules_say(
    ranker: str, card_count: int
) -> None:
    generator = np.random.default_rng(card_count)
    for is_narrow in (False, True):
        hands = random_hands(generator, (150, card_count), deck_of(ranker, is_narrow=is_narrow))
        ranks = [best_rank(Ranking(ranker), hand) for hand in hands]
        agree(ranks, [key_by(ranker, hand) for hand in hands])


@pytest.mark.parametrize(("hole_count", "board_count", "use"), SELECTIONS)
@pytest.mark.parametrize("ranker", RANKERS)
def test_so_many_hole_cards_and_so_many_of_the_board_are_used(
    ranker: str, hole_count: int, board_count: int, use: tuple[int, int]
) -> None:
    generator = np.random.default_rng(hole_count)
    shape = (100, hole_count + board_count)
    for is_narrow in (False, True):
        hands = random_hands(generator, shape, deck_of(ranker, is_narrow=is_narrow))
        split = [(hand[:hole_count], hand[hole_count:]) for hand in hands]
        ranks = [best_rank(Ranking(ranker, use), hole, board) for hole, board in split]
        keys = [key_of_selection(ranker, hole, board, use=use) for hole, board in split]
        agree(ranks, keys)


@pytest.mark.parametrize(
    ("ranker", "higher", "lower"),
    [
        ("deuce-to-seven", "7c5d4h3s2c", "7c6d4h3s2c"),
        ("deuce-to-seven", "Ac5d4h3s2c", "2c2d3h4s5c"),
        ("deuce-to-seven", "KcQd9h8s7c", "Ac5d4h3s2c"),
        ("ace-to-five", "Ac2c3c4c5c", "Ac2d3h4s6c"),
        ("ace-to-five", "KcQdJhTs8c", "AcAd2h3s4c"),
        ("badugi", "Ac2d3h4s", "Ac2d3h5s"),
        ("badugi", "KcQdJhTs", "Ac2d3hAs"),
        ("badugi-ace-high", "2c3d4h5s", "Ac2d3h4s"),
        ("short-deck", "Ac9c8c7c6d", "KcKdKhAs6c"),
        ("short-deck", "AcQcTc8c6c", "KcKdKhAsAd"),
        ("short-deck", "Tc9d8h7s6c", "Ac9d8h7s6c"),
        ("manila", "AcQcTc8c7c", "KcKdKhAsAd"),
        ("manila", "JcTd9h8s7c", "AcTd9h8s7c"),
    ],
)
def test_well_known_hands_are_ordered(ranker: str, higher: str, lower: str) -> None:
    ranking = Ranking(ranker)
    assert best_rank(ranking, parse_cards(higher)) > best_rank(ranking, parse_cards(lower))


def test_eight_or_better_is_ace_to_five_where_it_qualifies() -> None:
    hands = random_hands(np.random.default_rng(8), (3000, 7))
    for hand in hands:
        low = best_rank(Ranking("ace-to-five"), hand)
        ranks = {(int(card) // 4 + 1) % 13 for card in hand}
        qualifies = len([rank for rank in ranks if rank < 8]) >= 5
        assert best_rank(Ranking("eight-or-better"), hand) == (low if qualifies else 0)


@pytest.mark.parametrize("card_count", range(1, 8))
def test_high_is_the_plain_ranker_of_cards(card_count: int) -> None:
    for hand in random_hands(np.random.default_rng(card_count), (500, card_count)):
        plain = lib.rb_rank_cards(ffi.from_buffer("uint8_t[]", hand), card_count)
        split = card_count // 2
        assert best_rank(Ranking(), hand[:split], hand[split:]) == plain


def test_a_hand_that_cannot_be_made_of_what_there_is_ranks_zero() -> None:
    assert best_rank(Ranking("high", (2, 3)), parse_cards("AcAdAhAs"), parse_cards("KcKd")) == 0
