"""``railbird export`` and ``import``: write hands for other tools, and read hands from them."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast, get_args

import typer

from railbird.harness.cli.options import (
    Format,
    PlayerCount,
    PluginPaths,
    print_either,
    read_plugins,
)
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
    ImportedRun,
    ImportReport,
    export_run,
    import_histories,
)
from railbird.results.histories.checking.refusals import Refusal
from railbird.results.show.printing import plain

if TYPE_CHECKING:
    ExportFormat = str
    ImportFormat = str
else:  # the choices are the formats of the list
    ExportFormat = Literal[tuple(FORMATS)]
    ImportFormat = Literal[tuple(name for name, one in FORMATS.items() if one.reader)]

REASONS_SHOWN = 20

ACPC_GAMES = {
    "holdem.limit.2p.reverse_blinds": "holdem-limit-2p",
    "holdem.limit.3p": "holdem-limit-3p",
    "holdem.nolimit.2p.reverse_blinds": "holdem-nolimit-2p",
    "holdem.nolimit.3p": "holdem-nolimit-3p",
    "holdem.nolimit.6p": "holdem-nolimit-6p",
    "kuhn.limit.3p": "kuhn-3p",
}
"""The dealer's game definitions by its names, and our names for them."""


def export(
    folder: Folder,
    *,
    export_format: Annotated[
        ExportFormat, typer.Option("--format", help="Output format; see above.")
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
    """Write all hands of a run for other tools, with all cards dealt.

    `parquet` and `csv` are one table of hands; `acpc` is one ACPC dealer log per match, byte for
    byte as the C dealer writes it; `phh` is the poker hand history format, for its eleven variants
    (hold'em, short deck, Omaha, stud, razz, deuce-to-seven, badugi), and `phh-comments` the same
    with what models answered as comments of their actions; `pokerstars` is the text that tracking
    programs read, for Texas hold'em. `railbird import` reads all but the first two.

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
        list[Path],
        typer.Argument(help="Files, or folders and zip archives of .log, .phh, .phhs and .txt."),
    ],
    *,
    out: Annotated[
        RunFolder,
        typer.Option(metavar="DIR", parser=open_folder, help="The folder of the new run."),
    ],
    game: Annotated[
        str | None,
        typer.Option(
            help="Name of a game, or file of its definition. (default: as in the histories)"
        ),
    ] = None,
    players: PlayerCount = None,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that read files; the result is the same.")
    ] = 1,
    history_format: Annotated[
        ImportFormat | None,
        typer.Option("--from", help="Format of the files. (default: by file name suffix)"),
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Skip invalid hands, and count them.")
    ] = False,
    refused: Annotated[
        Path | None,
        typer.Option("--refused", metavar="FILE", help="List all that is refused in FILE, as CSV."),
    ] = None,
    chips_per_unit: Annotated[
        int, typer.Option(min=1, help="Chips per unit of the amounts; 100 for amounts with cents.")
    ] = 1,
    plugin: PluginPaths = None,
    report: Annotated[str | None, typer.Option("--report", hidden=True)] = None,
    output_format: Annotated[
        str, typer.Option("--format", metavar="<text|json>", help="Output format.")
    ] = "text",
) -> None:
    """Read hands played elsewhere into a run, so that they can be analysed like hands played here.

    Every hand is checked against the rules, payoffs included. Logs that give the deck seeds of
    their cards form duplicate sets; other hands are grouped into sessions of one line-up. Hands of
    several numbers of players or stakes become a run each, in a folder of its own in DIR;
    --players N takes those of N players.

    Example: `railbird import my-hands --from phh --out runs/imported`
    """
    shown = _output_format(output_format, report=report)
    registry = read_plugins(plugin)
    choice = ImportChoice(
        find_game=lambda name: find_logged_game(name, registry),
        game=None if game is None else find_game(game, registry, players),
        history_format=history_format,
        keep_going=keep_going,
        chips_per_unit=chips_per_unit,
        player_count=players,
        refused_file=refused,
        workers=workers,
        show_progress=_show_progress if sys.stderr.isatty() else None,
    )
    found = import_histories(histories, out, choice)
    print_either(shown, text=describe_import(found), record=found)


def _show_progress(done: int, total: int) -> None:
    """Count the files on one line of the terminal."""
    if total > 1:
        typer.echo(f"\r{done:,} of {total:,} files", err=True, nl=done == total)


def _output_format(given: str, *, report: str | None) -> Format:
    """Return the output format; raises BadParameter, also for the former names of options."""
    if report is not None:
        raise typer.BadParameter(f"--report has been renamed: use --format {report}")
    if given in FORMATS:
        raise typer.BadParameter(
            "--format is the output format, text or json; give the format of the files with "
            f"--from {given}"
        )
    if given not in get_args(Format):
        raise typer.BadParameter(
            f"--format {given} is not valid; use one of {', '.join(get_args(Format))}"
        )
    return cast(Format, given)


def find_logged_game(name: str, registry: Registry) -> Game:
    """Return the game named in a log's header: a file, one of ours, or one of the dealer's."""
    path = Path(name)
    stem = path.name.removesuffix(SUFFIX)
    if path.is_file():
        return Game(stem, find_game(str(path.resolve()), registry).definition)
    known = ACPC_GAMES.get(stem, stem)
    if known not in registry.games:
        raise LogError(
            f"its header names the game '{plain(name)}', which was not found; give --game"
        )
    return Game(stem, registry.game(known).definition)


def describe_export(report: ExportReport) -> str:
    """Format a report as a sentence."""
    return (
        f"{report.folder}: {counted(report.hands, 'hand')} of {counted(report.matches, 'match')} "
        f"in {counted(report.files, 'file')}"
    )


def describe_import(report: ImportReport) -> str:
    """Format a report: what was refused by reason, with an example each, and a summary."""
    lines = list(_describe_refusals(report.refusals))
    counts = {
        "left out": report.left_out,
        "imported before": report.repeated,
        "run twice, payoffs as told and left out of all-in expectation": report.two_boards,
        "chips of rake given back": report.rake_chips,
        "lines between hands": report.skipped_lines,
        "folds without a bet, played as checks": report.open_folds,
        "hands of other numbers of players": report.other_tables,
    }
    told = "".join([f"; {what}: {count:,}" for what, count in counts.items() if count])
    seeds = "" if report.has_deck_seeds else "; no deck seeds, so luck does not cancel out"
    files = counted(report.files, "file")
    if len(report.runs) == 1:
        return "\n".join([*lines, f"{_describe_run(report.runs[0])} from {files}{told}{seeds}"])
    total = f"{counted(report.hands, 'hand')} in {len(report.runs)} runs from {files}"
    return "\n".join([*lines, *map(_describe_run, report.runs), f"{total}{told}{seeds}"])


def _describe_refusals(refusals: Sequence[Refusal]) -> Iterator[str]:
    if not refusals:
        return
    width = max(len(f"{refusal.count:,}") for refusal in refusals)
    yield "Refused, by reason, with the first example of each:"
    for refusal in refusals[:REASONS_SHOWN]:
        place = f"{refusal.file}:{refusal.line}" if refusal.line else refusal.file
        hand = f", hand {refusal.hand}" if refusal.hand else ""
        yield plain(f"{refusal.count:>{width},}  {place}{hand}: {refusal.text}").plain
    if more := refusals[REASONS_SHOWN:]:
        rest = sum(refusal.count for refusal in more)
        reasons = counted(len(more), "other reason")
        yield f"{rest:>{width},}  for {reasons}; list them with --refused FILE"


def _describe_run(run: ImportedRun) -> str:
    matches = counted(run.matches, "match")
    return f"{run.folder}: {counted(run.hands, 'hand')} of {run.game} in {matches}"
