"""What is reported to agents about finished hands."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from railbird.native import (
    NO_CARD,
    SHOWDOWNS_WON,
    HandOrder,
    HandSetup,
    deal_layout,
    read_styles,
)
from railbird.plugins.contract.columns import warn_of_name
from railbird.plugins.contract.entries import Game
from railbird.plugins.contract.match import Rows
from railbird.plugins.contract.readable import stacks_beside_dead


class HandRecord(NamedTuple):
    """One hand as visible from a seat (ACPC showdown rule).

    With two or more players left at the end, every hand not folded is shown to all players; a
    player always sees his own.
    """

    hand_index: int
    position: int
    """The position in which the seat played the hand."""
    betting: str
    payoffs: tuple[int, ...]
    """By seat, in 1/2520 chip."""
    hole_cards: tuple[tuple[int, ...] | None, ...]
    """By seat; None if not shown."""
    board: tuple[int, ...]
    """As far as the hand was played."""
    starting_stacks: tuple[int, ...]
    """By position, chips at the start of the hand."""
    blinds: tuple[int, ...] = ()
    """By position, due in the hand."""
    ante: int = 0
    """What everybody posted beside."""
    seats: tuple[int, ...] = ()
    """The seat that played each position."""

    @property
    def stacks(self) -> tuple[int, ...]:
        """The former name of ``starting_stacks``, deprecated."""
        warn_of_name("stacks", "starting_stacks", stacklevel=2)
        return self.starting_stacks


class EndedHands(Protocol):
    """Finished hands, as known by the program that played them: see MatchTables."""

    def hand_order(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> HandOrder:
        """Who played which position in n hands."""
        ...

    def hand_chips(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> HandSetup | None:
        """What hands started from, by position; None where the game's definition says it."""
        ...

    def hand_bettings(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> list[str]:
        """The betting, a string per row."""
        ...

    def hand_letters(
        self, matches: npt.ArrayLike, hands: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """The same as one text, ASCII uint8[...], with offsets, int64[n + 1]."""
        ...

    def hand_payoffs(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Payoffs by seat, int64[n, N]."""
        ...

    def hand_showdowns(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Whether there was a showdown, bool[n]."""
        ...

    def hand_folds(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Who folded, bool[n, N] by seat."""
        ...

    def hand_rounds(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The last round, uint8[n]."""
        ...

    def hand_cards(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The deal, uint8[n, W]; 255 if unknown."""
        ...

    def hand_holdings(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """What everybody held in the end, uint8[n, N, hole cards] by position; 255 not known."""
        ...


class HandBatch:
    """Finished hands, a row per hand and seat of the agent, in order within a match.

    ``match`` and ``hand_index`` are int32[n], ``seat`` uint8[n]. All other columns are created on
    first access.
    """

    game: Game
    match: npt.NDArray[np.int32]
    seat: npt.NDArray[np.uint8]
    hand_index: npt.NDArray[np.int32]
    position: npt.NDArray[np.uint8]  # [n]
    positions: npt.NDArray[np.intp]  # [n, N] the position that each seat played
    betting: list[str]  # [n] the whole hand in ACPC notation
    payoffs: npt.NDArray[np.int64]  # [n, N] by seat, in 1/2520 chip
    showdown: npt.NDArray[np.bool_]  # [n] whether two or more players were left
    hole_cards: npt.NDArray[np.uint8]  # [n, N, hole cards] by seat, 255 where not shown
    board: npt.NDArray[np.uint8]  # [n, board cards] 255 for cards not reached
    starting_stacks: npt.NDArray[np.int64]  # [n, N] by position, chips at the start
    blinds: npt.NDArray[np.int64]  # [n, N] due in this hand, by position
    ante: npt.NDArray[np.int64]  # [n] posted by everybody beside the blinds
    order: HandOrder  # who played which position
    style_counts: npt.NDArray[np.uint8]  # [n, N, counters] by seat, of native.STYLE_COUNTERS

    def __init__(
        self,
        game: Game,
        tables: EndedHands,
        *,
        match: npt.NDArray[np.int32],
        seat: npt.NDArray[np.uint8],
        hand_index: npt.NDArray[np.int32],
    ) -> None:
        """View finished hands of ``tables``, each from one seat."""
        self.game = game
        self.match = match
        self.seat = seat
        self.hand_index = hand_index
        self._tables = tables

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.match)

    @property
    def seat_count(self) -> int:
        """Seats at every table."""
        return self.game.definition.player_count

    def take(self, rows: Rows) -> "HandBatch":
        """Return a batch with some of the rows, given by a slice, numbers or a bool for each."""
        return HandBatch(
            self.game,
            self._tables,
            match=self.match[rows],
            seat=self.seat[rows],
            hand_index=self.hand_index[rows],
        )

    def records(self) -> list[HandRecord]:
        """The rows one by one."""
        columns = (
            self.hand_index.tolist(),
            self.position.tolist(),
            self.betting,
            map(tuple, self.payoffs.tolist()),
            map(_shown, self.hole_cards.tolist()),
            map(_dealt, self.board.tolist()),
            map(tuple, self.starting_stacks.tolist()),
            map(tuple, self.blinds.tolist()),
            self.ante.tolist(),
            map(tuple, self.order.seats.tolist()),
        )
        return list(map(HandRecord._make, zip(*columns, strict=True)))

    def __getattr__(self, name: str) -> Any:
        """Create a column on first access; it is an attribute from then on."""
        make = _COLUMNS.get(name)
        if make is None:
            raise AttributeError(f"a batch of hands has no column {name!r}")
        column = make(self, self._tables)
        setattr(self, name, column)
        return column


def _shown(hands: list[list[int]]) -> tuple[tuple[int, ...] | None, ...]:
    return tuple(None if cards[0] == NO_CARD else _dealt(cards) for cards in hands)


def _dealt(board: list[int]) -> tuple[int, ...]:
    return tuple(card for card in board if card != NO_CARD)


def _position(batch: HandBatch, _: EndedHands) -> npt.NDArray[np.uint8]:
    return batch.order.positions_of(batch.seat).astype(np.uint8)


def _hole_cards(batch: HandBatch, tables: EndedHands) -> npt.NDArray[np.uint8]:
    seats = np.arange(batch.seat_count)
    by_position = tables.hand_holdings(batch.match, batch.hand_index)
    by_seat = batch.order.by_seat(by_position)
    folded = tables.hand_folds(batch.match, batch.hand_index)
    is_seen = (batch.showdown[:, None] & ~folded) | (seats == batch.seat[:, None])
    by_seat[~is_seen] = NO_CARD
    return by_seat


def _board(batch: HandBatch, tables: EndedHands) -> npt.NDArray[np.uint8]:
    layout = deal_layout(batch.game.definition)
    rounds = tables.hand_rounds(batch.match, batch.hand_index)
    ends = np.array(layout.board_ends)[rounds]
    board = layout.board(tables.hand_cards(batch.match, batch.hand_index))
    return np.where(np.arange(board.shape[1]) < ends[:, None], board, np.uint8(NO_CARD))


def _starting_stacks(batch: HandBatch, tables: EndedHands) -> npt.NDArray[np.int64]:
    chips = tables.hand_chips(batch.match, batch.hand_index)
    if chips is not None:
        return chips.stacks
    stacks = stacks_beside_dead(batch.game.definition)
    return np.tile(np.array(stacks, np.int64), (len(batch), 1))


def _blinds(batch: HandBatch, tables: EndedHands) -> npt.NDArray[np.int64]:
    chips = tables.hand_chips(batch.match, batch.hand_index)
    if chips is not None:
        return chips.blinds
    return np.tile(np.array(batch.game.definition.blinds, np.int64), (len(batch), 1))


def _ante(batch: HandBatch, tables: EndedHands) -> npt.NDArray[np.int64]:
    chips = tables.hand_chips(batch.match, batch.hand_index)
    if chips is not None:
        return chips.antes
    return np.full(len(batch), batch.game.definition.ante, np.int64)


def _former_stacks(batch: HandBatch, _: EndedHands) -> npt.NDArray[np.int64]:
    warn_of_name("stacks", "starting_stacks", stacklevel=3)
    return batch.starting_stacks


_CHIPS = ("stacks", "blinds", "antes")


def _style_counts(batch: HandBatch, tables: EndedHands) -> npt.NDArray[np.uint8]:
    letters = tables.hand_letters(batch.match, batch.hand_index)
    definition = batch.game.definition
    is_asked = definition.first_depends_on_cards
    cards = tables.hand_cards(batch.match, batch.hand_index) if is_asked else None
    chips = tables.hand_chips(batch.match, batch.hand_index)
    own = {} if chips is None else {name: getattr(chips, name) for name in _CHIPS}
    styles = read_styles(definition, *letters, cards=cards, **own)
    payoffs = batch.order.by_position(batch.payoffs)
    styles.counts[:, :, SHOWDOWNS_WON] = styles.showdowns_won(payoffs)
    # Whole rows of counters at a time: along an axis they would be taken one by one.
    rows = batch.positions + np.arange(len(batch))[:, None] * batch.seat_count
    by_hand_and_position = styles.counts.reshape(rows.size, -1)
    return by_hand_and_position.take(rows.ravel(), axis=0).reshape(styles.counts.shape)


_COLUMNS: dict[str, Callable[[HandBatch, EndedHands], Any]] = {
    "position": _position,
    "order": lambda batch, tables: tables.hand_order(batch.match, batch.hand_index),
    "positions": lambda batch, tables: batch.order.positions,
    "betting": lambda batch, tables: tables.hand_bettings(batch.match, batch.hand_index),
    "payoffs": lambda batch, tables: tables.hand_payoffs(batch.match, batch.hand_index),
    "showdown": lambda batch, tables: tables.hand_showdowns(batch.match, batch.hand_index),
    "hole_cards": _hole_cards,
    "board": _board,
    "starting_stacks": _starting_stacks,
    "blinds": _blinds,
    "ante": _ante,
    "stacks": _former_stacks,
    "style_counts": _style_counts,
}
