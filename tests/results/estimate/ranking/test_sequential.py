"""The stopping rule: its levels by hand, and its error rate and power by simulation."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from railbird.native import parse_game
from railbird.results.estimate.means.line_up_means import line_up_means
from railbird.results.estimate.ranking.bankrolls import compare_all
from railbird.results.estimate.ranking.probability_ratio import acceptance_bound, mean_log_ratio
from railbird.results.estimate.ranking.sequential import (
    UNDECIDED,
    Evidence,
    StoppingRule,
    decide,
    decide_run,
    plan_looks,
)
from tests.results.conftest import KUHN_2P
from tests.results.tables.rankings.test_rankings import CHIP, Play, means_of

GAME = parse_game(KUHN_2P)
LOOKS = (20, 40, 80, 160)
RULE = StoppingRule(160)


def decide_by(
    p_values: object, looks: tuple[int, ...] = LOOKS, ratios: object = None, rule: object = RULE
) -> tuple[list[int], list[bool]]:
    p = np.atleast_2d(np.array(p_values, float))
    log_ratios = np.full(p.shape, np.nan) if ratios is None else np.array(ratios, float)
    look, is_within = decide(Evidence(p, log_ratios), looks, rule)  # type: ignore[arg-type]
    return look.tolist(), is_within.tolist()


def test_looks_double_up_to_the_most() -> None:
    assert plan_looks(20, 160) == LOOKS
    assert plan_looks(20, 100) == (20, 40, 80, 100)
    assert plan_looks(20, 20) == (20,)


def test_levels_by_hand() -> None:
    """One pair: an eighth of 5% at the first and second look, a quarter, then a half."""
    for look, level in enumerate((0.05 / 8, 0.05 / 8, 0.05 / 4, 0.05 / 2)):
        p_values = np.full((look + 1, 1), 0.9)
        p_values[look] = 0.999 * level
        assert decide_by(p_values)[0] == [look]
        p_values[look] = 1.001 * level
        assert decide_by(p_values)[0] == [UNDECIDED]


def test_a_decision_leaves_its_share_to_the_others() -> None:
    # at the only look a pair needs 0.05 over the number of open pairs
    looks = (160,)
    assert decide_by([0.03, 0.03], looks)[0] == [UNDECIDED, UNDECIDED]
    assert decide_by([0.01, 0.03], looks)[0] == [0, 0]
    assert decide_by([0.01, 0.06], looks)[0] == [0, UNDECIDED]
    assert decide_by([np.nan, 0.01], looks)[0] == [UNDECIDED, 0]


def test_a_decision_stands_whatever_comes_after() -> None:
    assert decide_by([[1e-9, 0.5], [0.9, 0.5]])[0] == [0, UNDECIDED]


def test_a_margin_halves_the_error_rate_and_shares_it_over_all_pairs() -> None:
    rule, looks = StoppingRule(160, margin=5.0), (160,)
    assert decide_by([0.024], looks, [[0.0]], rule) == ([0], [False])
    assert decide_by([0.026], looks, [[0.0]], rule) == ([UNDECIDED], [False])
    bound = acceptance_bound(0.025 / 2)
    found = decide_by([0.5, 0.5], looks, [[bound + 0.01, bound - 0.01]], rule)
    assert found == ([0, UNDECIDED], [True, False])
    # a pair within the margin leaves nothing to the others' other kind of decision
    found = decide_by([[0.5, 0.5], [0.5, 0.011]], (80, 160), [[99.0, 0.0], [0.0, 0.0]], rule)
    assert found == ([0, UNDECIDED], [True, False])


def test_the_log_ratio_is_that_of_the_likeliest_normals() -> None:
    """Held against densities: each mean takes the variance that makes the payoffs likeliest."""
    payoffs = np.random.default_rng(4).normal(1, 3, 12)
    likelihoods = []
    for mean in (2.0, 0.0):
        deviation = np.sqrt(((payoffs - mean) ** 2).mean())
        likelihoods.append(stats.norm(mean, deviation).logpdf(payoffs).sum())
    found = mean_log_ratio(
        difference=np.array([payoffs.mean()]),
        variance=np.array([payoffs.var(ddof=1) / 12]),
        count=np.array([12]),
        first=2.0,
        second=0.0,
    )
    assert found[0] == pytest.approx(likelihoods[1] - likelihoods[0])


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
        found, _ = decide(Evidence(p_values, np.full(p_values.shape, np.nan)), LOOKS, RULE)
        truth = np.array([np.sign(skills[a] - skills[b]) for a, b in pairs])
        is_decided = found != UNDECIDED
        wrong += bool((is_decided & (signs[found, np.arange(len(pairs))] != truth)).any())
        decided += is_decided.mean() / count
    return wrong / count, decided


def test_equal_agents_are_distinguished_no_more_often_than_stated() -> None:
    wrong, _ = simulate(np.zeros(3), 200, seed=1)
    assert wrong <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 200)


def test_different_agents_are_ordered_correctly() -> None:
    wrong, decided = simulate(np.array([0.0, 0.0, 3.0]), 60, seed=2)
    assert wrong <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 60)
    assert decided > 0.6, "the two pairs of three that differ"


def pair_play(won: np.ndarray) -> Play:
    """Return what a won from b, in mbb per hand by deck: sets of 20 hands, a blind of one chip."""
    chips = np.rint(won / 1000 * 20 * CHIP).astype(int).tolist()
    return {("a", "b"): [{"a": n, "b": -n} for n in chips]}


@pytest.mark.parametrize("apart", [-40, 40])
def test_agents_the_margin_apart_are_seldom_called_as_good(apart: int) -> None:
    """Half of the 5% is for this kind of decision; bankrolls differ by twice what a won."""
    random, rule, wrong = np.random.default_rng(7), StoppingRule(160, margin=40.0), 0
    for _ in range(120):
        sets = means_of(pair_play(random.normal(apart / 2, 40, 160))).sets
        wrong += int(decide_run(sets, LOOKS, rule, game=GAME).is_within.any())
    assert wrong <= 120 * 0.025 + 2 * np.sqrt(120 * 0.025)


def test_equal_agents_are_called_as_good_and_play_ends() -> None:
    random, rule, looks = np.random.default_rng(8), StoppingRule(160, margin=40.0), []
    for _ in range(40):
        sets = means_of(pair_play(random.normal(0, 40, 160))).sets
        decided = decide_run(sets, LOOKS, rule, game=GAME)
        looks += decided.look[decided.is_within].tolist()
    assert len(looks) >= 36
    assert np.mean(looks) < 2.5, "before all decks are played"


@pytest.mark.parametrize(
    "won",
    [np.full(40, 500.0), np.where(np.arange(40) == 3, 9000.0, -500.0)],
    ids=["no variance", "one rare event"],
)
def test_a_look_that_says_little_decides_nothing(won: np.ndarray) -> None:
    for margin in (None, 1e6):
        rule = StoppingRule(40, margin=margin)
        for stake in (0, 2):
            game = replace(GAME, raise_sizes=(stake,)) if stake else GAME
            decided = decide_run(means_of(pair_play(won)).sets, (10, 20, 40), rule, game=game)
            assert decided.look.tolist() == [UNDECIDED]


def test_luck_that_has_not_shown_yet_decides_nothing() -> None:
    """Small pots so far; one all-in for 200 blinds in as many hands would turn the difference."""
    won = np.random.default_rng(2).normal(300, 100, 10)
    deep = replace(GAME, betting="nolimit", raise_sizes=(), stacks=(200, 200), max_raises=(255,))
    rule = StoppingRule(10)
    sets = means_of(pair_play(won)).sets
    assert decide_run(sets, (10,), rule, game=GAME).look.tolist() == [0]
    assert decide_run(sets, (10,), rule, game=deep).look.tolist() == [UNDECIDED]
    within = StoppingRule(10, margin=2000.0)
    assert decide_run(sets, (10,), within, game=GAME).look.tolist() == [0]
    assert decide_run(sets, (10,), within, game=deep).look.tolist() == [UNDECIDED]


def test_a_margin_must_hold_with_one_more_hand_on_either_side() -> None:
    """The margin lies where the difference alone would be within it, and the guarded one is not."""
    won = np.random.default_rng(6).normal(100, 100, 40)
    deep = replace(GAME, betting="nolimit", raise_sizes=(), stacks=(60, 60), max_raises=(255,))
    sets = means_of(pair_play(won)).sets
    compared = compare_all(line_up_means(sets, deep.big_blind, stake=deep.stake))
    verdicts, swing = compared.verdicts, compared.swing
    bound = acceptance_bound(0.025)

    def ratio(margin: float, shift: float) -> float:
        sides = [
            mean_log_ratio(
                difference=verdicts.difference + side * shift * swing,
                variance=verdicts.standard_error**2 + swing**2,
                count=compared.freedom + 1,
                first=side * margin,
                second=0.0,
            )
            for side in (1, -1)
        ]
        return float(np.minimum(*sides)[0])

    margins = np.arange(50.0, 4000.0, 5.0)
    first = next(margin for margin in margins if ratio(margin, 0) > bound)
    last = next(margin for margin in margins if ratio(margin, 1) > bound)
    assert last > first + 20
    for margin, look in ((last - 10, UNDECIDED), (last + 10, 0)):
        decided = decide_run(sets, (40,), StoppingRule(40, margin=margin), game=deep)
        assert (decided.look.tolist(), decided.p_value[0] > 0.025) == ([look], True)


def test_a_run_is_judged_as_it_stood_at_each_look() -> None:
    random = np.random.default_rng(3)
    play: Play = {}
    for first, second in combinations("abc", 2):
        edge = 30 if first == "a" else 0
        won = (random.integers(-20, 21, 40) + edge) * CHIP
        play[first, second] = [{first: int(n), second: -int(n)} for n in won]
    sets, rule = means_of(play).sets, StoppingRule(40)
    both = decide_run(sets, (20, 40), rule, game=GAME)
    assert both.open_agents == {"b", "c"}
    assert not both.is_settled
    assert both.look[:2].tolist() == [0, 0]
    short = {pair: decks[:20] for pair, decks in play.items()}
    early = decide_run(means_of(short).sets, (20,), rule, game=GAME)
    assert decide_run(sets, (20,), rule, game=GAME).p_value == pytest.approx(early.p_value)
