"""``railbird report``: a run as one page to look at, and its pictures as files."""

from pathlib import Path
from typing import Annotated

import typer

from railbird.harness.cli.results.tables import AllInExpectation, Conditions, Folder, Part, UnitName


def report(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file. (default: DIR/report.html)")
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(help="Write every picture into this folder, PNG and SVG.")
    ] = None,
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    all_in_expectation: AllInExpectation = False,
) -> None:
    """Write a run as one HTML file: rankings, cross-table, run-off, bankrolls, styles.

    It loads nothing and opens from the disk. A run that is not finished says what is missing.
    """
    from railbird.results.report import FILE_NAME, gather, save_report  # noqa: PLC0415  (jinja2)

    gathered = gather(Part(where, all_in_expectation).open(folder), unit=unit)
    typer.echo(save_report(gathered, out or folder / FILE_NAME))
    if plots is not None:
        from railbird.results.report.picture_files import save_plots  # noqa: PLC0415  (matplotlib)

        for path in save_plots(gathered, plots):
            typer.echo(path)
