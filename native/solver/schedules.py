"""The family of regret minimisers, as what each multiplies and weighs."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native.errors import StrategyError

Column = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weighting:
    """One algorithm, as functions of the iteration t = 1, 2, ...

    After it regrets above zero are multiplied with ``above(t)`` and those below with ``below(t)``;
    the strategy they give weighs ``average(t)``. With ``alternates`` the players update in turn,
    each against the others' newest strategies.
    """

    name: str
    alternates: bool
    above: Callable[[Column], Column]
    below: Callable[[Column], Column]
    average: Callable[[Column], Column]

    def weights(self, first: int, count: int) -> npt.NDArray[np.float64]:
        """The numbers of iterations ``first + 1`` on, float64[count, 3]."""
        t = np.arange(first + 1, first + count + 1, dtype=np.float64)
        return np.stack([self.above(t), self.below(t), self.average(t)], axis=1)


def _share(power: float) -> Callable[[Column], Column]:
    return lambda t: t**power / (t**power + 1.0)


SCHEDULES = {
    schedule.name: schedule
    for schedule in (
        Weighting("cfr", False, np.ones_like, np.ones_like, np.ones_like),
        Weighting("cfr+", True, np.ones_like, np.zeros_like, lambda t: t),
        Weighting("dcfr", True, _share(1.5), _share(0.0), lambda t: t**2.0),
    )
}
"""``cfr`` Zinkevich and others, 2007; ``cfr+`` Tammelin, 2014, with linear averaging; ``dcfr``
Brown and Sandholm, 2019, with their alpha 1.5, beta 0, gamma 2 (contributions to the average
shrink by (t / (t + 1))^2, which is to weigh iteration t by t^2)."""


def find_schedule(name: str) -> Weighting:
    """The algorithm of that name; raises StrategyError, which lists the names."""
    if name not in SCHEDULES:
        raise StrategyError(
            f"there is no solver {name!r}; use one of {', '.join(sorted(SCHEDULES))}"
        )
    return SCHEDULES[name]
