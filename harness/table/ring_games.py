"""Ring games in the table loop: sessions and their tables, and agents that choose among them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import index
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.harness.table.agent_environment import SPEAKER, is_users
from railbird.harness.table.asking.alike import Asked
from railbird.harness.table.asking.asking import Asking
from railbird.harness.table.call_times import CallTimes, add_times
from railbird.harness.table.judging.incident_text import describe_value, normalise_text
from railbird.harness.table.judging.referee import DEATH_TEXT
from railbird.harness.table.match_results import Incidents, MatchResults, RingColumns
from railbird.harness.table.play_rules import (
    NO_SEAT,
    AgentFactory,
    CallPoint,
    PlannedMatch,
    PlayRules,
)
from railbird.harness.table.remote.isolated_seats import IsolatedSeats
from railbird.harness.table.several_tables import Tournaments, enter
from railbird.native import (
    LEAVE,
    NO_PLAYER,
    NO_TABLE,
    STAY,
    GameDefinition,
    RingDirector,
    RingRoom,
    RingRule,
    usual_choice,
)
from railbird.plugins import IncidentKind, Lobby, LobbyTable, incident_outcome

CHOICES = {"stay": STAY, "leave": LEAVE}
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Choice:
    """An incident of a choice of a table: before a round of hands, by an agent of a session."""

    session: int
    round_index: int
    agent: int
    kind: IncidentKind
    text: str


class ChoiceAnswer(NamedTuple):
    """A choice of a table, and what was wrong with it, if anything was."""

    choice: int
    kind: IncidentKind | None = None
    text: str = ""


class RingAgents:
    """The agents of G sessions that choose tables: an instance for each session and label.

    An agent with ``choose_table`` has one instance in a session, which also plays; others sit as
    ``usual_choice`` says. ``is_out`` bool[E + 1] says which players have forfeited, who leave when
    they next could choose.
    """

    def __init__(
        self, agents: Mapping[str, AgentFactory], askings: Mapping[str, Asking], player_count: int
    ) -> None:
        """Create no agent; the first choice of each shows whether it chooses tables."""
        self._agents = agents
        self._askings = askings
        self.is_out: Flags = np.zeros(player_count + 1, np.bool_)
        self.choices: list[_Choice] = []
        self._instances: dict[tuple[str, int], Any] = {}
        self._chooses: dict[str, bool] = {}
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._isolated: Mapping[str, IsolatedSeats] = {}

    def isolate(self, isolated: Mapping[str, IsolatedSeats]) -> None:
        """Ask some agents in processes of their own."""
        self._isolated = isolated

    def chooses(self, label: str, moment: CallPoint) -> bool:
        """Whether an agent chooses tables; one is created when this is first asked, at a moment."""
        if label not in self._chooses:
            self._chooses[label] = self._is_chooser(label, moment)
        return self._chooses[label]

    def sits_as_usual(self, label: str) -> bool:
        """Whether an agent was asked, and does not choose tables."""
        return not self._chooses.get(label, True)

    def _is_chooser(self, label: str, moment: CallPoint) -> bool:
        if label in self._isolated:
            return self._isolated[label].chooses(moment.match)
        SPEAKER.label = label
        self._askings[label].announce(moment)
        try:
            first = self._agents[label]()
            if not callable(getattr(first, "choose_table", None)):
                return False
        except BaseException as error:
            if is_users(error):
                raise
            return False  # what it plays, or fails to, is seen when it sits down
        self._instances[label, moment.match] = first
        return True

    @property
    def labels(self) -> frozenset[str]:
        """The agents that choose tables, of those asked so far."""
        return frozenset(label for label, chooses in self._chooses.items() if chooses)

    def instance(self, label: str, session: int) -> Any:
        """The instance of an agent in a session."""
        if (label, session) not in self._instances:
            self._instances[label, session] = self._agents[label]()
        return self._instances[label, session]

    def ask(self, label: str, lobby: Lobby, moment: CallPoint) -> ChoiceAnswer:
        """Ask an agent for its choice; an exception is its last one, and it leaves."""
        SPEAKER.label = label
        self._askings[label].announce(moment)
        started = perf_counter()
        try:
            if label in self._isolated:
                chosen = self._isolated[label].choose(moment.match, lobby)
                wrong = [(one.kind, normalise_text(one.text)) for one in chosen.wrong]
                return ChoiceAnswer(chosen.choice, *(wrong[0] if wrong else ()))
            answer = self.instance(label, moment.match).choose_table(lobby)
            return read_choice(answer, len(lobby.tables))
        except BaseException as error:
            violation = self._askings[label].violation(0, error)
            return ChoiceAnswer(LEAVE, violation.kind, violation.text)
        finally:
            self._seconds[label] += perf_counter() - started

    def times(self) -> tuple[CallTimes, ...]:
        """The time that choices took, by agent."""
        return tuple(
            CallTimes(label, listening_seconds=self._seconds[label])
            for label in sorted(self._seconds)
        )


def read_choice(answer: object, table_count: int) -> ChoiceAnswer:
    """Read an answer; what agents answer may do anything while it is read."""
    if isinstance(answer, str) and answer in CHOICES:
        return ChoiceAnswer(CHOICES[answer])
    if isinstance(answer, bool):
        return _nonsense(answer)
    try:
        number = index(answer)  # type: ignore[arg-type]
    except TypeError:
        return _nonsense(answer)
    if 0 <= number < table_count:
        return ChoiceAnswer(number)
    text = f"table {describe_value(number)} does not exist; they are 0 to {table_count - 1}"
    return ChoiceAnswer(STAY, "illegal-kind", text)


def _nonsense(answer: object) -> ChoiceAnswer:
    said = f'chose {describe_value(answer)}; return the number of a table, "stay" or "leave"'
    return ChoiceAnswer(STAY, "nonsense", said)


@dataclass(frozen=True, slots=True)
class RingChooser:
    """Chooses tables in one session, whose players are entries drawn from its agents."""

    agents: RingAgents
    session: int
    labels: Sequence[str]
    entries: npt.NDArray[np.int32]
    first_player: int
    rules: PlayRules

    def choose(self, room: RingRoom, player: int) -> int:
        """Ask the player's agent, if it chooses; a forfeited one leaves."""
        if self._is_out(player):
            return LEAVE
        label = self.labels[self.entries[player]]
        if self.agents.sits_as_usual(label) and not self.rules.forfeits:
            return usual_choice(room, player)
        moment = CallPoint(self.session, NO_SEAT, room.round_index, 0, player)
        if moment in self.rules.forfeits:
            self._note(room, player, "death", DEATH_TEXT)
            return LEAVE
        if not self.agents.chooses(label, moment):
            return usual_choice(room, player)
        choice, kind, text = self.agents.ask(label, lobby_of(room, player), moment)
        if kind is not None:
            self._note(room, player, kind, text)
        return LEAVE if self._is_out(player) else choice

    def _is_out(self, player: int) -> bool:
        return bool(self.agents.is_out[self.first_player + player])

    def refuse(self, room: RingRoom, player: int, reason: str) -> None:
        """Note a choice that is not possible: the player stays."""
        self._note(room, player, "illegal-kind", reason)

    def _note(self, room: RingRoom, player: int, kind: IncidentKind, text: str) -> None:
        agent = int(self.entries[player])
        self.agents.choices.append(_Choice(self.session, room.round_index, agent, kind, text))
        if incident_outcome(kind, self.rules.misbehaviour) == "forfeit":
            self.agents.is_out[self.first_player + player] = True


