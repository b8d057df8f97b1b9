"""Prints the tables of a run: as text, or for other programs."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pyarrow.compute as pc
import typer
from rich.console import RenderableType

from railbird.harness.analysis.declared_luck import make_aivat
from railbird.harness.cli.console import find_console
from railbird.plugins import unknown_name
from railbird.results import ResultTable, RunResults, open_run
from railbird.results.folders.addresses import open_folder
from railbird.results.folders.run_folder import RunFolder
from railbird.results.luck.choice import Luck
from railbird.results.run.run_results import wrong_mode
from railbird.results.show.printing import draw, notes_view, plain
from railbird.results.show.units import UNITS
from railbird.results.store.files import table_bytes
from railbird.results.store.table_files import csv_bytes
from railbird.results.tables.table_list import TABLES
from railbird.results.tables.table_spec import Flag, TableFormat, TableSpec

FormatName = Annotated[
    TableFormat,
    typer.Option("--format", help="Output format; csv and arrow print one table, see --only."),
]
Only = Annotated[str, typer.Option()]
"""`with_table_flags` adds the names of the command's tables to its help."""
UnitName = Annotated[str, typer.Option("--unit", help=f"One of {', '.join(UNITS)}.")]
Folder = Annotated[
    RunFolder,
    typer.Argument(
        metavar="DIR", parser=open_folder, help="A run: its folder, or its s3:// or gs:// address."
    ),
]
LuckName = Annotated[
    Luck | None,
    typer.Option(
        "--luck",
        help=(
            "What is taken out of payoffs: nothing, the boards of all-ins, all cards, or cards and "
            "declared decisions. (default: as in the spec)"
        ),
    ),
]
LuckValues = Annotated[
    Path | None,
    typer.Option(
        "--luck-values",
        help="With --luck chance: a value function that `railbird fit-values` wrote.",
    ),
]
Conditions = Annotated[
    list[str] | None,
    typer.Option(
        "--where",
        help=(
            "with=LABEL, without=LABEL, decks=FIRST-LAST or forfeits=out, which leaves out "
            "every duplicate set with a forfeited match; may be repeated."
        ),
    ),
]
Agent = Annotated[str, typer.Option(help="Only rows of the agent with this label.")]
CELL_WIDTH = 20
USUAL_WIDTH = 160
"""The width in which tables are printed to a pipe, unless they are printed whole."""
ALL = Flag("--all", "Print all rows, also of long tables that are summarised by default.")
Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Part:
    """The selected part of a run: the conditions of `--where`, and the luck taken out."""

    conditions: Sequence[str] | None = None
    luck: Luck | None = None
    luck_values: Path | None = None

    def open(self, folder: RunFolder) -> RunResults:
        """Open a run; raises WhereError if the part is empty."""
        return self._open(folder).where(*self.conditions or ())

    def open_unfinished(self, folder: RunFolder) -> RunResults:
        """Open a run that is being played, of which this part may still be empty."""
        return RunResults(self._open(folder).reading.among(*self.conditions or ()))

    def _open(self, folder: RunFolder) -> RunResults:
        run = open_run(folder, luck=self.luck, luck_values=self.luck_values)
        if run.reading.luck == "aivat":
            make_aivat(run)
        return run


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The requested tables of a command: by flags, or one by name, and the format.

    Names may have underscores, as in JSON, instead of hyphens.
    """

    command: str
    output_format: TableFormat
    only: str = ""
    flags: Collection[str] = ()


def make_tables(run: RunResults, choice: TableChoice, **options: Any) -> list[ResultTable]:
    """Compute the requested tables of a command, each with the options that it takes."""
    offered = {spec.name: spec for spec in command_tables(choice.command)}
    if not any(run.reading.mode in spec.modes for spec in offered.values()):
        raise wrong_mode(run.reading, f"`railbird {choice.command}`")
    offered = {name: spec for name, spec in offered.items() if spec.is_in(run.reading)}
    for spec in command_tables(choice.command):
        flag = spec.command.flag if spec.command is not None else None
        if flag is not None and flag.name in choice.flags and spec.name not in offered:
            raise typer.BadParameter(
                f"{flag.name}: this run has no such table ({spec.about}); leave it out"
            )
    name = choice.only.replace("_", "-")
    if name and name not in offered:
        raise typer.BadParameter(f"--only: {unknown_name('table', name, offered)}")
    chosen = [
        spec
        for spec in offered.values()
        if spec.name == name
        or (
            not name and spec.is_printed(run.reading, flags=choice.flags, form=choice.output_format)
        )
    ]
    return [
        run.table(spec.name, **{key: options[key] for key in options if key in spec.options})
        for spec in chosen
    ]


def rows_of(run: RunResults, table: ResultTable, agent: str) -> ResultTable:
    """Return a table's rows of one agent, or all without a label; raises UnknownNameError."""
    require_agent(run, agent)
    if not agent:
        return table
    return replace(table, arrow=table.arrow.filter(pc.equal(table["agent"], agent)))


