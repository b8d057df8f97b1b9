"""Rankers by tables: three cards counted and compared, tables of one's own, and what is refused."""

from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from rank_reference import random_hands
from ranker_reference import three_card

from railbird.native import (
    HandTable,
    RankerError,
    Ranking,
    describe_hand,
    every_hand,
    parse_cards,
    rank_hands,
)

COUNTS = {
    "high card": 16_440,
    "pair": 3_744,
    "flush": 1_096,
    "straight": 720,
    "three of a kind": 52,
    "straight flush": 48,
}
DISTINCT = [274, 156, 274, 12, 13, 12]


def random_table(hand_size: int) -> HandTable:
    generator = np.random.default_rng(hand_size)
    ranks = generator.integers(2**16, size=comb(52, hand_size), dtype=np.uint16)
    return HandTable(hand_size, ranks)


def test_every_three_cards_fall_in_their_category_and_in_the_order_of_the_rules() -> None:
    hands = np.ascontiguousarray(every_hand(3).T)
    ranks = rank_hands(hands, by="three-card")
    assert np.bincount(ranks >> 12).tolist() == list(COUNTS.values())
    assert np.bincount(np.unique(ranks) >> 12).tolist() == DISTINCT
    keys = [three_card(hand) for hand in hands.tolist()]
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    assert (np.unique(ranks, return_inverse=True)[1] == [places[key] for key in keys]).all()


@pytest.mark.parametrize("hand_size", range(1, 6))
def test_every_hand_is_there_once_in_order(hand_size: int) -> None:
    hands = every_hand(hand_size).astype(np.int64)
    assert hands.shape == (hand_size, comb(52, hand_size))
    assert (hands[1:] > hands[:-1]).all()
    weights = 52 ** np.arange(hand_size)
    assert (np.diff(weights @ hands) > 0).all()  # the highest card tells most


@pytest.mark.parametrize("use", [None, "of both"])
@pytest.mark.parametrize("hand_size", range(1, 6))
def test_the_best_hand_of_the_size_counts(hand_size: int, use: str | None) -> None:
    table = random_table(hand_size)
    place = {hand: n for n, hand in enumerate(zip(*every_hand(hand_size).tolist(), strict=True))}
    deals = random_hands(np.random.default_rng(1), (60, 9))
    hole, board = deals[:, :4], deals[:, 4:]
    for of_hole in range(hand_size + 1) if use else (None,):
        taken = None if of_hole is None else (of_hole, hand_size - of_hole)
        if taken is not None and taken[0] > 4:
            continue
        ranking = Ranking("table", use=taken, table=table)
        ranks = rank_hands(hole, board=board, by=ranking)
        for deal, rank in zip(deals.tolist(), ranks.tolist(), strict=True):
            chosen = (
                hand
                for hand in combinations(sorted(deal), hand_size)
                if of_hole is None or len(set(hand) & set(deal[:4])) == of_hole
            )
            assert rank == max(table.ranks[place[hand]] for hand in chosen)


def test_too_few_cards_have_rank_zero() -> None:
    hands = random_hands(np.random.default_rng(1), (50, 3))
    assert not rank_hands(hands, by=Ranking("table", table=random_table(4))).any()
    assert not rank_hands(hands[:, :2], by="three-card").any()
    ranking = Ranking("three-card", use=(2, 1))
    assert not rank_hands(hands[:, :1], board=hands[:, :0], by=Ranking("three-card")).any()
    with pytest.raises(RankerError, match="takes 2 hole cards and 1 of the board"):
        rank_hands(hands[:, :1], board=hands[:, 1:], by=ranking)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("As2s3s", "straight flush, three high"),
        ("AsAdAc2s", "three of a kind, aces"),
        ("QsKdAc", "straight, ace high"),
        ("2s9sKs4d", "flush, king nine two"),
        ("2s2dAc9h", "pair, twos, ace kicker"),
        ("As2s4dKc", "high card, ace king four"),
    ],
)
def test_three_cards_are_described(cards: str, text: str) -> None:
    assert describe_hand(parse_cards(cards), by="three-card") == text


WRONG: dict[str, tuple[npt.NDArray[np.generic], int]] = {
    "too few ranks": (np.zeros(10, np.uint16), 2),
    "another type": (np.zeros(1326, np.int64), 2),
    "no hand": (np.zeros(1, np.uint16), 0),
    "a long hand": (np.zeros(10, np.uint16), 6),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_table_that_cannot_be_looked_up_is_refused(case: str) -> None:
    ranks, hand_size = WRONG[case]
    with pytest.raises(RankerError, match=r"give 1 to 5|must be a contiguous uint16"):
        HandTable(hand_size, ranks.astype(ranks.dtype))


def test_rankings_of_hands_of_one_size_take_neither_other_sizes_nor_wild_cards() -> None:
    table = random_table(3)
    with pytest.raises(RankerError, match=r"hands have 3 cards by the table; use=\(2, 3\) takes 5"):
        Ranking("table", use=(2, 3), table=table)
    with pytest.raises(RankerError, match="cards cannot be wild where hands are ranked by three"):
        Ranking("three-card", wild=(0,))
    for by, given in (("table", None), ("high", table)):
        with pytest.raises(RankerError, match='give a table with by="table", and with no other'):
            Ranking(by, table=given)
