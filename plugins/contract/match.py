"""What an agent knows at the start of a match."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird.native import PURPOSE_MATCH_START, draw_uniform
from railbird.plugins.contract.entries import Game

MatchMode = Literal["cash", "freeze-out", "tournament", "ring"]
"""How a match goes on: every hand from the game's stacks, or with the chips that all have, at one
table, at several, or at a table of ring games that players come to and leave."""
NO_PLAYER = -1
Rows = npt.NDArray[np.integer] | npt.NDArray[np.bool_] | slice


@dataclass(frozen=True, slots=True, eq=False)
class MatchBatch:
    """The matches of a chunk in which an agent in batch form plays, a row per seat.

    ``match`` (int32[n]) numbers the matches of the chunk from 0 and is less than ``match_count``;
    ``seat`` is uint8[n]; every match has ``hand_count`` hands, in the modes "freeze-out" and
    "tournament" and "ring" at most so many. In the latter two a match is what happens at a table
    until somebody comes to it: then another begins there, with hand ``first_hand`` (int32[n]).
    ``players`` (int32[n, seats]) are the players by seat at its start, numbered throughout the
    tournament or session, -1 for an empty seat.
    """

    game: Game
    hand_count: int
    match_count: int
    match: npt.NDArray[np.int32]
    seat: npt.NDArray[np.uint8]
    _match_keys: npt.NDArray[np.uint64]
    _draw: Callable[[int, int], float] | None = None
    """Returns the draws of the single row, if the keys are not known in this process."""
    mode: MatchMode = "cash"
    first_hand: npt.NDArray[np.int32] | None = None
    players: npt.NDArray[np.int32] | None = None

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.match)

    @property
    def seat_count(self) -> int:
        """Seats at every table."""
        return self.game.definition.player_count

    def random(self, draw_index: int = 0) -> npt.NDArray[np.float64]:
        """Draw ``draw_index`` of the start of each match for its seat, float64[n] in [0, 1)."""
        if self._draw is not None:
            return np.array([self._draw(PURPOSE_MATCH_START, draw_index)])
        return draw_uniform(
            self._match_keys[self.match],
            purpose=PURPOSE_MATCH_START,
            seats=self.seat,
            hands=0 if self.first_hand is None else np.maximum(self.first_hand, 0),
            decisions=0,
            draw_index=draw_index,
        )

    def take(self, rows: Rows) -> "MatchBatch":
        """Return a batch with some of the rows, given by a slice, numbers or a bool for each."""
        return MatchBatch(
            self.game,
            self.hand_count,
            self.match_count,
            match=self.match[rows],
            seat=self.seat[rows],
            _match_keys=self._match_keys,
            _draw=self._draw,
            mode=self.mode,
            first_hand=None if self.first_hand is None else self.first_hand[rows],
            players=None if self.players is None else self.players[rows],
        )


class Match:
    """One match as visible from a seat: seats and the number of hands, but no names or seed.

    In other modes than "cash" ``hand_count`` is the most hands that it may have. In the modes
    "tournament" and "ring" a new match begins whenever somebody comes to the table; ``players`` are
    then the numbers of the players by seat, the same throughout the tournament or session, None for
    an empty seat. In other modes ``players`` is empty.
    """

    __slots__ = ("_drawn", "_row", "game", "hand_count", "mode", "players", "seat")

    def __init__(self, row: MatchBatch) -> None:
        """View a batch of one row."""
        self.game = row.game
        self.hand_count = row.hand_count
        self.mode: MatchMode = row.mode
        self.seat = int(row.seat[0])
        self._row = row
        self._drawn = 0
        listed = [] if row.players is None else row.players[0].tolist()
        self.players: tuple[int | None, ...] = tuple(
            [None if player == NO_PLAYER else player for player in listed]
        )

    @property
    def seat_count(self) -> int:
        """Seats at the table."""
        return self.game.definition.player_count

    def random(self) -> float:
        """The next draw in [0, 1) of the start of the match: draw 0 first."""
        self._drawn += 1
        return float(self._row.random(self._drawn - 1)[0])
