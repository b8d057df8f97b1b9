"""The trial hand that each agent plays before the tournament starts, to find broken agents.

For ring games it also chooses a table, and plays a round of hands. If the game is small enough to
enumerate, agents are then asked for the strategies they declare. Agents in our own processes have
no time limit when they play; for each of these two steps it is the spec's `trial_seconds`.
"""

import sys
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection

from railbird.harness.analysis.declared_play import DeclaredPlay, ask_for_play, list_game
from railbird.harness.errors import TrialError, WorkerError
from railbird.harness.players.isolation import describe_gaps
from railbird.harness.players.kind import Entrant
from railbird.harness.players.kinds import kind_of
from railbird.harness.players.populations import MEMBER_SIGN
from railbird.harness.supervision.confinement import landlock_version
from railbird.harness.table.agent_environment import agent_output
from railbird.harness.table.play_rules import PlannedMatch
from railbird.harness.tournament.trial_clock import (
    SECONDS_TO_YIELD,
    describe_endless,
    trial_clock,
)
from railbird.harness.tournament.warnings_once import Warn, ignore
from railbird.harness.workers.child import Child
from railbird.harness.workers.child_pool import ChildPool, PluginKeeper, call_in_child
from railbird.harness.workers.chunk_player import ChunkPlayer, rules_for
from railbird.harness.workers.job import Job, LoadPlugins, make_factories, players_of
from railbird.results.store.match_keys import match_key

TRACEBACK = "; play with --raise-agent-errors to see the traceback"
EXPLAINED = {"stray-line": ", which answers no request; answer only when it is the agent's turn"}
OPEN_DEALS = (
    'deals = "acpc": players outside our own processes can compute every card from the deck seed; '
    "leave the key out of the spec to deal under a secret"
)
REFUSAL = "exception: AgentError: "
"""How the text of an exception begins that says what is wrong by itself, and needs no traceback."""
TOLERATED = {"illegal-kind", "size-clamped"}  # under acpc they are corrected, and may be intended


@dataclass(frozen=True, slots=True)
class _Verdict:
    """The result of a trial hand; `fault` is empty for an agent that passed."""

    label: str
    fault: str
    has_traceback: bool = False
    """Whether raising the agent's exception would show more about the fault."""
    is_refusal: bool = False
    """Whether the fault says by itself what to do."""
    deprecated: tuple[str, ...] = ()


def try_agents(job: Job, warn: Warn = ignore, *, asks_play: bool = True) -> list[DeclaredPlay]:
    """Let each agent play a hand against itself in this process; raises TrialError.

    Returns the strategies that the agents declare; nothing if the game is too large to enumerate,
    or without `asks_play`. `warn` is called with sentences about deprecated names that an agent has
    used.
    """
    _say_gaps(job)
    with closing(ChunkPlayer(job)) as player:
        for verdict in _verdicts(job, player, may_exit=True):
            warn(verdict.deprecated)
            _check(verdict)
    return list(_declared(job, may_exit=True)) if asks_play else []


def try_agents_apart(
    job: Job, warn: Warn = ignore, *, children: ChildPool | None = None, asks_play: bool = True
) -> list[DeclaredPlay]:
    """Like `try_agents`, in a process that an agent may kill: one of `children`, or a new one.

    Raises WorkerError if the process dies before any agent is called.
    """
    _say_gaps(job)
    with call_in_child(children, _serve, job, asks_play) as child:
        if child.receive() is None:
            raise WorkerError(
                f"a process {child.bury()} while it loaded the plugins; fix the plugin that ends it"
            )
        for label, entrant in _to_try(job):
            _await(child, job, label, entrant)
            verdict = child.receive() or _Verdict(label, f"its process {child.bury()}")
            warn(verdict.deprecated)
            _check(verdict)
        return list(_receive_declared(child, job)) if asks_play else []


def _receive_declared(child: Child, job: Job) -> Iterator[DeclaredPlay]:
    for entrant in job.entrants:
        _await(child, job, entrant.spec.label, entrant)
        play = child.receive()
        if play is None:
            return
        yield play
    child.receive()  # the end


def _await(child: Child, job: Job, label: str, entrant: Entrant) -> None:
    """Receive the next message; does not wait for an agent that its own process cannot stop.

    External players have time limits of their own.
    """
    if kind_of(entrant.spec).is_outside:
        return
    if not child.connection.poll(job.trial_seconds + 2 * SECONDS_TO_YIELD):
        raise TrialError(describe_endless(label, job.trial_seconds))


