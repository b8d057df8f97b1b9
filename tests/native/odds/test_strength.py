"""Hand strength and potential: the oracle's values, a slow reference, and bad input."""

import numpy as np
import numpy.typing as npt
import pytest
from odds_reference import expected_strength, holdings_with, transitions
from rank_reference import random_hands

from railbird.native import (
    CardError,
    HandPotential,
    RangeError,
    effective_hand_strength,
    equity,
    expected_hand_strength,
    hand_potential,
    hand_strength,
    parse_cards,
    parse_range,
    win_probability,
)
from railbird.native._native import lib
from railbird.native.cards.ranks import path_number, rank_paths
from railbird.native.odds.strength_rows import ROWS_PER_CALL, strength_rows


def random_weights(seed: int) -> npt.NDArray[np.float64]:
    generator = np.random.default_rng(seed)
    return generator.random(1326) * (generator.random(1326) < 0.4)


def test_known_strength_and_potential() -> None:
    assert float(hand_strength("AdQc", "3h4cJh")) == (628 + 9 / 2) / 1081
    river = hand_potential("AdQc", "3h4cJh")
    assert (river.positive, river.negative) == (
        pytest.approx(0.2083, abs=5e-5),
        pytest.approx(0.2737, abs=5e-5),
    )
    next_card = hand_potential("AdQc", "3h4cJh", cards_to_come=1)
    assert (next_card.positive, next_card.negative) == (
        pytest.approx(0.1083, abs=5e-5),
        pytest.approx(0.1454, abs=5e-5),
    )
    assert next_card.strength == hand_strength("AdQc", "3h4cJh")


