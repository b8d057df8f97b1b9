"""Sampling from declared probabilities is the same in both forms."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from railbird.native import ActionKind, sample_actions
from railbird.plugins import CALL, FOLD, Action, ActionRange, raise_to, sample_alternatives

WEIGHTS = st.lists(st.integers(0, 1000), min_size=1, max_size=6).filter(sum)
DRAWS = st.floats(0, 1, exclude_max=True) | st.just(math.nextafter(1.0, 0.0))
BOUNDS = st.lists(st.tuples(st.integers(0, 2**40), st.integers(0, 2**40)), min_size=6, max_size=6)


@given(WEIGHTS, BOUNDS, DRAWS)
@example([1, 0], [(0, 0)] * 6, math.nextafter(1.0, 0.0))
@example([0, 7, 0], [(5, 3)] * 6, 0.0)
def test_one_row_at_a_time_is_what_the_native_sampler_does(
    weights: list[int], bounds: list[tuple[int, int]], draw: float
) -> None:
    probabilities = [weight / sum(weights) for weight in weights]
    ranges = [
        ActionRange(ActionKind(j % 3), least, least + span)
        for j, (least, span) in enumerate(bounds[: len(weights)])
    ]
    picked = sample_alternatives(list(zip(probabilities, ranges, strict=True)), draw)
    kinds, amounts = sample_actions(
        [probabilities],
        np.array([choice.kind for choice in ranges], np.uint8),
        draws=[draw],
        least=[[choice.least for choice in ranges]],
        most=[[choice.most for choice in ranges]],
    )
    assert picked == Action(ActionKind(kinds[0]), int(amounts[0]))


def test_draws_pick_alternatives_in_order_and_then_the_amount() -> None:
    alternatives = [(0.25, FOLD), (0.25, CALL), (0.5, ActionRange(ActionKind.RAISE, 10, 19))]
    picked = [sample_alternatives(alternatives, (draw + 0.5) / 40) for draw in range(40)]
    assert picked[:10] == [FOLD] * 10
    assert picked[10:20] == [CALL] * 10
    assert picked[20:] == [raise_to(10 + i // 2) for i in range(20)]


@pytest.mark.parametrize(
    "probabilities", [[0.5, 0.4], [1.1, -0.1], [math.nan, 1.0], [0.0, 0.0], [1.0, 0.1], []]
)
def test_what_is_not_a_distribution_is_refused(probabilities: list[float]) -> None:
    alternatives = [(probability, CALL) for probability in probabilities]
    with pytest.raises(ValueError, match="probabilit"):
        sample_alternatives(alternatives, 0.5)


@pytest.mark.parametrize("bounds", [(5, 4), (-1, 4)])
def test_crossed_bounds_are_refused(bounds: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="amounts"):
        sample_alternatives([(1.0, ActionRange(ActionKind.RAISE, *bounds))], 0.5)
