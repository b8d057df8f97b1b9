"""Expected prizes: known fractions, all orders one by one, and what must hold for any stacks."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import PrizeError, expected_prizes, sample_expected_prizes

KNOWN = [
    ([5000, 3000, 2000], [50, 30, 20], ["1075/28", "131/4", "202/7"]),
    ([50, 30, 20], [70, 30], ["1265/28", "129/4", "158/7"]),
    ([40, 30, 20, 10], [50, 30, 20], ["2117/63", "2477/84", "1486/63", "373/28"]),
]
STACKS = st.lists(st.integers(1, 10**6), min_size=1, max_size=6)


def by_orders(stacks: list[int], prizes: list[int]) -> list[Fraction]:
    """Add up the prizes of every order of finishing, with its probability."""
    expected = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        rest, chance = Fraction(sum(stacks)), Fraction(1)
        for player in order:
            chance *= stacks[player] / rest
            rest -= stacks[player]
        for player, prize in zip(order, prizes, strict=False):
            expected[player] += chance * prize
    return expected


@pytest.mark.parametrize(("stacks", "prizes", "expected"), KNOWN)
def test_known_fractions(stacks: list[int], prizes: list[int], expected: list[str]) -> None:
    found = expected_prizes(stacks, prizes).tolist()
    assert found == pytest.approx([float(Fraction(text)) for text in expected], rel=1e-14)


@given(STACKS, st.data())
def test_it_is_the_sum_over_all_orders(stacks: list[int], data: st.DataObject) -> None:
    prize = st.integers(0, 1000)
    prizes = data.draw(st.lists(prize, min_size=1, max_size=len(stacks)))
    found = expected_prizes(stacks, prizes)
    assert found.tolist() == pytest.approx(list(map(float, by_orders(stacks, prizes))), rel=1e-12)
    assert found.sum() == pytest.approx(sum(prizes), rel=1e-12)


def test_rows_are_worth_what_they_are_alone() -> None:
    stacks = np.random.default_rng(3).integers(1, 5000, (4, 5, 16)).astype(np.float64)
    prizes = np.arange(16, 0, -1)
    found = expected_prizes(stacks, prizes)
    assert found.shape == stacks.shape
    for place in np.ndindex(4, 5):
        assert (found[place] == expected_prizes(stacks[place], prizes)).all()


def test_the_winner_takes_all_by_share_of_chips_and_equal_prizes_are_shared() -> None:
    stacks = np.arange(1.0, 17.0)
    assert expected_prizes(stacks, [1]) == pytest.approx(stacks / stacks.sum(), rel=1e-14)
    assert expected_prizes(stacks, [2] * 16) == pytest.approx([2] * 16, rel=1e-12)


def test_samples_are_within_their_error() -> None:
    stacks, prizes = np.array([900.0, 50, 300, 20, 20]), [50, 30, 20]
    exact = expected_prizes(stacks, prizes)
    off = []
    for key in range(40):
        sampled = sample_expected_prizes(stacks, prizes, sample_count=2000, key=key)
        off.append((sampled.expected - exact) / sampled.standard_error)
    assert np.abs(np.mean(off, axis=0)).max() < 4 / np.sqrt(40)
    assert 0.7 < np.std(off) < 1.3
    again = sample_expected_prizes(stacks, prizes, sample_count=2000, key=39)
    assert (again.expected == sampled.expected).all()
    large = sample_expected_prizes(np.ones(200), [10, 5], sample_count=9000)
    assert large.expected.sum() == pytest.approx(15)


@pytest.mark.parametrize(
    ("stacks", "prizes", "message"),
    [
        ([5, 0], [1], "a stack is not above 0; leave out players"),
        ([5, float("nan")], [1], "a stack is not above 0"),
        ([5, 5], [-1], "prizes must be numbers from 0 on, one or more"),
        ([5, 5], [], "prizes must be numbers from 0 on, one or more"),
        ([5, 5], [3, 2, 1], "there are 3 prizes for 2 players; give one a player or fewer"),
        ([1] * 17, [1], "17 players are too many for exact prizes; sample them"),
        ([], [1], "stacks must have shape"),
    ],
)
def test_what_no_tournament_has_is_refused(
    stacks: list[float], prizes: list[float], message: str
) -> None:
    with pytest.raises(PrizeError, match=message):
        expected_prizes(np.array(stacks, np.float64), np.array(prizes, np.float64))


def test_a_sample_of_one_has_no_error_and_is_refused() -> None:
    with pytest.raises(PrizeError, match="1 random orders are too few; take 2 or more"):
        sample_expected_prizes([1, 1], [1], sample_count=1)
