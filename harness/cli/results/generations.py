"""``railbird generations``: how the parameters of agents evolved."""

import sys
from typing import Annotated, Literal

import msgspec
import typer

from railbird.harness.cli.results.tables import Folder, print_views
from railbird.results.folders.run_folder import RunFolder
from railbird.results.generations.generations import (
    generation_grid,
    notes_on,
    read_generations,
    rows_of_table,
    summarise,
)
from railbird.results.show.printing import draw
from railbird.results.store.files import table_bytes
from railbird.results.store.table_files import csv_bytes

OutputForm = Literal["text", "csv", "json", "arrow"]
FormName = Annotated[OutputForm, typer.Option("--format", help="Output format.")]


def generations(folder: Folder, *, output_format: FormName = "text") -> None:
    """Print how the parameters of agents evolved, a line for each generation.

    The other formats have all individuals, with their parents, parameters and fitness. The run of a
    generation is in DIR/generations/NNNN, for all other commands.

    Example: `railbird generations runs/evolve-kuhn`
    """
    print_generations(folder, output_format)


def print_generations(folder: RunFolder, output_format: OutputForm) -> None:
    """Print a line for each generation and notes, or the whole table for other programs."""
    table = read_generations(folder)
    if output_format == "csv":
        sys.stdout.buffer.write(csv_bytes(table))
    elif output_format == "arrow":
        sys.stdout.buffer.write(table_bytes(table))
    elif output_format == "json":
        typer.echo(msgspec.json.encode({"generations": table.to_pylist()}).decode())
    else:
        summaries = list(summarise(rows_of_table(table)))
        print_views([draw(generation_grid(summaries))], notes_on(summaries))