def lobby_of(room: RingRoom, player: int) -> Lobby:
    """Return what a player sees of a room."""
    tables = tuple(
        LobbyTable(
            number=number,
            stakes=stakes.name,
            big_blind=stakes.big_blind,
            least_buy_in=room.rule.least_chips(stakes),
            most_buy_in=room.rule.most_chips(stakes),
            seats=stakes.seat_count,
            mean_pot=room.pots[number] / max(room.hand_counts[number], 1),
            hands=room.hand_counts[number],
            players=tuple(room.players_at(number)),
        )
        for number, stakes in enumerate(room.stakes)
    )
    table, usual = room.table_of[player], usual_choice(room, player)
    return Lobby(
        player=player,
        table=None if table == NO_TABLE else table,
        bankroll=room.total(player),
        tables=tables,
        usual="stay" if usual == STAY else usual,
        draw=room.draw(player),
    )


@dataclass(frozen=True, slots=True)
class Rings:
    """G sessions of ring games as tables of the table loop, and what happens beside the hands."""

    tables: Tournaments
    agents: RingAgents
    rooms: Sequence[RingRoom]
    director: RingDirector

    def finish(self, results: MatchResults) -> MatchResults:
        """Add bankrolls, the rake, and incidents of choices to the results of the sessions."""
        session = results.session
        assert session is not None
        columns = [
            RingColumns(
                rounds=np.array([row.round_index for row in room.log], np.int32),
                agents=entries[[row.player for row in room.log]],
                tables=np.array([row.table for row in room.log], np.int32),
                chips=np.array([row.chips for row in room.log], np.int64),
                is_ruined=np.array([row.is_ruined for row in room.log], np.bool_),
            )
            for room, entries in zip(self.rooms, self.tables.entries, strict=True)
        ]
        return replace(
            results,
            incidents=self._with_choices(results),
            call_times=add_times([results.call_times, self.agents.times()]),
            bankrolls=tuple(columns),
            rakes=self.director.rakes(),
        )

    def _with_choices(self, results: MatchResults) -> Incidents:
        """Add the incidents of choices, each in the first hand after it, or else the last."""
        session, old = results.session, results.incidents
        if not self.agents.choices or session is None or session.rounds is None:
            return old
        ends = np.cumsum(session.hand_counts)
        rows = list(
            zip(old.match, old.hand, old.decision, old.seat, old.kind, old.text, strict=True)
        )
        for one in self.agents.choices:
            first, end = ends[one.session] - session.hand_counts[one.session], ends[one.session]
            rounds = session.rounds.rounds[first:end]
            hand = min(int(np.searchsorted(rounds, one.round_index)), max(len(rounds) - 1, 0))
            rows.append((one.session, hand, 0, one.agent, one.kind, one.text))
        rows.sort(key=lambda row: row[:4])
        return Incidents(*(list(column) for column in zip(*rows, strict=True)))


