"""One agent in processes of their own, one for each of its seats, where stacks are carried on.

It is a player of the table loop: decisions of all matches are sent before the first is waited for.
"""

import os
import select
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
import numpy as np
import numpy.typing as npt

from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.judging.incident_text import normalise_text
from railbird.harness.table.remote.remote_connections import Absence, RemoteConnections
from railbird.harness.table.remote.session_messages import (
    LENGTH,
    MOST_BYTES,
    AskedMessage,
    DrawMessage,
    DrawRequest,
    EndedMessage,
    HandMessage,
    Reply,
    SeatedMessage,
    Wrong,
    decode_from_process,
    pack,
)
from railbird.native import (
    NO_CARD,
    PURPOSE_DECISION,
    PURPOSE_HAND_START,
    PURPOSE_MATCH_START,
    ActionKind,
    Clocks,
    deal_layout,
    draw_uniform,
)
from railbird.plugins import DecisionBatch, HandBatch, IncidentKind, MatchBatch

CALL = ActionKind.CALL.value
TOLD = ((PURPOSE_DECISION, 0), (PURPOSE_DECISION, 1), (PURPOSE_HAND_START, 0))
"""The draws that come with a decision."""
Place = tuple[int, int]


class LostError(Exception):
    """The process of a seat has ended, takes too long, or says what it may not."""

    def __init__(self, kind: IncidentKind, text: str) -> None:
        """Say what happened, as an incident."""
        super().__init__(text)
        self.wrong = Wrong(kind, text)


@dataclass(slots=True)
class _Seat:
    """The line to a seat's process, what it has said and is not read yet, and its clocks."""

    line: socket.socket
    said: bytearray = field(default_factory=bytearray)
    hand_index: int = -1
    hand_seconds: float = 0.0
    match_seconds: float = 0.0
    wants_hands: bool = True


@dataclass(frozen=True, slots=True)
class _Moment:
    """What a draw of a seat depends on."""

    place: Place
    hand: int = 0
    decision: int = 0


class IsolatedSeats:
    """A player whose seats are in processes of their own: see Player.

    ``draw_keys`` uint64[M, N] are those of the draws of each seat.
    """

    wants_starts = True

    def __init__(
        self,
        connections: RemoteConnections,
        draw_keys: npt.NDArray[np.uint64],
        *,
        prizes: tuple[float, ...],
    ) -> None:
        """Send nothing yet."""
        self.wants_hands = True
        self._connections = connections
        self._keys = draw_keys
        self._prizes = prizes
        self._seats: dict[Place, _Seat] = {}
        self._absent = {(one.match, one.seat): one for one in connections.absences}

    def start(self, matches: MatchBatch) -> list[Violation]:
        """Begin matches."""
        places = _places(matches)
        players = matches.players
        messages = [
            SeatedMessage(
                seat,
                matches.hand_count,
                matches.mode,
                self._prizes,
                () if players is None else tuple(players[row].tolist()),
            )
            for row, (_, seat) in enumerate(places)
        ]
        for place in places:
            descriptor = int(self._connections.descriptors[place])
            if descriptor >= 0:
                self._seats[place] = _Seat(socket.socket(fileno=os.dup(descriptor)))
        moments = [_Moment(place) for place in places]
        replies = self._exchange(moments, messages)
        for place, reply in zip(places, replies, strict=True):
            if place in self._seats:
                self._seats[place].wants_hands = reply.wants_hands
        self.wants_hands = any(seat.wants_hands for seat in self._seats.values())
        return _violations(replies)

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Violation]]:
        """Decide; rows with violations have calls."""
        places, hands = _places(decisions), list(_hands(decisions))
        indexes, counts = decisions.hand_index.tolist(), decisions.decision.tolist()
        moments = [
            _Moment(place, hand, decision)
            for place, hand, decision in zip(places, indexes, counts, strict=True)
        ]
        messages = [
            AskedMessage(hand, position, tuple(self._draw(moment, *told) for told in TOLD))
            for hand, position, moment in zip(
                hands, decisions.position.tolist(), moments, strict=True
            )
        ]
        replies = self._exchange(moments, messages)
        kinds = np.array([reply.kind for reply in replies], np.uint8)
        amounts = np.array([reply.amount for reply in replies], np.int64)
        return kinds, amounts, _violations(replies)

    def end(self, hands: HandBatch) -> list[Violation]:
        """Observe hands that ended."""
        violations = []
        for row in range(len(hands)):
            one = hands.take(slice(row, row + 1))
            (place,) = _places(one)
            seat = self._seats.get(place)
            if seat is None or not seat.wants_hands:
                continue
            message = EndedMessage(_ended(one), tuple(one.payoffs[0].tolist()))
            (reply,) = self._exchange([_Moment(place, int(one.hand_index[0]))], [message])
            violations += [Violation(row, wrong.kind, wrong.text) for wrong in reply.wrong]
        return violations

    def close(self) -> None:
        """Close the lines: the processes end."""
        for place in list(self._seats):
            self._seats.pop(place).line.close()

    def _exchange(
        self,
        moments: list[_Moment],
        messages: list[SeatedMessage] | list[AskedMessage] | list[EndedMessage],
    ) -> list[Reply]:
        """Send each seat a message and return the answers; those that are lost are violations."""
        lost: dict[int, Wrong] = {}
        asked_at = time.monotonic()
        for row, (moment, message) in enumerate(zip(moments, messages, strict=True)):
            try:
                self._send(moment.place, pack(message))
            except LostError as error:
                lost[row] = error.wrong
        replies = []
        for row, moment in enumerate(moments):
            try:
                if row in lost:
                    raise LostError(lost[row].kind, lost[row].text)
                replies.append(self._await(moment, asked_at))
            except LostError as error:
                self._leave(moment.place)
                replies.append(Reply((error.wrong,), wants_hands=False))
        return replies

    def _await(self, moment: _Moment, asked_at: float) -> Reply:
        """Return a seat's answer, and give it the draws that it asks for before."""
        seat, clocks = self._seat(moment.place), self._connections.clocks
        if moment.hand != seat.hand_index:
            seat.hand_index, seat.hand_seconds = moment.hand, 0.0
        while True:
            due_at, whose = _due(seat, clocks, asked_at)
            said = self._receive(moment.place, seat, due_at, whose)
            try:
                message: DrawRequest | Reply = decode_from_process(said)
            except (msgspec.DecodeError, RecursionError):
                raise LostError("nonsense", "sent a message that cannot be read") from None
            if isinstance(message, DrawRequest):
                draw = DrawMessage(self._draw(moment, message.purpose, message.index))
                self._send(moment.place, pack(draw))
                continue
            used = time.monotonic() - asked_at
            seat.hand_seconds += used
            seat.match_seconds += used
            return message

    def _receive(self, place: Place, seat: _Seat, due_at: float, whose: str) -> bytes:
        while (length := _length(seat.said)) is None or len(seat.said) < LENGTH.size + length:
            if length is not None and length > MOST_BYTES:
                raise LostError("flood", f"a message of {length} bytes")
            left = due_at - time.monotonic()
            if left <= 0 or not select.select([seat.line], [], [], left)[0]:
                raise LostError("late", f"the time {whose} ran out")
            received = self._read(place, seat.line)
            seat.said += received
        whole = LENGTH.size + length
        message = bytes(seat.said[LENGTH.size : whole])
        del seat.said[:whole]
        return message

    def _read(self, place: Place, line: socket.socket) -> bytes:
        try:
            received = line.recv(1 << 16)
        except OSError:
            received = b""
        if not received:
            raise self._death(place)
        return received

    def _send(self, place: Place, packed: bytes) -> None:
        try:
            self._seat(place).line.sendall(packed)
        except OSError:
            raise self._death(place) from None

    def _seat(self, place: Place) -> _Seat:
        if place not in self._seats:
            absence: Absence | None = self._absent.get(place)
            raise LostError("no-show", "" if absence is None else absence.text)
        return self._seats[place]

    def _death(self, place: Place) -> LostError:
        how = self._connections.describe_end(*place)
        kind: IncidentKind = "death" if how else "closed"
        return LostError(kind, f"the connection was closed{'; ' if how else ''}{how}")

    def _leave(self, place: Place) -> None:
        seat = self._seats.pop(place, None)
        if seat is not None:
            seat.line.close()
        self._connections.note_out(*place)

    def _draw(self, moment: _Moment, purpose: int, index: int) -> float:
        _, seat = moment.place
        is_decision, is_start = purpose == PURPOSE_DECISION, purpose == PURPOSE_MATCH_START
        drawn = draw_uniform(
            self._keys[moment.place][None],
            purpose=min(max(purpose, PURPOSE_DECISION), PURPOSE_MATCH_START),
            seats=seat,
            hands=0 if is_start else moment.hand,
            decisions=moment.decision if is_decision else 0,
            draw_index=index & 0xFFFFFFFF,
        )
        return float(drawn[0])


