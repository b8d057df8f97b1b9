"""Plays the matches of chunks: in this process all at once, with external players in groups.

A group has as many matches as programs may run. Programs start and end with a match, so that they
remember nothing from one to the next.
"""

from collections.abc import Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextvars import Context, copy_context
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from railbird.harness.plan.schedule import ChunkPlan, MatchPlan
from railbird.harness.plan.tournament_plan import field_of, plan_tables
from railbird.harness.players.populations import MEMBER_SIGN, player_name
from railbird.harness.services.distant.line import Line
from railbird.harness.services.journaled_decisions import PRIORITY
from railbird.harness.table.agent_environment import agent_environment
from railbird.harness.table.call_times import CallTimes, add_times
from railbird.harness.table.judging.incident_log import IncidentLog
from railbird.harness.table.judging.incident_text import normalise_text
from railbird.harness.table.match_results import Incidents, MatchResults
from railbird.harness.table.play_rules import AgentFactory, PlannedMatch, PlayRules
from railbird.harness.table.table_loop import play_matches, play_matches_asynchronously
from railbird.harness.workers.asynchronous_work import AsynchronousWork
from railbird.harness.workers.job import Job, LoadPlugins, make_factories
from railbird.harness.workers.outside_agents import OutsideAgents
from railbird.harness.workers.split_results import split_results
from railbird.native import join_sessions
from railbird.plugins import MatchMode
from railbird.plugins.finding.deprecated_uses import deprecated_uses

Result = TypeVar("Result")


