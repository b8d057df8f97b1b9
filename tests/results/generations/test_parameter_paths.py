"""Bands of parameters by generation, and when the spread of fitness is noise."""

import json
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.results.generations.generations import IndividualRow, notes_on, summarise
from railbird.results.generations.parameter_paths import fitness_band, parameter_paths

WIDTH = 1.959963984540054
"""The half-width of a standard error of 1."""


def individual(
    generation: int,
    number: int,
    fitness: float,
    *,
    width: float | None = WIDTH,
    **parameters: object,
) -> IndividualRow:
    return IndividualRow(
        generation=generation,
        individual=f"a-b-{number:04d}",
        mother=None,
        father=None,
        parameters=json.dumps(parameters),
        fitness=fitness,
        half_width=width,
        survives=True,
    )


@given(st.lists(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9), min_size=1, max_size=5))
def test_bands_are_the_quantiles_of_each_generation(values: list[list[float]]) -> None:
    rows = [
        individual(generation, number, value, x=-value)
        for generation, group in enumerate(values, start=1)
        for number, value in enumerate(group)
    ]
    band = fitness_band(rows)
    assert band.generations == list(range(1, len(values) + 1))
    assert [row[0] for row in band.quantiles] == list(map(min, values))
    assert [row[4] for row in band.quantiles] == band.best == list(map(max, values))
    assert [row[2] for row in band.quantiles] == pytest.approx(list(map(median, values)))
    (path,) = parameter_paths(rows)
    assert (path.entry, path.name, path.is_share) == ("a-b", "x", False)
    assert path.band.best == [-value for value in map(max, values)]


def test_lists_of_numbers_have_a_path_for_each_place() -> None:
    rows = [individual(1, 1, 5.0, shares=[0.1, 0.9]), individual(1, 2, 1.0, shares=[0.3, 0.5])]
    first, second = parameter_paths(rows)
    assert (first.name, second.name) == ("shares 1", "shares 2")
    assert [round(value, 3) for value in first.band.quantiles[0]] == [0.1, 0.15, 0.2, 0.25, 0.3]
    assert second.band.best == [0.9]


def test_lists_of_names_have_the_share_of_individuals_with_each() -> None:
    table = {"agent": "fox", "parameters": {"pot_share": 0.5}}
    rows = [
        individual(1, 1, 5.0, members=["call", table]),
        individual(1, 2, 1.0, members=["call"]),
        individual(2, 3, 1.0, members=["raise", "call"]),
    ]
    paths = {path.name: path for path in parameter_paths(rows)}
    written = json.dumps(table, sort_keys=True)
    assert list(paths) == ["members: call", "members: raise", f"members: {written}"]
    assert all(path.is_share for path in paths.values())
    shares = {name: [row[2] for row in path.band.quantiles] for name, path in paths.items()}
    assert shares["members: call"] == [1.0, 1.0]
    assert shares["members: raise"] == [0.0, 1.0]
    assert shares[f"members: {written}"] == [0.5, 0.0]
    assert paths[f"members: {written}"].band.best == [1.0, 0.0]


def test_equal_individuals_are_noise_95_times_of_100_and_different_ones_are_not() -> None:
    generator = np.random.default_rng(1)

    def share_of_noise(spread: float) -> float:
        rows = [
            individual(generation, number, generator.normal() + spread * number)
            for generation in range(2000)
            for number in range(10)
        ]
        return float(np.mean([summary.is_noise for summary in summarise(rows)]))

    assert share_of_noise(0.0) == pytest.approx(0.95, abs=0.015)
    assert share_of_noise(2.0) == 0


def test_notes_say_where_selection_is_noise_and_where_it_is_mostly_luck() -> None:
    apart = [individual(1, number, 20.0 * number) for number in range(6)]
    equal = [individual(2, number, 0.1 * number) for number in range(6)]
    lucky = [individual(3, number, 1.0 * number, width=3.8**0.5 * WIDTH) for number in range(9)]
    noise = "the spread of fitness is within its error, so that selection is noise"
    assert notes_on(list(summarise(apart))) == []
    (note,) = notes_on(list(summarise([*apart, *equal])))
    assert note.startswith(f"in 1 of 2 generations {noise}")
    (note,) = notes_on(list(summarise([*apart, *lucky])))
    assert note.startswith(
        "in 1 of 2 generations more than half of the variance of fitness is luck"
    )


def test_exact_fitness_is_no_noise() -> None:
    exact = [individual(1, number, 0.001 * number, width=None) for number in range(6)]
    (summary,) = summarise(exact)
    assert not summary.is_noise
    assert notes_on([summary]) == []
