"""Pairwise comparisons of agents: whose bankroll is higher, and how certainly."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isnan, sqrt

import numpy as np

from railbird.results.estimate.means.line_up_means import GroupMeans, LineUpMeans
from railbird.results.estimate.uncertainty.groups import group_letters, place_bounds
from railbird.results.estimate.uncertainty.intervals import Flags, Floats, Integers
from railbird.results.estimate.uncertainty.significance import LEVEL, Contrasts, Verdicts, judge

POWER = 0.9
MOST_MORE = 10.0**12


@dataclass(frozen=True, slots=True)
class Comparisons:
    """All pairs of agents, the higher bankroll first; `agents` int64[n] from the best down.

    `plus` and `minus` int64[J] are places in `agents`; `above` float64[J] is the probability that
    the first is above the second, nan if unknown; `decks` int64[J] are the deck seeds of the agent
    with fewer, `freedom` int64[J] the degrees of freedom, and `swing` float64[J] is the largest
    change of the difference by one hand. `varies` bool[n] says whether an agent's bankroll varies
    at all: if not, nothing is claimed about it.
    """

    agents: Integers
    plus: Integers
    minus: Integers
    verdicts: Verdicts
    above: Floats
    decks: Integers
    freedom: Integers
    swing: Floats
    varies: Flags

    def is_above(self) -> Flags:
        """Return, by place, whether row is significantly above column, bool[n, n]."""
        decided = self.verdicts.p_adjusted < LEVEL
        flags = np.zeros((len(self.agents), len(self.agents)), bool)
        flags[self.plus[decided], self.minus[decided]] = True
        return flags

    def letters(self) -> list[list[str]]:
        """Return the group letters of each place; none for a bankroll that does not vary."""
        above = self.is_above()
        varies = np.flatnonzero(self.varies)
        found: list[list[str]] = [[] for _ in self.agents]
        of_varying = group_letters((above | above.T)[np.ix_(varies, varies)])
        for place, letters in zip(varies.tolist(), of_varying, strict=True):
            found[place] = letters
        return found

    def places(self) -> tuple[list[int | None], list[int | None]]:
        """Return the first and last place that each may have; None if nothing varies."""
        first, last = place_bounds(self.is_above())
        return self._where_it_varies(first), self._where_it_varies(last)

    def _where_it_varies(self, places: Integers) -> list[int | None]:
        pairs = zip(places.tolist(), self.varies.tolist(), strict=True)
        return [place if varies else None for place, varies in pairs]


def compare_bankrolls(
    means: LineUpMeans, bankrolls: GroupMeans, agents: Sequence[int]
) -> Comparisons:
    """Compare `agents`, given from the best down, by their bankrolls; all pairs are one family."""
    ranked = np.array(agents, np.int64)
    plus, minus = np.triu_indices(len(ranked), k=1)
    contrasts = Contrasts(means.sampled(bankrolls).take(ranked), plus, minus)
    verdicts = judge(contrasts)
    decks = bankrolls.decks[ranked]
    return Comparisons(
        agents=ranked,
        plus=plus,
        minus=minus,
        verdicts=verdicts,
        above=_how_surely_above(verdicts),
        decks=np.minimum(decks[plus], decks[minus]),
        freedom=contrasts.degrees(),
        swing=contrasts.swings(),
        varies=~np.isnan(bankrolls.half_width[ranked]),
    )


def _how_surely_above(verdicts: Verdicts) -> Floats:
    """Return Student's distribution at each difference: one less the one-sided p-value.

    It is the posterior probability with a flat prior and normal luck, and for equal agents it is
    outside 2.5 to 97.5% in one case of twenty.
    """
    return np.where(verdicts.difference >= 0, 1 - verdicts.p_value / 2, verdicts.p_value / 2)


def more_deck_seeds(compared: Comparisons) -> list[int | None]:
    """Return how many more deck seeds each undecided pair needs; None if decided or unknown.

    It is decided in nine cases of ten if the expected t is c + z: c, the t that the adjusted test
    requires now (Holm's first step, the level shared by all pairs), z the normal quantile of 90%.
    With n times the deck seeds the guarded t (`significance`) of difference d, error e and swing w
    is (d - w / n) / sqrt(e**2 / n + w**2 / n**2), which is solved for n. The result is at most
    10**12.
    """
    from scipy.special import ndtri  # noqa: PLC0415  (slow to import, and not needed by workers)

    verdicts = compared.verdicts
    pairs = max(int(np.sum(~np.isnan(verdicts.p_value))), 1)
    wanted = -ndtri(LEVEL / 2 / pairs) + ndtri(POWER)
    needed: list[int | None] = []
    for difference, error, swing, p, decks in zip(
        verdicts.difference.tolist(),
        verdicts.standard_error.tolist(),
        compared.swing.tolist(),
        verdicts.p_adjusted.tolist(),
        compared.decks.tolist(),
        strict=True,
    ):
        if isnan(error) or p < LEVEL or difference == 0:
            needed.append(None)
        else:
            more = decks * (_times_the_decks(difference, error, swing, wanted) - 1)
            needed.append(max(ceil(min(more, MOST_MORE)), 1))
    return needed


def _times_the_decks(difference: float, error: float, swing: float, wanted: float) -> float:
    """Return the n at which the guarded t is `wanted`: 1 / n is the root of a quadratic."""
    linear = 2 * abs(difference) * swing + (wanted * error) ** 2
    quadratic = swing**2 * (wanted**2 - 1)
    return (linear + sqrt(linear**2 + 4 * quadratic * difference**2)) / (2 * difference**2)
