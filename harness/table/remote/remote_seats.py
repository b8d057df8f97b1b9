"""Plays the seats of external players, and checks what they send."""

from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.judging.referee import Referee, describe_fault
from railbird.harness.table.play_rules import CallPoint
from railbird.harness.table.remote.acpc_answer import ClientAnswer, read_answer, show_line
from railbird.harness.table.remote.remote_connections import Columns, RemoteConnections
from railbird.harness.table.remote.side_channel import SideChannel
from railbird.harness.table.remote.transactions import check_written, replay_transactions
from railbird.native import ActionKind, Fault, Happening, MatchTables, Wire, WireEvent
from railbird.plugins import IncidentKind

SECONDS_TO_WAIT = 0.25
WHOSE_CLOCK = {1: "for the answer", 2: "in the hand", 3: "in the match"}


class RemoteSeats:
    """The connections of one call of the table loop."""

    def __init__(
        self,
        connections: RemoteConnections,
        tables: MatchTables,
        referee: Referee,
        *,
        has_own_draws: bool,
    ) -> None:
        """Start; absent players forfeit.

        With `has_own_draws` each seat's draws have a key of their own, so that they reveal nothing
        about those of other seats.
        """
        self._connections = connections
        self._tables = tables
        self._referee = referee
        self._listener = connections.listener
        self._wire = Wire(
            tables,
            connections.descriptors,
            clocks=connections.clocks,
            gets_draws=connections.gets_draws,
            keeps_transcript=bool(connections.listener and connections.listener.transcript),
        )
        if has_own_draws:
            self._wire.draw_keys[:] = seat_keys(tables.match_keys, tables.definition.player_count)
        self._side = SideChannel(self._wire, tables)
        self._is_sized = tables.definition.raises_are_sized
        self._strayed: set[CallPoint] = set()
        if connections.transactions is not None:
            self._wire.keep_transactions(connections.transactions.descriptor)
            self.report(*replay_transactions(tables, self._wire, connections.transactions))
        for absence in connections.absences:
            moment = CallPoint(absence.match, absence.seat, 0, 0)
            self._judge(moment, "no-show", absence.text)
            self._leave(absence.match, absence.seat)

    def play_on(self) -> tuple[Columns, Columns]:
        """Play the external seats as far as possible; return the hands that ended, in order."""
        for happening in self._wire.pump(SECONDS_TO_WAIT):
            self._handle(happening)
        check_written(self._wire)
        ended = self._wire.collect_ended()
        self.report(*ended)
        return ended

    def report(self, matches: Columns, hands: Columns) -> None:
        """Pass finished hands and messages to the listener."""
        if self._listener is None:
            return
        if self._listener.transcript is not None:
            self._listener.transcript(self._wire.collect_transcript())
        if len(matches):
            self._listener.hands(self._tables, matches, hands)

    def _handle(self, happening: Happening) -> None:
        match, code = happening.match, happening.code
        if code == WireEvent.FAULT:
            self._take(happening, ClientAnswer(happening.kind, happening.amount))
        elif code == WireEvent.LINE:
            self._read(happening)
        else:
            kind, text = self._describe(happening)
            self._judge(self._moment(happening), kind, text)
            self._leave(match, happening.seat)

    def _read(self, happening: Happening) -> None:
        match, seat = happening.match, happening.seat
        if self._connections.gets_draws[match, seat] and happening.text.startswith(b";"):
            self._hear_side(happening)
            return
        asked = self._wire.asked(match).decode("ascii")
        answer = read_answer(happening.text, asked, is_sized=self._is_sized)
        if answer is not None:
            self._take(happening, answer)
            return
        moment = self._moment(happening)
        if moment not in self._strayed:
            self._strayed.add(moment)
            self._judge(moment, "stray-line", f"sent {show_line(happening.text)}")
        self._let_on(happening)

    def _hear_side(self, happening: Happening) -> None:
        violations = self._side.hear(happening)
        for moment, violation in violations:
            self._judge(moment, violation.kind, violation.text)
        self._let_on(happening)

    def _let_on(self, happening: Happening) -> None:
        """Wait for another line, unless the seat is already out."""
        if self._is_out(happening):
            self._leave(happening.match, happening.seat)
            return
        flood = self._wire.ignore(happening.match)
        if flood is not None:
            self._handle(flood)

    def _take(self, happening: Happening, answer: ClientAnswer) -> None:
        moment = self._moment(happening)
        if answer.nonsense:
            self._judge(moment, "nonsense", answer.nonsense)
        else:
            fault = self._find_fault(happening.match, answer)
            if fault:
                self._judge(moment, *describe_fault(fault, answer.kind, answer.amount))
        if self._is_out(happening):
            self._leave(happening.match, happening.seat)
        else:
            self._wire.take(happening.match, answer.kind, answer.amount)

    def _find_fault(self, match: int, answer: ClientAnswer) -> int:
        rows = np.array([match], np.int32)
        if not int(self._tables.columns.legal_kinds(rows)[0]) >> answer.kind & 1:
            return Fault.ILLEGAL_KIND
        if answer.kind != ActionKind.RAISE or not self._is_sized:
            return 0
        least, most = (int(bound[0]) for bound in self._tables.columns.raise_bounds(rows))
        if answer.amount < least:
            return Fault.SIZE_TOO_SMALL
        return Fault.SIZE_TOO_LARGE if answer.amount > most else 0

    def _describe(self, happening: Happening) -> tuple[IncidentKind, str]:
        sent = f"; it had sent {show_line(happening.text)}" if happening.text.strip() else ""
        if happening.code == WireEvent.LATE:
            return "late", f"the time {WHOSE_CLOCK[happening.detail]} ran out{sent}"
        if happening.code == WireEvent.ENDLESS:
            return "flood", f"a line of more than {len(happening.text)} bytes{sent}"
        if happening.code == WireEvent.FLOOD:
            return "flood", "too many lines that are not answers"
        how = self._connections.describe_end(happening.match, happening.seat)
        kind: IncidentKind = "death" if how and self._gets_draws(happening) else "closed"
        return kind, f"the connection was closed{'; ' if how else ''}{how}{sent}"

    def _gets_draws(self, happening: Happening) -> bool:
        return bool(self._connections.gets_draws[happening.match, happening.seat])

    def _leave(self, match: int, seat: int) -> None:
        self._wire.leave(match, seat)
        self._connections.note_out(match, seat)

    def _moment(self, happening: Happening) -> CallPoint:
        match = happening.match
        decision = int(self._tables.columns.action_counts(np.array([match], np.int32))[0])
        return CallPoint(match, happening.seat, int(self._tables.hand_index[match]), decision)

    def _is_out(self, happening: Happening) -> bool:
        return bool(self._referee.forfeits.is_out[happening.match, happening.seat])

    def _judge(self, moment: CallPoint, kind: IncidentKind, text: str) -> None:
        self._referee.judge([Violation(0, kind, text)], lambda row: moment)


def seat_keys(match_keys: npt.NDArray[np.uint64], player_count: int) -> npt.NDArray[np.uint64]:
    """Return a key for every seat that does not reveal that of the match, uint64[M, N]."""
    digests = [
        blake2b(key + bytes([seat]), digest_size=8, person=b"railbird-seat").digest()
        for key in map(np.uint64.tobytes, match_keys.astype("<u8"))
        for seat in range(player_count)
    ]
    keys = np.frombuffer(b"".join(digests), "<u8").astype(np.uint64)
    return keys.reshape(-1, player_count)
