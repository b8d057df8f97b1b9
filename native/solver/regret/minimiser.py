"""What every solver has that finds equilibria by minimising regret."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.workspace import Strategy


@dataclass(frozen=True, slots=True)
class SolverState:
    """The state of a solver: its sums, in a shape of its own, and iterations done."""

    regret: npt.NDArray[np.float64]
    average: npt.NDArray[np.float64]
    iteration: int


class Minimiser(Protocol):
    """A solver of one tree, from one start or several.

    ``fallback`` is what it plays where no regret is positive; ``seed`` is None without draws.
    """

    tree: GameTree
    start_count: int
    seed: int | None
    state: SolverState
    fallback: Strategy

    @property
    def algorithm(self) -> str:
        """Its name."""
        ...

    def run(self, iterations: int, *, starts: Iterable[int] | None = None) -> None:
        """Iterate; ``starts`` are those still wanted."""
        ...

    def average(self, start: int = 0) -> Strategy:
        """The average strategy of a start, float64[entries]."""
        ...

    def restore(self, state: SolverState) -> None:
        """Continue from a state of a solver of the same kind."""
        ...
