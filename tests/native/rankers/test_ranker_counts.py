"""Every hand of a ranker's deck, ranked one by one: exact counts of categories and of ranks."""

from itertools import pairwise
from math import comb

import numpy as np
import pytest
from native_tools import count_each

from railbird.native import JOKERS, Ranking, parse_wild

# Straight flush, four of a kind, full house, flush, straight, three, two pair, pair, high card.
FIVE_CARD_COUNTS = {
    "high": ([40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540], 7462),
    "deuce-to-seven": ([36, 624, 3744, 5112, 9180, 54912, 123552, 1098240, 1303560], 7462),
    "ace-to-five": ([0, 624, 3744, 0, 0, 54912, 123552, 1098240, 1317888], 6175),
    "short-deck": ([24, 288, 1728, 480, 6120, 16128, 36288, 193536, 122400], 1404),
    "manila": ([16, 224, 1344, 208, 4080, 10752, 24192, 107520, 53040], 840),
}
SEVEN_OF_SHORT_DECK = [10560, 44640, 633024, 175560, 1169940, 607200, 3157056, 2316600, 233100]
BADUGI_COUNTS = [0, 2873, 96252, 154440, 17160]
FIVE_BY_TOP_CARD = [1024, 5120, 15360, 35840, 71680, 129024, 215040, 337920, 506880]
RAZZ_BY_TOP_CARD = [
    781824,
    3151360,
    7426560,
    13171200,
    19174400,
    23675904,
    24837120,
    21457920,
    13939200,
]
LOW_TOP = 0x8FFF

# Five of a kind, straight flush, four of a kind, full house, flush, straight, three, two pair,
# pair, high card.
WILD_COUNTS = {
    "one joker": [13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540],
    "two jokers": [78, 624, 9360, 9360, 11388, 34704, 232968, 123552, 1437936, 1302540],
    "deuces": [672, 2552, 31552, 12672, 14472, 62232, 355080, 95040, 1225008, 799680],
}
WILD = {"one joker": JOKERS[:1], "two jokers": JOKERS, "deuces": parse_wild(["2"])}


def by_category(ranker: str, card_count: int) -> list[int]:
    """The counts of categories, of high hands the highest first."""
    counts = count_each(Ranking(ranker).in_c(), card_count)
    categories = counts.reshape(16, -1).sum(axis=1)[:9]
    is_low = ranker in ("deuce-to-seven", "ace-to-five")
    found: list[int] = (categories if is_low else categories[::-1]).tolist()
    if ranker in ("short-deck", "manila"):  # a flush is above a full house
        found[2], found[3] = found[3], found[2]
    return found


def by_top_card(card_count: int) -> list[int]:
    """How many ace-to-five hands of different ranks have each top card, from five to king."""
    counts = count_each(Ranking("ace-to-five").in_c(), card_count)
    ends = [LOW_TOP - comb(rank, 5) for rank in range(4, 14)]
    return [int(counts[end + 1 : start + 1].sum()) for start, end in pairwise(ends)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("ranker", FIVE_CARD_COUNTS)
def test_every_hand_of_five_falls_in_its_category(ranker: str) -> None:
    counts, distinct = FIVE_CARD_COUNTS[ranker]
    assert by_category(ranker, 5) == counts
    assert np.count_nonzero(count_each(Ranking(ranker).in_c(), 5)) == distinct


def with_wild(wild: str, *, five_of_a_kind: bool) -> list[int]:
    """The counts of the ten categories, the highest first."""
    ranking = Ranking(wild=tuple(WILD[wild]), five_of_a_kind=five_of_a_kind)
    counts: list[int] = count_each(ranking.in_c(), 5).reshape(16, -1).sum(axis=1)[9::-1].tolist()
    return counts


@pytest.mark.exhaustive
@pytest.mark.parametrize("wild", WILD)
def test_every_hand_with_wild_cards_falls_in_its_category(wild: str) -> None:
    assert with_wild(wild, five_of_a_kind=True) == WILD_COUNTS[wild]


@pytest.mark.exhaustive
def test_without_five_of_a_kind_a_joker_makes_four() -> None:
    assert with_wild("one joker", five_of_a_kind=False) == [
        0,
        204,
        3133,
        *WILD_COUNTS["one joker"][3:],
    ]


@pytest.mark.exhaustive
def test_every_seven_cards_of_the_short_deck_fall_in_their_category() -> None:
    assert by_category("short-deck", 7) == SEVEN_OF_SHORT_DECK


@pytest.mark.exhaustive
@pytest.mark.parametrize("ranker", ["badugi", "badugi-ace-high"])
def test_every_badugi_has_its_number_of_cards(ranker: str) -> None:
    counts = count_each(Ranking(ranker).in_c(), 4)
    assert counts.reshape(16, -1).sum(axis=1)[:5].tolist() == BADUGI_COUNTS
    assert np.count_nonzero(counts) == 1092


@pytest.mark.exhaustive
def test_five_low_cards_fall_by_their_top_card() -> None:
    assert by_top_card(5) == FIVE_BY_TOP_CARD
    qualifying = count_each(Ranking("eight-or-better").in_c(), 5)
    assert qualifying[1:].sum() == 57_344
    assert qualifying[0] == comb(52, 5) - 57_344


@pytest.mark.exhaustive
def test_every_razz_hand_of_seven_falls_by_its_top_card() -> None:
    assert by_top_card(7) == RAZZ_BY_TOP_CARD
    assert sum(RAZZ_BY_TOP_CARD) == 127_615_488


@pytest.mark.exhaustive
def test_eight_or_better_qualifies_so_often_in_seven_cards() -> None:
    counts = count_each(Ranking("eight-or-better").in_c(), 7)
    assert counts[1:].sum() == 24_530_944
    assert counts.sum() == 133_784_560
