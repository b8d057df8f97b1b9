"""Agents that play like another one and choose tables of ring games by bankroll or by opponents."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.parameters import require_at_least, require_probability
from railbird.agents.team.member import Answer, BatchMember, Member, SimpleMember
from railbird.agents.team.specs import MemberSpec, read_members
from railbird.native import STAY, SeatsOfTable, choose_ring_table
from railbird.plugins import (
    QUARTERS,
    AgentEntry,
    AgentError,
    DecisionBatch,
    Game,
    HandBatch,
    Lobby,
    LobbyTable,
    MatchBatch,
    StyleMemory,
    TableChoice,
    check_parameters,
    classify_by_quarter,
    form_of,
)

FindAgent = Callable[[str], AgentEntry]
USUAL_PLAYER = "uniform"
LOOSE_PASSIVE = QUARTERS.index("loose passive")
TIGHT = [QUARTERS.index("tight passive"), QUARTERS.index("tight aggressive")]


class _Wrapper:
    """Plays like another agent, which is new in every match."""

    def __init__(self, find_agent: FindAgent, plays: Any) -> None:
        self._spec = _read_player(plays)
        self._entry = find_agent(self._spec.agent)
        check_parameters(self._entry, self._spec.parameters)
        self._member: Member | None = None

    def start_matches(self, matches: MatchBatch) -> None:
        """Create the agent that plays, and start its matches."""
        self._member = _make_player(self._spec, self._entry, matches.game)
        self._member.start(matches)

    def act_batch(self, decisions: DecisionBatch) -> Answer:
        """Decide like the other agent."""
        return self._playing().act(decisions)

    def end_hands(self, hands: HandBatch) -> None:
        """Report the hands to the other agent."""
        self._playing().end(hands)

    def _playing(self) -> Member:
        if self._member is None:
            raise AgentError("it was called before its matches were started")
        return self._member


class Prudent(_Wrapper):
    """Plays like another agent, at stakes in proportion to its bankroll.

    How it plays: it sits at the highest stakes of which the most buy-in is at most ``share`` of the
    bankroll, or at the lowest; a table is drawn, first among those where somebody waits. It moves
    down as the bankroll falls. Source: the risk of ruin (document 000, 4.1.3.3) and Kelly's rule,
    to stake a constant part of what one has. Decided here: the part is given, since neither the
    mean nor the variance of play are known beforehand; ``share`` is a fortieth, half of what agents
    do that choose no table. In games without a choice of tables it is the other agent.
    """

    def __init__(self, find_agent: FindAgent, *, plays: Any = USUAL_PLAYER, share: float = 1 / 40):
        """Set the agent that plays, by its name or as a table, and the part of the bankroll."""
        super().__init__(find_agent, plays)
        self._share = require_probability("share", share)

    def choose_table(self, lobby: Lobby) -> TableChoice:
        """Choose by the bankroll."""
        stake = self._share * lobby.bankroll
        lowest = min(table.big_blind for table in lobby.tables)
        allowed = [
            one for one in lobby.tables if one.most_buy_in <= stake or one.big_blind == lowest
        ]
        stakes = sorted({table.big_blind for table in allowed}, reverse=True)
        by_stakes = (
            [_seats_of(one) for one in allowed if one.big_blind == big_blind]
            for big_blind in stakes
        )
        choice = choose_ring_table(by_stakes, own=lobby.table, draw=lobby.draw)
        return "stay" if choice == STAY else choice


class Hunter(_Wrapper):
    """Plays like another agent, at tables with loose passive players.

    How it plays: it counts what everybody does at its tables, knows players again by their numbers,
    and classifies those seen in ``least_hands`` hands. Of the tables of stakes that the bankroll
    allows (see `usual`: the most buy-in is under a twentieth) it takes the one with most loose
    passive players less tight ones, and stays where no other is better; so it leaves tight players
    for others not known. With nobody known it does as others. Source: choosing a table by
    opponents, of document 000, 4.1.3.3, with the classes of document 003, table 5. Decided here:
    one point for a loose passive player, one less for a tight one, nothing for players not known;
    among equal tables one is drawn.
    """

    def __init__(
        self, find_agent: FindAgent, *, plays: Any = USUAL_PLAYER, least_hands: int = 20
    ) -> None:
        """Set the agent that plays, and how many hands it takes to know somebody."""
        super().__init__(find_agent, plays)
        self._least_hands = int(require_at_least("least_hands", least_hands, 1, whole=True))
        self._known: dict[int, npt.NDArray[np.int64]] = {}
        self._memory: StyleMemory | None = None
        self._at: tuple[npt.NDArray[np.int32], Sequence[int]] = (np.zeros(0, np.int32), ())

    def start_matches(self, matches: MatchBatch) -> None:
        """Keep what was seen in the match before, and count from the beginning."""
        super().start_matches(matches)
        if matches.mode != "ring" or matches.players is None:
            return
        self._known = self._seen()
        self._memory = StyleMemory(matches)
        self._at = matches.match, matches.players[0].tolist()

    def end_hands(self, hands: HandBatch) -> None:
        """Count what everybody did."""
        super().end_hands(hands)
        if self._memory is not None:
            self._memory.tell(hands)

    def choose_table(self, lobby: Lobby) -> TableChoice:
        """Choose by the players that are known."""
        seen = self._seen()
        stakes = [one for one in lobby.tables if one.number == lobby.table]
        if lobby.usual != "stay":
            stakes = [one for one in lobby.tables if one.number == lobby.usual]
        same = [one for one in lobby.tables if stakes and one.big_blind == stakes[0].big_blind]
        open_to_me = [
            one for one in same if one.number == lobby.table or (one.free_seats and one.players)
        ]
        points = [_points(one, lobby.player, seen, self._least_hands) for one in open_to_me]
        if not any(points):
            return lobby.usual
        best = [one for one, found in zip(open_to_me, points, strict=True) if found == max(points)]
        if any(one.number == lobby.table for one in best):
            return "stay"
        return best[int(lobby.draw * len(best))].number

    def _seen(self) -> dict[int, npt.NDArray[np.int64]]:
        """What every player did so far, by his number: counters of styles."""
        if self._memory is None:
            return self._known
        seen, (match, players) = dict(self._known), self._at
        counts = self._memory.counts(match)[0]
        for seat, player in enumerate(players):
            if player >= 0:
                seen[player] = seen[player] + counts[seat] if player in seen else counts[seat]
        return seen


def _points(
    table: LobbyTable, me: int, seen: Mapping[int, npt.NDArray[np.int64]], least_hands: int
) -> int:
    """Loose passive players at a table less tight ones, of those who are known."""
    met = [one for one in table.players if one != me and one in seen]
    if not met:
        return 0
    classes = classify_by_quarter(np.stack([seen[one] for one in met]), least_hands=least_hands)
    return int((classes == LOOSE_PASSIVE).sum() - np.isin(classes, TIGHT).sum())


def _seats_of(table: LobbyTable) -> SeatsOfTable:
    return SeatsOfTable(table.number, len(table.players), table.free_seats)


def _read_player(plays: Any) -> MemberSpec:
    if isinstance(plays, str) and plays:
        return MemberSpec(plays)
    return read_members([plays])[0]


def _make_player(spec: MemberSpec, entry: AgentEntry, game: Game) -> Member:
    if not entry.plays(game, spec.parameters):
        raise AgentError(f"'{spec.agent}' does not play {game.name}; name another with plays")
    if entry.is_asynchronous:
        raise AgentError(f"'{spec.agent}' is asynchronous; name an agent that answers at once")
    make = partial(entry.factory, **spec.parameters)
    first = make()
    return BatchMember(first) if form_of(first) == "batch" else SimpleMember(make)


def list_player(parameters: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """List the agent that plays, with its parameters."""
    spec = _read_player(parameters.get("plays", USUAL_PLAYER))
    return [(spec.agent, spec.parameters)]


AGENTS = (
    AgentEntry(
        "prudent",
        Prudent,
        summary="any agent, which in ring games chooses stakes by its bankroll",
        takes_agents=True,
        parts=list_player,
    ),
    AgentEntry(
        "hunter",
        Hunter,
        summary="any agent, which in ring games seeks loose passive players",
        takes_agents=True,
        parts=list_player,
    ),
)
