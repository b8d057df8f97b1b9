"""``railbird report``: a run as one page to look at."""

from pathlib import Path
from typing import Annotated

import typer

from railbird.harness.cli_tables import UnitName
from railbird.results import open_run


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")],
    *,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file. (default: DIR/report.html)")
    ] = None,
    unit: UnitName = "mbb/hand",
) -> None:
    """Write a run as one HTML file: rankings, cross-table, run-off, bankrolls, styles.

    It loads nothing and opens from the disk. A run that is not finished says what is missing.
    """
    from railbird.results.report import write_report  # noqa: PLC0415  (jinja2, here alone)

    print(write_report(open_run(folder), out, unit=unit))
