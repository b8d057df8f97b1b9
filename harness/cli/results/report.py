"""``railbird report``: a run as an HTML page, and its figures as files."""

from collections.abc import Mapping
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
from railbird.results import RunResults
from railbird.results.folders.addresses import open_file, open_folder
from railbird.results.folders.run_folder import RunFolder, StoredFile
from railbird.results.generations.generations import is_evolution


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

    The file is self-contained. The report of an unfinished run says what is missing. Of an
    evolution it has fitness and parameters by generation, of freeze-outs and tournaments of
    several tables finishes, ratings and levels.

    Example: `railbird report runs/my-run --out my-run.html`
    """
    from railbird.results.report import FILE_NAME, gather, save_report  # noqa: PLC0415  (jinja2)

    if is_evolution(folder):
        given = {
            "--where": where,
            "--unit": unit != "mbb/hand",
            "--luck": luck,
            "--luck-values": luck_values,
        }
        _require_none(given, folder)
        _report_evolution(folder, out or StoredFile(folder, FILE_NAME), plots)
        return
    run = Part(where, luck, luck_values).open(folder)
    if run.reading.mode != "cash":
        _require_no_pictures(plots, unit)
        _report_finishes(run, out or StoredFile(folder, FILE_NAME))
        return
    gathered = gather(run, unit=unit)
    typer.echo(save_report(gathered, out or StoredFile(folder, FILE_NAME)))
    if plots is not None:
        from railbird.results.report.picture_files import save_plots  # noqa: PLC0415  (matplotlib)

        for path in save_plots(gathered, plots):
            typer.echo(path)


def _require_none(options: Mapping[str, object], folder: RunFolder) -> None:
    for option, is_given in options.items():
        if is_given:
            raise typer.BadParameter(
                f"{option} is for a tournament's run, and {folder} has an evolution; leave it out, "
                f"or name the run of a generation, {folder.path_of('generations/0001')}"
            )


def _require_no_pictures(plots: RunFolder | None, unit: str) -> None:
    for option, is_given in (("--plots", plots is not None), ("--unit", unit != "mbb/hand")):
        if is_given:
            raise typer.BadParameter(
                f"{option} is for cash games; the report of tournaments has tables in percent of "
                "the entries. Leave it out"
            )


def _report_finishes(run: RunResults, file: StoredFile) -> None:
    from railbird.results.report.finishes_report import (  # noqa: PLC0415  (jinja2)
        gather_finishes,
        render_finishes,
    )

    file.write(render_finishes(gather_finishes(run)).encode())
    typer.echo(file)


def _report_evolution(folder: RunFolder, file: StoredFile, plots: RunFolder | None) -> None:
    from railbird.results.report.evolution_report import (  # noqa: PLC0415  (jinja2)
        evolution_pictures,
        gather_evolution,
        render_evolution,
    )

    gathered = gather_evolution(folder)
    file.write(render_evolution(gathered).encode())
    typer.echo(file)
    if plots is not None:
        from railbird.results.report.picture_files import save_pictures  # noqa: PLC0415  (as above)

        for path in save_pictures(evolution_pictures(gathered), plots):
            typer.echo(path)
