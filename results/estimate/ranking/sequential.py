"""Deciding while playing on: whose bankroll is higher, looked at in stages, at a stated error rate.

The method is the group-sequential Holm procedure (Maurer and Bretz, "Multiple testing in group
sequential trials using graphical approaches", 2013) with the error spent over looks as the most
decks are used up, the power family of Kim and DeMets (1987) with power one: of a level a, at a
share t of the most decks, a * t has been spent.

At look k a pair is decided where the p-value of its difference, Student's over the
decks so far, is at most a * (t[k] - t[k - 1]), with a the error rate over the number of pairs
that are still open; each decision leaves its share to the others. Where we depart: looks are joined
by Bonferroni's inequality, not by integrating their joint distribution. That wants a few more decks
and holds however looks and pairs hang together: the chance that any pair is decided the wrong way
is at most the error rate.
"""

from dataclasses import dataclass, replace

import numpy as np

from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import line_up_means
from railbird.results.estimate.ranking.bankrolls import compare_all
from railbird.results.estimate.ranking.comparisons import Comparisons
from railbird.results.estimate.uncertainty.intervals import Floats, Integers

ERROR_RATE = 0.05
UNDECIDED = -1


@dataclass(frozen=True, slots=True)
class Decisions:
    """All pairs of agents, `first` and `second` int64[J] in `labels`, and when each was decided.

    `look` int64[J] counts from 0, UNDECIDED where it was not; `difference` (chips of 1/1000 a hand,
    first less second) and `p_value` float64[J] are those of that look, or of the last.
    """

    looks: tuple[int, ...]
    labels: tuple[str, ...]
    first: Integers
    second: Integers
    look: Integers
    difference: Floats
    p_value: Floats

    @property
    def is_settled(self) -> bool:
        """Whether every pair is decided."""
        return bool((self.look != UNDECIDED).all())

    @property
    def open_agents(self) -> frozenset[str]:
        """The agents of which a pair is still open: only line-ups with one of them matter."""
        still = self.look == UNDECIDED
        numbers = np.unique(np.concatenate([self.first[still], self.second[still]]))
        return frozenset(self.labels[number] for number in numbers.tolist())


def plan_looks(first: int, most: int) -> tuple[int, ...]:
    """Return the numbers of decks at which to look: `first`, doubled over and over, and `most`."""
    looks = [first]
    while looks[-1] * 2 < most:
        looks.append(looks[-1] * 2)
    return (*looks, most) if looks[-1] < most else tuple(looks)


def decide(
    p_values: Floats, looks: tuple[int, ...], most: int, *, error_rate: float = ERROR_RATE
) -> Integers:
    """Return the look at which each pair is decided, int64[J], UNDECIDED where it is not.

    `p_values` float64[K, J] are those of the first K looks; what is nan decides nothing. What a
    pair's p-values are after it was decided does not matter.
    """
    found = np.full(p_values.shape[1], UNDECIDED)
    for number, (look, row) in enumerate(zip(looks, p_values, strict=False)):
        before = looks[number - 1] / most if number else 0.0
        while (found == UNDECIDED).any():
            still = found == UNDECIDED
            level = error_rate / still.sum()
            decided = still & (row <= level * (look / most - before))
            if not decided.any():
                break
            found[decided] = number
    return found


def decide_run(
    sets: DuplicateSets,
    looks: tuple[int, ...],
    most: int,
    *,
    stake: int,
    error_rate: float = ERROR_RATE,
) -> Decisions:
    """Judge a run as it stood at each of these looks; decks beyond the last play no part.

    A run that was stopped and goes on, or that was played by many workers, comes to the same.
    """
    compared = [_compare_until(sets, look, stake) for look in looks]
    labels = sets.agents
    first, second = np.triu_indices(len(labels), k=1)
    tables = [_by_pair(comparison, len(labels)) for comparison in compared]
    p_values = np.array([p[first, second] for p, _ in tables])
    look = decide(p_values, looks, most, error_rate=error_rate)
    differences = np.array([d[first, second] for _, d in tables])
    # a decided pair plays on only by the way: what it was decided on is told
    then = (np.where(look == UNDECIDED, len(looks) - 1, look), np.arange(len(first)))
    return Decisions(
        looks=looks,
        labels=labels,
        first=first,
        second=second,
        look=look,
        difference=differences[then],
        p_value=p_values[then],
    )


def _compare_until(sets: DuplicateSets, look: int, stake: int) -> Comparisons:
    kept = sets.deck < look
    part = replace(
        sets,
        line_up=sets.line_up[kept],
        deck=sets.deck[kept],
        hands=sets.hands[kept],
        payoffs=sets.payoffs[kept],
    )
    # differences have the same p-value in any unit
    return compare_all(line_up_means(part, 1, stake=stake))


def _by_pair(compared: Comparisons, count: int) -> tuple[Floats, Floats]:
    """Return p-values and differences of row less column, float64[A, A]."""
    p_values, differences = np.full((count, count), np.nan), np.full((count, count), np.nan)
    own = np.where(compared.leans, np.nan, compared.verdicts.p_guarded)
    one, other = compared.agents[compared.plus], compared.agents[compared.minus]
    for rows, columns, sign in ((one, other, 1), (other, one, -1)):
        p_values[rows, columns] = own
        differences[rows, columns] = sign * compared.verdicts.difference
    return p_values, differences
