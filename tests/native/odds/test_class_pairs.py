"""Class against class before the flop: the table against equities that are known otherwise."""

import numpy as np
import pytest

from railbird.native import (
    CLASS_NAMES,
    CLASSES_BY_STRENGTH,
    HOLDING_CLASSES,
    class_pair_outcomes,
    classes_in_share,
    equity,
    preflop_equity,
    top_range,
    top_share_outcomes,
)


def place(name: str) -> int:
    return CLASS_NAMES.index(name)


def test_the_table_is_whole_and_mirrored() -> None:
    outcomes = class_pair_outcomes()
    assert outcomes.shape == (169, 169, 3)
    assert (outcomes >= 0).all()
    assert outcomes.sum() == 1326 * 1225 * 1_712_304
    assert (outcomes[:, :, 0] == outcomes[:, :, 2].T).all()
    assert (outcomes[:, :, 1] == outcomes[:, :, 1].T).all()


def test_against_any_hand_it_gives_the_equities_before_the_flop() -> None:
    total = class_pair_outcomes().sum(axis=1)
    equities = (total[:, 0] + total[:, 1] / 2) / total.sum(axis=1)
    first = np.unique(HOLDING_CLASSES, return_index=True)[1]
    low, high = np.array([(a, b) for b in range(52) for a in range(b)]).T
    known = preflop_equity(np.column_stack([low, high])[first].astype(np.uint8))
    assert np.abs(equities - known).max() < 5.1e-7


@pytest.mark.parametrize("pair", [("AA", "KK"), ("AKs", "QQ"), ("72o", "72o"), ("JTs", "54o")])
def test_a_pair_of_classes_is_as_the_odds_have_it(pair: tuple[str, str]) -> None:
    known = equity(list(pair))
    found = class_pair_outcomes()[place(pair[0]), place(pair[1])]
    assert found.tolist() == [known.won[0], known.tied[0], known.won[1]]


def test_the_best_share_is_that_of_ranges() -> None:
    known = equity(["AhQh", top_range(0.28)])
    found = top_share_outcomes()[place("AQs"), classes_in_share(0.28) - 1]
    assert (found[0] + found[1] / 2) / found.sum() == pytest.approx(known.equity[0], abs=1e-12)


def test_a_share_is_of_whole_classes_and_one_at_least() -> None:
    sizes = np.bincount(HOLDING_CLASSES)[list(CLASSES_BY_STRENGTH)]
    ends = np.cumsum(sizes) / 1326
    assert classes_in_share(ends).tolist() == list(range(1, 170))
    assert classes_in_share([0.0, ends[0] / 2, ends[4] + 1e-5, 1.0]).tolist() == [1, 1, 6, 169]
