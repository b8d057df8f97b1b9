"""dcubot's card features agree with appendix 9.2 of document 001."""

from itertools import combinations

import numpy as np
import pytest
from dcubot_inputs import card_features, feature_names

from railbird.native import hand_categories, parse_cards, rank_hands

COUNTS = {("board", 1): 19, ("board", 2): 22, ("board", 3): 38, ("public", 3): 30}
COUNTS |= {("private", stage): count for stage, count in enumerate((6, 71, 95, 82))}
STRAIGHT_FLUSH = 8


def deals(count, *, ranks=13, seed=0):
    """Seven cards a row from the lowest ranks; few ranks pair boards, few cards suit them."""
    random = np.random.default_rng(seed)
    order = np.argsort(random.random((count, 4 * ranks)), axis=1)[:, :7]
    return order.astype(np.uint8)


def features_of(kind, stage, cards):
    board = cards[:, 2 : 4 + stage if stage else 2]
    return card_features(kind, stage, board, hole_cards=cards[:, :2])


@pytest.mark.parametrize(("kind", "stage"), COUNTS)
def test_there_are_as_many_as_table_9_1_counts_and_each_is_somewhere_not_zero(kind, stage):
    assert len(feature_names(kind, stage)) == COUNTS[kind, stage]
    some = [deals(60_000), deals(60_000, ranks=3, seed=1), deals(60_000, ranks=5, seed=2)]
    is_seen = sum((features_of(kind, stage, cards) != 0).sum(0) for cards in some) > 0
    names = feature_names(kind, stage)
    assert [name for name, seen in zip(names, is_seen, strict=True) if not seen] == []


@pytest.mark.parametrize(("kind", "stage"), COUNTS)
def test_suits_have_no_names_and_cards_that_come_together_no_order(kind, stage):
    random = np.random.default_rng(3)
    cards = np.concatenate([deals(5000, seed=4), deals(5000, ranks=4, seed=5)])
    suits = np.argsort(random.random((len(cards), 4)), axis=1)
    renamed = cards // 4 * 4 + np.take_along_axis(suits, cards % 4, axis=1)
    moved = renamed[:, [1, 0, 4, 2, 3, 5, 6]].astype(np.uint8)
    assert (features_of(kind, stage, cards) == features_of(kind, stage, moved)).all()


@pytest.mark.parametrize("ranks", [13, 4, 3])
def test_on_the_river_hands_that_can_meet_and_look_alike_are_worth_the_same(ranks):
    holdings = np.array(list(combinations(range(4 * ranks), 2)), np.uint8)
    for board in deals(100, ranks=ranks, seed=6)[:, 2:]:
        free = holdings[~np.isin(holdings, board).any(1)]
        cards = np.concatenate([free, np.tile(board, (len(free), 1))], axis=1)
        values = rank_hands(cards)
        plain = np.flatnonzero(hand_categories(values) != STRAIGHT_FLUSH)
        _, looks = np.unique(features_of("private", 3, cards[plain]), axis=0, return_inverse=True)
        looks = looks.ravel()
        for look in np.unique(looks):
            rows = plain[looks == look]
            for one, other in combinations(rows, 2) if np.ptp(values[rows]) else ():
                assert values[one] == values[other] or np.isin(free[one], free[other]).any()


SITUATIONS = [
    ("AsAd", "", {"pocket pair": 1, "  rank of the pair": 1}),
    (
        "9s8s",
        "",
        {
            "no pair: higher rank": 8 / 13,
            "  lower rank": 7 / 13,
            "  suited": 1,
            "  straights that hold both cards": 4 / 4,
        },
    ),
    (
        "AhKh",
        "2h7hKc",
        {
            "unpaired board: pair": 1,
            "  its rank": 12 / 13,
            "  rank of the other hole card": 1,
            "two of a suit: flush draw": 1,
            "no draw: straights that two ranks would make": None,
        },
    ),
    (
        "6c7d",
        "5h8s2c",
        {
            "unpaired board: no pair": 1,
            "  higher rank": 6 / 13,
            "  board cards that are higher": 1 / 4,
            "  lower rank": 5 / 13,
            "two ranks or more make a straight": 1,
            "three suits: backdoor flush draw": None,
        },
    ),
    (
        "9h9d",
        "9cKsKd2h3c",
        {"pair board: full house with a pocket pair": 1},
    ),
    (
        "Qh3d",
        "AhKh9h4h2c",
        {
            "four of a suit: flush": 1,
            "  higher ranks of the suit not on the board": None,
            "unpaired board: no pair": 1,
        },
    ),
    (
        "Th2c",
        "6s7h8d9cAh",
        {"straight with one hole card": 1, "straight with both hole cards": None},
    ),
]


@pytest.mark.parametrize(("hole", "board", "expected"), SITUATIONS)
def test_a_hand_looks_as_a_player_would_describe_it(hole, board, expected):
    stage = max(len(board) // 2 - 2, 0)
    cards, seen = parse_cards(board)[None], {}
    row = card_features("private", stage, cards, hole_cards=parse_cards(hole)[None])[0]
    for name, value in zip(feature_names("private", stage), row.tolist(), strict=True):
        if value:
            seen.setdefault(name, value)
    for name, value in expected.items():
        assert seen.get(name) == (None if value is None else pytest.approx(value)), (name, seen)
