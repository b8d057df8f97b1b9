"""Sizes of raises are found again: the least, shares of the pot, all-in."""

import numpy as np
import pytest

from railbird.agents.clone.model.raise_sizes import (
    ALL_IN,
    MIN,
    SHARE,
    SizeClass,
    classify_sizes,
)
from railbird.agents.raise_chips import RaiseChips

COUNT = 400


def some_chips(seed: int = 0) -> RaiseChips:
    random = np.random.default_rng(seed)
    to_call = random.integers(0, 400, COUNT)
    pot = to_call + random.integers(150, 3_000, COUNT)
    spent = random.integers(0, 500, COUNT)
    least = spent + to_call + np.maximum(to_call, 20)
    return RaiseChips(pot, to_call, spent, least, np.full(COUNT, 20_000))


@pytest.mark.parametrize("share", [0.33, 0.5, 0.75, 1.0, 2.0])
def test_a_size_that_is_always_the_same_is_learned_to_the_chip(share: float) -> None:
    chips = some_chips()
    wanted = chips.spent + chips.to_call + (share * (chips.pot + chips.to_call)).astype(int)
    raise_to = np.clip(wanted, chips.least + 1, chips.most)
    sizes, classes = classify_sizes(chips, raise_to)
    chosen = int(np.bincount(classes).argmax())
    assert sizes[chosen] == SizeClass(SHARE, share, share)
    least, most = sizes[chosen].bounds(chips)
    rows = (classes == chosen) & (wanted > chips.least)
    assert (least[rows] == raise_to[rows]).all()
    assert (most[rows] == raise_to[rows]).all()


def test_the_least_and_all_in_are_classes_of_their_own() -> None:
    chips = some_chips()
    raise_to = np.where(np.arange(COUNT) % 2, chips.least, chips.most)
    sizes, classes = classify_sizes(chips, raise_to)
    assert [size.kind for size in sizes] == [MIN, ALL_IN]
    for number, size in enumerate(sizes):
        assert (size.bounds(chips)[0][classes == number] == raise_to[classes == number]).all()


def test_a_range_of_sizes_stays_a_range() -> None:
    chips, random = some_chips(), np.random.default_rng(1)
    shares = random.uniform(0.9, 1.1, COUNT)
    raise_to = chips.spent + chips.to_call + (shares * (chips.pot + chips.to_call)).astype(int)
    raise_to = np.clip(raise_to, chips.least + 1, chips.most)
    sizes, classes = classify_sizes(chips, raise_to)
    size = sizes[int(np.bincount(classes).argmax())]
    assert 0.89 < size.least < 0.93
    assert 1.07 < size.most < 1.12


def test_rare_sizes_join_others() -> None:
    chips = some_chips()
    raise_to = chips.raise_to(1.0)
    raise_to[:3] = chips.raise_to(3.0)[:3]
    is_free = (raise_to > chips.least) & (raise_to < chips.most)
    part = RaiseChips(
        *(getattr(chips, name)[is_free] for name in ("pot", "to_call", "spent", "least", "most"))
    )
    sizes, _ = classify_sizes(part, raise_to[is_free])
    assert len(sizes) == 1


def test_all_in_is_the_usual_size_where_the_stack_allows_no_more() -> None:
    chips = some_chips()
    short = RaiseChips(
        chips.pot, chips.to_call, chips.spent, chips.least, np.maximum(chips.least, 2_500)
    )
    raise_to = short.raise_to(1.0)
    assert 0.1 < (raise_to == short.most).mean() < 0.9
    sizes, classes = classify_sizes(short, raise_to)
    assert sizes == (SizeClass(SHARE, 1.0, 1.0),)
    raise_to[:50] = short.most[:50]  # all-in of other sums than the pot
    sizes, classes = classify_sizes(short, raise_to)
    assert [size.kind for size in sizes] == [SHARE, ALL_IN]
    other = short.raise_to(1.0) != raise_to
    assert ((classes == 1) == other).all()
