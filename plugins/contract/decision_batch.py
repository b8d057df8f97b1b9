"""The input of an agent in batch form: a row per decision, a column per attribute."""

import numpy as np
import numpy.typing as npt

from railbird.native import (
    PURPOSE_DECISION,
    PURPOSE_HAND_START,
    Pending,
    draw_uniform,
)
from railbird.plugins.contract.action import Distribution
from railbird.plugins.contract.columns import DecisionSource, columns_of_batches
from railbird.plugins.contract.entries import Game
from railbird.plugins.contract.match import Rows
from railbird.plugins.errors import AgentError


class DecisionBatch:
    """Pending decisions, n rows, valid while ``act_batch`` runs.

    ``match`` (int32[n]) numbers the matches of the chunk from 0, ``seat`` and ``position``
    (uint8[n]) say who decides: keep memory in arrays ``[match, seat]``. All other columns are
    created on first access. Chips are integers, by position if there are N of them; ``legal`` is a
    bit mask of ``1 << kind``; cards are numbers ``rank * 4 + suit``.
    """

    game: Game
    match: npt.NDArray[np.int32]
    seat: npt.NDArray[np.uint8]
    position: npt.NDArray[np.uint8]
    hand_index: npt.NDArray[np.int32]  # [n] number of the hand in its match, from 0
    round_index: npt.NDArray[np.uint8]  # [n] betting round, from 0
    decision: npt.NDArray[np.uint16]  # [n] actions already taken in the hand, by all players
    hole_cards: npt.NDArray[np.uint8]  # [n, hole cards] of the deciding player
    board: npt.NDArray[np.uint8]  # [n, board cards] 255 where not dealt yet
    betting: list[str]  # [n] in ACPC notation: "cr300c/cc/"
    betting_texts: tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]  # as ASCII, offsets
    pot: npt.NDArray[np.int64]  # [n] chips put in by all
    starting_stacks: npt.NDArray[np.int64]  # [n, N] chips at the start of the hand, by position
    blinds: npt.NDArray[np.int64]  # [n, N] due in this hand, by position
    ante: npt.NDArray[np.int64]  # [n] posted by everybody beside the blinds
    level: npt.NDArray[np.int32]  # [n] level of blinds of a tournament, from 1
    players_left: npt.NDArray[np.int64]  # [n] who have chips at the hand's start, at all tables
    prizes: npt.NDArray[np.float64]  # [n, P] of a tournament, percent, first place first
    contributions: npt.NDArray[np.int64]  # [n, N] chips put in during the hand, by position
    has_folded: npt.NDArray[np.bool_]  # [n, N] by position
    seats: npt.NDArray[np.uint8]  # [n, N] the seat that plays each position
    to_call: npt.NDArray[np.int64]  # [n] chips needed to call, 0 for a check
    legal: npt.NDArray[np.uint8]  # [n]
    can_fold: npt.NDArray[np.bool_]  # [n]
    can_raise: npt.NDArray[np.bool_]  # [n]
    min_raise_to: npt.NDArray[np.int64]  # [n] 0 if no raise is legal
    max_raise_to: npt.NDArray[np.int64]  # [n] 0 if no raise is legal
    min_cards: npt.NDArray[np.uint8]  # [n] minimum of an exchange, discard or pass; else 0
    max_cards: npt.NDArray[np.uint8]  # [n] maximum of an exchange, discard or pass; else 0
    up_cards: npt.NDArray[np.uint8]  # [n, N, hole cards] face up, by position; 255 where none is
    cards_taken: npt.NDArray[np.uint8]  # [n, N, card rounds] numbers of cards, by position
    seen_cards: npt.NDArray[np.uint8]  # [n, most] own cards discarded or passed; else 255

    # deprecated: see columns.FORMER_NAMES
    stacks: npt.NDArray[np.int64]
    spent: npt.NDArray[np.int64]
    least_raise_to: npt.NDArray[np.int64]
    most_raise_to: npt.NDArray[np.int64]

    def __init__(
        self,
        source: DecisionSource,
        match: npt.NDArray[np.int32],
        *,
        seat: npt.NDArray[np.uint8],
        position: npt.NDArray[np.uint8],
    ) -> None:
        """Take the pending decisions of tables ``match``, each of which must have one."""
        self._source: DecisionSource | None = source
        self._pending: Pending | None = None
        self._first, self._end = 0, len(match)
        self.game = source.game
        self.match = match
        self.seat = seat
        self.position = position

    @classmethod
    def of_pending(
        cls, source: DecisionSource, pending: Pending, *, first: int, end: int
    ) -> "DecisionBatch":
        """Take rows ``first`` to ``end`` of the pending decisions at the source's tables."""
        batch = cls.__new__(cls)
        batch._source = source
        batch._pending = pending
        batch._first, batch._end = first, end
        batch.game = source.game
        return batch

    def __len__(self) -> int:
        """The number of decisions."""
        return self._end - self._first

    @property
    def seat_count(self) -> int:
        """Seats at every table."""
        return self.game.definition.player_count

    def random(self, draw_index: int = 0) -> npt.NDArray[np.float64]:
        """Draw ``draw_index`` of each decision, float64[n] in [0, 1)."""
        return self._draw(PURPOSE_DECISION, draw_index)

    def hand_random(self, draw_index: int = 0) -> npt.NDArray[np.float64]:
        """Draw ``draw_index`` of each hand for its seat, the same at each of its decisions."""
        return self._draw(PURPOSE_HAND_START, draw_index)

    def sample(self, declared: Distribution) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Return ``declared.sample(self.random())``, for pending decisions in one pass."""
        source = self._opened()
        if self._pending is not None and source.pending_draws is not None:
            sampled = source.pending_draws.sample(self._first, self._end, declared=declared)
            if sampled is not None:
                return sampled
        return declared.sample(self.random())

    def random_block(self, row: int, first: int, *, count: int) -> npt.NDArray[np.float64]:
        """Draws ``first``, ``first + 1``, ... of one decision, float64[count]."""
        draw = self._opened().draw
        if draw is not None:
            return np.array([draw(PURPOSE_DECISION, first + index) for index in range(count)])
        return draw_uniform(
            np.repeat(self.match_keys[row], count),
            purpose=PURPOSE_DECISION,
            seats=self.seat[row],
            hands=self.hand_index[row],
            decisions=self.decision[row],
            draw_index=np.arange(first, first + count),
        )

    def take(self, rows: Rows) -> "DecisionBatch":
        """Return a batch with some of the rows."""
        part = DecisionBatch(
            self._opened(), self.match[rows], seat=self.seat[rows], position=self.position[rows]
        )
        for name in _TAKEN_ALONG:
            if name in self.__dict__:
                setattr(part, name, getattr(self, name)[rows])
        return part

    def close(self) -> None:
        """End the batch: columns not created yet become unavailable, since the tables advance."""
        self._source = None

    def _opened(self) -> DecisionSource:
        if self._source is None:
            raise AgentError(
                "a batch of decisions was read after the decisions; copy the data you need"
            )
        return self._source

    def _draw(self, purpose: int, draw_index: int) -> npt.NDArray[np.float64]:
        source = self._opened()
        if source.draw is not None:
            return np.array([source.draw(purpose, draw_index)])
        is_one = type(draw_index) is int
        if is_one and self._pending is not None and source.pending_draws is not None:
            return source.pending_draws.uniform(
                self._first, self._end, purpose=purpose, draw_index=draw_index
            )
        return draw_uniform(
            self.match_keys,
            purpose=purpose,
            seats=self.seat,
            hands=self.hand_index.view(np.uint32),
            decisions=self.decision if purpose == PURPOSE_DECISION else 0,
            draw_index=draw_index,
        )

    @property
    def match_keys(self) -> npt.NDArray[np.uint64]:
        """The key of each row's draws, uint64[n], for the table loop."""
        return self._opened().match_keys[self.match]


_TAKEN_ALONG = ("hand_index", "decision")
"""Columns that a part need not create again."""

for _name, _column in columns_of_batches():
    setattr(DecisionBatch, _name, _column)
