"""``railbird replay``: checks a log of the ACPC dealer against the rules and its deck seed."""

from pathlib import Path
from typing import Annotated

import typer

from railbird.harness.acpc.replay import ReplayReport, replay_log
from railbird.harness.cli.options import (
    OutputFormat,
    PlayerCount,
    PluginPaths,
    print_either,
    read_plugins,
)
from railbird.harness.games.library import find_game
from railbird.native import require_acpc
from railbird.native.wording import counted

FAULTS_SHOWN = 20


def replay(
    log: Annotated[Path, typer.Argument(help="A match log or an actions log of the dealer.")],
    *,
    game: Annotated[str, typer.Option(help="Name of a game, or file of its definition.")],
    players: PlayerCount = None,
    plugin: PluginPaths = None,
    output_format: OutputFormat = "text",
) -> None:
    """Replay a log of the ACPC dealer, and check its payoffs, score, messages and cards.

    Cards are checked if the log's header has the deck seed. The exit code is 1 if something does
    not agree.

    Example: `railbird replay my-match.log --game kuhn-2p`
    """
    registry = read_plugins(plugin)
    found = find_game(game, registry, players)
    require_acpc(found.definition, "a log of the ACPC's dealer")
    report = replay_log(log, found)
    print_either(output_format, text=describe_replay(report), record=report)
    if report.faults:
        raise typer.Exit(1)


def describe_replay(report: ReplayReport) -> str:
    """Format a report: a line for each of the first twenty faults, and a summary."""
    shown = [f"{report.log}:{fault.line}: {fault.text}" for fault in report.faults[:FAULTS_SHOWN]]
    missing = len(report.faults) - len(shown)
    if missing:
        shown.append(f"and {missing} more")
    verdict = counted(len(report.faults), "fault") if report.faults else "everything agrees"
    return "\n".join([*shown, f"{report.log}: {verdict}; {_count(report)}"])


def _count(report: ReplayReport) -> str:
    seed = f"deck seed {report.deck_seed}" if report.cards else "no deck seed, cards not checked"
    checked = (
        [counted(report.hands, "hand"), counted(report.payoffs, "payoff")] if report.hands else []
    )
    checked += ["the score"] if report.has_score else []
    checked += [counted(report.messages, "message")] if report.messages else []
    checked += [counted(report.cards, "card")] if report.cards else []
    return f"replayed {', '.join(checked)} of {report.game} ({seed})"
