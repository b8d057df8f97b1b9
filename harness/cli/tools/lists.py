"""``railbird agents`` and ``railbird games``: the available agents and games."""

from collections.abc import Iterable, Sequence
from inspect import Parameter
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from railbird.harness.cli.agent_code import agents_called
from railbird.harness.cli.console import find_console
from railbird.harness.cli.options import (
    Format,
    OutputFormat,
    PluginPaths,
    print_either,
    read_plugins,
)
from railbird.harness.table.agent_environment import agent_output
from railbird.plugins import Game, Registry, parameters_of

Long = Annotated[bool, typer.Option("--long", help="Print a table with all details.")]


def agents(
    *, long: Long = False, plugin: PluginPaths = None, output_format: OutputFormat = "text"
) -> None:
    """List the agents of installed plugins, one per line; with --long also their parameters.

    Example: `railbird agents --long`
    """
    registry = read_plugins(plugin)
    with agents_called():
        rows = [_agent_row(registry, name) for name in registry.agents]
    _print_rows(rows, output_format, is_long=long)


def games(
    *, long: Long = False, plugin: PluginPaths = None, output_format: OutputFormat = "text"
) -> None:
    """List the games that can be played by name, one per line, with their numbers of players.

    Example: `railbird games --format json`
    """
    registry = read_plugins(plugin)
    rows = [
        {"game": name, **_game_row(game), "summary": game.summary}
        for name, game in registry.games.items()
    ]
    _print_rows(rows, output_format, is_long=long, columns=("game", "players"))


def _agent_row(registry: Registry, name: str) -> dict[str, str]:
    entry, origin = registry.agent_offers[name].entry, registry.agent_offers[name].origin
    with agent_output(name):
        games_played = [game.name for game in registry.games.values() if entry.plays(game, {})]
    parameters = parameters_of(entry).values()
    return {
        "agent": name,
        "parameters": ", ".join(map(_show_parameter, parameters)),
        "games": _show_games(games_played, parameters, game_count=len(registry.games)),
        "from": str(origin),
        "summary": entry.summary,
    }


def _show_games(played: Sequence[str], parameters: Iterable[Parameter], *, game_count: int) -> str:
    """List the games; for an agent that needs parameters to play any, those parameters."""
    needed = [found.name for found in parameters if found.default is Parameter.empty]
    if needed and not played:
        return f"depends on {', '.join(needed)}"
    return "all" if len(played) == game_count else ", ".join(played)


def _show_parameter(parameter: Parameter) -> str:
    if parameter.default is Parameter.empty:
        return parameter.name
    return f"{parameter.name}={parameter.default!r}"


def _game_row(game: Game) -> dict[str, str]:
    fewest, most = game.player_counts
    return {
        "players": str(fewest) if fewest == most else f"{fewest}-{most}",
        "betting": game.definition.betting,
        "rounds": str(_count_rounds_of_betting(game)),
    }


def _count_rounds_of_betting(game: Game) -> int:
    """Return the rounds in which players bet; exchanges, discards and passes are not counted."""
    definition = game.definition
    cards = 0 if definition.variant is None else definition.variant.card_round_count
    return definition.round_count - cards


def _print_rows(
    rows: list[dict[str, str]],
    output_format: Format,
    *,
    is_long: bool,
    columns: Sequence[str] = ("agent",),
) -> None:
    """Print rows: everything with `is_long`, else these columns and the summary."""
    if output_format == "json":
        print_either("json", text="", record=rows)
    elif is_long:
        _print_table(rows)
    else:
        _print_lines(rows, columns)


def _print_lines(rows: Sequence[dict[str, str]], columns: Sequence[str]) -> None:
    """Print a line for each row, cut to the width of the terminal."""
    widths = {name: max((len(row[name]) for row in rows), default=0) for name in columns}
    console = Console(highlight=False)
    for row in rows:
        shown = [f"{row[name]:{width}}" for name, width in widths.items()]
        line = Text("  ".join((*shown, row["summary"])).rstrip())
        if console.is_terminal:
            line.truncate(console.width, overflow="ellipsis")
        console.print(line, soft_wrap=True)


def _print_table(rows: Sequence[dict[str, str]]) -> None:
    table = Table()
    for name in rows[0] if rows else ():
        table.add_column(name)
    for row in rows:
        table.add_row(*map(Text, row.values()))
    find_console().print(table)