def require_agent(run: RunResults, agent: str) -> None:
    """Raise UnknownNameError for a label that no agent of the run has; "" means all agents."""
    if agent and agent not in run.labels:
        raise unknown_name("agent", agent, [plain(label).plain for label in run.labels])


def make_headlines(run: RunResults, *commands: str) -> list[ResultTable]:
    """Compute the tables that summarise a run, of these commands."""
    return run.headlines(*commands)


def command_tables(command: str) -> list[TableSpec]:
    """Return the tables that a command offers, in order."""
    return [
        spec
        for spec in TABLES.values()
        if spec.command is not None and spec.command.name == command
    ]


def with_table_flags(command: str) -> Callable[[Command], Command]:
    """Add the flags of a command's tables to it, and their names to the help of `only`.

    The command is called with the flags given, as `flags`.
    """
    stated = [spec.command.flag for spec in command_tables(command) if spec.command is not None]
    flags = {
        flag.name.removeprefix("--").replace("-", "_"): flag for flag in stated if flag is not None
    } | {"all": ALL}

    def add(function: Command) -> Command:
        def flagged(folder: RunFolder, **options: Any) -> None:
            given = frozenset(flag.name for key, flag in flags.items() if options.pop(key))
            function(folder, flags=given, **options)

        named = [p for p in signature(function).parameters.values() if p.name != "flags"]
        folder, *others = (_listing_tables(p, command) for p in named)
        added = [
            Parameter(
                key,
                Parameter.KEYWORD_ONLY,
                default=False,
                annotation=Annotated[bool, typer.Option(flag.name, help=flag.help)],
            )
            for key, flag in flags.items()
        ]
        shown = Signature([folder, *added, *others])
        flagged.__signature__ = shown  # type: ignore[attr-defined]  # what typer reads
        flagged.__annotations__ = {p.name: p.annotation for p in shown.parameters.values()}
        flagged.__doc__ = function.__doc__
        return flagged

    return add


def _listing_tables(parameter: Parameter, command: str) -> Parameter:
    """Return the parameter; `only` with the command's tables in its help."""
    if parameter.name != "only":
        return parameter
    names = ", ".join(spec.name for spec in command_tables(command))
    option = typer.Option(help=f"Print one table only: {names}.")
    return parameter.replace(annotation=Annotated[str, option])


def print_tables(
    chosen: Sequence[ResultTable],
    notes: Sequence[str],
    *,
    output_format: str,
    flags: Collection[str] = (),
) -> None:
    """Print tables, with their notes if the format allows it.

    As text, long ones are summarised unless the flags contain ALL.
    """
    if output_format == "text":
        is_whole = ALL.name in flags
        views = _views(chosen, is_whole=is_whole)
        split = [] if is_whole else list(_about_parts(chosen))
        print_views(views, [*notes, *remarks_on(chosen, notes), *split])
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
    """Print the tables, one below the other, and the notes."""
    console = find_console()
    for view in views:
        console.print(view)
        console.print()
    if notes:
        console.print(notes_view(notes))


def print_json(**parts: Any) -> None:
    """Print values as one JSON object; NaN and infinite numbers become null."""
    typer.echo(msgspec.json.encode(parts).decode())


def json_key(name: str) -> str:
    """Return the key of a table in JSON."""
    return name.replace("-", "_")


def _views(tables: Iterable[ResultTable], *, is_whole: bool) -> Iterator[RenderableType]:
    columns = _columns(is_whole=is_whole)
    for table in tables:
        lay_out = table.grids if is_whole else table.short_grids
        yield from map(draw, lay_out(columns=columns))


def _columns(*, is_whole: bool) -> int:
    """Return how many columns of a matrix stand side by side."""
    console = find_console()
    width = console.width if console.is_terminal or is_whole else USUAL_WIDTH
    return max(1, width // CELL_WIDTH - 1)


def _about_parts(tables: Iterable[ResultTable]) -> Iterator[str]:
    """Say which command prints a matrix in one piece that is printed in parts to a pipe."""
    if find_console().is_terminal:
        return
    columns = _columns(is_whole=False)
    commands = dict.fromkeys(
        f"`{table.spec.whole_command}`"
        for table in tables
        if len(table.short_grids(columns=columns)) > len(table.short_grids())
    )
    if commands:
        yield f"wide tables are in parts; {' and '.join(commands)} prints them whole"


def remarks_on(tables: Iterable[ResultTable], notes: Sequence[str] = ()) -> list[str]:
    """Return the notes of tables that are not among these notes, without repetition."""
    remarks = dict.fromkeys(remark for table in tables for remark in table.remarks())
    return [remark for remark in remarks if remark not in notes]
