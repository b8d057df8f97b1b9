"""Estimates of cost: rounds of play are projected to whole chunks, and the counts add up."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_runs import kuhn_spec

from railbird.harness import Processes, play_here
from railbird.harness.tournament.cost import describe_cost, estimate_cost
from railbird.harness.tournament.play_sample import Round, project

COSTS = st.floats(0, 10)
SIZES = st.integers(1, 5000)


@given(COSTS, COSTS, st.tuples(SIZES, SIZES), SIZES, SIZES)
def test_matches_are_projected_by_what_more_of_them_took(
    step: float, table: float, grown: tuple[int, int], matches: int, hands: int
) -> None:
    """A chunk of h hands at m tables takes h (step + m table)."""
    rounds = [Round(m, 4, 4 * (step + m * table)) for m in (grown[0], sum(grown))]
    found = project(rounds, Round(matches, hands, 0))
    assert found == pytest.approx(hands * (step + matches * table), rel=1e-8, abs=1e-6)


@given(COSTS, COSTS, SIZES, SIZES, SIZES)
def test_hands_are_projected_by_what_more_of_them_took(
    fixed: float, each: float, few: int, more: int, hands: int
) -> None:
    rounds = [Round(8, h, fixed + h * each) for h in (few, few + more)]
    assert project(rounds, Round(8, hands, 0)) == pytest.approx(
        fixed + hands * each, rel=1e-8, abs=1e-6
    )


@given(st.lists(st.tuples(SIZES, st.floats(0, 1000)), min_size=1, max_size=6), SIZES)
def test_no_noise_makes_a_projection_negative_or_smaller_for_more(
    taken: list[tuple[int, float]], matches: int
) -> None:
    sizes = sorted({size for size, _ in taken})
    rounds = [Round(size, 4, took) for size, (_, took) in zip(sizes, taken, strict=False)]
    found = [project(rounds, Round(matches + more, 9, 0)) for more in (0, 1, 100)]
    assert found[0] >= 0
    assert all(one <= other + 1e-9 for one, other in pairwise(found))


def test_one_round_alone_is_projected_by_its_hands() -> None:
    assert project([Round(2, 4, 8.0)], Round(10, 5, 0)) == pytest.approx(50.0)


@pytest.mark.parametrize("dispatch", [play_here, Processes(2)], ids=["here", "processes"])
def test_an_estimate_counts_what_is_left_and_names_its_parts(
    dispatch: object, tmp_path: Path
) -> None:
    cost = estimate_cost(kuhn_spec(), tmp_path / "run", dispatch)  # type: ignore[arg-type]
    assert cost.missing_hand_count == 4 * 4 * 6 * 20
    assert cost.playing_seconds > 0
    assert cost.fixed_seconds < cost.seconds <= cost.fixed_seconds + cost.playing_seconds
    assert cost.byte_count > 0
    assert "to start, rank and print" in describe_cost(cost)
