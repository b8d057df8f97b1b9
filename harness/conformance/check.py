"""The conformance suite: checks an agent against the contract, in every game that it plays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import msgspec

from railbird.harness.conformance.child import Played, Task, play_in_processes
from railbird.harness.conformance.declared_checks import check_honesty
from railbird.harness.conformance.play import Finding, check_act, check_play, find_incident
from railbird.harness.conformance.recorder import Recording, make_recorder
from railbird.harness.conformance.report import CheckResult, ConformanceReport
from railbird.harness.conformance.staged_matches import (
    Bettings,
    count_rounds,
    find_difference,
    play_staged,
    stage_matches,
)
from railbird.harness.table.judging.incident_text import describe_exception
from railbird.plugins import (
    AgentEntry,
    AgentError,
    Game,
    check_parameters,
    declares_probabilities,
    form_of,
    has_act,
)
from railbird.plugins.contract.method_arguments import require_arguments


@dataclass(frozen=True, slots=True)
class Subject:
    """An agent to check.

    ``plugins`` are the paths of plugins needed to find it by name in another process, and
    ``is_registered`` says whether it can be found there; otherwise it is checked in this process
    only. ``players`` is the number of players of games for several, None for the fewest.
    ``twin`` is an agent that must play the same.
    """

    entry: AgentEntry
    parameters: Mapping[str, Any] = field(default_factory=dict)
    plugins: tuple[str, ...] = ()
    is_registered: bool = True
    players: int | None = None
    twin: AgentEntry | None = None

    def make(self) -> Any:
        """Make a fresh instance."""
        return self.entry.factory(**self.parameters)


def check_conformance(subject: Subject, games: Mapping[str, Game]) -> ConformanceReport:
    """Check an agent in those of the games that it plays, at least one.

    ``games`` are by the name (or file) under which another process finds them. Raises
    UnknownNameError or AgentError for parameters that the agent does not take.
    """
    check_parameters(subject.entry, subject.parameters)
    if subject.entry.is_asynchronous:
        raise AgentError(
            f"agent '{subject.entry.name}' is asynchronous, and asking it may cost money: it is "
            "not checked; play a few hands with `railbird match`, which keeps its answers"
        )
    claimed, fault = _find_claimed(subject, games)
    results = [CheckResult("claims", "", fault), CheckResult("builds", "", _find_unmade(subject))]
    played = None
    if fault is None and results[-1].fault is None and subject.is_registered:
        played, faults = _play_elsewhere(subject, claimed)
        results += faults
    if all(result.fault is None for result in results):  # otherwise it might end this process
        results += _check_games(subject, claimed, played)
    return ConformanceReport(
        agent=subject.entry.name,
        parameters=dict(subject.parameters),
        games=tuple(claimed),
        has_passed=all(result.fault is None for result in results),
        results=tuple(results),
    )


def _find_claimed(
    subject: Subject, games: Mapping[str, Game]
) -> tuple[dict[str, Game], str | None]:
    entry, parameters = subject.entry, subject.parameters
    claimed = {}
    for name, game in games.items():
        try:
            answers = [entry.plays(game, parameters) for _ in range(2)]
        except Exception as error:
            return {}, f"its `plays` function fails for {name}: {describe_exception(error)}"
        if not all(isinstance(answer, bool) for answer in answers) or answers[0] != answers[1]:
            return (
                {},
                f"its `plays` function returns {answers[0]} and then {answers[1]} for {name}",
            )
        if answers[0]:
            claimed[name] = game
    return claimed, None if claimed else f"it plays none of {', '.join(games)}"


def _find_unmade(subject: Subject) -> str | None:
    try:
        parameters = dict(subject.parameters)
        if msgspec.json.decode(msgspec.json.encode(parameters)) != parameters:
            return f"its parameters {parameters} do not survive JSON"
        agents = [subject.make(), subject.make()]
        forms = {form_of(agent) for agent in agents}
    except (Exception, SystemExit) as error:
        return f"it cannot be created: {describe_exception(error)}"
    return _find_unfit(agents, form_count=len(forms))


def _find_unfit(agents: Sequence[Any], *, form_count: int) -> str | None:
    """Say what is wrong with two agents of one factory."""
    try:
        require_arguments(type(agents[0]))
    except AgentError as error:
        return str(error)
    if form_count > 1:
        return "its factory returns agents of both forms"
    if agents[0] is agents[1]:
        return "its factory returns the same agent twice"
    stationary = getattr(agents[0], "stationary", None)
    if declares_probabilities(agents[0]) and not isinstance(stationary, bool):
        return f"it declares probabilities, but stationary is {stationary!r}, not True or False"
    return None


def _play_elsewhere(
    subject: Subject, games: Mapping[str, Game]
) -> tuple[Played | None, list[CheckResult]]:
    """Play in two processes and compare; return the play of the first."""
    task = Task(
        subject.entry.name,
        dict(subject.parameters),
        tuple(games),
        subject.plugins,
        subject.players,
    )
    one, other = play_in_processes(task)
    for ended in (one, other):
        if isinstance(ended, str):
            return None, [CheckResult("processes", "", ended)]
    assert isinstance(one, Played)
    assert isinstance(other, Played)
    words = ("in one process", "in another with the same seed")
    pairs = zip(cycle(games), one.plays + one.acts, other.plays + other.acts, strict=False)
    return one, [
        CheckResult("processes", name, find_difference(first, second, words=words))
        for name, first, second in pairs
    ]


def _check_games(
    subject: Subject, games: Mapping[str, Game], played: Played | None
) -> Iterator[CheckResult]:
    for number, (name, game) in enumerate(games.items()):
        for finding in _check_game(
            subject,
            game,
            elsewhere=None if played is None else played.plays[number],
            act_elsewhere=played.acts[number] if played is not None and played.acts else None,
        ):
            yield CheckResult(finding.check, name, finding.fault)


def _check_game(
    subject: Subject, game: Game, *, elsewhere: Bettings | None, act_elsewhere: Bettings | None
) -> Iterator[Finding]:
    yield from check_play(game, subject.make, elsewhere=elsewhere)
    agent = subject.make()
    if declares_probabilities(agent):
        if has_act(agent):
            yield from check_act(game, subject.make, elsewhere=act_elsewhere)
        yield from _check_declared(subject, game)
    if subject.twin is not None:
        yield Finding("same-as", _find_unlike(subject, subject.twin, game))


def _check_declared(subject: Subject, game: Game) -> Iterator[Finding]:
    agent = subject.make()
    recording = Recording()
    play = play_staged(
        game,
        stage_matches(game, rounds=count_rounds(game)),
        lambda: make_recorder(subject.make, recording),
    )
    fault = find_incident(play.incidents, is_failure=True)
    yield Finding("survives", None if fault is None else f"(its probabilities) {fault}")
    yield from check_honesty(recording.decisions, is_stationary=agent.stationary)


def _find_unlike(subject: Subject, twin: AgentEntry, game: Game) -> str | None:
    matches = stage_matches(game)
    ours = play_staged(game, matches, subject.make).bettings
    theirs = play_staged(game, matches, lambda: twin.factory(**subject.parameters)).bettings
    words = (f"with {subject.entry.name}", f"with {twin.name}")
    return find_difference(ours, theirs, words=words)
