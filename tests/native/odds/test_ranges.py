"""The grammar of ranges, classes of hole cards, Chen's formula and equities before the flop."""

import numpy as np
import pytest

from railbird.native import (
    CardError,
    RangeError,
    chen_score,
    equity,
    holding_index,
    parse_range,
    preflop_equity,
    range_weights,
    sample_equity,
    top_range,
)
from railbird.native.cards.holdings import (
    CLASS_NAMES,
    HOLDING_CARDS,
    HOLDING_CLASSES,
    holding_class,
)
from railbird.native.odds.preflop import CLASSES_BY_STRENGTH


def classes_in(text: str) -> set[str]:
    """The classes that a range holds whole; it must hold no part of one."""
    weights = parse_range(text)
    assert set(weights.tolist()) <= {0.0, 1.0}
    counts = np.bincount(HOLDING_CLASSES[weights > 0.0], minlength=169)
    sizes = np.bincount(HOLDING_CLASSES)
    assert ((counts == 0) | (counts == sizes)).all()
    return {CLASS_NAMES[i] for i in np.flatnonzero(counts)}


RANGES = [
    ("TT", "TT"),
    ("AKs", "AKs"),
    ("ako", "AKo"),
    ("KA", "AKs AKo"),
    ("TT+", "TT JJ QQ KK AA"),
    ("AQs+", "AQs AKs"),
    ("KTo+", "KTo KJo KQo"),
    ("QJ+", "QJs QJo"),
    ("76s+", "76s"),
    ("22-55", "22 33 44 55"),
    ("55-22", "22 33 44 55"),
    ("A2s-A5s", "A2s A3s A4s A5s"),
    ("K9o-KJo", "K9o KTo KJo"),
    ("T9s-76s", "T9s 98s 87s 76s"),
    ("97s-J9s", "97s T8s J9s"),
    ("TT+, AQs+, KQo", "TT JJ QQ KK AA AQs AKs KQo"),
    ("22 - 33 AKo", "22 33 AKo"),
]


@pytest.mark.parametrize(("text", "names"), RANGES)
def test_items_mean_what_players_mean(text: str, names: str) -> None:
    assert classes_in(text) == set(names.split())


def test_random_is_everything_and_cards_are_one_holding() -> None:
    assert (parse_range("random") == 1.0).all()
    assert np.flatnonzero(parse_range("AhKd")).tolist() == holding_index("AhKd").reshape(1).tolist()


def test_weights_stand_behind_a_colon_and_the_last_one_counts() -> None:
    weights = parse_range("TT+:0.5, AA, KhKd:.25")
    by_class = dict(zip(CLASS_NAMES, weights[np.unique(HOLDING_CLASSES, True)[1]], strict=True))
    assert (by_class["TT"], by_class["AA"]) == (0.5, 1.0)
    assert weights[holding_index("KhKd")] == 0.25
    assert weights[holding_index("KhKs")] == 0.5


def test_a_range_is_read_once_and_cannot_be_written_to() -> None:
    assert parse_range("QQ+") is parse_range("QQ+")
    with pytest.raises(ValueError, match="read-only"):
        parse_range("QQ+")[0] = 1.0


def test_a_share_is_the_best_classes_whole() -> None:
    assert classes_in("0.4%") == {"AA"}
    assert classes_in("0.5%") == {"AA", "KK"}
    assert (parse_range("100%") == 1.0).all()
    last = 0
    for percent in range(1, 101):
        weights = top_range(percent / 100)
        count = int(weights.sum())
        assert count >= max(last, round(13.26 * percent - 0.5))
        assert count < 13.26 * percent + 12
        assert (weights == parse_range(f"{percent}%")).all()
        last = count
    # A share that ends where a class does takes that class and no more.
    assert top_range(12 / 1326).sum() == 12


BAD_RANGES = [
    ("", "is empty"),
    ("AA:0", "is empty"),
    ("AX", "'AX' is not part of a range"),
    ("AAs", "'AAs' is a pair"),
    ("AK+-AQ", "'AK\\+-AQ' is not part of a range"),
    ("AKs-AQo", "from one kind of hand to another"),
    ("AKs-QTs", "neither its high card nor its distance"),
    ("22-A5s", "from one kind of hand to another"),
    ("22-A5", "neither its high card nor its distance"),
    ("0%", "not a share of the hands"),
    ("101%", "not a share of the hands"),
    ("AA:x", "has the weight 'x'"),
    ("AA:", "has the weight ''"),
    ("AA:-1", "has the weight '-1'"),
    ("AhAh", "Ah is used twice"),
    ("raise", "'raise' is not part of a range"),
]


@pytest.mark.parametrize(("text", "words"), BAD_RANGES)
def test_what_is_not_a_range_is_named(text: str, words: str) -> None:
    with pytest.raises(RangeError, match=words):
        parse_range(text)


