"""Seats external agents: programs started for a match, and remote players."""

import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial

import numpy as np

from railbird.harness.acpc.accept import PendingSeat, open_listener, receive_players
from railbird.harness.errors import WorkerError
from railbird.harness.players.kind import Entrant, Invitation, Seat
from railbird.harness.players.kinds import kind_of
from railbird.harness.supervision.programs import Program, Programs
from railbird.harness.table.play_rules import CallPoint, PlannedMatch
from railbird.harness.table.remote.remote_connections import Absence, RemoteConnections
from railbird.harness.workers.job import Job
from railbird.native import Clocks


class OutsideAgents:
    """The external entrants of a job; ``labels`` are theirs, ``remote_labels`` those of remote
    players.

    The supervisor of programs is started when the first is needed, and ended by `close`.
    """

    def __init__(self, job: Job) -> None:
        """Collect them; nothing is started."""
        self._job = job
        self.game, self.plugins = job.game, job.plugins
        self.folder = None if job.folder is None else job.folder.local
        self.outside = job.outside
        self.is_session = False
        self._entrants: Mapping[str, Entrant] = {
            entrant.spec.label: entrant
            for entrant in job.entrants
            if kind_of(entrant.spec).is_outside
        }
        self.labels = frozenset(self._entrants)
        self.remote_labels = frozenset(
            label
            for label, entrant in self._entrants.items()
            if kind_of(entrant.spec).is_waited_for
        )
        self._programs: Programs | None = None
        self.lasting = ExitStack()
        self._idle: dict[str, list[Seat]] = {}
        self._leftovers: list[tuple[CallPoint, str]] = []

    def collect_leftovers(self) -> list[tuple[CallPoint, str]]:
        """What programs of the last matches left behind that could not be removed, by label."""
        found, self._leftovers = self._leftovers, []
        return found

    def close(self) -> None:
        """End all programs."""
        self._idle.clear()
        self.lasting.close()
        if self._programs is not None:
            self._programs.__exit__(None, None, None)
            self._programs = None

    @contextmanager
    def seat(
        self,
        plans: Sequence[PlannedMatch],
        hand_count: int,
        *,
        names: Mapping[str, str] | None = None,
        is_session: bool = False,
    ) -> Iterator[RemoteConnections]:
        """Seat the external players of some matches, and end their programs afterwards.

        ``names`` gives the entrant's label if a plan uses another name; ``is_session`` says that
        stacks are carried on from hand to hand.
        """
        self.is_session = is_session
        with ExitStack() as stack:
            seats = []
            for match, plan in enumerate(plans):
                for seat, label in enumerate(plan.agents):
                    entrant = self._entrants.get((names or {}).get(label, label))
                    if entrant is not None:
                        invitation = Invitation(entrant, match, seat, hand_count, stack)
                        seats.append(self._invite(invitation))
            receive_players([one.pending for one in seats], seconds=self.outside.start)
            for one in seats:
                if one.pending.line is not None:
                    stack.enter_context(one.pending.line)
            labels = self.labels | frozenset(names or ())
            out: set[tuple[int, int]] = set()
            yield self._lines(seats, labels, (len(plans), hand_count), out)
        for one in seats:
            if one.kept_for:
                self._keep(one, is_out=(one.match, one.seat) in out)
        self._see_off([one for one in seats if not one.kept_for], hand_count)

    def _see_off(self, seats: Sequence[Seat], hand_count: int) -> None:
        """Wait until everything of stopped programs is removed."""
        by_number = {one.program: one for one in seats if one.program is not None}
        if self._programs is None or not by_number:
            return
        for number, fault in self._programs.await_removal(by_number).items():
            seat = by_number[number]
            moment = CallPoint(seat.match, seat.seat, hand_count - 1, 0)
            self._leftovers.append((moment, fault))

    def _keep(self, seat: Seat, *, is_out: bool) -> None:
        """Keep a program for its next match, or end it if it did not complete this one."""
        if seat.pending.listener is None or seat.program is None or self._programs is None:
            return
        if is_out or seat.pending.line is None or self._programs.find_end(seat.program):
            seat.pending.listener.close()
            self._programs.stop(seat.program)
        else:
            self._idle.setdefault(seat.kept_for, []).append(seat)

    def _lines(
        self,
        seats: Sequence[Seat],
        labels: frozenset[str],
        size: tuple[int, int],
        out: set[tuple[int, int]],
    ) -> RemoteConnections:
        matches, hand_count = size
        most = max((one.seat for one in seats), default=0) + 1
        shape = matches, max(most, self.game.definition.player_count)
        descriptors, gets_draws = np.full(shape, -1, np.int32), np.zeros(shape, np.bool_)
        absences = []
        for one in seats:
            gets_draws[one.match, one.seat] = one.pending.listener is None
            if one.pending.line is None:
                absences.append(Absence(one.match, one.seat, one.pending.fault))
            else:
                descriptors[one.match, one.seat] = one.pending.line.fileno()
        outside = self.outside
        by_place = {(one.match, one.seat): one for one in seats}
        return RemoteConnections(
            labels,
            descriptors,
            gets_draws,
            clocks=Clocks(outside.answer, outside.hand, outside.per_hand * hand_count),
            absences=tuple(absences),
            describe_end=lambda match, seat: self._describe_end(by_place[match, seat]),
            note_out=lambda match, seat: out.add((match, seat)),
        )

    def _describe_end(self, seat: Seat) -> str:
        if seat.program is None or self._programs is None:
            return ""
        return self._programs.find_end(seat.program, seconds=1.0)

    def _invite(self, invitation: Invitation) -> Seat:
        spec = invitation.entrant.spec
        if not self._idle.get(spec.label):
            return kind_of(spec).invite(invitation, self)
        idle = self._idle[spec.label].pop()
        pending = PendingSeat(idle.pending.listener, idle.pending.token, idle.pending.find_end)
        return Seat(invitation.match, invitation.seat, pending, idle.program, idle.kept_for)

    def start(
        self, program: Program, seat: Seat, line: socket.socket | None, *, stack: ExitStack
    ) -> None:
        """Start a seat's program, which ends with the stack."""
        if self._programs is None:
            self._programs = Programs()
        number = self._programs.start(program, line)
        seat.program = number
        stack.callback(self._programs.stop, number)
        seat.pending.find_end = partial(self._programs.find_end, number)

    def listen(self, label: str, address: tuple[str, int], stack: ExitStack) -> socket.socket:
        """Listen at an address; raises WorkerError."""
        try:
            return stack.enter_context(open_listener(*address))
        except OSError as error:
            raise WorkerError(
                f"agent '{label}' cannot be accepted at {address[0]}, port {address[1]}: "
                f"{error.strerror or error}; free the port, or use another"
            ) from error
