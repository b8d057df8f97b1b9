"""Options that several commands share, and how results are printed."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import typer

from railbird.harness.cli.command_list import check_offer
from railbird.plugins import Registry, load_registry, read_plugin

Format = Literal["text", "json"]
OutputFormat = Annotated[Format, typer.Option("--format", help="Output format.")]
PluginPaths = Annotated[
    list[Path] | None,
    typer.Option("--plugin", help="Path of a plugin, a module or package; may be repeated."),
]
PlayerCount = Annotated[
    int | None,
    typer.Option(
        "--players",
        min=2,
        metavar="N",
        help="How many players, of a game for several numbers. (default: the fewest)",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=0, help="Worker processes; 0: play in this process. (default: number of processors)"
    ),
]
Fresh = Annotated[
    bool,
    typer.Option("--fresh", help="Start over; an existing run is kept as DIR.1, DIR.2, ..."),
]
RaiseAgentErrors = Annotated[
    bool,
    typer.Option(
        "--raise-agent-errors",
        help=(
            "Stop at the first exception of an agent and show its traceback; plays in this process."
        ),
    ),
]


def read_plugins(paths: Iterable[Path] | None) -> Registry:
    """Load the plugins that are installed, and those of `--plugin`.

    Raises PluginError, also if one offers a command with the name of one of ours.
    """
    registry = load_registry(map(read_plugin, paths or ()))
    for name in registry.commands():
        check_offer(name)
    return registry


def print_either(output_format: Format, *, text: str, record: Any) -> None:
    """Print the text, or the record as JSON."""
    typer.echo(text if output_format == "text" else msgspec.json.encode(record).decode())
