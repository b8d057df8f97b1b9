"""Nash averaging of agents against tasks, checked with published games and its claims."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linprog

from railbird.results.estimate.ranking.nash_averaging import nash_average
from railbird.results.estimate.ranking.nash_of_tasks import (
    nash_average_of_tasks,
    opponents_of_line_ups,
)

CYCLIC = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
TRANSITIVE = np.array([[0.0, 1, 2], [-1, 0, 1], [-2, -1, 0]])


@pytest.mark.parametrize("weight", [0.0, 0.1, 0.25, 0.4, 0.6, 2.0])
def test_a_cyclic_game_with_a_transitive_part(weight: float) -> None:
    """Balduzzi and others (2018): (1 + w, 1 - 2w, 1 + w) / 3 up to a half, then the first alone."""
    expected = [1, 0, 0] if weight > 0.5 else np.array([1 + weight, 1 - 2 * weight, 1 + weight]) / 3
    game = CYCLIC + weight * TRANSITIVE
    assert nash_average(game).mass == pytest.approx(expected, abs=1e-7)
    found = nash_average_of_tasks(game)
    assert found.mass == pytest.approx(expected, abs=1e-7)
    assert found.task_mass == pytest.approx(expected, abs=1e-7)
    assert found.skill == pytest.approx(nash_average(game).skill, abs=1e-6)


def test_agents_that_others_dominate_have_no_mass() -> None:
    """The games of OpenSpiel's tests, with scores scaled by task as there."""
    scores = np.array([[0.0, 0, 0], [1, 10, 100], [2, 20, 200], [3, 30, 300]]) / [3, 30, 300]
    assert nash_average_of_tasks(scores).mass == pytest.approx([0, 0, 0, 1])
    twice = nash_average_of_tasks(scores[[0, 1, 2, 3, 3]])
    assert twice.mass == pytest.approx([0, 0, 0, 0.5, 0.5])
    assert twice.skill == pytest.approx([0, 1 / 3, 2 / 3, 1, 1])


def test_it_is_an_equilibrium_whose_value_is_that_of_a_linear_programme() -> None:
    random = np.random.default_rng(1)
    for agents, tasks in ((2, 5), (4, 4), (7, 3), (6, 20)):
        scores = random.normal(size=(agents, tasks)) * 300 - 50
        found = nash_average_of_tasks(scores)
        assert found.mass.sum() == pytest.approx(1)
        assert found.task_mass.sum() == pytest.approx(1)
        value = -linprog(
            [*[0] * agents, -1],
            A_ub=np.column_stack([-scores.T, np.ones(tasks)]),
            b_ub=np.zeros(tasks),
            A_eq=[[*[1] * agents, 0]],
            b_eq=[1],
            bounds=[(0, None)] * agents + [(None, None)],
        ).fun
        assert found.skill.max() == pytest.approx(value, abs=1e-4)
        assert (found.mass @ scores).min() == pytest.approx(value, abs=1e-4)


def test_copies_of_tasks_and_of_agents_change_nobody_s_skill() -> None:
    """The invariance that Nash averaging is made for."""
    random = np.random.default_rng(2)
    scores = random.normal(size=(5, 6))
    skill = nash_average_of_tasks(scores).skill
    tasks = nash_average_of_tasks(scores[:, [0, 0, 0, 1, 2, 3, 4, 5, 5]])
    assert tasks.skill == pytest.approx(skill, abs=1e-6)
    agents = nash_average_of_tasks(scores[[0, 1, 2, 3, 3, 3, 4]])
    assert agents.skill == pytest.approx(skill[[0, 1, 2, 3, 3, 3, 4]], abs=1e-6)


def test_tasks_that_all_do_well_in_do_not_matter() -> None:
    random = np.random.default_rng(3)
    scores = random.normal(size=(4, 5))
    easy = np.column_stack([scores, scores.max() + 1 + random.random((4, 3))])
    found = nash_average_of_tasks(easy)
    assert found.task_mass[5:] == pytest.approx([0, 0, 0])
    assert found.skill == pytest.approx(nash_average_of_tasks(scores).skill, abs=1e-6)


@pytest.mark.parametrize(("scale", "shift"), [(1e7, 0), (1e-6, 0), (1, 1e6), (1, -1e6)])
def test_the_unit_of_scores_does_not_matter(scale: float, shift: float) -> None:
    scores = np.random.default_rng(4).normal(size=(4, 5))
    plain, other = nash_average_of_tasks(scores), nash_average_of_tasks(scores * scale + shift)
    assert other.mass == pytest.approx(plain.mass, abs=1e-6)
    assert other.skill == pytest.approx(plain.skill * scale + shift, rel=1e-6)


def test_where_all_scores_are_equal_everything_is_even() -> None:
    found = nash_average_of_tasks(np.full((3, 4), 7.0))
    assert found.mass == pytest.approx([1 / 3] * 3)
    assert found.task_mass == pytest.approx([0.25] * 4)
    assert found.skill == pytest.approx([7] * 3)
    assert nash_average_of_tasks(np.array([[2.0]])).skill.tolist() == [2]


def test_an_agent_sits_in_its_own_place_or_in_anybody_s() -> None:
    line_ups = np.array(list(combinations(range(4), 3)))
    payoffs = np.arange(12.0).reshape(4, 3)
    opponents = opponents_of_line_ups(line_ups, 4)
    assert opponents is not None
    scores = opponents.scores(payoffs)
    # line-ups 012, 013, 023, 123; entries count up through their members
    assert scores[0].tolist() == [0, 3, 6, (0 + 3 + 6) / 3]
    assert scores[3].tolist() == [(5 + 8 + 11) / 3, 5, 8, 11]
    assert opponents.scores(np.stack([payoffs, 2 * payoffs]))[1] == pytest.approx(2 * scores)


def test_where_a_line_up_is_missing_nobody_can_take_its_seats() -> None:
    line_ups = np.array(list(combinations(range(4), 3)))
    assert opponents_of_line_ups(line_ups[:-1], 4) is None
    assert opponents_of_line_ups(line_ups[:1], 3) is not None
