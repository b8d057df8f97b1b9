"""The trial hand that each agent plays before the tournament begins, so that none is broken.

Where the game is small enough to list, agents are then asked what they declare of their play.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection

from railbird.harness.analysis.declared_play import DeclaredPlay, ask_for_play, list_game
from railbird.harness.errors import TrialError, WorkerError
from railbird.harness.plan.keys import match_key
from railbird.harness.plan.populations import MEMBER_SIGN
from railbird.harness.table.play_rules import PlannedMatch, PlayRules
from railbird.harness.workers.child import start_child
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.harness.workers.job import Entrant, Job, make_factories, players_of

EXPLAINED = {"stray-line": ", no answer to what was asked; answer only where it is your turn"}
TOLERATED = {"illegal-kind", "size-clamped"}  # under acpc: they are mended, and may be meant


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What a trial hand came to; `fault` is empty for an agent that passed."""

    label: str
    fault: str


def try_agents(job: Job) -> list[DeclaredPlay]:
    """Have each agent play a hand against itself in this process; raises TrialError.

    Returns what the agents declare of their play; of a game too large to list, nothing.
    """
    with closing(ChunkPlayer(job)) as player:
        for verdict in _verdicts(job, player):
            _check(verdict)
    return list(_declared(job))


def try_agents_apart(job: Job) -> list[DeclaredPlay]:
    """As `try_agents`, in a process that an agent may kill.

    Raises WorkerError where the process dies before any agent is called.
    """
    with start_child(_serve, job) as child:
        if child.receive() is None:
            raise WorkerError(
                f"a process {child.bury()} while it loaded the plugins; find the one that ends it"
            )
        for label, _ in _to_try(job):
            verdict = child.receive()
            _check(verdict or _Verdict(label, f"its process {child.bury()}"))
        return list(iter(child.receive, None))


def _serve(connection: Connection, job: Job) -> None:
    make_factories(job)
    connection.send(len(_to_try(job)))
    with closing(ChunkPlayer(job)) as player:
        for verdict in _verdicts(job, player):
            connection.send(verdict)
    for play in _declared(job):
        connection.send(play)


def _check(verdict: _Verdict) -> None:
    if verdict.fault:
        raise TrialError(
            f"agent '{verdict.label}' failed its trial hand: {verdict.fault}; "
            "mend it or take it out of the tournament"
        )


def _verdicts(job: Job, player: ChunkPlayer) -> Iterator[_Verdict]:
    """Try every agent but those that come from elsewhere when the match begins."""
    rules = PlayRules(1, job.misbehaviour, job.raise_agent_errors)
    plan = _plan(job)
    for label, entrant in _to_try(job):
        if entrant.spec.remote:
            yield _Verdict(label, "")
            continue
        results = player.try_agent(label, plan, rules)
        faults = (
            f"{kind}: {text}{EXPLAINED.get(kind, '')}" if text else kind
            for kind, text in zip(results.incidents.kind, results.incidents.text, strict=True)
            if kind != "complaint" and (job.misbehaviour == "strict" or kind not in TOLERATED)
        )
        yield _Verdict(label, next(faults, ""))


def _to_try(job: Job) -> list[tuple[str, Entrant]]:
    """Everybody who may play; the members of a population at its first place alone."""
    places = {entrant.spec.population: entrant.spec.label for entrant in reversed(job.entrants)}
    first = {label for name, label in places.items() if name}
    return [
        (label, entrant)
        for label, entrant in players_of(job)
        if MEMBER_SIGN not in label or label.partition(MEMBER_SIGN)[0] in first
    ]


def _declared(job: Job) -> Iterator[DeclaredPlay]:
    tree = list_game(job.game.definition)
    if tree is None:
        return
    factories = make_factories(job)
    for entrant in job.entrants:
        label = entrant.spec.label
        if entrant.members:
            yield DeclaredPlay(label, None, "it is drawn anew for each deck")
        elif entrant.spec.is_outside:
            yield DeclaredPlay(label, None, "it plays in a process of its own")
        else:
            yield ask_for_play(job.game, tree, label=label, factory=factories[label])


def _plan(job: Job) -> PlannedMatch:
    agents = tuple(f"seat-{seat}" for seat in range(job.game.definition.player_count))
    deck_seed = job.schedule.deck_seeds[0]
    key = match_key(job.schedule.seed, deck_seed, agents)
    return PlannedMatch(deck_seed, agents, key)
