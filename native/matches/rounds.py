"""Groups of tables that play in rounds: one hand at each table, and then all go on together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import as_array, as_column, c_type_of, pointer
from railbird.native.draws.draws import PURPOSE_BALANCE, SEAT_BITS
from railbird.native.game.table_state import TableState

NO_PLAYER: int = lib.NO_PLAYER
"""The player of an empty seat."""


@dataclass(frozen=True, slots=True, eq=False)
class TableGroups:
    """G groups of tables, M tables and E players in all, and who sits where at first.

    ``table_counts`` and ``player_counts`` are int64[G]; tables of a group stand together, and so do
    its players. ``controllers`` int32[E] number who decides for a player, ``chips`` int64[E] are
    his; ``players`` int32[M, N] by seat number all players from 0, and are NO_PLAYER where nobody
    sits. ``keys`` uint64[G] are those of the director's draws. Without a ``director`` the groups
    are tournaments, directed in C (``rb_direct_tournaments``) with at most ``most_seated`` players
    at a table, by default one a seat.
    """

    table_counts: npt.ArrayLike
    player_counts: npt.ArrayLike
    controllers: npt.ArrayLike
    chips: npt.ArrayLike
    players: npt.ArrayLike
    keys: npt.ArrayLike
    director: "Director | None" = None
    most_seated: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class RoundTables:
    """What a director reads, and what he may change between two rounds of hands.

    He may set ``players`` int32[M, N] by seat, ``chips`` int64[E], ``levels`` int32[M], the seats
    of the latest big blind ``big_blind_seats`` uint8[M] (the next is the next player after it),
    ``is_open`` bool[M] (false: nobody will sit there any more), ``is_over`` bool[G], how many
    players of a group are left before the round ``left_counts`` int32[G], and must set
    ``is_reseated`` bool[M] where somebody sits down. To read are ``rounds`` int32[G], the number of
    the latest round (-1 before the first), ``posted`` int32[E], the round of a player's latest big
    blind, and ``first_tables`` int64[G + 1]. Of the latest hand of each table one may read
    ``seats`` uint8[M, N], ``stacks`` and ``spent`` int64[M, N] by position, and ``betting_rounds``
    uint8[M], the last that it came to. A table with fewer than two players who have chips rests for
    a round.
    """

    players: npt.NDArray[np.int32]
    chips: npt.NDArray[np.int64]
    levels: npt.NDArray[np.int32]
    big_blind_seats: npt.NDArray[np.uint8]
    is_open: npt.NDArray[np.bool_]
    is_over: npt.NDArray[np.bool_]
    left_counts: npt.NDArray[np.int32]
    is_reseated: npt.NDArray[np.bool_]
    rounds: npt.NDArray[np.int32]
    posted: npt.NDArray[np.int32]
    first_tables: npt.NDArray[np.int64]
    seats: npt.NDArray[np.uint8]
    stacks: npt.NDArray[np.int64]
    spent: npt.NDArray[np.int64]
    betting_rounds: npt.NDArray[np.uint8]


Director = Callable[[RoundTables, npt.NDArray[np.intp]], None]
"""Sets the next round of hands of groups, given by their numbers, all of whose hands have ended."""


class RoundState:
    """The arrays of groups, for the field ``rounds`` of an ``rb_matches``."""

    def __init__(self, groups: TableGroups, seat_count: int) -> None:
        """Check the arguments and make the arrays; nobody has posted a blind yet."""
        self._director = groups.director
        tables = as_array(groups.table_counts, "table_counts", dtype=np.int64)
        counts = as_column(
            groups.player_counts, "player_counts", dtype=np.int64, length=len(tables)
        )
        self.table_count, self.player_count = int(tables.sum()), int(counts.sum())
        self.first_players = np.concatenate([[0], np.cumsum(counts)])
        players: npt.NDArray[np.int32] = as_array(groups.players, "players", dtype=np.int32)
        self._check_players(players, (self.table_count, seat_count))
        count, player_count = self.table_count, self.player_count
        group_of = np.repeat(np.arange(len(tables), dtype=np.int32), tables)
        self.arrays: dict[str, npt.NDArray[Any]] = {
            "first_tables": np.concatenate([[0], np.cumsum(tables)]),
            "groups": group_of,
            "group_keys": as_column(
                groups.keys, "keys", dtype=np.uint64, length=len(tables)
            ).copy(),
            "player_controllers": as_column(
                groups.controllers, "controllers", dtype=np.int32, length=player_count
            ).copy(),
            "rounds": np.full(len(tables), -1, np.int32),
            "left_counts": counts.astype(np.int32),
            "open_counts": np.zeros(len(tables), np.int32),
            "is_over": np.zeros(len(tables), np.uint8),
            "is_open": np.ones(count, np.uint8),
            "is_reseated": np.zeros(count, np.uint8),
            "table_rounds": np.zeros(count, np.int32),
            "seated_counts": np.zeros(count, np.int32),
            "players": players.copy(),
            "chips": as_column(groups.chips, "chips", dtype=np.int64, length=player_count).copy(),
            "posted": _turns_to_post(players, player_count),
        }
        if self.arrays["player_controllers"].min(initial=0) < 0:
            raise ValueError("controllers are numbered from 0")
        self._most_seated = groups.most_seated or seat_count

    def _check_players(self, players: npt.NDArray[np.int32], shape: tuple[int, int]) -> None:
        if players.shape != shape:
            raise ValueError(f"players must have shape {shape}, not {players.shape}")
        seated = players[players != NO_PLAYER]
        if len(seated) and not (seated.min() >= 0 and seated.max() < self.player_count):
            raise ValueError(f"players are numbered from 0 to {self.player_count - 1}")
        if np.bincount(seated, minlength=1).max() > 1:
            raise ValueError("players: somebody sits at two places")

    def point(self, c_rounds: Any, seat_controllers: npt.NDArray[np.int32]) -> None:
        """Write the arrays into an ``rb_rounds``; all groups are due."""
        c_rounds.group_count = c_rounds.due_count = len(self.arrays["rounds"])
        c_rounds.purpose_and_seat = PURPOSE_BALANCE << SEAT_BITS
        c_rounds.most_seated = self._most_seated
        for name, array in self.arrays.items():
            setattr(c_rounds, name, pointer(array, c_type_of(array)))
        c_rounds.seat_controllers = pointer(seat_controllers, "int32_t")

    def taken_seats(self) -> list[list[int]]:
        """The seats of each table where somebody sits; of an empty one the last seat."""
        players = self.arrays["players"]
        return [
            np.flatnonzero(row).tolist() or [players.shape[1] - 1] for row in players != NO_PLAYER
        ]

    def direct(
        self, c_matches: Any, session_arrays: dict[str, npt.NDArray[Any]], tables: TableState
    ) -> None:
        """Have the next round of all groups set that are due."""
        if self._director is None:
            lib.rb_direct_tournaments(c_matches)
            return
        arrays = self.arrays
        is_due = (arrays["is_over"] == 0) & (arrays["open_counts"] == 0)
        self._director(self._for_director(session_arrays, tables), np.flatnonzero(is_due))
        is_open = arrays["is_open"].view(np.bool_)
        is_open &= ~arrays["is_over"].view(np.bool_)[arrays["groups"]]
        c_matches.playing_count = int(is_open.sum())

    def _for_director(
        self, session_arrays: dict[str, npt.NDArray[Any]], tables: TableState
    ) -> RoundTables:
        arrays = self.arrays
        return RoundTables(
            players=arrays["players"],
            chips=arrays["chips"],
            levels=session_arrays["levels"],
            big_blind_seats=session_arrays["big_blind_seats"],
            is_open=arrays["is_open"].view(np.bool_),
            is_over=arrays["is_over"].view(np.bool_),
            left_counts=arrays["left_counts"],
            is_reseated=arrays["is_reseated"].view(np.bool_),
            rounds=arrays["rounds"],
            posted=arrays["posted"],
            first_tables=arrays["first_tables"],
            seats=tables.arrays["seats"],
            stacks=tables.arrays["stacks"],
            spent=tables.arrays["spent"],
            betting_rounds=tables.hands["round_index"],
        )

    def take_reseated(self) -> npt.NDArray[np.intp]:
        """The tables that players have come to since this was asked last."""
        tables = np.flatnonzero(self.arrays["is_reseated"])
        self.arrays["is_reseated"][:] = 0
        return tables

    def numbers_in_groups(
        self, tables: npt.NDArray[np.integer], players: npt.NDArray[np.int32]
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Numbers of tables, int32[n], and of players at them, int32[n, N], within the groups."""
        group = self.arrays["groups"][tables]
        first = self.first_players[group][:, None]
        of_players = np.where(players == NO_PLAYER, NO_PLAYER, players - first)
        of_tables = tables - self.arrays["first_tables"][group]
        return of_tables.astype(np.int32), of_players.astype(np.int32)


def _turns_to_post(players: npt.NDArray[np.int32], player_count: int) -> npt.NDArray[np.int32]:
    """The rounds before the first in which players would have posted, in the order of their seats.

    Who posts first at his table has waited as long as whoever posts first at another.
    """
    posted = np.full(player_count, -1, np.int32)
    is_taken = players != NO_PLAYER
    turn = np.cumsum(is_taken, axis=1) - 1 - players.shape[1]
    posted[players[is_taken]] = turn[is_taken]
    return posted
