"""``--live``: tables drawn again and again while a run is being played."""

from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from railbird.harness.cli.results.following import follow_run
from railbird.harness.cli.results.tables import CELL_WIDTH, Part, find_console
from railbird.results import ResultTable, RunResults
from railbird.results.folders.run_folder import RunFolder
from railbird.results.show.printing import draw

Live = Annotated[
    bool, typer.Option("--live", help="Follow a run that is being played until it is complete.")
]


def follow(
    folder: RunFolder, make_tables: Callable[[RunResults], Sequence[ResultTable]], part: Part
) -> None:
    """Draw tables of a part of a run until the run is complete."""
    console = find_console()
    columns = max(1, console.width // CELL_WIDTH - 1)
    follow_run(
        folder,
        lambda run: [
            draw(grid) for table in make_tables(run) for grid in table.grids(columns=columns)
        ],
        console,
        open_folder=part.open_unfinished,
    )
