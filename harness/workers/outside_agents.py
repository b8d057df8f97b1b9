"""Seats agents from outside: programs started for a match, and players who come from elsewhere."""

import secrets
import socket
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from railbird.harness.acpc.accept import LOOPBACK, Place, open_door, receive_players
from railbird.harness.errors import WorkerError
from railbird.harness.players.isolated_process import Assignment, send_assignment
from railbird.harness.players.isolation import confine_command, isolate
from railbird.harness.players.outside_spec import read_address
from railbird.harness.supervision.programs import Program, Programs
from railbird.harness.table.play_rules import Moment, PlannedMatch
from railbird.harness.table.remote.remote_connections import Absence, Lines
from railbird.harness.workers.job import Entrant, Job
from railbird.native import Clocks, format_game

TOKEN_VARIABLE = "RAILBIRD_TOKEN"


@dataclass(slots=True, eq=False)
class _Seat:
    """One seat of one match with its player: where it waits, and its program, if it has one.

    ``kept_for`` is the label for whose next match the program is to stay, if it is.
    """

    match: int
    seat: int
    place: Place
    program: int | None = None
    kept_for: str = ""


class OutsideAgents:
    """The entrants of a job that play outside; ``labels`` are theirs,
    ``remote_labels`` those of players who are waited for.

    The keeper of programs starts when the first is wanted, and ends with `close`.
    """

    def __init__(self, job: Job) -> None:
        """Find them; nothing is started."""
        self._job = job
        self._entrants: Mapping[str, Entrant] = {
            entrant.spec.label: entrant for entrant in job.entrants if entrant.spec.is_outside
        }
        self.labels = frozenset(self._entrants)
        self.remote_labels = frozenset(
            label for label, entrant in self._entrants.items() if entrant.spec.remote
        )
        self._programs: Programs | None = None
        self._lasting = ExitStack()
        self._idle: dict[str, list[_Seat]] = {}
        self._leftovers: list[tuple[Moment, str]] = []

    def collect_leftovers(self) -> list[tuple[Moment, str]]:
        """What programs of the last matches left behind that could not be removed, and whose."""
        found, self._leftovers = self._leftovers, []
        return found

    def close(self) -> None:
        """End all programs."""
        self._idle.clear()
        self._lasting.close()
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
    ) -> Iterator[Lines]:
        """Have the outside seats of some matches taken, and their programs ended afterwards.

        ``names`` gives the entrant's label where a plan calls it by another.
        """
        with ExitStack() as stack:
            seats = []
            for match, plan in enumerate(plans):
                for seat, label in enumerate(plan.agents):
                    entrant = self._entrants.get((names or {}).get(label, label))
                    if entrant is not None:
                        seats.append(self._invite(entrant, match, seat, hand_count, stack))
            outside = self._job.outside
            receive_players([one.place for one in seats], seconds=outside.start)
            for one in seats:
                if one.place.line is not None:
                    stack.enter_context(one.place.line)
            labels = self.labels | frozenset(names or ())
            out: set[tuple[int, int]] = set()
            yield self._lines(seats, labels, (len(plans), hand_count), out)
        for one in seats:
            if one.kept_for:
                self._keep(one, is_out=(one.match, one.seat) in out)
        self._see_off([one for one in seats if not one.kept_for], hand_count)

    def _see_off(self, seats: Sequence[_Seat], hand_count: int) -> None:
        """Wait until nothing is left of programs that were stopped."""
        by_number = {one.program: one for one in seats if one.program is not None}
        if self._programs is None or not by_number:
            return
        for number, fault in self._programs.await_removal(by_number).items():
            seat = by_number[number]
            moment = Moment(seat.match, seat.seat, hand_count - 1, 0)
            self._leftovers.append((moment, fault))

    def _keep(self, seat: _Seat, *, is_out: bool) -> None:
        """Have a program wait for its next match, or end it where it did not see this one out."""
        if seat.place.door is None or seat.program is None or self._programs is None:
            return
        if is_out or seat.place.line is None or self._programs.find_end(seat.program):
            seat.place.door.close()
            self._programs.stop(seat.program)
        else:
            self._idle.setdefault(seat.kept_for, []).append(seat)

    def _lines(
        self,
        seats: Sequence[_Seat],
        labels: frozenset[str],
        size: tuple[int, int],
        out: set[tuple[int, int]],
    ) -> Lines:
        matches, hand_count = size
        shape = matches, self._job.game.definition.player_count
        descriptors, gets_draws = np.full(shape, -1, np.int32), np.zeros(shape, np.bool_)
        absences = []
        for one in seats:
            gets_draws[one.match, one.seat] = one.place.door is None
            if one.place.line is None:
                absences.append(Absence(one.match, one.seat, one.place.fault))
            else:
                descriptors[one.match, one.seat] = one.place.line.fileno()
        outside = self._job.outside
        by_place = {(one.match, one.seat): one for one in seats}
        return Lines(
            labels,
            descriptors,
            gets_draws,
            clocks=Clocks(outside.answer, outside.hand, outside.per_hand * hand_count),
            absences=tuple(absences),
            describe_end=lambda match, seat: self._describe_end(by_place[match, seat]),
            note_out=lambda match, seat: out.add((match, seat)),
        )

    def _describe_end(self, seat: _Seat) -> str:
        if seat.program is None or self._programs is None:
            return ""
        return self._programs.find_end(seat.program, seconds=1.0)

    def _invite(
        self, entrant: Entrant, match: int, seat: int, hand_count: int, stack: ExitStack
    ) -> _Seat:
        spec = entrant.spec
        if spec.isolation != "none" and spec.agent:
            return self._start_isolated(entrant, _Seat(match, seat, Place(None)), hand_count, stack)
        if self._idle.get(spec.label):
            idle = self._idle[spec.label].pop()
            place = Place(idle.place.door, idle.place.token, idle.place.find_end)
            return _Seat(match, seat, place, idle.program, idle.kept_for)
        kept_for = spec.label if spec.reset == "reconnect" else ""
        stack = self._lasting if kept_for else stack
        address = read_address(spec.remote, what=spec.label) if spec.remote else (LOOPBACK, 0)
        token = secrets.token_hex(16) if self._job.outside.tokens else ""
        place = Place(self._open(spec.label, address, stack), token)
        invited = _Seat(match, seat, place, kept_for=kept_for)
        if spec.remote:
            shown = f", token {token}" if token else ""
            print(
                f"seat of '{spec.label}' waits at {spec.remote}{shown}", file=sys.stderr, flush=True
            )
            return invited
        words = {"host": LOOPBACK, "port": str(place.port), "token": token}
        command = tuple(_fill(part, words) for part in spec.command or ())
        environment = {**spec.environment, **({TOKEN_VARIABLE: token} if token else {})}
        program = Program(command, spec.folder, environment, label=spec.label)
        if spec.isolation != "none":
            confinement = confine_command(command, spec.folder, place.port)
            program = replace(program, limits=spec.limits.amounts, confinement=confinement)
        self._start(program, invited, None, stack)
        return invited

    def _start_isolated(
        self, entrant: Entrant, seat: _Seat, hand_count: int, stack: ExitStack
    ) -> _Seat:
        spec, game = entrant.spec, self._job.game
        ours, theirs = socket.socketpair()
        with theirs:
            program = isolate(spec.isolation, spec.limits, hidden=self._job.folder)
            self._start(replace(program, label=spec.label), seat, theirs, stack)
        plugins = self._job.plugins if entrant.plugin is None else (entrant.plugin,)
        assignment = Assignment(
            spec.label,
            spec.agent,
            spec.parameters,
            tuple((source.path, source.files) for source in plugins),
            game.name,
            format_game(game.definition),
            hand_count,
        )
        with suppress(OSError):  # it has ended already, which the lobby tells
            send_assignment(ours, assignment)
        seat.place.arriving = ours
        return seat

    def _start(
        self, program: Program, seat: _Seat, line: socket.socket | None, stack: ExitStack
    ) -> None:
        if self._programs is None:
            self._programs = Programs()
        number = self._programs.start(program, line)
        seat.program = number
        stack.callback(self._programs.stop, number)
        seat.place.find_end = partial(self._programs.find_end, number)

    def _open(self, label: str, address: tuple[str, int], stack: ExitStack) -> socket.socket:
        try:
            return stack.enter_context(open_door(*address))
        except OSError as error:
            raise WorkerError(
                f"agent '{label}' cannot be waited for at {address[0]}, port {address[1]}: "
                f"{error.strerror or error}; free the port or name another"
            ) from error


def _fill(text: str, words: Mapping[str, str]) -> str:
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text
