"""How an agent's parameters evolve in a run of mode "evolution"; does not import numpy.

Source: document 000, 4.1.2, the interface IEvolutionary. There an agent reproduces itself; here its
entry makes the parameters of a child, from which the agent is built as from those of a spec.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Draw = Callable[[], float]
"""Returns the next of a child's uniform numbers in [0, 1)."""
Parameters = Mapping[str, Any]

_STEP = 0.2
"""How far a mutated number moves at most, as a share of its range."""


@dataclass(frozen=True, slots=True)
class Evolution:
    """How parameters are made: at random, from those of one parent, and from those of two.

    Each function returns parameters of the agent. They may differ in nothing but what they are
    given: everything random comes from ``draw``, a function without arguments. ``replaces`` are
    parameters that may be in the spec's entry too, where they say from what those that evolve are
    chosen.
    """

    random: Callable[[Draw], Parameters]
    mutate: Callable[[Parameters, Draw], Parameters]
    cross: Callable[[Parameters, Parameters, Draw], Parameters]
    replaces: frozenset[str] = frozenset()


EvolutionOf = Callable[[Parameters], Evolution]
"""Returns how the parameters evolve of an agent whose entry in the spec has these."""


def evolve_numbers(bounds: Mapping[str, tuple[float, float]]) -> Evolution:
    """Return how number parameters evolve, each between its bounds.

    They begin uniformly distributed. A mutation moves each by up to a fifth of its range, small
    steps being likelier, and reflects it at the bounds. A child of two has each number from either
    parent with equal probability.
    """

    def random(draw: Draw) -> Parameters:
        return {name: low + draw() * (high - low) for name, (low, high) in bounds.items()}

    def mutate(parent: Parameters, draw: Draw) -> Parameters:
        return {
            name: _moved(parent[name], (draw() + draw() - 1) * _STEP * (high - low), low, high)
            for name, (low, high) in bounds.items()
        }

    def cross(mother: Parameters, father: Parameters, draw: Draw) -> Parameters:
        return {name: (mother if draw() < 0.5 else father)[name] for name in bounds}  # noqa: PLR2004

    return Evolution(random, mutate, cross)


def _moved(value: float, step: float, low: float, high: float) -> float:
    moved = value + step
    if moved < low:
        moved = 2 * low - moved
    if moved > high:
        moved = 2 * high - moved
    return min(max(moved, low), high)
