"""``railbird agents`` and ``railbird games``: what there is to enter and to play."""

from collections.abc import Iterable, Sequence
from inspect import Parameter

from rich.console import Console
from rich.table import Table
from rich.text import Text

from railbird.harness.cli.agent_code import agents_called
from railbird.harness.cli.options import OutputFormat, PluginPaths, print_either, read_plugins
from railbird.harness.table.agent_environment import agent_output
from railbird.native import GameDefinition
from railbird.plugins import Registry, parameters_of


def agents(*, plugin: PluginPaths = None, output_format: OutputFormat = "text") -> None:
    """List the agents that installed plugins offer, with their parameters."""
    registry = read_plugins(plugin)
    with agents_called():
        rows = [_agent_row(registry, name) for name in registry.agents]
    _print_rows(rows, output_format)


def games(*, plugin: PluginPaths = None, output_format: OutputFormat = "text") -> None:
    """List the games that can be played by name."""
    registry = read_plugins(plugin)
    rows = [
        {"game": name, **_game_row(game.definition), "summary": game.summary}
        for name, game in registry.games.items()
    ]
    _print_rows(rows, output_format)


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
    """List the games; of an agent that plays none without them, the parameters that it needs."""
    needed = [found.name for found in parameters if found.default is Parameter.empty]
    if needed and not played:
        return f"as {', '.join(needed)} says"
    return "all" if len(played) == game_count else ", ".join(played)


def _show_parameter(parameter: Parameter) -> str:
    if parameter.default is Parameter.empty:
        return parameter.name
    return f"{parameter.name}={parameter.default!r}"


def _game_row(definition: GameDefinition) -> dict[str, str]:
    return {
        "players": str(definition.player_count),
        "betting": definition.betting,
        "rounds": str(definition.round_count),
    }


def _print_rows(rows: list[dict[str, str]], output_format: str) -> None:
    if output_format == "json":
        print_either("json", text="", record=rows)
        return
    table = Table()
    for name in rows[0] if rows else ():
        table.add_column(name)
    for row in rows:
        table.add_row(*map(Text, row.values()))
    console = Console(highlight=False)
    console.print(table) if console.is_terminal else Console(highlight=False, width=400).print(
        table
    )