def _places(rows: DecisionBatch | HandBatch | MatchBatch) -> list[Place]:
    return list(zip(rows.match.tolist(), rows.seat.tolist(), strict=True))


def _violations(replies: list[Reply]) -> list[Violation]:
    return [
        Violation(row, wrong.kind, normalise_text(wrong.text))
        for row, reply in enumerate(replies)
        for wrong in reply.wrong
    ]


def _due(seat: _Seat, clocks: Clocks, asked_at: float) -> tuple[float, str]:
    """Return when the first clock runs out, and which."""
    left = {
        "for the answer": clocks.answer,
        "in the hand": clocks.hand - seat.hand_seconds,
        "in the match": clocks.match - seat.match_seconds,
    }
    whose = min(left, key=left.__getitem__)
    return asked_at + left[whose], whose


def _length(said: bytearray) -> int | None:
    if len(said) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack_from(said)
    return int(length)


def _hands(decisions: DecisionBatch) -> Iterator[HandMessage]:
    """Yield what each decision's seat sees of its hand."""
    layout = deal_layout(decisions.game.definition)
    for row in range(len(decisions)):
        cards = np.full(layout.card_count, NO_CARD, np.uint8)
        cards[layout.hole_slots[decisions.position[row]]] = decisions.hole_cards[row]
        cards[layout.board_slots] = decisions.board[row]
        yield HandMessage(
            int(decisions.hand_index[row]),
            int(decisions.level[row]),
            tuple(decisions.seats[row].tolist()),
            tuple(decisions.starting_stacks[row].tolist()),
            tuple(decisions.blinds[row].tolist()),
            int(decisions.ante[row]),
            decisions.betting[row],
            cards.tobytes(),
        )


def _ended(hand: HandBatch) -> HandMessage:
    """Return what a seat sees of one hand that has ended."""
    layout, order = deal_layout(hand.game.definition), hand.order
    cards = np.full(layout.card_count, NO_CARD, np.uint8)
    cards[layout.hole_slots] = order.by_position(hand.hole_cards)[0]
    cards[layout.board_slots] = hand.board[0]
    return HandMessage(
        int(hand.hand_index[0]),
        0,
        tuple(order.seats[0].tolist()),
        tuple(hand.starting_stacks[0].tolist()),
        tuple(hand.blinds[0].tolist()),
        int(hand.ante[0]),
        hand.betting[0],
        cards.tobytes(),
    )
