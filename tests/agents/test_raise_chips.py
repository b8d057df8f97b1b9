"""The chips of raises: shares of the pot, and the nearest size of a menu."""

from fractions import Fraction

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from railbird.agents.raise_chips import RaiseChips, nearest_in_ratio

SIZES = st.lists(st.integers(1, 10**6), min_size=1, max_size=6, unique=True).map(sorted)


@given(SIZES, st.integers(1, 10**6))
@example([1, 4, 9], 2)
def test_no_size_of_the_menu_is_nearer_in_ratio(menu: list[int], size: int) -> None:
    """Of two that are as near it is the smaller."""
    ratios = [max(Fraction(size, other), Fraction(other, size)) for other in menu]
    assert nearest_in_ratio(menu, size) == ratios.index(min(ratios))


def test_a_share_is_of_the_pot_after_the_call_and_is_made_legal() -> None:
    """Blinds of 50 and 100: the small blind calls 50, and then the pot is 200."""
    one = [np.array([part]) for part in (150, 50, 50, 200, 1000)]
    chips = RaiseChips(*one)
    assert chips.raise_to(np.array([0.25, 0.5, 0.755, 1.0, 9.0])).tolist() == [
        *(200, 200, 251, 300, 1000)
    ]
    assert chips.shares(np.array([300])).tolist() == [1.0]