def make_rings(
    planned: Sequence[PlannedMatch],
    asked: Asked,
    *,
    rules: PlayRules,
    definition: GameDefinition,
) -> Rings:
    """Turn plans into sessions; raises ValueError for no plans, or an unknown label."""
    rule = rules.session
    if not isinstance(rule, RingRule):
        raise ValueError("there are no ring games to play")
    entered = enter(planned, asked.groups, known=asked.known)
    plans, entries = entered.plans, entered.entries
    count = entries.shape[1]
    labels = [label for group in asked.groups for label in group]
    asking = {label: _asking(label, definition, rules) for label in labels}
    choosing = RingAgents(asked.agents, asking, len(entered.controllers))
    rooms = [RingRoom(rule, count, key=plan.draw_key) for plan in plans]
    choosers = [
        RingChooser(choosing, place, plan.agents, entries[place], place * count, rules)
        for place, plan in enumerate(plans)
    ]
    director = RingDirector(rooms, choosers, definition.player_count)
    groups = director.groups(
        entered.controllers, entered.keys, has_one_round=definition.round_count == 1
    )
    shape = len(plans) * rule.table_count, definition.player_count
    columns = entered.columns(np.full(shape, NO_PLAYER, np.int32))
    return Rings(Tournaments(columns, groups, entries), choosing, rooms, director)


def _asking(label: str, definition: GameDefinition, rules: PlayRules) -> Asking:
    return Asking(
        label,
        definition.has_amounts,
        definition.has_card_rounds,
        rules.raise_agent_errors,
        rules.watch,
        starts_again=True,
    )
