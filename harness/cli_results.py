"""``railbird table``, ``rank`` and ``hands``: what came of a run, finished or not."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console, RenderableType

from railbird.harness.cli_options import OutputFormat
from railbird.plugins import unknown_name
from railbird.results import RunOff, RunResults, open_run
from railbird.results.hand_choice import first_hands, worst_hands
from railbird.results.hand_story import tell_hand
from railbird.results.printing import (
    bankroll_view,
    hand_view,
    line_up_view,
    matrix_views,
    notes_view,
    plain,
    run_off_view,
)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")]
PIPE_WIDTH = 10_000
"""Characters a line may have where no terminal would have to fold it."""
CELL_WIDTH = 20


def table(
    folder: Folder,
    *,
    line_ups: Annotated[
        bool, typer.Option("--line-ups", help="Print every line-up as well.")
    ] = False,
    output_format: OutputFormat = "text",
) -> None:
    """Print the cross-table: who won how much against whom, with 95% intervals.

    With more than two at a table an entry is the mean over all line-ups with the column's agent.
    """
    run = open_run(folder)
    if output_format == "json":
        _print_json(
            line_ups=run.cross_table().to_pylist(),
            agents=run.agent_matrix().to_pylist(),
            notes=run.notes,
        )
        return
    console = _console()
    by_line_up = [line_up_view(run.cross_table())] if line_ups else []
    _print_views(console, [*_matrix(run, console), *by_line_up], run.notes)


def rank(folder: Folder, *, output_format: OutputFormat = "text") -> None:
    """Print the rankings: by total bankroll, and by run-off with every elimination."""
    run = open_run(folder)
    decided = run.run_off()
    if output_format == "json":
        _print_json(
            total_bankroll=run.total_bankroll().to_pylist(),
            run_off=decided.ranking.to_pylist(),
            run_off_rounds=decided.rounds.to_pylist(),
            notes=_notes(run, decided),
        )
    else:
        _print_views(_console(), _rankings(run, decided), _notes(run, decided))


def hands(
    folder: Folder,
    *,
    agent: Annotated[str, typer.Option(help="Only hands of the agent with this label.")] = "",
    worst: Annotated[
        int, typer.Option(min=0, help="The biggest losses of --agent, so many of them.")
    ] = 0,
    first: Annotated[int, typer.Option(min=1, help="Without --worst, so many hands.")] = 10,
    output_format: OutputFormat = "text",
) -> None:
    """Print hands in words: seats, cards, betting round by round, payoffs."""
    run = open_run(folder)
    labels = [record.label for record in run.manifest.agents]
    if agent and agent not in labels:
        raise unknown_name("agent", agent, [plain(label).plain for label in labels])
    if worst and not agent:
        raise typer.BadParameter("--worst asks whose losses; add --agent LABEL")
    shards = run.holdings.shards
    if worst:
        chosen = worst_hands(shards, worst, agent=agent)
    else:
        chosen = first_hands(shards, first, agent=agent)
    stories = [tell_hand(run.game, hand) for hand in chosen]
    if output_format == "json":
        _print_json(hands=stories, notes=run.notes)
    else:
        _print_views(_console(), map(hand_view, stories), run.notes)


def print_results(run: RunResults) -> None:
    """Print what a run has come to, finished or not: the cross-table and both rankings."""
    console, decided = _console(), run.run_off()
    views = [*_matrix(run, console), *_rankings(run, decided)]
    _print_views(console, views, _notes(run, decided))


def _matrix(run: RunResults, console: Console) -> Iterable[RenderableType]:
    return matrix_views(run.agent_matrix(), columns=max(1, console.width // CELL_WIDTH - 1))


def _rankings(run: RunResults, decided: RunOff) -> list[RenderableType]:
    return [bankroll_view(run.total_bankroll()), run_off_view(decided.ranking)]


def _notes(run: RunResults, decided: RunOff) -> list[str]:
    return [*run.notes, *filter(None, [decided.stop])]


def _console() -> Console:
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


def _print_views(console: Console, views: Iterable[RenderableType], notes: Sequence[str]) -> None:
    for view in views:
        console.print(view)
        console.print()
    if notes:
        console.print(notes_view(notes))


def _print_json(**parts: Any) -> None:
    typer.echo(msgspec.json.encode(parts).decode())