@pytest.mark.parametrize("board_count", [3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_strength_equals_the_reference(seed: int, board_count: int) -> None:
    cards = random_hands(np.random.default_rng(seed), (1, 2 + board_count))[0]
    weights = random_weights(seed) if seed % 2 else np.ones(1326)
    holding, board = (int(cards[0]), int(cards[1])), cards[2:].tolist()
    tally = transitions(holding, board, holdings_with(weights), 0).sum(axis=1)
    strength = hand_strength(cards[:2], cards[2:], against=weights)
    assert float(strength) == pytest.approx((tally[0] + tally[1] / 2) / tally.sum(), abs=1e-12)


def potential_of(tally: npt.NDArray[np.float64]) -> tuple[float, float]:
    ahead, tied, behind = tally
    not_ahead = max(behind.sum() + tied.sum() / 2, 1e-300)
    positive = (behind[0] + behind[1] / 2 + tied[0] / 2) / not_ahead
    negative = (ahead[2] + ahead[1] / 2 + tied[2] / 2) / (ahead.sum() + tied.sum() / 2)
    return float(positive), float(negative)


@pytest.mark.parametrize(
    ("seed", "board_count", "to_come"), [(1, 3, 1), (2, 3, 1), (3, 4, 1), (4, 4, 1), (5, 3, 2)]
)
def test_potential_equals_the_reference(seed: int, board_count: int, to_come: int) -> None:
    cards = random_hands(np.random.default_rng(seed), (1, 2 + board_count))[0]
    weights = random_weights(seed)
    holding, board = (int(cards[0]), int(cards[1])), cards[2:].tolist()
    tally = transitions(holding, board, holdings_with(weights), to_come)
    potential = hand_potential(cards[:2], cards[2:], against=weights, cards_to_come=to_come)
    assert (float(potential.positive), float(potential.negative)) == pytest.approx(
        potential_of(tally), abs=1e-12
    )


@pytest.mark.parametrize("board", ["2c2d2h", "AsKsQs", "7h7d2c", "9h8h7h"])
def test_potential_on_boards_with_suits_alike_equals_the_reference(board: str) -> None:
    """Boards to come that differ by suits' names are gone through once."""
    rows = strength_rows("AdAc", board, None, board_sizes=(3,))
    whole = rows.ask(lib.rb_tally_potential, 2, width=9)
    assert whole.sum() == 1081 * 990
    weights = np.ones(1326)
    weights[0] += 1e-12  # without 2c2d no two suits are equivalent, and every board is visited
    apart = hand_potential("AdAc", board, against=weights)
    assert float(apart.positive) == pytest.approx(float(hand_potential("AdAc", board).positive))


def test_suits_that_a_range_distinguishes_are_not_merged() -> None:
    """Clubs, diamonds and hearts are equivalent for the cards, but not for the opponent's hands."""
    weights = parse_range("7h7d, QhTd:0.5, 6c5c")
    holding, board = sorted(parse_cards("AsKs").tolist()), parse_cards("Qs7s2s").tolist()
    tally = transitions((holding[0], holding[1]), board, holdings_with(weights), 2)
    potential = hand_potential(holding, board, against=weights)
    assert (float(potential.positive), float(potential.negative)) == pytest.approx(
        potential_of(tally), abs=1e-12
    )
    ahead, tied, behind = tally.sum(axis=0)
    share = (ahead + tied / 2) / (ahead + tied + behind)
    assert expected_hand_strength(holding, board, against=weights)[0] == pytest.approx(share)
    assert equity(["AsKs", weights], board).equity[0] == pytest.approx(share)


def test_expected_strength_equals_the_reference() -> None:
    weights, powers = random_weights(8), (1, 2, 3)
    holding, board = (30, 34), [0, 1, 26, 47]
    got = expected_hand_strength(list(holding), board, against=weights, powers=powers)
    wanted = expected_strength(holding, board, holdings_with(weights), powers)
    assert got.tolist() == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("board", ["", "2c7d9h", "2c7d9hTh", "2c7d9hThKs"])
def test_expected_strength_is_equity(board: str) -> None:
    against = "22-77, A2s-A5s, KQo"
    expected = expected_hand_strength("AhKd", board, against=against, powers=(1,))
    assert expected[0] == pytest.approx(equity(["AhKd", against], board).equity[0], abs=1e-9)


def test_rows_share_boards_and_keep_their_order() -> None:
    generator = np.random.default_rng(11)
    flops = random_hands(generator, (7, 3))
    boards = flops[generator.integers(7, size=60)]
    holes = np.array(
        [generator.choice(np.setdiff1d(np.arange(52), board), 2, replace=False) for board in boards]
    ).astype(np.uint8)
    weights = np.stack([random_weights(seed) for seed in range(60)])
    together = hand_potential(holes, boards, against=weights, cards_to_come=1)
    for row in range(60):
        alone = hand_potential(holes[row], boards[row], against=weights[row], cards_to_come=1)
        assert alone.strength == together.strength[row]
        assert alone.positive == together.positive[row]
        assert alone.negative == together.negative[row]


def test_many_rows_go_to_c_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(13)
    cards = random_hands(generator, (40, 5))
    weights = np.stack([random_weights(seed) for seed in range(40)])
    whole = hand_strength(cards[:, :2], cards[:, 2:], against=weights)
    monkeypatch.setitem(ROWS_PER_CALL, 3, 7)
    assert hand_strength(cards[:, :2], cards[:, 2:], against=weights).tolist() == whole.tolist()
    weights[5] = 0.0
    with pytest.raises(RangeError, match="a range is empty"):
        hand_strength(cards[:, :2], cards[:, 2:], against=weights)


def test_no_rows_have_no_answers() -> None:
    holes = np.empty((0, 2), dtype=np.uint8)
    assert hand_strength(holes, "2c7d9h").shape == (0,)
    assert hand_potential(holes, np.empty((0, 4), dtype=np.uint8)).strength.shape == (0,)
    assert expected_hand_strength(holes).shape == (0, 2)


def test_arrays_of_any_layout_and_integer_type_will_do() -> None:
    wide = random_hands(np.random.default_rng(14), (6, 5)).astype(np.int64)
    wanted = hand_strength(wide[:, :2].astype(np.uint8).copy(), wide[:, 2:].astype(np.uint8).copy())
    for array in (wide, np.asfortranarray(wide), wide.astype(np.uint8), wide.astype(np.int16)):
        assert hand_strength(array[:, :2], array[:, 2:]).tolist() == wanted.tolist()
    assert hand_strength(wide[::-1, :2], wide[::-1, 2:]).tolist() == wanted[::-1].tolist()
    weights = np.zeros(2652, dtype=np.float32)
    weights[::2] = random_weights(1) > 0.0
    strided = hand_strength("AdQc", "3h4cJh", against=weights[::2])
    assert strided == hand_strength("AdQc", "3h4cJh", against=weights[::2] > 0.0)


@pytest.mark.parametrize("path", rank_paths())
def test_every_path_gives_the_same_tallies_bit_by_bit(path: str) -> None:
    generator = np.random.default_rng(12)
    cards = random_hands(generator, (40, 5))
    tallies = []
    for name in (path, "portable"):
        rows = strength_rows(
            cards[:, :2], np.ascontiguousarray(cards[:, 2:]), random_weights(1), board_sizes=(3,)
        )
        rows._c.path = path_number(name)
        tallies.append(rows.ask(lib.rb_tally_potential, 1, width=9).tobytes())
    assert tallies[0] == tallies[1]


def test_a_hand_that_nothing_beats_has_no_positive_potential() -> None:
    quads = hand_potential("AhAd", "AcAs2h")
    assert (float(quads.strength), float(quads.positive)) == (1.0, 0.0)
    assert quads.negative < 1e-4


def test_effective_strength_and_winning_are_what_the_equations_say() -> None:
    assert effective_hand_strength(0.5, 0.2) == pytest.approx(0.6)
    assert effective_hand_strength([0.5, 0.9], [0.2, 0.1], 2).tolist() == pytest.approx(
        [0.25 + 0.75 * 0.2, 0.81 + 0.19 * 0.1]
    )
    potential = HandPotential(*map(np.asarray, (0.5, 0.2, 0.1)))
    assert win_probability(potential.strength, potential) == pytest.approx(0.5 * 0.9 + 0.5 * 0.2)


BAD_ROWS = [
    ("AdQc", "3h4c", {}, CardError, "board '3h4c' has 2 cards; it must have 3, 4 or 5"),
    (
        "AdQc",
        "3h4cAd",
        {},
        CardError,
        "card Ad is used twice among hole cards AdQc and board 3h4cAd",
    ),
    ("AdAd", "3h4c5c", {}, CardError, "Ad is used twice"),
    ([3, 99], "3h4c5c", {}, CardError, "99 is not a card"),
    ("AdQc", "3h4c5c", {"against": np.zeros(1326)}, RangeError, "a range is empty"),
    ("AdQc", "3h4c5c", {"against": np.full(1326, np.nan)}, RangeError, "has the weight nan"),
    ("AdQc", "3h4c5c", {"against": -np.ones(1326)}, RangeError, "has the weight -1.0"),
    ("AdQc", "3h4c5c", {"against": "AdQc"}, RangeError, "AdQc and board 3h4c5c leave no holding"),
    ("AdQc", "3h4c5c", {"against": np.ones(169)}, ValueError, "against must have shape"),
    ("AdQc", "3h4c5c", {"against": np.full(1326, 1e-40)}, RangeError, "no weight above 1e-30"),
    ("AdQc", "3h4c5c", {"against": ["AA"] * 1326}, TypeError, "against must be a text or float64"),
    ("AdQc", 5, {}, CardError, "board '3d' has 1 cards; it must have 3, 4 or 5"),
    ("AdQc", [255, 1, 2], {}, CardError, "255 is not a card"),
    ("AdQcJc", "3h4c5c", {}, ValueError, "hole_cards must have shape"),
]


@pytest.mark.parametrize(("holes", "board", "more", "error", "words"), BAD_ROWS)
def test_bad_rows_are_refused_in_a_sentence(
    holes: str, board: str, *, more: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        hand_strength(holes, board, **more)


@pytest.mark.parametrize("holding", [0, 1311, 1312, 1325])
def test_every_weight_of_a_range_is_looked_at(holding: int) -> None:
    weights = np.zeros(1326)
    weights[holding] = 0.5
    assert 0.0 <= hand_strength("7h8h", "KdQdJh", against=weights) <= 1.0
    for wrong in (-0.5, np.nan, np.inf):
        weights[holding] = wrong
        with pytest.raises(RangeError, match=f"has the weight {wrong}"):
            hand_strength("7h8h", "KdQdJh", against=weights + (np.arange(1326) != holding))


def test_bad_counts_of_cards_are_refused() -> None:
    with pytest.raises(CardError, match="it must have 3 or 4"):
        hand_potential("AdQc", "3h4c5c6c7c")
    with pytest.raises(ValueError, match="cards_to_come must be 1 to 2"):
        hand_potential("AdQc", "3h4c5c", cards_to_come=3)
    for power in (-1, 1.5, 2**31):
        with pytest.raises(ValueError, match="powers"):
            expected_hand_strength("AdQc", "3h4c5c", powers=(power,))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="board must have shape"):
        hand_strength(np.array([[1, 2], [3, 4]]), np.array([[5, 6, 7]]))