class ChunkPlayer:
    """Plays matches of one job; its agents are loaded when first needed."""

    def __init__(
        self, job: Job, load: LoadPlugins = Job.load_registry, *, line: Line | None = None
    ) -> None:
        """Initialise; nothing is loaded or started.

        Asynchronous agents ask through the ``line``, if there is one.
        """
        self._job = job
        self._load = load
        self._outside = OutsideAgents(job)
        self._deprecated: dict[str, None] = {}
        self._asynchronous = AsynchronousWork(job, line)

    def load(self) -> None:
        """Load the agents now."""
        _ = self._factories

    def close(self) -> None:
        """End the external programs, and what asynchronous agents wait for."""
        self._asynchronous.close()
        self._outside.close()

    def take_deprecated(self) -> tuple[str, ...]:
        """Return where agents have used deprecated names since the last call, as sentences."""
        found = tuple(self._deprecated)
        self._deprecated.clear()
        return found

    @cached_property
    def _factories(self) -> dict[str, AgentFactory]:
        services = self._asynchronous.services if self._asynchronous.labels else None
        return make_factories(self._job, self._load(self._job), services=services)

    @cached_property
    def _rehearsed_factories(self) -> dict[str, AgentFactory]:
        return make_factories(
            self._job, self._load(self._job), services=self._asynchronous.rehearsed_services
        )

    def play(self, chunk: ChunkPlan) -> MatchResults:
        """Play the matches of a chunk."""
        rules = replace(rules_of(chunk, self._job), raise_agent_errors=self._job.raise_agent_errors)
        return self.play_matches(chunk.matches, rules)

    @property
    def may_join(self) -> bool:
        """Whether chunks may be played in one go: sessions of this process's own agents.

        They end after different numbers of hands, so that the last ones of a chunk are played at
        few tables.
        """
        schedule = self._job.schedule
        is_session = schedule.tournament is not None or schedule.ring is not None
        return is_session and not (self._outside.labels or self._asynchronous.labels)

    def play_joined(self, chunks: Sequence[ChunkPlan]) -> list[MatchResults]:
        """Play several chunks of sessions with the same deals in one go, with one result each."""
        rules = replace(
            rules_of(chunks[0], self._job), raise_agent_errors=self._job.raise_agent_errors
        )
        results = self.play_matches([one for chunk in chunks for one in chunk.matches], rules)
        return split_results(results, [len(chunk.matches) for chunk in chunks])

    async def play_asynchronously(self, chunk: ChunkPlan) -> MatchResults:
        """Play the matches of a chunk, while others are played; to be run by `run`."""
        rules = replace(rules_of(chunk, self._job), raise_agent_errors=self._job.raise_agent_errors)
        if not self._job.schedule.places:
            return await self._play_slowly(chunk.matches, self._factories, rules)
        seated = [_seat_members(plan) for plan in chunk.matches]
        results = await self._play_slowly(seated, self._factories, rules)
        return replace(results, call_times=_by_place(results.call_times))

    def chunk_context(self, place: int) -> Context:
        """Return the context of a chunk's tasks, by its place in the order of all."""
        context = copy_context()
        context.run(PRIORITY.set, place)
        return context

    def require_room(self, open_places: Collection[int]) -> None:
        """Raise PausedError if the budget is not expected to suffice for another chunk."""
        self._asynchronous.budget.require_room(open_places)

    async def end_chunk(self, place: int) -> None:
        """Note that a chunk has ended; all of its answers are on the disk then."""
        self._asynchronous.budget.end(place)
        await self.settle()

    async def recall(self, chunk: ChunkPlan, place: int) -> None:
        """Get the answers of a chunk's matches, if they are elsewhere."""
        await self._asynchronous.recall((plan.match_key for plan in chunk.matches), place)

    async def settle(self) -> None:
        """Wait until all answers are kept."""
        await self._asynchronous.settle()

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Run something in the event loop of asynchronous agents."""
        with agent_environment(), deprecated_uses(self._deprecated):
            return self._asynchronous.run(coroutine)

    def play_matches(self, plans: Sequence[MatchPlan], rules: PlayRules) -> MatchResults:
        """Play matches; the result of one does not depend on the others."""
        with agent_environment(), deprecated_uses(self._deprecated):
            if not self._job.schedule.places:
                return self._play_matches(plans, rules)
            results = self._play_matches([_seat_members(plan) for plan in plans], rules)
            return replace(results, call_times=_by_place(results.call_times))

    def _play_matches(self, plans: Sequence[PlannedMatch], rules: PlayRules) -> MatchResults:
        if rules.table_count:
            seed, secret = self._job.schedule.seed, rules.deals.secret or b""
            tables = rules.table_count
            plans = [plan_tables(one, tables, seed=seed, secret=secret) for one in plans]
        groups = list(self._groups(plans, rules))
        parts = [self._play_group([plans[row] for row in group], rules) for group in groups]
        if len(parts) == 1:
            return parts[0]
        order = np.argsort(np.concatenate(groups))
        joined = join_results(parts)
        is_in_order = bool((np.diff(order) > 0).all())
        return joined if is_in_order else take_results(joined, order)

    def try_agent(self, label: str, plan: PlannedMatch, rules: PlayRules) -> Incidents:
        """Play a match in which one agent has all the seats, and return what happened.

        For ring games also a choice of tables, and a round of hands.
        """
        if label in self._asynchronous.labels:
            return self._rehearse(label, plan, rules).incidents
        if label not in self._outside.labels:
            agents = dict.fromkeys(plan.agents, self._factories[label])
            with agent_environment(label), deprecated_uses(self._deprecated):
                parts = [
                    play_matches(self._job.game, [one], agents, rules=trial_rules)
                    for one, trial_rules in self._trials(plan, rules)
                ]
            return join_incidents(parts)
        names = dict.fromkeys(plan.agents, label)
        is_session = rules.session is not None
        seated = self._outside.seat([plan], rules.hand_count, names=names, is_session=is_session)
        with seated as connections:
            results = play_matches(self._job.game, [plan], {}, rules=rules, connections=connections)
        return self._with_leftovers(results).incidents

    def _trials(
        self, plan: PlannedMatch, rules: PlayRules
    ) -> Iterator[tuple[PlannedMatch, PlayRules]]:
        """Yield a trial hand and, for ring games, a session of one round of hands."""
        yield plan, rules
        ring = self._job.schedule.ring
        if ring is None:
            return
        seed, rule = self._job.schedule.seed, replace(ring.rule, most_hands=1)
        match = MatchPlan(plan.deck_seed, plan.agents, plan.match_key, 0, 0)
        session = plan_tables(match, rule.table_count, seed=seed, secret=b"")
        yield session, replace(rules, hand_count=1, session=rule, mode="ring")

    def _rehearse(self, label: str, plan: PlannedMatch, rules: PlayRules) -> MatchResults:
        """Create an asynchronous agent for all seats of a match, and ask it nothing."""
        agents = dict.fromkeys(plan.agents, self._rehearsed_factories[label])
        play = replace(self._asynchronous.rehearsal(label), labels=frozenset(plan.agents))
        with agent_environment(label), deprecated_uses(self._deprecated):
            return self._asynchronous.run(
                play_matches_asynchronously(
                    self._job.game, [plan], agents, rules=rules, asynchronous=play
                )
            )

    async def _play_slowly(
        self,
        plans: Sequence[PlannedMatch],
        agents: Mapping[str, AgentFactory],
        rules: PlayRules,
    ) -> MatchResults:
        return await play_matches_asynchronously(
            self._job.game, plans, agents, rules=rules, asynchronous=self._asynchronous.play
        )

    def _groups(self, plans: Sequence[PlannedMatch], rules: PlayRules) -> Iterator[list[int]]:
        """Yield the rows of matches to play together: first those entirely in this process.

        Sessions stay in their order, since their matches have different numbers of hands.
        """
        every = range(len(plans))
        if rules.session is not None and self._outside.labels:
            yield from self._limited(plans, every)
            return
        outside = [row for row in every if self._outside.labels & set(plans[row].agents)]
        inside = sorted({*every} - {*outside})
        if inside:
            yield inside
        yield from self._limited(plans, outside)

    def _limited(self, plans: Sequence[PlannedMatch], rows: Iterable[int]) -> Iterator[list[int]]:
        """Yield rows in groups of no more programs than may run at once.

        A remote agent connects to one address, and so has only one match in a group.
        """
        programs, group, doors = 0, list[int](), set[str]()
        for row in rows:
            seated = self._outside.labels & set(plans[row].agents)
            remote = self._outside.remote_labels & seated
            if group and (programs + len(seated) > self._job.outside.programs or remote & doors):
                yield group
                programs, group, doors = 0, [], set()
            group.append(row)
            programs += len(seated)
            doors |= remote
        if group:
            yield group

    def _play_group(self, plans: Sequence[PlannedMatch], rules: PlayRules) -> MatchResults:
        agents: Mapping[str, AgentFactory] = self._factories
        seated = {label for plan in plans for label in plan.agents}
        if self._asynchronous.labels & seated:
            return self._asynchronous.run(self._play_slowly(plans, agents, rules))
        if not self._outside.labels & seated:
            return play_matches(self._job.game, plans, agents, rules=rules)
        is_session = rules.session is not None
        with self._outside.seat(plans, rules.hand_count, is_session=is_session) as connections:
            results = play_matches(
                self._job.game, plans, agents, rules=rules, connections=connections
            )
        return self._with_leftovers(results)

    def _with_leftovers(self, results: MatchResults) -> MatchResults:
        """Add incidents for what programs left behind after the matches."""
        leftovers = self._outside.collect_leftovers()
        if not leftovers:
            return results
        log = IncidentLog()
        log.add_all(results.incidents)
        for moment, text in leftovers:
            log.add(moment, "leftover", normalise_text(text))
        return replace(results, incidents=log.incidents())


def rules_of(chunk: ChunkPlan, job: Job) -> PlayRules:
    """Return the rules by which a chunk is played."""
    tournament = job.schedule.tournament
    field = None
    if tournament is not None:
        count = job.game.definition.player_count
        field = field_of(tournament, count)
    rules = replace(rules_for(chunk.hand_count, job), deals=chunk.deals, field=field)
    if chunk.ring is None:
        return rules
    rule = replace(chunk.ring.rule, most_hands=chunk.hand_count)
    return replace(rules, session=rule, mode="ring")


def rules_for(hand_count: int, job: Job) -> PlayRules:
    """Return the rules of a job's matches, of at most so many hands.

    Of ring games those of hands by themselves, at one table.
    """
    rules = PlayRules(hand_count, job.misbehaviour)
    tournament = job.schedule.tournament
    if tournament is None:
        return rules
    session = replace(tournament.rule, most_hands=hand_count)
    mode: MatchMode = "freeze-out" if tournament.entrants is None else "tournament"
    return replace(rules, session=session, mode=mode, prizes=tournament.percents)


def _seat_members(plan: MatchPlan) -> MatchPlan:
    """Return the entrants that play, with members instead of places."""
    return replace(plan, agents=tuple(map(player_name, plan.agents, plan.members)))


def _by_place(times: Sequence[CallTimes]) -> tuple[CallTimes, ...]:
    return add_times([[replace(one, label=one.label.partition(MEMBER_SIGN)[0]) for one in times]])


def join_results(parts: Sequence[MatchResults]) -> MatchResults:
    """Return the results of consecutive calls as those of one call."""
    sizes = [len(part.betting) for part in parts]
    starts = np.cumsum([0, *sizes])
    offsets = [
        part.betting_offsets[:-1] + start for part, start in zip(parts, starts, strict=False)
    ]
    sessions = [part.session for part in parts if part.session is not None]
    rakes = [part.rakes for part in parts if part.rakes is not None]
    return MatchResults(
        payoffs=np.concatenate([part.payoffs for part in parts]),
        showdown=np.concatenate([part.showdown for part in parts]),
        betting=np.concatenate([part.betting for part in parts]),
        betting_offsets=np.concatenate([*offsets, starts[-1:]]),
        session=join_sessions(sessions) if sessions else None,
        incidents=join_incidents(parts),
        call_times=add_times(part.call_times for part in parts),
        bankrolls=tuple(one for part in parts for one in part.bankrolls),
        rakes=np.concatenate(rakes) if rakes else None,
    )


def join_incidents(parts: Sequence[MatchResults]) -> Incidents:
    """Return the incidents of consecutive calls as those of one call."""
    incidents, first = Incidents(), 0
    for part in parts:
        incidents.match.extend(match + first for match in part.incidents.match)
        for column in ("hand", "decision", "seat", "kind", "text"):
            getattr(incidents, column).extend(getattr(part.incidents, column))
        first += part.match_count
    return incidents


def take_results(results: MatchResults, order: npt.NDArray[np.intp]) -> MatchResults:
    """Return the results with matches reordered: row i is that of match `order[i]`.

    All have one number of hands: sessions are played in one group.
    """
    rows = order
    hands = results.payoffs.shape[1]
    hand_rows = (rows[:, None] * hands + np.arange(hands)).ravel()
    starts, ends = results.betting_offsets[hand_rows], results.betting_offsets[hand_rows + 1]
    offsets = np.concatenate([[0], np.cumsum(ends - starts)])
    letters = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], ends - starts)
    place = {int(row): index for index, row in enumerate(rows)}
    old = results.incidents
    columns = (old.match, old.hand, old.decision, old.seat, old.kind, old.text)
    moved = sorted(
        ((place[row[0]], *row[1:]) for row in zip(*columns, strict=True)), key=lambda row: row[:4]
    )
    return MatchResults(
        payoffs=results.payoffs[rows],
        showdown=results.showdown[rows],
        betting=results.betting[letters],
        betting_offsets=offsets,
        incidents=Incidents(*(list(column) for column in zip(*moved, strict=True))),
        call_times=results.call_times,
    )
