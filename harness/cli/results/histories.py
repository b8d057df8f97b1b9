"""``railbird export`` and ``import``: hands for other people's tools, and hands from them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast, get_args

import typer

from railbird.harness.cli.options import Format, PluginPaths, print_either, read_plugins
from railbird.harness.cli.results.tables import Folder
from railbird.harness.games.library import SUFFIX, find_game
from railbird.native.wording import counted
from railbird.plugins import Game, Registry
from railbird.results import LogError, open_run
from railbird.results.folders.addresses import open_folder
from railbird.results.folders.run_folder import RunFolder
from railbird.results.histories import (
    FORMATS,
    ExportReport,
    ImportChoice,
    ImportReport,
    export_run,
    import_histories,
)
from railbird.results.show.printing import plain

if TYPE_CHECKING:
    ExportFormat = str
    ImportFormat = str
else:  # the command line offers what the list of formats has
    ExportFormat = Literal[tuple(FORMATS)]
    ImportFormat = Literal[tuple(name for name, one in FORMATS.items() if one.reader)]

ACPC_GAMES = {
    "holdem.limit.2p.reverse_blinds": "holdem-limit-2p",
    "holdem.limit.3p": "holdem-limit-3p",
    "holdem.nolimit.2p.reverse_blinds": "holdem-nolimit-2p",
    "holdem.nolimit.3p": "holdem-nolimit-3p",
    "holdem.nolimit.6p": "holdem-nolimit-6p",
    "kuhn.limit.3p": "kuhn-3p",
}
"""The definitions that come with the dealer, by its names for them, and our names for them."""


def export(
    folder: Folder,
    *,
    export_format: Annotated[
        ExportFormat, typer.Option("--format", help="What to write; see below.")
    ],
    out: Annotated[
        RunFolder | None,
        typer.Option(
            metavar="DIR",
            parser=open_folder,
            help="A new or empty folder. (default: DIR-FORMAT)",
        ),
    ] = None,
) -> None:
    """Write all hands of a run for other tools, with every card that was dealt.

    `parquet` and `csv` are one table of hands; `acpc` is a log of the ACPC dealer a match, byte for
    byte as the C dealer writes it; `phh` the poker hand history format; `pokerstars` the text that
    trackers read. The last two tell Texas hold'em only. `railbird import` reads the last three.

    Example: `railbird export runs/my-run --format phh --out my-hands`
    """
    run = open_run(folder)
    target = out or folder.beside(f"{folder.resolved().name}-{export_format}")
    report = export_run(run, target, export_format)
    for note in run.facts:
        typer.echo(plain(f"Note: {note}.").plain, err=True)
    typer.echo(describe_export(report))


def import_hands(  # noqa: PLR0913  (a command's options)
    histories: Annotated[
        list[Path], typer.Argument(help="Files, or folders of .log, .phh, .phhs and .txt.")
    ],
    *,
    out: Annotated[
        RunFolder,
        typer.Option(metavar="DIR", parser=open_folder, help="The folder of the new run."),
    ],
    game: Annotated[
        str | None,
        typer.Option(help="A game by name or file. (default: the one in the histories)"),
    ] = None,
    history_format: Annotated[
        ImportFormat | None,
        typer.Option("--from", help="Format of the files. (default: by each file's suffix)"),
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Leave out what is wrong, and count it.")
    ] = False,
    chips_per_unit: Annotated[
        int, typer.Option(min=1, help="Chips for 1 of the amounts; 100 where amounts have cents.")
    ] = 1,
    plugin: PluginPaths = None,
    report: Annotated[str | None, typer.Option("--report", hidden=True)] = None,
    output_format: Annotated[
        str, typer.Option("--format", metavar="<text|json>", help="How to print the results.")
    ] = "text",
) -> None:
    """Read hands played elsewhere into a run, for every analysis that railbird has.

    Every hand is held to the rules, and its payoffs to what they should be. Logs that name the deck
    seeds of their cards make up duplicate sets; of other hands a set is a session of one line-up.

    Example: `railbird import my-hands --from phh --out runs/imported`
    """
    shown = _output_format(output_format, report=report)
    registry = read_plugins(plugin)
    choice = ImportChoice(
        find_game=lambda name: find_logged_game(name, registry),
        game=None if game is None else find_game(game, registry),
        history_format=history_format,
        keep_going=keep_going,
        chips_per_unit=chips_per_unit,
    )
    found = import_histories(histories, out, choice)
    print_either(shown, text=describe_import(found), record=found)


def _output_format(given: str, *, report: str | None) -> Format:
    """Return how to print; raises BadParameter, also for options as they were named before."""
    if report is not None:
        raise typer.BadParameter(f"--report is --format now: --format {report}")
    if given in FORMATS:
        raise typer.BadParameter(
            f"--format says how to print the results, text or json; name the format of the files "
            f"with --from {given}"
        )
    if given not in get_args(Format):
        raise typer.BadParameter(f"--format {given}: there are {', '.join(get_args(Format))}")
    return cast(Format, given)


def find_logged_game(name: str, registry: Registry) -> Game:
    """Return the game that a log's header names, under that name: a file, ours, or the dealer's."""
    path = Path(name)
    stem = path.name.removesuffix(SUFFIX)
    if path.is_file():
        return Game(stem, find_game(str(path.resolve()), registry).definition)
    known = ACPC_GAMES.get(stem, stem)
    if known not in registry.games:
        raise LogError(
            f"its header names the game '{plain(name)}', which is not there; give --game"
        )
    return Game(stem, registry.game(known).definition)


def describe_export(report: ExportReport) -> str:
    """Write a report as a sentence."""
    return (
        f"{report.folder}: {counted(report.hands, 'hand')} of {counted(report.matches, 'match')} "
        f"in {counted(report.files, 'file')}"
    )


def describe_import(report: ImportReport) -> str:
    """Write a report as lines: one for each fault that is shown, and a summary."""
    missing = report.left_out - len(report.faults)
    lines = [plain(fault).plain for fault in report.faults]
    lines += [f"and {missing} more"] if missing else []
    left_out = f"; left out: {report.left_out}" if report.left_out else ""
    seeds = "" if report.has_deck_seeds else "; without deck seeds, so luck does not cancel out"
    return "\n".join(
        [
            *lines,
            f"{report.folder}: {counted(report.hands, 'hand')} of {report.game} in "
            f"{counted(report.matches, 'match')} from {counted(report.files, 'file')}"
            f"{left_out}{seeds}",
        ]
    )
