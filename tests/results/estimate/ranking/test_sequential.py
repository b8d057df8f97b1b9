"""The stopping rule: its levels by hand, and its error rate and power by simulation."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from railbird.results.estimate.ranking.sequential import UNDECIDED, decide, decide_run, plan_looks
from tests.results.tables.rankings.test_rankings import Play, means_of

LOOKS = (20, 40, 80, 160)


def test_looks_double_up_to_the_most() -> None:
    assert plan_looks(20, 160) == LOOKS
    assert plan_looks(20, 100) == (20, 40, 80, 100)
    assert plan_looks(20, 20) == (20,)


def test_levels_by_hand() -> None:
    """One pair: an eighth of 5% at the first and second look, a quarter, then a half."""
    for look, level in enumerate((0.05 / 8, 0.05 / 8, 0.05 / 4, 0.05 / 2)):
        p_values = np.full((look + 1, 1), 0.9)
        p_values[look] = 0.999 * level
        assert decide(p_values, LOOKS, 160).tolist() == [look]
        p_values[look] = 1.001 * level
        assert decide(p_values, LOOKS, 160).tolist() == [UNDECIDED]


def test_a_decision_leaves_its_share_to_the_others() -> None:
    # at the only look a pair needs 0.05 over the number of open pairs
    looks = (160,)
    assert decide(np.array([[0.03, 0.03]]), looks, 160).tolist() == [UNDECIDED, UNDECIDED]
    assert decide(np.array([[0.01, 0.03]]), looks, 160).tolist() == [0, 0]
    assert decide(np.array([[0.01, 0.06]]), looks, 160).tolist() == [0, UNDECIDED]
    assert decide(np.array([[np.nan, 0.01]]), looks, 160).tolist() == [UNDECIDED, 0]


def test_a_decision_stands_whatever_comes_after() -> None:
    early = decide(np.array([[1e-9, 0.5], [0.9, 0.5]]), LOOKS, 160)
    assert early.tolist() == [0, UNDECIDED]


def luck(random: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Return noise as heavy-tailed as all-ins are: mostly small pots, sometimes a stack."""
    stacks = random.random(shape) < 0.1
    return random.normal(size=shape) + 10 * stacks * random.choice([-1, 1], shape)


def simulate(skills: np.ndarray, count: int, seed: int) -> tuple[float, float]:
    """Return the share of tournaments with a wrong decision, and of pairs that were decided."""
    random = np.random.default_rng(seed)
    pairs = list(combinations(range(len(skills)), 2))
    wrong, decided = 0, 0.0
    for _ in range(count):
        won = skills[:, None] + luck(random, (len(skills), LOOKS[-1]))
        p_values, signs = np.empty((2, len(LOOKS), len(pairs)))
        for number, look in enumerate(LOOKS):
            tests = [stats.ttest_rel(won[a, :look], won[b, :look]) for a, b in pairs]
            p_values[number] = [test.pvalue for test in tests]
            signs[number] = [np.sign(test.statistic) for test in tests]
        found = decide(p_values, LOOKS, LOOKS[-1])
        truth = np.array([np.sign(skills[a] - skills[b]) for a, b in pairs])
        is_decided = found != UNDECIDED
        wrong += bool((is_decided & (signs[found, np.arange(len(pairs))] != truth)).any())
        decided += is_decided.mean() / count
    return wrong / count, decided


def test_equal_agents_are_told_apart_no_more_often_than_stated() -> None:
    wrong, _ = simulate(np.zeros(3), 200, seed=1)
    assert wrong <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 200)


def test_different_agents_are_told_apart_the_right_way() -> None:
    wrong, decided = simulate(np.array([0.0, 0.0, 3.0]), 60, seed=2)
    assert wrong <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 60)
    assert decided > 0.6, "the two pairs of three that differ"


def test_a_run_is_judged_as_it_stood_at_each_look() -> None:
    random = np.random.default_rng(3)
    play: Play = {}
    for first, second in combinations("abc", 2):
        edge = 30 if first == "a" else 0
        won = random.integers(-20, 21, 40) + edge
        play[first, second] = [{first: int(n), second: -int(n)} for n in won]
    sets = means_of(play).sets
    both = decide_run(sets, (20, 40), 40, stake=0)
    assert both.open_agents == {"b", "c"}
    assert not both.is_settled
    assert both.look[:2].tolist() == [0, 0]
    short = {pair: decks[:20] for pair, decks in play.items()}
    early = decide_run(means_of(short).sets, (20,), 40, stake=0)
    assert decide_run(sets, (20,), 40, stake=0).p_value == pytest.approx(early.p_value)
