"""How the tables of a run are printed: for the eye, or for other programs."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer
from rich.console import Console, RenderableType

from railbird.results import ResultTable, RunResults, open_run
from railbird.results.show.printing import draw, notes_view
from railbird.results.show.units import UNITS
from railbird.results.store.files import table_bytes
from railbird.results.store.table_files import csv_bytes

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
MakeTable = Callable[[], ResultTable]


@dataclass(frozen=True, slots=True)
class Part:
    """What of a run is looked at: the conditions of `--where`, and which payoffs."""

    conditions: Sequence[str] | None = None
    all_in_expectation: bool = False

    def open(self, folder: Path) -> RunResults:
        """Open a run; raises WhereError where nothing of it is in this part."""
        return self._open(folder).where(*self.conditions or ())

    def open_unfinished(self, folder: Path) -> RunResults:
        """Open a run that is being played, of which there may be nothing in this part yet."""
        return RunResults(self._open(folder).reading.among(*self.conditions or ()))

    def _open(self, folder: Path) -> RunResults:
        return open_run(
            folder, payoffs="all-in-expectation" if self.all_in_expectation else "as-played"
        )


def make_tables(
    offers: Mapping[str, MakeTable], usual: Collection[str], only: str
) -> list[ResultTable]:
    """Make the tables on offer that are usual, or the one of `--only`, whatever is usual.

    `offers` are by name, where underscores, as in JSON, do for hyphens.
    """
    name = only.replace("_", "-")
    if name and name not in offers:
        raise typer.BadParameter(f"--only: there is no table {only!r} here; {', '.join(offers)}")
    names = [name] if name else [name for name in offers if name in usual]
    return [offers[name]() for name in names]


def print_tables(
    chosen: Sequence[ResultTable], notes: Sequence[str], *, output_format: str
) -> None:
    """Print tables, with the notes where the format has room for them."""
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
    """Print values as one JSON object; what is no number or beyond all bounds is null in it."""
    typer.echo(msgspec.json.encode(parts).decode())


def json_key(name: str) -> str:
    """Return the key of a table in JSON."""
    return name.replace("-", "_")


def find_console() -> Console:
    """Return where to draw: the terminal, or a pipe that folds nothing."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


def _views(tables: Iterable[ResultTable]) -> Iterator[RenderableType]:
    columns = max(1, find_console().width // CELL_WIDTH - 1)
    for table in tables:
        yield from map(draw, table.grids(columns=columns))


def _legend(tables: Iterable[ResultTable], notes: Sequence[str]) -> list[str]:
    """Return what has to be said beside the run's notes, once."""
    remarks = dict.fromkeys(remark for table in tables for remark in table.remarks())
    return [remark for remark in remarks if remark not in notes]
