"""Plays tournaments: into a folder, where they can be continued, or in memory."""

import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import pyarrow as pa

from railbird.harness.analysis.declared_luck import make_planned_luck
from railbird.harness.analysis.declared_play import DeclaredPlay, list_game
from railbird.harness.analysis.exact_values import exact_values
from railbird.harness.errors import LostChunksError
from railbird.harness.plan.planning import Reach
from railbird.harness.plan.schedule import (
    Schedule,
    count_chunk_matches,
    count_chunks,
    list_chunk_agents,
    plan_chunk,
    sort_by_decks,
)
from railbird.harness.plan.spec import Spec
from railbird.harness.tournament.certainty import describe_certainty
from railbird.harness.tournament.preparation import Tournament, prepare
from railbird.harness.tournament.progress import ShowProgress, Start, show_nothing
from railbird.harness.tournament.resume import growing_keys
from railbird.harness.tournament.smoke_test import try_agents, try_agents_apart
from railbird.harness.tournament.warnings_once import Warn, WarnOnce
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.harness.workers.dispatch import Dispatch, play_here
from railbird.harness.workers.job import ChunkReport, LostChunk
from railbird.harness.workers.processes import Processes
from railbird.harness.workers.worker import tabulate
from railbird.plugins import ClassSource, FinishedMatch, Run
from railbird.results import Store, open_run
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.run_folder import RunFolder
from railbird.results.luck.fitted import VALUES_FILE, read_values, values_bytes
from railbird.results.store.reading import read_matches
from railbird.results.store.schema import TIMINGS
from railbird.results.store.shard_files import ShardFile
from railbird.results.store.store import TABLES, set_aside
from railbird.results.store.table_files import write_table
from railbird.results.tables.won.exact_values import EXACT_FILE

DEFAULT_FOLDER = Path("runs")
REPORTS_IN_MEMORY = 4096
MOST_LOST_SHOWN = 5


def run(  # noqa: PLR0913  (the options of a run)
    spec: Spec,
    *,
    folder: RunPlace | None = None,
    dispatch: Dispatch | None = None,
    progress: ShowProgress = show_nothing,
    raise_agent_errors: bool = False,
    reach: Reach | None = None,
    secret: bytes | None = None,
    keep_going: bool = False,
    fresh: bool = False,
    classes: Sequence[ClassSource] = (),
    with_tables: bool = True,
    replay: RunPlace | None = None,
    tried: Collection[str] = (),
) -> Run:
    """Play a tournament into a folder (``runs/<name>``, or a URL) and write its tables.

    Matches already in the folder are not played again; by default chunks are played by one process
    per processor (see `dispatch`). With `reach` only a part of the schedule is played now, as
    `run_until_decided` does. The secrets of the deals are derived from `secret` (at least 16
    bytes); by default they are random if agents play outside our processes. `classes` are agents
    without a plugin (`plugins.pack_class`); the spec enters them by name. With `raise_agent_errors`
    an agent's exception stops the run, with its traceback. A chunk that kills its workers raises
    LostChunksError, at once or, with `keep_going`, when all others are stored. With `fresh`
    everything is played again: once the agents have passed their trials, the run in the folder is
    renamed to NAME.1, or the next free number. Without `with_tables` only the matches are stored.
    With `replay`, another folder of the same run, all answers of asynchronous agents come from its
    journal, and nothing is asked. Agents with the labels `tried` play no trial hand: they have
    played it in a former run. Raises RailbirdError, if possible before anything is written.
    """
    place = open_folder(folder or DEFAULT_FOLDER / spec.name).resolved()
    dispatch = dispatch or Processes(count_processors())
    tournament = prepare(
        spec,
        place,
        raise_agent_errors=raise_agent_errors,
        reach=reach,
        secret=secret,
        fresh=fresh,
        classes=classes,
        replay=replay,
    )
    _print_certainty(tournament)
    warn = WarnOnce()
    declared = play_trial(tournament, dispatch, warn, tried=tried, asks_play=with_tables)
    if fresh:
        _set_aside(place)
    growing = growing_keys(tournament.spec)
    with Store.create(
        place, tournament.manifest, growing=growing, secrets=tournament.secrets
    ) as store:
        tournament.registry.hook.railbird_tournament_started(run=tournament.run)
        lost = _play_missing(
            tournament,
            store,
            dispatch=dispatch,
            progress=progress,
            keep_going=keep_going,
            warn=warn,
        )
        if lost:
            raise LostChunksError(describe_lost(tournament.schedule, lost))
        store.finish()
    if with_tables:
        _write_exact_values(tournament, place, declared)
        make_planned_luck(open_run(place)).write_tables()
    tournament.registry.hook.railbird_tournament_finished(run=tournament.run)
    return tournament.run


def _print_certainty(tournament: Tournament) -> None:
    certainty = describe_certainty(tournament)
    if certainty:
        print(certainty, file=sys.stderr)


def _keep_values(spec: Spec, place: RunFolder) -> None:
    """Store the fitted value function of a spec in the run's folder, where results find it."""
    if spec.luck_values:
        place.make(VALUES_FILE.rpartition("/")[0])
        place.write(VALUES_FILE, values_bytes(read_values(Path(spec.luck_values))))


def _set_aside(place: RunFolder) -> None:
    kept = set_aside(place)
    if kept is not None:
        print(f"the old run is kept as {kept}; a new one starts in {place}", file=sys.stderr)


