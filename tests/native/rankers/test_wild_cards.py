"""Hands with wild cards against all cards that these may stand for, and five of a kind."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from rank_reference import random_hands

from railbird.native import (
    JOKERS,
    RANKERS,
    CardError,
    RankerError,
    Ranking,
    parse_cards,
    parse_wild,
    rank_hands,
)

FIVE_OF_A_KIND = 9
WITH_WILD_CARDS = [ranker for ranker in RANKERS if not Ranking(ranker).hand_size]
"""The rankers but those by a table, which has no wild cards."""
WILD_RANKS = ("8", "A")
"""Wild cards of the tests: in the deck of every ranker."""


def with_wild_cards(
    ranking: Ranking, wild_count: int, card_count: int, hand_count: int
) -> npt.NDArray[np.uint8]:
    """Random hands with so many wild cards, in random places."""
    deck = sorted({*range(ranking.lowest_card, 52)} - {*ranking.wild})
    generator = np.random.default_rng(100 * card_count + wild_count)
    natural = random_hands(generator, (hand_count, card_count - wild_count), deck)
    wild = random_hands(generator, (hand_count, wild_count), ranking.wild)
    return generator.permuted(np.concatenate([natural, wild], axis=1), axis=1)


def best_substitute(ranking: Ranking, hand: npt.NDArray[np.uint8]) -> int:
    """The rank of the best hand that wild cards make, standing for cards that it does not have."""
    natural = [int(card) for card in hand if card not in ranking.wild]
    others = sorted({*range(ranking.lowest_card, 52)} - {*natural})
    stand_ins = np.array([*combinations(others, len(hand) - len(natural))], dtype=np.uint8)
    whole = np.concatenate([np.tile(np.uint8(natural), (len(stand_ins), 1)), stand_ins], axis=1)
    return int(rank_hands(whole.astype(np.uint8), by=ranking.by).max())


@pytest.mark.parametrize(
    ("wild_count", "card_count"),
    [(1, 1), (1, 2), (2, 2), (1, 3), (1, 4), (2, 4), (1, 5), (2, 5), (3, 5), (1, 7), (2, 7)],
)
@pytest.mark.parametrize("ranker", WITH_WILD_CARDS)
def test_wild_cards_stand_for_the_best_cards(ranker: str, wild_count: int, card_count: int) -> None:
    ranking = Ranking(ranker, wild=(*parse_wild(WILD_RANKS), *JOKERS))
    hand_count = 3 if wild_count > 2 or card_count > 5 else 40
    hands = with_wild_cards(ranking, wild_count, card_count, hand_count)
    expected = [best_substitute(ranking, hand) for hand in hands]
    assert rank_hands(hands, by=ranking).tolist() == expected


@pytest.mark.parametrize("ranker", ["high", "short-deck", "manila"])
@pytest.mark.parametrize("card_count", [4, 5, 7])
def test_five_of_a_kind_is_above_all_and_changes_nothing_else(card_count: int, ranker: str) -> None:
    wild = (*parse_wild(WILD_RANKS), *JOKERS)
    without, having = Ranking(ranker, wild=wild), Ranking(ranker, wild=wild, five_of_a_kind=True)
    for wild_count in range(min(card_count, 6) + 1):
        hands = with_wild_cards(without, wild_count, card_count, 400)
        plain, ranks = rank_hands(hands, by=without), rank_hands(hands, by=having)
        for hand, other, rank in zip(hands, plain, ranks, strict=True):
            natural = [int(card) // 4 for card in hand if card not in wild]
            alike = max((natural.count(one), one) for one in [*natural, *[12] * (not natural)])
            if card_count >= 5 and alike[0] + wild_count >= 5:
                most = max(one for one in [*natural, 12] if natural.count(one) + wild_count >= 5)
                assert rank == FIVE_OF_A_KIND << 12 | most
            else:
                assert rank == other


@pytest.mark.parametrize("use", [(2, 3), (1, 4)])
@pytest.mark.parametrize("ranker", WITH_WILD_CARDS)
def test_wild_cards_are_used_like_others_of_hole_and_board(
    ranker: str, use: tuple[int, int]
) -> None:
    ranking = Ranking(ranker, wild=(*parse_wild(["8c", "A"]), *JOKERS), five_of_a_kind=True)
    hands = with_wild_cards(ranking, 2, 9, 50)
    hole, board = hands[:, :4], hands[:, 4:]
    best = np.zeros(len(hands), dtype=np.uint16)
    for of_hole in combinations(range(4), use[0]):
        for of_board in combinations(range(5), use[1]):
            fives = np.concatenate([hole[:, of_hole], board[:, of_board]], axis=1)
            np.maximum(best, rank_hands(fives, by=ranking), out=best)
    assert (rank_hands(hole, by=ranking, board=board, use=use) == best).all()


def test_eight_or_better_qualifies_with_wild_cards() -> None:
    ranking = Ranking("eight-or-better", wild=JOKERS)
    hands = np.array([[*parse_cards("Ac2d3h8s"), 52], [*parse_cards("Ac2d3h9s"), 52]], np.uint8)
    assert (rank_hands(hands, by=ranking) > 0).tolist() == [True, False]


def test_wild_cards_are_named_by_card_rank_or_joker() -> None:
    assert parse_wild(["2c", "3", "joker", "3h"]) == (0, 4, 5, 6, 7, *JOKERS)
    with pytest.raises(CardError, match="'jester' in 'jester' is not a card"):
        parse_wild(["jester"])


def test_a_joker_must_be_wild_and_a_wild_card_exist() -> None:
    hand = np.array([[0, 4, 8, 12, 52]], dtype=np.uint8)
    with pytest.raises(CardError, match="hand 0 holds 52, which is not a card"):
        rank_hands(hand, by=Ranking(wild=(53,)))
    with pytest.raises(RankerError, match=r"wild cards are numbers from 0 to 53, not \(54,\)"):
        Ranking(wild=(54,))
