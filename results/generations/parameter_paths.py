"""How the fitness and parameters of an evolution's individuals change over the generations."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from railbird.results.generations.generations import IndividualRow

QUANTILES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Band:
    """A number of the individuals of each generation, as quantiles.

    A row of `quantiles` has the least, the quartiles and the most; `best` is the number of the
    fittest individual.
    """

    generations: list[int]
    quantiles: list[list[float]]
    best: list[float]


@dataclass(frozen=True, slots=True)
class ParameterPath:
    """A parameter of the individuals of one entry of the spec.

    A list of numbers has a path for each place. Any other list has one for each item, with
    `is_share`: all five numbers of a row are then the share of individuals that have the item, and
    `best` is 1 if the fittest has it.
    """

    entry: str
    name: str
    band: Band
    is_share: bool = False


@dataclass(frozen=True, slots=True)
class _Value:
    generation: int
    fitness: float
    value: float


def fitness_band(rows: Sequence[IndividualRow]) -> Band:
    """Return the quantiles of fitness; rows are ordered by generation."""
    return _band([_Value(row.generation, row.fitness, row.fitness) for row in rows])


def parameter_paths(rows: Sequence[IndividualRow]) -> list[ParameterPath]:
    """Return the paths of all parameters, by entry; rows are ordered by generation."""
    paths: list[ParameterPath] = []
    for entry in sorted({_entry_of(row) for row in rows}):
        members = [row for row in rows if _entry_of(row) == entry]
        found = [json.loads(row.parameters) for row in members]
        for name in found[0]:
            values = [parameters[name] for parameters in found]
            for part, numbers, is_share in _numbers(name, values):
                told = [
                    _Value(row.generation, row.fitness, number)
                    for row, number in zip(members, numbers, strict=True)
                ]
                paths.append(ParameterPath(entry, part, _band(told, is_share=is_share), is_share))
    return paths


def _entry_of(row: IndividualRow) -> str:
    return row.individual.rpartition("-")[0]


def _numbers(name: str, values: Sequence[Any]) -> Iterator[tuple[str, list[float], bool]]:
    """Yield the numbers of a parameter's values, each with its name and whether it is a share."""
    if all(_is_number(value) for value in values):
        yield name, [float(value) for value in values], False
        return
    lists = [value if isinstance(value, list) else [value] for value in values]
    lengths = {len(items) for items in lists}
    if len(lengths) == 1 and all(_is_number(item) for items in lists for item in items):
        for place in range(lengths.pop()):
            yield f"{name} {place + 1}", [float(items[place]) for items in lists], False
        return
    texts = [[_text(item) for item in items] for items in lists]
    for item in sorted({text for items in texts for text in items}):
        yield f"{name}: {item}", [float(item in items) for items in texts], True


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(item: object) -> str:
    return item if isinstance(item, str) else json.dumps(item, sort_keys=True)


def _band(values: Sequence[_Value], *, is_share: bool = False) -> Band:
    generations: list[int] = []
    quantiles: list[list[float]] = []
    best: list[float] = []
    for generation, group in groupby(values, key=lambda one: one.generation):
        members = list(group)
        numbers = np.array([one.value for one in members])
        row = np.full(len(QUANTILES), numbers.mean()) if is_share else None
        generations.append(generation)
        quantiles.append((np.quantile(numbers, QUANTILES) if row is None else row).tolist())
        best.append(max(members, key=lambda one: one.fitness).value)
    return Band(generations, quantiles, best)
