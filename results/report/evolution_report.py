"""The report of an evolution: one page with its fitness and its parameters by generation."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

from railbird.results.folders.run_folder import RunFolder
from railbird.results.generations.generations import (
    IndividualRow,
    generation_grid,
    notes_on,
    read_generations,
    read_rules,
    rows_of_table,
    summarise,
)
from railbird.results.generations.parameter_paths import (
    Band,
    ParameterPath,
    fitness_band,
    parameter_paths,
)
from railbird.results.report.evolution_figures import draw_fitness, draw_parameters
from railbird.results.report.figures import Picture
from railbird.results.report.page import render_page
from railbird.results.show.table_layout import Grid

MOST_PATHS = 24
RULES_SHOWN = ("game", "hands_per_match", "decks", "seed")
EVOLUTION_SHOWN = ("population", "eliminate", "fitness")


@dataclass(frozen=True, slots=True)
class EvolutionReport:
    """The contents of the page.

    `errors` are the half-widths of a typical individual by generation, empty for exact fitness;
    `left_out` are the names of parameters that are not drawn.
    """

    name: str
    facts: list[tuple[str, str]]
    notes: list[str]
    fitness: Band
    errors: list[float]
    paths: list[ParameterPath]
    left_out: list[str]
    grid: Grid
    spec: str


def gather_evolution(place: RunFolder) -> EvolutionReport:
    """Compute the contents of an evolution's report; raises StoreError."""
    rules, rows = read_rules(place), rows_of_table(read_generations(place))
    summaries = list(summarise(rows))
    paths = parameter_paths(rows)
    facts = [(key.replace("_", " "), str(rules.get(key))) for key in RULES_SHOWN]
    facts += [(key, str(rules["evolution"].get(key))) for key in EVOLUTION_SHOWN]
    facts.append(("generations", str(len(summaries))))
    return EvolutionReport(
        name=str(rules.get("name")),
        facts=facts,
        notes=notes_on(summaries),
        fitness=fitness_band(rows),
        errors=_errors(rows),
        paths=paths[:MOST_PATHS],
        left_out=[f"{path.entry}: {path.name}" for path in paths[MOST_PATHS:]],
        grid=generation_grid(summaries),
        spec=json.dumps(rules, indent=2, ensure_ascii=False, sort_keys=True),
    )


def evolution_pictures(report: EvolutionReport) -> dict[str, Picture]:
    """Draw the figures of the page, by name."""
    pictures = (draw_fitness(report.fitness, report.errors), draw_parameters(report.paths))
    return {picture.name: picture for picture in pictures}


def render_evolution(report: EvolutionReport) -> str:
    """Return the page as HTML."""
    return render_page("evolution.html.j2", report=report, pictures=evolution_pictures(report))


def _errors(rows: Sequence[IndividualRow]) -> list[float]:
    errors = []
    for _, members in groupby(rows, key=lambda row: row.generation):
        widths = [row.half_width for row in members if row.half_width is not None]
        if not widths:
            return []
        errors.append(float(median(widths)))
    return errors
