"""Sequential decisions: whose bankroll is higher, tested in stages, at a given error rate.

**Order of pairs.** The method is the group-sequential Holm procedure (Maurer and Bretz,
"Multiple testing in group sequential trials using graphical approaches", 2013) with the error spent
over looks as the most decks are used up, the power family of Kim and DeMets (1987) with power one:
of a level a, at a share t of the most decks, a * t has been spent.

At look k a pair is decided where the p-value of its difference, Student's over the decks so far, is
at most a * (t[k] - t[k - 1]), with a the error rate over the number of pairs that are still open;
each decision passes its share to the others. Where we depart: looks are combined by Bonferroni's
inequality, not by integrating their joint distribution. That needs a few more decks and holds for
any dependence between looks and pairs.

**Equivalence of pairs.** With a margin, a pair is also decided if two one-sided sequential
probability ratio tests (`probability_ratio`) both accept: each finds a difference of zero so much
more likely than one of the margin, in either direction, as Wald's bound for its share of the error
requires. Each kind of decision then gets half of the error rate, and a pair's share of the second
is half of it divided by the number of pairs.

**Guarantee.** The probability of any wrong decision is at most the error rate if Student's t holds.
It does not hold for rare luck in few decks, so a look decides no pair that does not vary or that
depends on few blocks (`weak_intervals`), and every decision must hold with one additional hand for
the greatest stake (`significance`). `benchmarks/coverage.py` measures the remaining error.
"""

from dataclasses import dataclass, replace

import numpy as np

from railbird.native import GameDefinition
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import line_up_means
from railbird.results.estimate.ranking.bankrolls import compare_all
from railbird.results.estimate.ranking.comparisons import Comparisons
from railbird.results.estimate.ranking.probability_ratio import acceptance_bound, mean_log_ratio
from railbird.results.estimate.uncertainty.intervals import Flags, Floats, Integers

ERROR_RATE = 0.05
UNDECIDED = -1


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """Play at most `most_decks` deck seeds; the probability of any wrong decision is `error_rate`.

    With a `margin` (mbb per hand) it is also decided that two agents differ by no more than that.
    """

    most_decks: int
    error_rate: float = ERROR_RATE
    margin: float | None = None

    @property
    def share(self) -> float:
        """The error rate of each kind of decision."""
        return self.error_rate if self.margin is None else self.error_rate / 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """The data of K looks at J pairs: `p_values` float64[K, J], `log_ratios` float64[K, J].

    The p-values are of the difference, the log ratios of a difference of zero over one of the
    margin, on the nearer side. Values of nan decide nothing.
    """

    p_values: Floats
    log_ratios: Floats


@dataclass(frozen=True, slots=True)
class Decisions:
    """All pairs of agents, `first` and `second` int64[J] in `labels`, and when each was decided.

    `look` int64[J] counts from 0, or is UNDECIDED; `is_within` bool[J] says whether the decision is
    that the two differ by no more than the margin. `difference` (mbb per hand, first less second)
    and `p_value` float64[J] are those of that look, or of the last.
    """

    rule: StoppingRule
    looks: tuple[int, ...]
    labels: tuple[str, ...]
    first: Integers
    second: Integers
    look: Integers
    is_within: Flags
    difference: Floats
    p_value: Floats

    @property
    def is_settled(self) -> bool:
        """Whether every pair is decided."""
        return bool((self.look != UNDECIDED).all())

    @property
    def open_agents(self) -> frozenset[str]:
        """The agents with an undecided pair: only line-ups with one of them matter."""
        still = self.look == UNDECIDED
        numbers = np.unique(np.concatenate([self.first[still], self.second[still]]))
        return frozenset(self.labels[number] for number in numbers.tolist())


def plan_looks(first: int, most: int) -> tuple[int, ...]:
    """Return the numbers of decks at which to look: `first`, doubled repeatedly, and `most`."""
    looks = [first]
    while looks[-1] * 2 < most:
        looks.append(looks[-1] * 2)
    return (*looks, most) if looks[-1] < most else tuple(looks)


