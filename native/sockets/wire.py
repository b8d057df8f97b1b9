"""Matches played over descriptors, in C: sends states, reads answers, keeps clocks."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, pointer
from railbird.native.matches.match_tables import MatchTables
from railbird.native.struct_dtype import struct_dtype

NANOSECONDS = 1_000_000_000
NO_LIMIT = 2**62
SHORTEST_LINE_ROOM = 1 << 13
SMALLEST_OUTGOING_ROOM = 1 << 15
MOST_IGNORED = 1 << 16
ENDED_ROOM = 1 << 12
ROOM_FOR_NUMBERS = 64
TRANSCRIPT_ROOM = 1 << 20
ROOM_HANDS = 1 << 10


class WireEvent(IntEnum):
    """What a caller has to decide about."""

    LINE = lib.LINE
    """A line that is not a plain answer to the last state."""
    FAULT = lib.FAULT
    """An answer that the rules do not allow."""
    CLOSED = lib.CLOSED
    LATE = lib.LATE
    ENDLESS = lib.ENDLESS
    """A line longer than any answer."""
    FLOOD = lib.FLOOD
    """More bytes of ignored lines at one decision than a player can need."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One event: ``text`` is the line, or what there is of it; kind and amount those of a fault.

    ``detail`` says for LATE which clock it was (1 answer, 2 hand, 3 match), for CLOSED the errno.
    """

    match: int
    seat: int
    code: WireEvent
    kind: int
    amount: int
    detail: int
    text: bytes


@dataclass(frozen=True, slots=True)
class Clocks:
    """Time limits of a seat, in seconds: for an answer, in a hand, in the whole match."""

    answer: float = 600.0
    hand: float = 600.0
    match: float = float("inf")


class Wire:
    """Plays the seats of ``tables`` that have a descriptor, by the ACPC protocol.

    ``descriptors`` int32[M, N] by seat are open sockets, -1 where the caller decides: those rows
    stay in ``tables.pending()``. A player receives every state, or with ``gets_draws`` (bool[M, N])
    only those it must answer, after a comment line ``;[draw 0, draw 1, draw 0 of the hand]`` in 53
    bits, and how hands end. With ``keeps_transcript`` messages are kept as the C dealer prints
    them.
    """

    def __init__(
        self,
        tables: MatchTables,
        descriptors: npt.ArrayLike,
        *,
        clocks: Clocks,
        gets_draws: npt.NDArray[np.bool_] | None = None,
        keeps_transcript: bool = False,
    ) -> None:
        """Initialise; ``pump`` starts play."""
        self._tables = tables
        self._matches = matches = tables.lend_to_wire()
        shape = matches.match_count, matches.player_count
        wanted = as_array(descriptors, "descriptors", dtype=np.int32)
        if wanted.shape != shape:
            raise ValueError(f"descriptors must have shape {shape}, not {wanted.shape}")
        self._lines = np.zeros(shape, struct_dtype("rb_line"))
        self._lines["descriptor"] = wanted
        if gets_draws is not None:
            self._lines["gets_draws"] = gets_draws
        self._lines["draw_key"] = tables.match_keys[:, None]
        self._calls = np.zeros(matches.match_count, struct_dtype("rb_call"))
        self._calls["told_hand"] = self._calls["told_action"] = self._calls["used_hand"] = -1
        self._events = np.zeros(matches.match_count, struct_dtype("rb_event"))
        self._make_rooms(tables, shape, transcript_room=TRANSCRIPT_ROOM * keeps_transcript)
        self._c = ffi.new("rb_wire *")
        self._c.transactions = -1
        self._point(tables, clocks)

    @property
    def draw_keys(self) -> npt.NDArray[np.uint64]:
        """The keys of the draws that seats get, uint64[M, N], to be set: at first the matches'."""
        keys: npt.NDArray[np.uint64] = self._lines["draw_key"]
        return keys

    def _make_rooms(
        self, tables: MatchTables, shape: tuple[int, int], *, transcript_room: int
    ) -> None:
        compiled = self._matches.tables.compiled
        letters = 3 * compiled.cards_per_hand + 2 * tables.definition.player_count
        longest = compiled.betting_width + letters + ROOM_FOR_NUMBERS
        line_room = max(SHORTEST_LINE_ROOM, 2 * longest)
        outgoing_room = max(SMALLEST_OUTGOING_ROOM, 4 * line_room)
        matches = shape[0]
        self._arrays: dict[str, npt.NDArray[Any]] = {
            "incoming": np.empty((*shape, line_room), np.uint8),
            "outgoing": np.empty((*shape, outgoing_room), np.uint8),
            "asked": np.empty((matches, line_room), np.uint8),
            "polls": np.zeros(matches, np.uint64),
            "polled": np.zeros(matches, np.int32),
            "ended_match": np.empty(ENDED_ROOM + matches, np.int32),
            "ended_hand": np.empty(ENDED_ROOM + matches, np.int32),
            "transcript": np.empty(
                transcript_room + (transcript_room > 0) * 64 * line_room, np.uint8
            ),
        }

    def _point(self, tables: MatchTables, clocks: Clocks) -> None:
        c, arrays = self._c, self._arrays
        c.matches = self._matches.c
        c.lines = pointer(self._lines.view(np.uint8), "rb_line")
        c.calls = pointer(self._calls.view(np.uint8), "rb_call")
        c.events = pointer(self._events.view(np.uint8), "rb_event")
        for name, array in arrays.items():
            setattr(c, name, pointer(array, f"{array.dtype.name}_t"))
        c.record_words = self._matches.record_words
        c.line_room = arrays["incoming"].shape[2]
        c.outgoing_room = arrays["outgoing"].shape[2]
        c.ended_room, c.transcript_room = len(arrays["ended_match"]), len(arrays["transcript"])
        c.ignored_limit = MOST_IGNORED
        c.answer_limit, c.hand_limit = _nanoseconds(clocks.answer), _nanoseconds(clocks.hand)
        c.match_limit = _nanoseconds(clocks.match)

    def pump(self, seconds: float) -> list[Happening]:
        """Play on until the caller is needed, or the time limit is reached.

        The caller decides about every event that is returned (``take``, ``ignore`` or ``leave``)
        before the next call. Rows of his own may wait in ``tables.pending()`` at any time.
        """
        self._make_room()
        self._c.event_count = 0
        self._tables.forget_pending()
        lib.rb_pump(self._c, _nanoseconds(seconds))
        return [self._happening(row) for row in self._events[: self._c.event_count].tolist()]

    def _make_room(self) -> None:
        self._matches.make_room(ROOM_HANDS + self._matches.match_count + 1)
        self._c.log_room = len(self._matches.log)

    def _happening(self, row: tuple[int, ...]) -> Happening:
        match, seat, code, kind, amount, detail = row
        length = int(self._lines["reading_length"][match, seat])
        text = self._arrays["incoming"][match, seat, :length].tobytes()
        return Happening(match, seat, WireEvent(code), kind, amount, detail, text)

    def take(self, match: int, kind: int, amount: int) -> None:
        """Take a corrected action for the seat of an event."""
        lib.rb_take_answer(self._c, match, kind, amount)

    def ignore(self, match: int) -> Happening | None:
        """Continue waiting for an answer; another event is returned if too much was ignored."""
        self._c.event_count = 0
        lib.rb_ignore_line(self._c, match)
        if not self._c.event_count:
            return None
        return self._happening(self._events[0].tolist())

    def leave(self, match: int, seat: int) -> None:
        """From now on the seat checks or else folds; nothing is sent to it."""
        lib.rb_leave_seat(self._c, match, seat)

    def keep_transactions(self, descriptor: int) -> None:
        """Write every action to a descriptor before it is taken, as the C dealer does.

        From now on ``pump`` returns at the end of every hand, before it is reported to players.
        """
        self._c.transactions = descriptor

    def charge(self, match: int, seat: int, *, hand: float, whole: float) -> None:
        """Charge a seat thinking time, in seconds, in the current hand and in the match."""
        line = self._lines[match : match + 1, seat]
        line["hand_used"], line["match_used"] = _nanoseconds(hand), _nanoseconds(whole)
        self._calls["used_hand"][match] = self._tables.hand_index[match]

    def find_transaction_fault(self) -> int:
        """Return the errno of a transaction that could not be written; 0 if all were."""
        return int(self._c.transaction_fault)

    def skip_ends(self, match: int, seat: int) -> None:
        """From now on the ends of hands are not reported to a seat that gets draws."""
        self._lines["skips_ends"][match, seat] = self._lines["gets_draws"][match, seat]

    def say(self, match: int, seat: int, text: bytes) -> None:
        """Send a text to a seat at once."""
        lib.rb_say(self._c, match, seat, text, len(text))

    def asked(self, match: int) -> bytes:
        """Return the last state sent to the seat to act, without the line end."""
        length = int(self._calls["told_length"][match])
        return self._arrays["asked"][match, :length].tobytes()

    def collect_ended(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Match and hand, int32[E] each, of hands that ended since the last call."""
        count = self._c.ended_count
        self._c.ended_count = 0
        ended = self._arrays["ended_match"][:count], self._arrays["ended_hand"][:count]
        return ended[0].copy(), ended[1].copy()

    def collect_transcript(self) -> bytes:
        """The messages since the last call."""
        length = self._c.transcript_length
        self._c.transcript_length = 0
        return self._arrays["transcript"][:length].tobytes()


def _nanoseconds(seconds: float) -> int:
    return int(min(seconds * NANOSECONDS, NO_LIMIT))