def test_invalid_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="must have shape"):
        range_weights([1.0, 2.0])
    with pytest.raises(RangeError, match="has the weight inf"):
        range_weights(np.full(1326, np.inf))


def test_holdings_and_classes_are_numbered_as_described() -> None:
    assert holding_index(HOLDING_CARDS).tolist() == list(range(1326))
    assert holding_index(HOLDING_CARDS[:, ::-1]).tolist() == list(range(1326))
    assert np.bincount(HOLDING_CLASSES).tolist() == [
        6 if len(name) == 2 else 4 if name[2] == "s" else 12 for name in CLASS_NAMES
    ]
    assert CLASS_NAMES[:3] == ("AA", "AKs", "AQs")
    assert CLASS_NAMES[12:15] == ("A2s", "AKo", "KK")
    assert CLASS_NAMES[-1] == "22"
    assert [CLASS_NAMES[int(holding_class(hand))] for hand in ("2h2c", "3hTh", "ThAc")] == [
        "22",
        "T3s",
        "ATo",
    ]


def test_invalid_holdings_are_refused() -> None:
    with pytest.raises(CardError, match="Ah is used twice"):
        holding_index([50, 50])
    with pytest.raises(CardError, match="52 is not a card"):
        holding_index([50, 52])
    with pytest.raises(ValueError, match="shape"):
        holding_index([1, 2, 3])


CHEN = {
    "AhAd": (20, 20),
    "KhKd": (16, 16),
    "TsTc": (10, 10),
    "5h5d": (5, 5),
    "2h2d": (5, 2),
    "AhKh": (12, 13),
    "AhKd": (10, 11),
    "KhQh": (10, 11),
    "JsTs": (9, 9),
    "JhTd": (7, 7),
    "QhTd": (6, 6),
    "JhTh": (9, 9),
    "Th8h": (7, 6),
    "7h5d": (4, 3),
    "7h2d": (-1, -1),
    "5h4d": (4, 4),
    "Ah2d": (5, 5),
    "9h5d": (1, 1),
}


@pytest.mark.parametrize("cards", CHEN)
def test_both_forms_of_chens_formula(cards: str) -> None:
    forms = tuple(int(chen_score(cards, form)) for form in ("usual", "printed"))
    assert forms == CHEN[cards]


def test_chens_formula_takes_arrays_and_knows_its_forms() -> None:
    assert chen_score(HOLDING_CARDS).shape == (1326,)
    assert int(chen_score(HOLDING_CARDS).max()) == 20
    with pytest.raises(ValueError, match="form 'new'"):
        chen_score("AhAd", "new")  # type: ignore[arg-type]


@pytest.mark.parametrize("cards", ["AhAd", "7h2d", "Ts9s", "5d5c"])
def test_the_table_against_one_hand_is_exact(cards: str) -> None:
    assert preflop_equity(cards) == pytest.approx(equity([cards, "random"]).equity[0], abs=1e-6)


@pytest.mark.parametrize("opponent_count", range(2, 10))
def test_the_table_against_more_is_within_its_error(opponent_count: int) -> None:
    for cards in ("AhKh", "7h2d", "JcTc"):
        players = [cards, *["random"] * opponent_count]
        sample = sample_equity(players, sample_count=20_000, key=opponent_count)
        error = np.hypot(sample.standard_error[0], 0.00025)
        assert abs(preflop_equity(cards, opponent_count) - sample.equity[0]) < 4.5 * error


def test_equities_before_the_flop_fit_together() -> None:
    sizes = np.bincount(HOLDING_CLASSES)
    everything = preflop_equity(HOLDING_CARDS)
    assert everything.mean() == pytest.approx(0.5, abs=1e-6)
    for opponent_count in range(2, 10):
        mean = preflop_equity(HOLDING_CARDS, opponent_count).mean()
        assert mean == pytest.approx(1 / (opponent_count + 1), abs=3e-4)
    assert [CLASS_NAMES[i] for i in CLASSES_BY_STRENGTH[:4]] == ["AA", "KK", "QQ", "JJ"]
    assert sorted(CLASSES_BY_STRENGTH) == list(range(169))
    assert sizes[list(CLASSES_BY_STRENGTH)].sum() == 1326
    with pytest.raises(ValueError, match="opponent_count must be 1 to 9"):
        preflop_equity("AhAd", 10)


def test_classes_are_in_the_order_of_their_equity_against_one_hand() -> None:
    holding_of = {int(c): i for i, c in reversed(list(enumerate(HOLDING_CLASSES)))}
    ordered = HOLDING_CARDS[[holding_of[number] for number in CLASSES_BY_STRENGTH]]
    assert (np.diff(preflop_equity(ordered)) <= 0).all()
    assert (np.diff(preflop_equity(ordered, 2)) > 0).any(), "another order than against two"
