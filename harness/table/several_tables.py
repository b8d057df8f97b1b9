"""Tournaments of several tables in the table loop: who decides where, and who has forfeited."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from railbird.harness.table.asking.alike import Asked
from railbird.harness.table.judging.forfeits import Forfeits
from railbird.harness.table.line_up_columns import LineUpColumns
from railbird.harness.table.match_results import Incidents, MatchResults
from railbird.harness.table.play_rules import (
    CallPoint,
    Field,
    Groups,
    PlannedMatch,
    PlannedTournament,
    PlayRules,
)
from railbird.native import (
    NO_PLAYER,
    PURPOSE_SEAT_DRAW,
    FreezeOut,
    MatchTables,
    RoundColumns,
    SessionColumns,
    TableGroups,
    draw_uniform,
)

Tables = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Tournaments:
    """G tournaments of T tables each: a match of the table loop is a table.

    ``columns`` are those of the tables; ``groups`` are for the native tables, whose players are
    numbered in the order in which they are seated; ``entries`` int32[G, E] are theirs in the list
    of entries.
    """

    columns: LineUpColumns
    groups: TableGroups
    entries: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Entered:
    """Who enters G tournaments or sessions, E players each.

    ``entries`` int32[G, E] are the entries in the order in which they are seated, ``controllers``
    int32[G * E] the numbers of their labels.
    """

    plans: tuple[PlannedTournament, ...]
    groups: Groups
    entries: npt.NDArray[np.int32]
    controllers: npt.NDArray[np.int32]

    @property
    def keys(self) -> npt.NDArray[np.uint64]:
        """The keys of their draws, uint64[G]."""
        return np.array([plan.draw_key for plan in self.plans], np.uint64)

    def columns(self, controllers: npt.NDArray[np.int32]) -> LineUpColumns:
        """The columns of all tables, which have deck seeds and keys of their own.

        ``controllers`` int32[tables, N] are by seat.
        """
        deck_seeds, deck_of_table = np.unique(
            np.array([seed for plan in self.plans for seed in plan.table_seeds], np.uint32),
            return_inverse=True,
        )
        keys = np.array([key for plan in self.plans for key in plan.table_keys], np.uint64)
        return LineUpColumns(
            self.groups, controllers, deck_seeds, deck_of_table.astype(np.int32), keys
        )


def enter(
    planned: Sequence[PlannedMatch],
    groups: Groups,
    *,
    known: Container[str],
    entrant_count: int | None = None,
) -> Entered:
    """Draw who enters; by default every agent once. Raises ValueError for no plans, or a label.

    ``groups`` have all labels of the plans.
    """
    plans = tuple(plan for plan in planned if isinstance(plan, PlannedTournament))
    if not plans or len(plans) < len(planned):
        raise ValueError("there are no tournaments or ring games to play")
    labels = [label for group in groups for label in group]
    unknown = sorted(label for label in labels if label not in known)
    if unknown:
        raise ValueError(f"no agents for the labels {unknown}")
    number = {label: index for index, label in enumerate(labels)}
    agents = np.array([[number[label] for label in plan.agents] for plan in plans], np.int32)
    count = entrant_count or agents.shape[1]
    entries = np.stack([draw_entries(count, plan.draw_key) for plan in plans])
    controllers = np.take_along_axis(agents, entries % agents.shape[1], axis=1).reshape(-1)
    return Entered(plans, groups, entries, controllers)


def make_tournaments(
    planned: Sequence[PlannedMatch], asked: Asked, rules: PlayRules, *, width: int
) -> Tournaments:
    """Turn plans into tables of ``width`` seats; raises ValueError for no plans, or a label."""
    field, rule = rules.field, rules.session
    if field is None or not isinstance(rule, FreezeOut):
        raise ValueError("there are no tournaments to play")
    entered = enter(planned, asked.groups, known=asked.known, entrant_count=field.entrant_count)
    count, group_count = field.entrant_count, len(entered.plans)
    first = first_seats(field, width)
    seats = np.concatenate(
        [np.where(first == NO_PLAYER, NO_PLAYER, first + n * count) for n in range(group_count)]
    ).astype(np.int32)
    groups = TableGroups(
        np.full(group_count, field.table_count),
        np.full(group_count, count),
        controllers=entered.controllers,
        chips=np.full(len(entered.controllers), rule.stack),
        players=seats,
        keys=entered.keys,
        most_seated=field.seat_count,
    )
    of_seats = np.where(seats == NO_PLAYER, NO_PLAYER, entered.controllers[seats])
    return Tournaments(entered.columns(of_seats.astype(np.int32)), groups, entered.entries)


def draw_entries(count: int, key: int) -> npt.NDArray[np.int32]:
    """Return the entries in the order in which they are seated, int32[E]: any is as likely."""
    draws = draw_uniform(
        np.full(count, key, np.uint64),
        purpose=PURPOSE_SEAT_DRAW,
        seats=0,
        hands=0,
        decisions=np.arange(count),
        draw_index=0,
    )
    return np.argsort(draws, kind="stable").astype(np.int32)


def first_seats(field: Field, width: int) -> npt.NDArray[np.int32]:
    """Return who sits where first, by the order of seating, int32[T, width]."""
    seats = np.full((field.table_count, width), NO_PLAYER, np.int32)
    players = np.arange(field.entrant_count)
    seats[players % field.table_count, players // field.table_count] = players
    return seats


class SeveralTables:
    """What the table loop asks about tournaments: who sits where now, and sat in a hand."""

    def __init__(self, tournaments: Tournaments, tables: MatchTables, forfeits: Forfeits) -> None:
        """Begin with the first round of hands."""
        self._tournaments = tournaments
        self._tables = tables
        self._forfeits = forfeits
        self._controllers = np.append(
            np.asarray(tournaments.groups.controllers, np.int32), NO_PLAYER
        )
        self._is_out = np.zeros(len(self._controllers), np.bool_)
        group_count, entrant_count = tournaments.entries.shape
        self._group_of = np.repeat(
            np.arange(group_count), np.asarray(tournaments.groups.table_counts)
        )
        self._entrant_count = entrant_count
        self.players_left = np.full(len(self._group_of), entrant_count, np.int64)
        """Players left in this round in the tournament or session of a table, int64[M]."""

    @property
    def is_due(self) -> bool:
        """Whether tournaments wait for their next round of hands."""
        return self._tables.due_count > 0

    def begin_rounds(self) -> Tables:
        """Start the next rounds, and return the tables that players have come to.

        A forfeit goes with its player, not with the seat.
        """
        players, is_out = self._tables.players, self._forfeits.is_out
        if self._forfeits.any_out:
            self._is_out[players[is_out & (players != NO_PLAYER)]] = True
        reseated = self._tables.begin_rounds()
        self._seat_forfeits()
        self.players_left[:] = self._tables.left_counts[self._group_of]
        return reseated

    def _seat_forfeits(self) -> None:
        self._forfeits.any_out |= bool(self._is_out.any())
        if self._forfeits.any_out:
            self._forfeits.is_out[:] = self._is_out[self._tables.players]

    def share_forfeits(self, is_out: npt.NDArray[np.bool_]) -> None:
        """Take over forfeits of players, bool[E + 1], that others note, too."""
        self._is_out = is_out
        self._seat_forfeits()

    def pseudonyms(self, tables: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
        """The players at tables by seat, int32[n, N], numbered within their tournament."""
        players = self._tables.players[tables]
        first = self._group_of[tables][:, None] * self._entrant_count
        return np.where(players == NO_PLAYER, NO_PLAYER, players - first).astype(np.int32)

    def with_player(self, moment: CallPoint) -> CallPoint:
        """Return the moment of a call at a table with the player who sits there."""
        player = int(self.pseudonyms(np.array([moment.match]))[0, moment.seat])
        return replace(moment, player=player)

    def controllers_in(
        self, match: npt.NDArray[np.integer], hand_index: npt.NDArray[np.integer]
    ) -> npt.NDArray[np.int32]:
        """Who decided in hands that ended, int32[n, N] by seat."""
        found: npt.NDArray[np.int32] = self._controllers[
            self._tables.hand_players(match, hand_index)
        ]
        return found

    def by_entry(self, session: SessionColumns) -> SessionColumns:
        """Number the players of the hands by their entries."""
        where = session.rounds
        assert where is not None
        entries = np.pad(self._tournaments.entries, ((0, 0), (0, 1)), constant_values=NO_PLAYER)
        group = np.repeat(np.arange(len(entries)), session.hand_counts)
        players = entries[group[:, None], where.players]
        return replace(session, rounds=RoundColumns(where.rounds, where.tables, players))


def by_tournament(results: MatchResults, *, table_count: int, agent_count: int) -> MatchResults:
    """Return results whose incidents at tables are those of hands of their tournaments.

    The seat of one becomes the number of the agent.
    """
    session, old = results.session, results.incidents
    if not old.match or session is None or session.rounds is None:
        return results
    where, counts = session.rounds, session.hand_counts.astype(np.int64)
    group = np.repeat(np.arange(len(counts)), counts)
    firsts = np.cumsum(counts) - counts
    rows_of: dict[int, list[int]] = {}
    for row, table in enumerate((group * table_count + where.tables).tolist()):
        rows_of.setdefault(table, []).append(row)
    columns = (old.match, old.hand, old.decision, old.seat, old.kind, old.text)
    moved = []
    for table, hand, decision, seat, *rest in zip(*columns, strict=True):
        row, tournament = rows_of[table][hand], table // table_count
        agent = int(where.players[row, seat]) % agent_count
        moved.append((tournament, row - int(firsts[tournament]), decision, agent, *rest))
    moved.sort(key=lambda row: row[:4])
    incidents = Incidents(*(list(column) for column in zip(*moved, strict=True)))
    return replace(results, incidents=incidents)
