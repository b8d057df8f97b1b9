"""``--live``: tables that are updated while a run is being played."""

from collections.abc import Callable, Sequence
from typing import Annotated

import typer
from rich.console import RenderableType

from railbird.harness.cli.console import find_console
from railbird.harness.cli.results.following import follow_run
from railbird.harness.cli.results.tables import CELL_WIDTH, Part, remarks_on
from railbird.results import ResultTable, RunResults
from railbird.results.folders.run_folder import RunFolder
from railbird.results.show.printing import draw, notes_view

Live = Annotated[
    bool, typer.Option("--live", help="Follow a run that is being played until it is complete.")
]


def follow(
    folder: RunFolder, make_tables: Callable[[RunResults], Sequence[ResultTable]], part: Part
) -> None:
    """Show tables of a part of a run, and their notes, until the run is complete."""
    console = find_console()
    columns = max(1, console.width // CELL_WIDTH - 1)
    follow_run(
        folder,
        lambda run: draw_tables(make_tables(run), columns=columns),
        console,
        open_folder=part.open_unfinished,
    )


def draw_tables(tables: Sequence[ResultTable], *, columns: int) -> list[RenderableType]:
    """Format tables, wide ones in parts that fit the width, with the notes below them."""
    grids = [draw(grid) for table in tables for grid in table.grids(columns=columns)]
    return [*grids, notes_view(remarks_on(tables))]