def _say_gaps(job: Job) -> None:
    """Return warnings about what external players could do, one per line."""
    if not job.schedule.secrets and any(kind_of(one.spec).is_outside for one in job.entrants):
        print(OPEN_DEALS, file=sys.stderr, flush=True)
    confined = [one.spec for one in job.entrants if one.spec.isolation == "process"]
    if confined:
        has_commands = any(spec.command is not None for spec in confined)
        gaps = describe_gaps(landlock_version(), has_commands=has_commands)
        if gaps:
            print(gaps, file=sys.stderr, flush=True)


def _serve(
    connection: Connection,
    keeper: PluginKeeper,
    job: Job,
    asks_play: bool,
) -> None:
    make_factories(job, keeper.load(job))
    connection.send(len(_to_try(job)))
    with closing(ChunkPlayer(job, keeper.load)) as player:
        for verdict in _verdicts(job, player, may_exit=False):
            connection.send(verdict)
    if asks_play:
        for play in _declared(job, may_exit=False, load=keeper.load):
            connection.send(play)
        connection.send(None)


def _check(verdict: _Verdict) -> None:
    if verdict.fault:
        remedy = "" if verdict.is_refusal else "; fix it, or remove it from the tournament"
        more = TRACEBACK if verdict.has_traceback else ""
        raise TrialError(
            f"agent '{verdict.label}' failed its trial hand: {verdict.fault}{remedy}{more}"
        )


def _verdicts(job: Job, player: ChunkPlayer, *, may_exit: bool) -> Iterator[_Verdict]:
    """Try every agent except remote ones, which connect when the match starts."""
    player.load()
    rules = replace(rules_for(1, job), raise_agent_errors=job.raise_agent_errors)
    plan = _plan(job)
    for label, entrant in _to_try(job):
        if kind_of(entrant.spec).is_waited_for:
            yield _Verdict(label, "")
            continue
        clock = trial_clock(label, job.trial_seconds, may_exit=may_exit)
        with nullcontext() if kind_of(entrant.spec).is_outside else clock:
            incidents = player.try_agent(label, _under_names(label, plan), rules)
        faults = [
            (kind, f"{kind}: {text}{EXPLAINED.get(kind, '')}" if text else kind)
            for kind, text in zip(incidents.kind, incidents.text, strict=True)
            if kind != "complaint" and (job.misbehaviour == "strict" or kind not in TOLERATED)
        ]
        kind, fault = faults[0] if faults else ("", "")
        refusal = fault.removeprefix(REFUSAL)
        is_here = not kind_of(entrant.spec).is_outside and refusal == fault
        yield _Verdict(
            label,
            refusal,
            has_traceback=is_here and kind == "exception",
            is_refusal=refusal != fault,
            deprecated=player.take_deprecated(),
        )


def _to_try(job: Job) -> list[tuple[str, Entrant]]:
    """All agents that may play; the members of a population only at its first place."""
    places = {entrant.spec.population: entrant.spec.label for entrant in reversed(job.entrants)}
    first = {label for name, label in places.items() if name}
    return [
        (label, entrant)
        for label, entrant in players_of(job)
        if MEMBER_SIGN not in label or label.partition(MEMBER_SIGN)[0] in first
    ]


def _declared(
    job: Job, *, may_exit: bool, load: LoadPlugins = Job.load_registry
) -> Iterator[DeclaredPlay]:
    tree = list_game(job.game.definition)
    if tree is None:
        return
    factories = make_factories(job, load(job))
    for entrant in job.entrants:
        label = entrant.spec.label
        if entrant.members:
            yield DeclaredPlay(label, None, "it is drawn for each deck")
        elif entrant.is_asynchronous:
            yield DeclaredPlay(label, None, "it is asynchronous")
        elif kind_of(entrant.spec).is_outside:
            yield DeclaredPlay(label, None, "it plays in a process of its own")
        else:
            clock = trial_clock(label, job.trial_seconds, may_exit=may_exit)
            with clock, agent_output(label):
                play = ask_for_play(job.game, tree, label=label, factory=factories[label])
            yield play


def _under_names(label: str, plan: PlannedMatch) -> PlannedMatch:
    """Return the trial with labels that identify the agent of an exception."""
    seats = range(1, len(plan.agents))
    return replace(plan, agents=(label, *(f"{label} in seat {seat}" for seat in seats)))


def _plan(job: Job) -> PlannedMatch:
    agents = tuple(f"seat-{seat}" for seat in range(job.game.definition.player_count))
    deck_seed = job.schedule.deck_seeds[0]
    key = match_key(job.schedule.seed, deck_seed, agents)
    return PlannedMatch(deck_seed, agents, key)
