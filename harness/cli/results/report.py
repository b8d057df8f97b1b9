"""``railbird report``: a run as an HTML page, and its figures as files."""

from typing import Annotated

import typer

from railbird.harness.cli.results.tables import (
    Conditions,
    Folder,
    LuckName,
    LuckValues,
    Part,
    UnitName,
)
from railbird.results.folders.addresses import open_file, open_folder
from railbird.results.folders.run_folder import RunFolder, StoredFile


def report(  # noqa: PLR0913  (a command's options)
    folder: Folder,
    *,
    out: Annotated[
        StoredFile | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            parser=open_file,
            help="Output file. (default: DIR/report.html)",
        ),
    ] = None,
    plots: Annotated[
        RunFolder | None,
        typer.Option(
            metavar="DIR",
            parser=open_folder,
            help="Also write every figure to this folder, as PNG and SVG.",
        ),
    ] = None,
    where: Conditions = None,
    unit: UnitName = "mbb/hand",
    luck: LuckName = None,
    luck_values: LuckValues = None,
) -> None:
    """Write a run as one HTML file: rankings, cross-table, run-off, bankrolls, styles.

    The file is self-contained. The report of an unfinished run says what is missing.

    Example: `railbird report runs/my-run --out my-run.html`
    """
    from railbird.results.report import FILE_NAME, gather, save_report  # noqa: PLC0415  (jinja2)

    gathered = gather(Part(where, luck, luck_values).open(folder), unit=unit)
    typer.echo(save_report(gathered, out or StoredFile(folder, FILE_NAME)))
    if plots is not None:
        from railbird.results.report.picture_files import save_plots  # noqa: PLC0415  (matplotlib)

        for path in save_plots(gathered, plots):
            typer.echo(path)