def decide(
    evidence: Evidence, looks: tuple[int, ...], rule: StoppingRule
) -> tuple[Integers, Flags]:
    """Return the look at which each pair is decided, int64[J], and whether as within the margin.

    It is UNDECIDED if the looks so far do not decide it. Results of a pair after its decision do
    not matter.
    """
    pair_count = evidence.p_values.shape[1]
    found = np.full(pair_count, UNDECIDED)
    is_within = np.zeros(pair_count, bool)
    bound = acceptance_bound(rule.share / max(pair_count, 1))
    rows = zip(looks, evidence.p_values, evidence.log_ratios, strict=False)
    for number, (look, p_values, log_ratios) in enumerate(rows):
        before = looks[number - 1] / rule.most_decks if number else 0.0
        spent = look / rule.most_decks - before
        while True:
            # a pair within the margin has used no error of this kind, and keeps its share
            untold = (found == UNDECIDED) | is_within
            level = rule.share / max(untold.sum(), 1)
            decided = (found == UNDECIDED) & (p_values <= level * spent)
            if not decided.any():
                break
            found[decided] = number
        within = (found == UNDECIDED) & (log_ratios >= bound)
        found[within], is_within[within] = number, True
    return found, is_within


def decide_run(
    sets: DuplicateSets, looks: tuple[int, ...], rule: StoppingRule, *, game: GameDefinition
) -> Decisions:
    """Evaluate a run as it was at each of these looks; decks beyond the last are ignored.

    The result is the same for a run that was stopped and continued, or played by many workers.
    """
    compared = [_compare_until(sets, look, game) for look in looks]
    count = len(sets.agents)
    first, second = np.triu_indices(count, k=1)
    p_values = np.array([_by_pair(c, c.verdicts.p_guarded, count) for c in compared])
    ratios = np.array([_by_pair(c, _log_ratios(c, rule), count) for c in compared])
    differences = np.array([_by_pair(c, c.verdicts.difference, count, sign=-1) for c in compared])
    look, is_within = decide(Evidence(p_values, ratios), looks, rule)
    # a decided pair may have more decks by now: report the values of its decision
    then = (np.where(look == UNDECIDED, len(looks) - 1, look), np.arange(len(first)))
    return Decisions(
        rule=rule,
        looks=looks,
        labels=sets.agents,
        first=first,
        second=second,
        look=look,
        is_within=is_within,
        difference=differences[then],
        p_value=p_values[then],
    )


def _compare_until(sets: DuplicateSets, look: int, game: GameDefinition) -> Comparisons:
    kept = sets.deck < look
    part = replace(
        sets,
        line_up=sets.line_up[kept],
        deck=sets.deck[kept],
        hands=sets.hands[kept],
        payoffs=sets.payoffs[kept],
    )
    return compare_all(line_up_means(part, game.big_blind, stake=game.stake))


def _log_ratios(compared: Comparisons, rule: StoppingRule) -> Floats:
    """Return the guarded log ratio of no difference over the margin, on the nearer side.

    It is nan for pairs that depend on few blocks.
    """
    if rule.margin is None:
        return np.full(len(compared.plus), np.nan)
    verdicts, swing = compared.verdicts, compared.swing
    sides = [
        mean_log_ratio(
            difference=verdicts.difference + side * swing,
            variance=verdicts.standard_error**2 + swing**2,
            count=compared.freedom + 1,
            first=side * rule.margin,
            second=0.0,
        )
        for side in (1, -1)
    ]
    return np.where(verdicts.leans, np.nan, np.minimum(*sides))


def _by_pair(compared: Comparisons, values: Floats, count: int, *, sign: int = 1) -> Floats:
    """Return values of pairs arranged by all pairs of agents, float64[J]; nan if missing.

    With a `sign` of -1 a value changes its sign with the order of the pair.
    """
    table = np.full((count, count), np.nan)
    one, other = compared.agents[compared.plus], compared.agents[compared.minus]
    table[other, one] = sign * values
    table[one, other] = values
    return table[np.triu_indices(count, k=1)]