def play(spec: Spec, *, raise_agent_errors: bool = True) -> pa.Table:
    """Play a tournament in this process and return its matches in schema SHARD, one per row.

    Nothing is written. An agent that kills its process kills this process.
    """
    tournament = prepare(spec, raise_agent_errors=raise_agent_errors)
    warn = WarnOnce()
    try_agents(tournament.job, warn)
    job, schedule = tournament.job, tournament.schedule
    chunks = (plan_chunk(schedule, index) for index in range(count_chunks(schedule)))
    with closing(ChunkPlayer(job)) as player:
        table = pa.concat_tables(tabulate(chunk, player.play(chunk)) for chunk in chunks)
        warn(player.take_deprecated())
        return table


def play_trial(
    tournament: Tournament,
    dispatch: Dispatch,
    warn: Warn,
    *,
    tried: Collection[str] = (),
    asks_play: bool = True,
) -> list[DeclaredPlay]:
    """Let all agents but those `tried` play a trial hand where `dispatch` will call them.

    Returns the strategies that they declare, if `asks_play`; nothing if the game is too large to
    enumerate. Raises TrialError.
    """
    warn(tournament.registry.list_stale_copies(tournament.list_agents()))
    entrants = [one for one in tournament.job.entrants if one.spec.label not in tried]
    job = replace(tournament.job, entrants=tuple(entrants))
    if dispatch is play_here:
        return try_agents(job, warn, asks_play=asks_play)
    children = getattr(dispatch, "children", None)
    return try_agents_apart(job, warn, children=children, asks_play=asks_play)


def count_processors() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play_missing(  # noqa: PLR0913  (as `run`)
    tournament: Tournament,
    store: Store,
    *,
    dispatch: Dispatch,
    progress: ShowProgress,
    keep_going: bool,
    warn: Warn,
) -> list[LostChunk]:
    """Play what is missing; return the chunks that were given up."""
    _keep_values(tournament.spec, store.folder)
    schedule, missing = tournament.schedule, store.missing()
    if tournament.job.asynchronous_labels:
        missing = sort_by_decks(schedule, missing)
    left = sum(count_chunk_matches(schedule, index) for index in missing)
    start = Start(
        schedule.match_count - left,
        store.damaged,
        deck_count=len(schedule.deck_seeds),
        more_decks=tournament.more_decks,
    )
    lost: list[LostChunk] = []
    with (
        progress(tournament.run, start) as advance,
        _timings_kept(store) as keep_times,
        closing(dispatch(tournament.job, missing)) as played,
    ):
        for outcome in played:
            if isinstance(outcome, LostChunk):
                lost.append(outcome)
                if keep_going:
                    continue
                break
            warn(outcome.deprecated)
            keep_times(outcome)
            advance(outcome)
            store.require_claim()
            _tell_matches(tournament, outcome)
    return lost


def describe_lost(schedule: Schedule, lost: Sequence[LostChunk]) -> str:
    """Return a message with the chunks that were given up, and their agents."""
    shown = [
        f"chunk {one.chunk_index} (agents {', '.join(list_chunk_agents(schedule, one.chunk_index))}"
        f": {one.reason})"
        for one in lost[:MOST_LOST_SHOWN]
    ]
    more = len(lost) - len(shown)
    return (
        f"given up, because every worker that started it died: {', '.join(shown)}"
        f"{f', and {more:,} more' if more else ''}; make sure that the machines have enough "
        "memory, or remove the agents; the same command, without --fresh, plays what is missing"
    )


@contextmanager
def _timings_kept(store: Store) -> Iterator[Callable[[ChunkReport], None]]:
    """Yield a function that records the times of a chunk; they are written periodically."""
    reports: list[ChunkReport] = []

    def write() -> None:
        if reports:
            store.write_timings(_timings(reports))
            reports.clear()

    def keep(report: ChunkReport) -> None:
        reports.append(report)
        if len(reports) >= REPORTS_IN_MEMORY:
            write()

    try:
        yield keep
    finally:
        write()


def _write_exact_values(
    tournament: Tournament, folder: RunFolder, declared: Sequence[DeclaredPlay]
) -> None:
    """Write the exact cross-table, if the game can be enumerated and whole line-ups declare."""
    if tournament.spec.mode != "cash":
        return  # they are values of hands from one stack each
    tree = list_game(tournament.game.definition) if declared else None
    if tree is None:
        return
    table = exact_values(tree, tournament.schedule.line_ups, declared)
    if table.num_rows:
        write_table(folder, f"{TABLES}/{EXACT_FILE}", table)


def _tell_matches(tournament: Tournament, report: ChunkReport) -> None:
    """Report the matches of a chunk to the listeners, if there are any."""
    hook = tournament.registry.hook.railbird_match_finished
    if not hook.get_hookimpls() or report.shard is None:
        return
    for batch in read_matches([ShardFile(report.chunk_index, report.shard)]):
        for row in batch.to_pylist():
            match = FinishedMatch(
                deck_index=row["deck_index"],
                seating_index=row["seating_index"],
                agents=tuple(row["agents"]),
                payoffs=tuple(row["payoffs"]),
                hand_count=row["hand_count"],
            )
            hook(run=tournament.run, match=match)


def _timings(reports: Sequence[ChunkReport]) -> pa.Table:
    columns = {
        "chunk_index": [report.chunk_index for report in reports],
        "started": [report.started for report in reports],
        "seconds": [report.seconds for report in reports],
        "host": [report.host for report in reports],
        "worker": [report.worker for report in reports],
        "hands": [report.hand_count for report in reports],
        "agents": [[asdict(times) for times in report.call_times] for report in reports],
    }
    return pa.table(columns, schema=TIMINGS)
