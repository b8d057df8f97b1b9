"""Agents held against each other, pair by pair: whose bankroll is higher, and how surely."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from railbird.results.estimate.means.line_up_means import GroupMeans, LineUpMeans
from railbird.results.estimate.uncertainty.groups import Flags, group_letters, place_bounds
from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.estimate.uncertainty.resampling import resample, share_above
from railbird.results.estimate.uncertainty.significance import LEVEL, Contrasts, Verdicts, judge

POWER = 0.9
MOST_MORE = 10.0**12


@dataclass(frozen=True, slots=True)
class Comparisons:
    """All pairs of agents, the higher bankroll first; `agents` int64[n] from the best down.

    `plus` and `minus` int64[J] are places in `agents`; `above` float64[J] is the share of resamples
    with the first above the second; `decks` int64[J] the deck seeds of the scarcer of the two.
    """

    agents: Integers
    plus: Integers
    minus: Integers
    verdicts: Verdicts
    above: Floats
    decks: Integers

    def is_above(self) -> Flags:
        """Say, by place, whether row is above column beyond luck, bool[n, n]."""
        decided = self.verdicts.p_adjusted < LEVEL
        flags = np.zeros((len(self.agents), len(self.agents)), bool)
        flags[self.plus[decided], self.minus[decided]] = True
        return flags

    def letters(self) -> list[list[str]]:
        """Return the group letters of each place."""
        above = self.is_above()
        return group_letters(above | above.T)

    def places(self) -> tuple[Integers, Integers]:
        """Return the first and last place that each may hold."""
        return place_bounds(self.is_above())


def compare_bankrolls(
    means: LineUpMeans, bankrolls: GroupMeans, agents: Sequence[int]
) -> Comparisons:
    """Compare `agents`, given from the best down, by their bankrolls; all pairs are one family."""
    ranked = np.array(agents, np.int64)
    errors = means.influence.dense(bankrolls.cells)[ranked]
    estimates = bankrolls.estimates[ranked]
    plus, minus = np.triu_indices(len(ranked), k=1)
    freedom = bankrolls.freedom[ranked]
    decks = bankrolls.decks[ranked]
    return Comparisons(
        agents=ranked,
        plus=plus,
        minus=minus,
        verdicts=judge(Contrasts(estimates, errors, freedom, plus, minus)),
        above=share_above(resample(estimates, errors))[plus, minus],
        decks=np.minimum(decks[plus], decks[minus]),
    )


def more_deck_seeds(compared: Comparisons) -> list[int | None]:
    """Return how many deck seeds each undecided pair lacks; None where decided or unknown.

    With n deck seeds a pair's t grows as the root of n. It is decided in nine cases of ten where t
    is expected to be c + z: c, the t that the adjusted test asks for now (Holm's first step, the
    level shared by all pairs), z the normal quantile of 90%. More than 10**12 are said to be that.
    """
    from scipy.special import ndtri  # noqa: PLC0415  (slow to import, and workers need it not)

    verdicts = compared.verdicts
    pairs = max(int(np.sum(~np.isnan(verdicts.p_value))), 1)
    wanted = -ndtri(LEVEL / 2 / pairs) + ndtri(POWER)
    needed: list[int | None] = []
    for difference, error, p, decks in zip(
        verdicts.difference.tolist(),
        verdicts.standard_error.tolist(),
        verdicts.p_adjusted.tolist(),
        compared.decks.tolist(),
        strict=True,
    ):
        if not p >= LEVEL or difference == 0:  # nan, the unknown, is not at least anything
            needed.append(None)
        else:
            more = decks * ((wanted * error / difference) ** 2 - 1)
            needed.append(max(ceil(min(more, MOST_MORE)), 1))
    return needed
