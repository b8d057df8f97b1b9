"""Directs sessions of ring games between rounds of hands: takes the rake, and has tables chosen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native.matches.rounds import NO_PLAYER, RoundTables, TableGroups
from railbird.native.rings.ring_room import RingRoom, TableChooser
from railbird.native.rings.ring_rule import Integers

FEWEST_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class _Taken:
    """The rake of hands played at some tables in their latest round: int32[n], int64[n, N]."""

    tables: npt.NDArray[np.intp]
    rounds: npt.NDArray[np.int32]
    rakes: Integers


class RingDirector:
    """The director of G sessions of one rule, each with its room; see ``TableGroups``."""

    def __init__(
        self, rooms: Sequence[RingRoom], choosers: Sequence[TableChooser], seat_count: int
    ) -> None:
        """Direct sessions with these rooms and choosers, in a game of ``seat_count`` players."""
        self._rooms = rooms
        self._choosers = choosers
        self._rule = rooms[0].rule
        self._has_one_round = False
        self._seat_count = seat_count
        table_count = self._rule.table_count
        self._group_of = np.repeat(np.arange(len(rooms)), table_count)
        self._plays = np.zeros(len(self._group_of), np.bool_)
        levels = self._rule.stakes_of_tables
        self._levels = np.tile(levels, len(rooms))
        big_blinds = np.array([stakes.big_blind for stakes in self._rule.stakes], np.int64)
        self._big_blinds = big_blinds[self._levels]
        self._first_players = np.cumsum([0, *(room.player_count for room in rooms)]).tolist()
        self._pots = np.zeros(len(self._group_of), np.int64)
        self._hand_counts = np.zeros(len(self._group_of), np.int64)
        self._taken: list[_Taken] = []

    def groups(
        self, controllers: npt.ArrayLike, keys: npt.ArrayLike, *, has_one_round: bool
    ) -> TableGroups:
        """The tables of the sessions: ``controllers`` int32[E] of all players, ``keys`` uint64[G].

        Nobody sits; players come before the first round. ``has_one_round`` says whether the game
        has one betting round, where a rake is taken of every hand.
        """
        self._has_one_round = has_one_round
        count = len(self._rooms)
        return TableGroups(
            table_counts=np.full(count, self._rule.table_count),
            player_counts=np.diff(self._first_players),
            controllers=controllers,
            chips=np.zeros(self._first_players[-1], np.int64),
            players=np.full((len(self._group_of), self._seat_count), NO_PLAYER, np.int32),
            keys=keys,
            director=self,
        )

    def __call__(self, tables: RoundTables, groups: npt.NDArray[np.intp]) -> None:
        """Set the next round of sessions whose round has ended."""
        is_due = np.zeros(len(self._rooms), np.bool_)
        is_due[groups] = True
        is_due_table = is_due[self._group_of]
        played = np.flatnonzero(self._plays & is_due_table)
        if len(played):
            self._take_rake(tables, played)
        self._find_playing(tables, np.flatnonzero(is_due_table))
        for group in groups.tolist():
            self._direct(tables, group)

    def rakes(self) -> Integers:
        """The rake by seat of all hands, int64[K, N] chips, in the order of the record's hands."""
        if not self._taken:
            return np.zeros((0, self._seat_count), np.int64)
        tables = np.concatenate([one.tables for one in self._taken])
        rounds = np.concatenate([one.rounds for one in self._taken])
        rakes = np.concatenate([one.rakes for one in self._taken])
        order = np.lexsort((tables, rounds, self._group_of[tables]))
        return rakes[order]

    def _take_rake(self, tables: RoundTables, played: npt.NDArray[np.intp]) -> None:
        """Count the pots of hands that have ended, and take the rake from those who won them."""
        players, seats = tables.players[played], tables.seats[played]
        spent, had = _by_seat(tables.spent[played], seats), _by_seat(tables.stacks[played], seats)
        has = np.where(players == NO_PLAYER, 0, tables.chips[players])
        won = has - (had - spent)
        most = np.partition(spent, -FEWEST_PLAYERS, axis=1)
        uncalled = most[:, -1] - most[:, -FEWEST_PLAYERS]
        won -= np.where(spent == most[:, -1:], uncalled[:, None], 0)
        pots = won.sum(axis=1)
        rakes = self._rule.rake.of(pots, self._big_blinds[played])
        if not self._has_one_round:
            rakes[tables.betting_rounds[played] == 0] = 0
        by_seat = shares_of_rake(rakes, won)
        is_taken = players != NO_PLAYER
        tables.chips[players[is_taken]] -= by_seat[is_taken]
        self._pots[played] += pots
        self._hand_counts[played] += 1
        rounds = tables.rounds[self._group_of[played]]
        self._taken.append(_Taken(played, rounds, by_seat))

    def _find_playing(self, tables: RoundTables, rows: npt.NDArray[np.intp]) -> None:
        players = tables.players[rows]
        has_chips = (players != NO_PLAYER) & (tables.chips[players] > 0)
        self._plays[rows] = has_chips.sum(axis=1) >= FEWEST_PLAYERS

    def _direct(self, tables: RoundTables, group: int) -> None:
        """Have tables chosen where that is due, and skip rounds in which nobody plays."""
        rule, room = self._rule, self._rooms[group]
        rows = slice(group * rule.table_count, (group + 1) * rule.table_count)
        number = int(tables.rounds[group]) + 1
        tables.levels[rows] = self._levels[rows]
        while True:
            if number < rule.most_hands and number % rule.choose_every == 0:
                self._choose(tables, group, number)
            if number >= rule.most_hands or room.left_count < FEWEST_PLAYERS:
                self._end(tables, group, number)
                return
            if self._plays[rows].any():
                break
            number += rule.choose_every - number % rule.choose_every
        tables.rounds[group] = number - 1

    def _choose(self, tables: RoundTables, group: int, number: int) -> None:
        room = self._rooms[group]
        first, end = self._first_players[group : group + 2]
        first_table, table_count = group * self._rule.table_count, self._rule.table_count
        rows = slice(first_table, first_table + table_count)
        room.chips = tables.chips[first:end].tolist()
        room.pots, room.hand_counts = self._pots[rows].tolist(), self._hand_counts[rows].tolist()
        room.choose_all(number, self._choosers[group])
        tables.left_counts[group] = room.left_count
        self._pots[rows] = self._hand_counts[rows] = 0
        tables.chips[first:end] = room.chips
        for table, seats in enumerate(room.seats):
            tables.players[first_table + table, : len(seats)] = [
                player if player == NO_PLAYER else first + player for player in seats
            ]
        tables.is_reseated[[first_table + table for table in room.reseated]] = True
        self._find_playing(tables, np.arange(rows.start, rows.stop))

    def _end(self, tables: RoundTables, group: int, number: int) -> None:
        room = self._rooms[group]
        first, end = self._first_players[group : group + 2]
        room.chips = tables.chips[first:end].tolist()
        room.end(number)
        tables.chips[first:end] = room.chips
        tables.is_over[group] = True


def _by_seat(values: Integers, seats: npt.NDArray[np.uint8]) -> Integers:
    by_seat = np.empty_like(values)
    by_seat[np.arange(len(seats))[:, None], seats] = values
    return by_seat


def shares_of_rake(rakes: Integers, won: Integers) -> Integers:
    """Divide rakes, int64[n], among the winners of pots, int64[n, N], in whole chips.

    In proportion to what they won, rounded down; the chips left over are paid one each by the
    winners in the order of their seats.
    """
    pots = np.maximum(won.sum(axis=1), 1)
    shares = rakes[:, None] * won // pots[:, None]
    left = (rakes - shares.sum(axis=1))[:, None]
    can_pay = won > shares
    is_next = can_pay & (np.cumsum(can_pay, axis=1) <= left)
    result: Integers = shares + is_next
    return result
