"""Who lived in which generation, with what parameters, and how fit: in `generations.arrow`."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

from railbird.native import FileError, MissingFileError
from railbird.native.wording import counted
from railbird.results.errors import StoreError
from railbird.results.estimate.uncertainty.intervals import CONFIDENCE
from railbird.results.folders.addresses import open_folder
from railbird.results.folders.run_folder import RunFolder, StoredFile
from railbird.results.show.table_layout import Cell, Estimate, Grid, make_grid
from railbird.results.store.files import read_stored
from railbird.results.store.manifest import GENERATIONS
from railbird.results.store.schema import Column, schema_of
from railbird.results.store.table_files import write_table

RULES = "evolution.json"
"""The file in an evolution's folder that says what evolves there."""
TABLE_NAME = "generations"
MOST_RULES = 2**24
HALF = 0.5
COLUMNS = (
    Column("generation", pa.uint32(), "number of the generation, from 1"),
    Column("individual", pa.string(), "label of the individual in the generation's run"),
    Column("mother", pa.string(), "label of its mother; null in the first generation"),
    Column("father", pa.string(), "label of its father; null for a mutation of one parent"),
    Column("parameters", pa.string(), "the parameters that evolve, as JSON"),
    Column("fitness", pa.float64(), "fitness, mbb per hand"),
    Column(
        "half_width",
        pa.float64(),
        "half-width of the 95% interval of the fitness; null if it is exact or unknown",
    ),
    Column("survives", pa.bool_(), "whether it is not eliminated after the generation"),
)


@dataclass(frozen=True, slots=True)
class IndividualRow:
    """A row of the table: an individual in a generation."""

    generation: int
    individual: str
    mother: str | None
    father: str | None
    parameters: str
    fitness: float
    half_width: float | None
    survives: bool


@dataclass(frozen=True, slots=True)
class GenerationSummary:
    """A generation: its fittest, the mean and deviation of fitness, and what luck explains.

    `luck_share` is the share of the variance of fitness that its own errors explain, at most 1;
    None if fitness is exact or does not vary. `is_noise` says whether fitness of equal individuals
    would often differ as much: the chi-square test of homogeneity does not reject it at 95%.
    """

    generation: int
    best: IndividualRow
    mean: float
    deviation: float
    luck_share: float | None
    is_noise: bool = False


def generation_folder(place: RunFolder, number: int) -> RunFolder:
    """Return the folder of a generation's run."""
    return open_folder(place.path_of(f"{GENERATIONS}/{number:04d}"))


def is_evolution(place: RunFolder) -> bool:
    """Whether a folder has an evolution, and not a tournament's run."""
    return place.is_file(RULES)


def read_rules(place: RunFolder) -> dict[str, Any]:
    """Return the spec of what evolves in a folder, by key; raises StoreError."""
    try:
        return msgspec.json.decode(place.read(RULES, most_bytes=MOST_RULES), type=dict[str, Any])
    except (FileError, msgspec.DecodeError) as error:
        raise StoreError(
            f"{place.path_of(RULES)} is damaged; choose another folder with --out, or start over "
            "with --fresh"
        ) from error


def generations_table(rows: Sequence[IndividualRow]) -> pa.Table:
    """Return the rows as a table."""
    return pa.Table.from_pylist([asdict(row) for row in rows], schema=schema_of(COLUMNS))


def write_generations(place: RunFolder, table: pa.Table) -> None:
    """Write the table to an evolution's folder, as Arrow and CSV; raises StoreError."""
    write_table(place, TABLE_NAME, table)


def read_generations(place: RunFolder) -> pa.Table:
    """Read the table of an evolution's folder; raises StoreError."""
    try:
        file = StoredFile(place, f"{TABLE_NAME}.arrow")
        return read_stored(file, schema_of(COLUMNS), nullable=("mother", "father", "half_width"))
    except MissingFileError:
        raise StoreError(
            f'{place} has no {TABLE_NAME}.arrow; play a spec with mode = "evolution" there, or '
            "wait until its first generation is played"
        ) from None
    except FileError as error:
        raise StoreError(f"{error}; play the spec again, which writes it anew") from error


