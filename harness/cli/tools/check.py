"""``railbird check``: checks an agent against the contract."""

from typing import Annotated

import typer

from railbird.harness.cli.agent_code import agents_called
from railbird.harness.cli.options import (
    OutputFormat,
    PlayerCount,
    PluginPaths,
    print_either,
    read_plugins,
)
from railbird.harness.conformance.check import Subject, check_conformance
from railbird.harness.conformance.report import describe_conformance
from railbird.harness.games.library import choose_games
from railbird.harness.plan.match_spec import read_agents
from railbird.plugins.finding.deprecated_uses import deprecated_uses


def check(  # noqa: PLR0913  (a command's options)
    agent: Annotated[str, typer.Argument(help="An agent: NAME or NAME:PARAMETER=VALUE,...")],
    *,
    game: Annotated[
        list[str] | None,
        typer.Option(
            help=(
                "Name of a game, or file of its definition; may be repeated. [default: all "
                "it plays]"
            )
        ),
    ] = None,
    players: PlayerCount = None,
    same_as: Annotated[
        str | None,
        typer.Option(
            help="An agent that must play identically, such as the simple form of a fast one."
        ),
    ] = None,
    plugin: PluginPaths = None,
    output_format: OutputFormat = "text",
) -> None:
    """Check an agent against the contract, in every game that it plays. Exit code 1 if it fails.

    It must take only legal actions, play the same with the same seed (also in two processes),
    remember nothing of other matches, and play the probabilities it declares.

    Example: `railbird check uniform --game kuhn-3p`
    """
    registry = read_plugins(plugin)
    (spec,) = read_agents([agent])
    subject = Subject(
        registry.agent(spec.agent),
        spec.parameters,
        plugins=tuple(map(str, plugin or ())),
        players=players,
        twin=None if same_as is None else registry.agent(same_as),
    )
    games = choose_games(registry, game, players)
    for warning in registry.list_stale_copies([spec.agent]):
        typer.echo(f"warning: {warning}", err=True)
    deprecated: dict[str, None] = {}
    with agents_called(spec.label), deprecated_uses(deprecated):
        report = check_conformance(subject, games)
    for use in deprecated:
        typer.echo(f"warning: {use}", err=True)
    print_either(output_format, text=describe_conformance(report), record=report)
    if not report.has_passed:
        raise typer.Exit(1)
