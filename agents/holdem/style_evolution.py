"""How the shares of hands that an archetype raises and calls before the flop evolve."""

from collections.abc import Mapping
from typing import Any

from railbird.plugins import Draw, Evolution, evolve_numbers

DIGITS = 4
"""The decimals of a share."""
Parameters = Mapping[str, Any]


def evolve_shares(count: int) -> Evolution:
    """Return how the parameters `raises` and `calls` evolve, lists of `count` shares of hands.

    What evolves is the share that is raised and the share of the others that is called, so that all
    numbers within their bounds can be played.
    """
    names = [(f"raise {row}", f"call {row}") for row in range(count)]
    numbers = evolve_numbers(dict.fromkeys((name for pair in names for name in pair), (0.0, 1.0)))

    def write(found: Parameters) -> Parameters:
        raises = [round(found[name], DIGITS) for name, _ in names]
        calls = [
            round((1 - raised) * found[name], DIGITS)
            for raised, (_, name) in zip(raises, names, strict=True)
        ]
        return {"raises": raises, "calls": calls}

    def read(parameters: Parameters) -> Parameters:
        found: dict[str, float] = {}
        shares = zip(parameters["raises"], parameters["calls"], strict=True)
        for (raise_name, call_name), (raised, called) in zip(names, shares, strict=True):
            found[raise_name] = raised
            found[call_name] = min(called / (1 - raised), 1.0) if raised < 1 else 0.0
        return found

    def random(draw: Draw) -> Parameters:
        return write(numbers.random(draw))

    def mutate(parent: Parameters, draw: Draw) -> Parameters:
        return write(numbers.mutate(read(parent), draw))

    def cross(mother: Parameters, father: Parameters, draw: Draw) -> Parameters:
        return write(numbers.cross(read(mother), read(father), draw))

    return Evolution(random, mutate, cross)
