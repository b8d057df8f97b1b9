"""One agent in processes of their own, where stacks are carried on from hand to hand.

It is a player of the table loop: decisions of all matches are sent before the first is waited for.
"""

import os
import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
import numpy as np
import numpy.typing as npt

from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.judging.incident_text import normalise_text
from railbird.harness.table.play_rules import NO_SEAT
from railbird.harness.table.remote.remote_connections import RemoteConnections
from railbird.harness.table.remote.session_messages import (
    LENGTH,
    MOST_BYTES,
    AskedMessage,
    Choice,
    ChooseMessage,
    ChooserMessage,
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
from railbird.harness.table.remote.side_channel import DRAWS_SENT
from railbird.native import (
    LEAVE,
    NO_CARD,
    PURPOSE_DECISION,
    PURPOSE_MATCH_START,
    ActionKind,
    Clocks,
    deal_layout,
    draw_uniform,
)
from railbird.plugins import DecisionBatch, HandBatch, IncidentKind, Lobby, MatchBatch

CALL = ActionKind.CALL.value
Place = tuple[int, int]
"""Where an agent chooses a table."""


class LostError(Exception):
    """The process of a seat has ended, takes too long, or says what it may not."""

    def __init__(self, wrong: Wrong) -> None:
        """Say what happened, as an incident."""
        super().__init__(wrong.text)
        self.wrong = wrong


@dataclass(slots=True)
class _Line:
    """The line to a process, what it has said and is not read yet, and when it answered last."""

    socket: socket.socket
    said: bytearray = field(default_factory=bytearray)
    answered_at: float = 0.0


@dataclass(slots=True)
class _Clock:
    """The time that a seat has used in a hand and in the match, seconds."""

    hand_index: int = -1
    hand_seconds: float = 0.0
    match_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class _Moment:
    """What a draw of a seat depends on."""

    place: Place
    hand: int = 0
    decision: int = 0
    first_hand: int = 0


class IsolatedSeats:
    """A player whose seats are in processes of their own: see Player.

    ``draw_keys`` uint64[M, N] are those of the draws of each seat. ``line_of`` returns which
    connection, by its match and seat, a seat of the table loop has; a session of ring games has
    ``table_count`` tables.
    """

    wants_starts = True

    def __init__(
        self,
        connections: RemoteConnections,
        draw_keys: npt.NDArray[np.uint64],
        *,
        line_of: Callable[[Place], Place],
        table_count: int,
        prizes: tuple[float, ...],
    ) -> None:
        """Send nothing yet."""
        self.wants_hands = True
        self._connections = connections
        self._keys = draw_keys
        self._line_of = line_of
        self._table_count = table_count
        self._prizes = prizes
        self._lines: dict[Place, _Line] = {}
        self._lost = {
            (one.match, one.seat): Wrong("no-show", one.text) for one in connections.absences
        }
        self._clocks: dict[Place, _Clock] = {}
        self._listening: dict[Place, bool] = {}

    def start(self, matches: MatchBatch) -> list[Violation]:
        """Begin matches."""
        places, players = _places(matches), matches.players
        messages = [
            SeatedMessage(
                *place,
                matches.hand_count,
                matches.mode,
                self._prizes,
                () if players is None else tuple(players[row].tolist()),
            )
            for row, place in enumerate(places)
        ]
        firsts = [0] * len(places) if matches.first_hand is None else matches.first_hand.tolist()
        moments = [
            _Moment(place, first_hand=max(first, 0))
            for place, first in zip(places, firsts, strict=True)
        ]
        replies = self._exchange(moments, messages)
        self._listening |= {
            place: reply.wants_hands for place, reply in zip(places, replies, strict=True)
        }
        self.wants_hands = any(self._listening.values())
        return _violations(replies)

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Violation]]:
        """Decide; rows with violations have calls."""
        places, hands = _places(decisions), list(_hands(decisions))
        indexes, counts = decisions.hand_index.tolist(), decisions.decision.tolist()
        moments = [
            _Moment(place, hand, decision)
            for place, hand, decision in zip(places, indexes, counts, strict=True)
        ]
        rows = zip(moments, hands, decisions.position.tolist(), strict=True)
        messages = [
            AskedMessage(
                *moment.place,
                hand,
                position,
                tuple(self._draw(moment, *sent) for sent in DRAWS_SENT),
            )
            for moment, hand, position in rows
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
            if not self._listening.get(place) or self._line_of(place) in self._lost:
                continue
            message = EndedMessage(*place, _ended(one), tuple(one.payoffs[0].tolist()))
            (reply,) = self._exchange([_Moment(place, int(one.hand_index[0]))], [message])
            violations += [Violation(row, wrong.kind, wrong.text) for wrong in reply.wrong]
        return violations

    def close(self) -> None:
        """Close the lines: the processes end."""
        for key in list(self._lines):
            self._lines.pop(key).socket.close()

    def _exchange(
        self,
        moments: list[_Moment],
        messages: list[SeatedMessage] | list[AskedMessage] | list[EndedMessage],
    ) -> list[Reply]:
        """Send each seat a message and return the answers; those that are lost are violations.

        A process that is lost is so for all of its seats.
        """
        asked_at = time.monotonic()
        for moment, message in zip(moments, messages, strict=True):
            with suppress(LostError):
                self._send(moment, pack(message), asked_at)
        replies = []
        for moment in moments:
            try:
                replies.append(self._answer(moment, asked_at))
            except LostError as error:
                replies.append(Reply((error.wrong,), wants_hands=False))
        return replies

    def chooses(self, session: int) -> bool:
        """Whether the agent chooses tables, as its process in a session of ring games says."""
        return self._choose(session, ChooserMessage()).choice != 0

    def choose(self, session: int, lobby: Lobby) -> Choice:
        """Return the choice of a table in a session; who is lost leaves."""
        return self._choose(session, ChooseMessage(lobby))

    def _choose(self, session: int, message: ChooserMessage | ChooseMessage) -> Choice:
        moment, asked_at = _Moment((session * self._table_count, NO_SEAT)), time.monotonic()
        try:
            self._send(moment, pack(message), asked_at)
            choice = self._await(moment, asked_at)
            if not isinstance(choice, Choice):
                raise self._lose(self._line_of(moment.place), "nonsense", "chose no table")
        except LostError as error:
            wrong = () if isinstance(message, ChooserMessage) else (error.wrong,)
            return Choice(0 if isinstance(message, ChooserMessage) else LEAVE, wrong)
        return choice

    def _answer(self, moment: _Moment, asked_at: float) -> Reply:
        answer = self._await(moment, asked_at)
        if isinstance(answer, Choice):
            key = self._line_of(moment.place)
            raise self._lose(key, "nonsense", "chose a table where none was asked for")
        return answer

    def _await(self, moment: _Moment, asked_at: float) -> Reply | Choice:
        """Return a seat's answer, and give it the draws that it asks for before."""
        key = self._line_of(moment.place)
        line, clock = self._line(key), self._clocks.setdefault(moment.place, _Clock())
        begun_at = max(asked_at, line.answered_at)
        if moment.hand != clock.hand_index:
            clock.hand_index, clock.hand_seconds = moment.hand, 0.0
        due_at, whose = _due(clock, self._connections.clocks, begun_at)
        while True:
            said = self._receive(key, line, due_at, whose)
            try:
                message: DrawRequest | Reply | Choice = decode_from_process(said)
            except (msgspec.DecodeError, RecursionError):
                raise self._lose(key, "nonsense", "sent a message that cannot be read") from None
            if isinstance(message, DrawRequest):
                draw = DrawMessage(self._draw(moment, message.purpose, message.index))
                self._send(moment, pack(draw), asked_at)
                continue
            line.answered_at = time.monotonic()
            clock.hand_seconds += line.answered_at - begun_at
            clock.match_seconds += line.answered_at - begun_at
            return message

    def _receive(self, key: Place, line: _Line, due_at: float, whose: str) -> bytes:
        while (length := _length(line.said)) is None or len(line.said) < LENGTH.size + length:
            if length is not None and length > MOST_BYTES:
                raise self._lose(key, "flood", f"a message of {length} bytes")
            left = due_at - time.monotonic()
            if left <= 0 or not select.select([line.socket], [], [], left)[0]:
                raise self._lose(key, "late", f"the time {whose} ran out")
            try:
                received = line.socket.recv(1 << 16)
            except OSError:
                received = b""
            if not received:
                raise self._death(key)
            line.said += received
        whole = LENGTH.size + length
        message = bytes(line.said[LENGTH.size : whole])
        del line.said[:whole]
        return message

    def _send(self, moment: _Moment, packed: bytes, asked_at: float) -> None:
        """Send a message; a process that does not read it for as long as it may think is late."""
        key = self._line_of(moment.place)
        line, due_at = self._line(key), asked_at + self._connections.clocks.answer
        rest = memoryview(packed)
        while rest:
            left = due_at - time.monotonic()
            if left <= 0 or not select.select([], [line.socket], [], left)[1]:
                raise self._lose(key, "late", "the time for the answer ran out")
            try:
                rest = rest[line.socket.send(rest, socket.MSG_DONTWAIT) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._death(key) from None

    def _line(self, key: Place) -> _Line:
        if key in self._lost:
            raise LostError(self._lost[key])
        if key not in self._lines:
            descriptor = os.dup(int(self._connections.descriptors[key]))
            self._lines[key] = _Line(socket.socket(fileno=descriptor))
        return self._lines[key]

    def _death(self, key: Place) -> LostError:
        how = self._connections.describe_end(*key)
        kind: IncidentKind = "death" if how else "closed"
        return self._lose(key, kind, f"the connection was closed{'; ' if how else ''}{how}")

    def _lose(self, key: Place, kind: IncidentKind, text: str) -> LostError:
        """Give up a process, and return the error for it."""
        self._lost[key] = Wrong(kind, text)
        self._lines.pop(key).socket.close()
        self._connections.note_out(*key)
        return LostError(self._lost[key])

    def _draw(self, moment: _Moment, purpose: int, index: int) -> float:
        _, seat = moment.place
        is_decision, is_start = purpose == PURPOSE_DECISION, purpose == PURPOSE_MATCH_START
        drawn = draw_uniform(
            self._keys[moment.place][None],
            purpose=min(max(purpose, PURPOSE_DECISION), PURPOSE_MATCH_START),
            seats=seat,
            hands=moment.first_hand if is_start else moment.hand,
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


def _due(clock: _Clock, clocks: Clocks, begun_at: float) -> tuple[float, str]:
    """Return when the first clock runs out, and which."""
    left = {
        "for the answer": clocks.answer,
        "in the hand": clocks.hand - clock.hand_seconds,
        "in the match": clocks.match - clock.match_seconds,
    }
    whose = min(left, key=left.__getitem__)
    return begun_at + left[whose], whose


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
            int(decisions.players_left[row]),
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
        0,
        tuple(order.seats[0].tolist()),
        tuple(hand.starting_stacks[0].tolist()),
        tuple(hand.blinds[0].tolist()),
        int(hand.ante[0]),
        hand.betting[0],
        cards.tobytes(),
    )