def require_no_more(place: RunFolder, count: int) -> None:
    """Raise StoreError if a folder has more generations than `count`, which would be lost."""
    there = sum(name.isdecimal() for name in place.names(GENERATIONS))
    if there > count:
        raise StoreError(
            f"{place} has {there} generations and the spec {count} iterations; give as many or more"
        )


def rows_of_table(table: pa.Table) -> list[IndividualRow]:
    """Return the table's rows."""
    return [IndividualRow(**row) for row in table.to_pylist()]


def summarise(rows: Sequence[IndividualRow]) -> Iterator[GenerationSummary]:
    """Yield each generation of rows, which are ordered by generation."""
    for number, members in groupby(rows, key=lambda row: row.generation):
        yield _summary(number, list(members))


def _summary(number: int, members: Sequence[IndividualRow]) -> GenerationSummary:
    from scipy.special import chdtri, ndtri  # noqa: PLC0415  (slow to import)

    fitness = np.array([one.fitness for one in members])
    widths = [one.half_width for one in members]
    variance = float(fitness.var(ddof=1)) if len(members) > 1 else 0.0
    luck, is_noise = None, False
    if variance and all(widths):
        weights = (float(ndtri((1 + CONFIDENCE) / 2)) / np.array(widths, np.float64)) ** 2
        luck = min(float((1 / weights).mean()) / variance, 1.0)
        apart = fitness - np.average(fitness, weights=weights)
        is_noise = float(weights @ apart**2) <= chdtri(len(members) - 1, 1 - CONFIDENCE)
    best = max(members, key=lambda one: one.fitness)
    return GenerationSummary(number, best, float(fitness.mean()), variance**0.5, luck, is_noise)


def generation_grid(summaries: Sequence[GenerationSummary]) -> Grid:
    """Lay out a line for each generation."""
    names = (
        *("generation", "fittest", "fitness, mbb/hand", "mean", "deviation", "luck's share"),
        "parameters of the fittest",
    )
    is_text = (False, True, False, False, False, False, True)
    rows = [_line(summary) for summary in summaries]
    return make_grid("generations", names, rows, is_text=is_text)


def _line(summary: GenerationSummary) -> list[Cell]:
    best = summary.best
    width = "" if best.half_width is None else f"{best.half_width:.1f}"
    return [
        str(summary.generation),
        best.individual,
        Estimate(f"{best.fitness:+z.1f}", width),
        f"{summary.mean:+z.1f}",
        f"{summary.deviation:.1f}",
        "" if summary.luck_share is None else f"{summary.luck_share:.0%}",
        _short(best.parameters),
    ]


def _short(parameters: str) -> str:
    """Return parameters as in `railbird match`, numbers with four digits."""
    found = json.loads(parameters)
    texts = {name: f"{v:.4g}" if isinstance(v, float) else str(v) for name, v in found.items()}
    return ", ".join(f"{name}={text}" for name, text in texts.items())


def notes_on(summaries: Sequence[GenerationSummary]) -> list[str]:
    """Return notes on generations whose fitness luck explains, whole or for the most part."""
    noise = [summary for summary in summaries if summary.is_noise]
    lucky = [one for one in summaries if not one.is_noise and (one.luck_share or 0) > HALF]
    of_all = f"of {counted(len(summaries), 'generation')}"
    notes = []
    if noise:
        notes.append(
            f"in {len(noise)} {of_all} the spread of fitness is within its error, so that "
            "selection is noise; play more decks"
        )
    if lucky:
        notes.append(
            f"in {len(lucky)} {of_all} more than half of the variance of fitness is luck; play "
            "more decks"
        )
    return notes
