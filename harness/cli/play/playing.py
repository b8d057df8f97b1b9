"""Plays a tournament with its progress on standard error, and prints the results."""

import sys

import msgspec
import typer
from rich.console import Console

from railbird.harness.cli.agent_code import agents_called
from railbird.harness.cli.options import Format
from railbird.harness.cli.play.incident_lines import incident_lines
from railbird.harness.cli.results.results import print_results
from railbird.harness.cli.results.tables import json_key, print_json, print_tables
from railbird.harness.plan.spec import Spec
from railbird.harness.tournament.progress import show_on
from railbird.harness.tournament.run import run
from railbird.harness.tournament.until_decided import run_until_decided
from railbird.harness.workers.dispatch import Dispatch
from railbird.results import open_run
from railbird.results.estimate.ranking.sequential import UNDECIDED, Decisions, StoppingRule
from railbird.results.folders.run_folder import RunFolder
from railbird.results.show.printing import plain
from railbird.results.tables.table_list import TABLES


def play_visibly(  # noqa: PLR0913  (as `run`)
    spec: Spec,
    folder: RunFolder,
    dispatch: Dispatch,
    *,
    raise_agent_errors: bool = False,
    secret: bytes | None = None,
    keep_going: bool = False,
    fresh: bool = False,
    replay: RunFolder | None = None,
) -> None:
    """Play a tournament; what agents print goes to standard error, as from worker processes."""
    console = Console(file=sys.stderr, highlight=False)
    with agents_called(raise_agent_errors=raise_agent_errors):
        run(
            spec,
            folder=folder,
            dispatch=dispatch,
            progress=show_on(console),
            raise_agent_errors=raise_agent_errors,
            secret=secret,
            keep_going=keep_going,
            fresh=fresh,
            replay=replay,
        )


def decide_visibly(  # noqa: PLR0913  (as `run`)
    spec: Spec,
    folder: RunFolder,
    dispatch: Dispatch,
    *,
    rule: StoppingRule,
    secret: bytes | None = None,
    fresh: bool = False,
) -> Decisions:
    """Play a tournament in stages until it is decided, as `play_visibly` plays one."""
    console = Console(file=sys.stderr, highlight=False)
    with agents_called():
        return run_until_decided(
            spec,
            rule,
            folder=folder,
            dispatch=dispatch,
            progress=show_on(console),
            secret=secret,
            fresh=fresh,
        )


def print_decisions(folder: RunFolder, decided: Decisions, output_format: Format) -> None:
    """Print who is ranked above whom, how many pairs are undecided, and what deciding them costs.

    Costs are those of services.
    """
    results = open_run(folder)
    count = sum(look == UNDECIDED for look in decided.look.tolist())
    note = f"undecided: {count} of {len(decided.look)} pairs, after {decided.looks[-1]} deck seeds"
    notes = [note, *results.facts]
    tables = [results.decisions(decided)]
    if not decided.is_settled and TABLES["costs-to-decide"].is_there(results.reading):
        tables.append(results.table("costs-to-decide"))
    print_tables(tables, notes, output_format=output_format)


def print_run(folder: RunFolder, output_format: Format, *, is_kept: bool = True) -> None:
    """Print the tables of a run, and a summary of its incidents.

    For a run that is not kept, no command can list them later.
    """
    results = open_run(folder)
    if output_format == "text":
        print_results(results)
        for line in incident_lines(results, is_kept=is_kept):
            typer.echo(plain(line).plain)
        return
    if results.reading.mode != "cash":
        names = ("finishes", "place-matrix", "incident-counts")
        if results.reading.mode == "ring":
            names = ("session-bankrolls", "session-ruin", "incident-counts")
        tables = {json_key(name): results.table(name).to_pylist() for name in names}
        print_json(
            name=results.manifest.spec["name"],
            matches=results.manifest.match_count,
            **tables,
            notes=results.notes,
        )
        return
    decided = results.run_off()
    record = {
        "name": results.manifest.spec["name"],
        "matches": results.manifest.match_count,
        "cross_table": results.cross_table().to_pylist(),
        "total_bankroll": results.total_bankroll().to_pylist(),
        "run_off": decided.ranking.to_pylist(),
        "incident_counts": results.incident_counts().to_pylist(),
        "notes": results.notes,
    }
    typer.echo(msgspec.json.encode(record).decode())
