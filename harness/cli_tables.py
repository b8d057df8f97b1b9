"""How the tables of a run are printed: for the eye, or for other programs."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer
from rich.console import Console, RenderableType

from railbird.results import ResultTable, RunResults, open_run
from railbird.results.files import table_bytes
from railbird.results.printing import draw, notes_view
from railbird.results.table_files import csv_bytes
from railbird.results.units import UNITS

TableFormat = Annotated[
    Literal["text", "csv", "json", "arrow", "markdown", "latex"],
    typer.Option("--format", help="How to print; csv and arrow are one table, see --only."),
]
Only = Annotated[str, typer.Option(help="Print only the table of this name.")]
UnitName = Annotated[str, typer.Option("--unit", help=f"One of {', '.join(UNITS)}.")]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")]
AllInExpectation = Annotated[
    bool,
    typer.Option(
        "--all-in-expectation",
        help="Where nobody could act before the last card, count what a hand pays on average over "
        "the boards to come.",
    ),
]
Conditions = Annotated[
    list[str] | None,
    typer.Option(
        "--where", help="with=LABEL, without=LABEL or decks=FIRST-LAST; may be given again."
    ),
]
PIPE_WIDTH = 10_000
"""Characters a line may have where no terminal would have to fold it."""
CELL_WIDTH = 20
JSON_KEYS = {"cross-table": "line_ups", "agent-matrix": "agents"}
"""Names of tables in JSON, where they are not the tables' own."""


def open_chosen(folder: Path, *, all_in_expectation: bool = False) -> RunResults:
    """Open a run with payoffs as played, or as expected after all-ins."""
    return open_run(folder, payoffs="all-in-expectation" if all_in_expectation else "as-played")


def print_tables(
    tables: Sequence[ResultTable], notes: Sequence[str], *, output_format: str, only: str = ""
) -> None:
    """Print tables, with the notes where the format has room for them."""
    chosen = _choose(tables, only)
    if output_format == "text":
        print_views(_views(chosen), [*notes, *_legend(chosen, notes)])
    elif output_format == "json":
        parts = {json_key(table.name): table.to_pylist() for table in chosen}
        print_json(**parts, notes=notes)
    elif output_format == "csv":
        sys.stdout.buffer.write(csv_bytes(chosen[0].arrow))
    elif output_format == "arrow":
        sys.stdout.buffer.write(table_bytes(chosen[0].arrow))
    elif output_format == "markdown":
        typer.echo("\n\n".join(table.to_markdown() for table in chosen))
    else:
        typer.echo("\n\n".join(table.to_latex() for table in chosen))


def print_views(views: Iterable[RenderableType], notes: Sequence[str] = ()) -> None:
    """Print what is drawn, one below the other, and the notes."""
    console = find_console()
    for view in views:
        console.print(view)
        console.print()
    if notes:
        console.print(notes_view(notes))


def print_json(**parts: Any) -> None:
    """Print values as one JSON object."""
    typer.echo(msgspec.json.encode(parts).decode())


def json_key(name: str) -> str:
    """Return the key of a table in JSON."""
    return JSON_KEYS.get(name, name.replace("-", "_"))


def find_console() -> Console:
    """Return where to draw: the terminal, or a pipe that folds nothing."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


def _choose(tables: Sequence[ResultTable], only: str) -> Sequence[ResultTable]:
    names = [table.name for table in tables]
    if only and only not in names:
        raise typer.BadParameter(f"--only: there is no table {only!r} here; {', '.join(names)}")
    return [table for table in tables if not only or table.name == only]


def _views(tables: Iterable[ResultTable]) -> Iterator[RenderableType]:
    columns = max(1, find_console().width // CELL_WIDTH - 1)
    for table in tables:
        yield from map(draw, table.grids(columns=columns))


def _legend(tables: Iterable[ResultTable], notes: Sequence[str]) -> list[str]:
    """Return what has to be said beside the run's notes, once."""
    remarks = dict.fromkeys(remark for table in tables for remark in table.remarks())
    return [remark for remark in remarks if remark not in notes]
