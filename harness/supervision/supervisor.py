"""The supervisor: a process that starts programs for its parent and ends them after their match.

It adopts processes that its programs leave behind, and ends everything when its parent ends in any
way. It passes the output of programs to the terminal and measures their disk usage; nothing that a
program does ends the supervisor. A message is a packet of msgpack.
"""

import os
import signal
import socket
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Iterator

import msgspec

from railbird.harness.supervision.agent_output import Screen
from railbird.harness.supervision.process_tree import children, kill, reap
from railbird.harness.supervision.program_limits import set_process_option
from railbird.harness.supervision.supervised_program import (
    MOST_SWEEPS,
    KeptProgram,
    StartProgram,
    describe_code,
)

LONGEST_MESSAGE = 1 << 17
LOOK_SECONDS = 0.02
LONGEST_FAULT = 1000
SECONDS_REMOVING = 0.02  # at a time, and between a tenth of that
SECONDS_BETWEEN_MEASURES = (0.1, 2.0)  # while the disk fills quickly, and otherwise
SUDDEN_BYTES, SUDDEN_FILES = 1 << 25, 2000
SECONDS_FOR_LAST_LINES = 1.0
PR_SET_CHILD_SUBREAPER = 36


class StopProgram(msgspec.Struct, frozen=True, tag="stop"):
    """Kill a program, its process group and its descendants."""

    number: int


class ProgramEnded(msgspec.Struct, frozen=True, tag="ended"):
    """How a program ended, as text."""

    number: int
    how: str


class ProgramRemoved(msgspec.Struct, frozen=True, tag="removed"):
    """A program is gone; `fault` says what of its folder could not be removed."""

    number: int
    fault: str = ""


def main(descriptor: int) -> None:
    """Serve the parent at the other end of a packet socket."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_process_option(PR_SET_CHILD_SUBREAPER, 1)
    with socket.socket(fileno=descriptor) as line:
        supervisor = _Supervisor(line)
        try:
            supervisor.serve()
        finally:
            supervisor.end_all()


class _Supervisor:
    """The running programs, by number, and those whose files are still being removed."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._screen = Screen()
        self._running: dict[int, KeptProgram] = {}
        self._leaving: dict[int, Iterator[None]] = {}
        self._untold: deque[bytes] = deque()
        self._disk = _DiskClock()
        self._decode = msgspec.msgpack.Decoder(StartProgram | StopProgram).decode

    def serve(self) -> None:
        while True:
            self._line.settimeout(0.1 * SECONDS_REMOVING if self._leaving else LOOK_SECONDS)
            try:
                packet, descriptors, _, _ = socket.recv_fds(self._line, LONGEST_MESSAGE, 1)
            except TimeoutError:
                self._look()
                continue
            except OSError:
                return
            if not packet:
                return
            message = self._decode(packet)
            if isinstance(message, StopProgram):
                self._stop(message.number)
            else:
                self._start(message, descriptors)
            self._look()

    def _start(self, wanted: StartProgram, descriptors: list[int]) -> None:
        try:
            self._running[wanted.number] = KeptProgram(wanted, descriptors, self._screen)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self._tell(ProgramEnded(wanted.number, f"the program cannot be started: {error}"))
            self._tell(ProgramRemoved(wanted.number))
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def _look(self) -> None:
        is_measured = self._disk.is_due(program.is_bounded for program in self._running.values())
        for number, program in tuple(self._running.items()):
            program.output.collect()
            how = self._find_end(program, is_measured=is_measured)
            if how:
                self._tell(ProgramEnded(number, how))
                self._stop(number)
        reap({program.process.pid for program in self._running.values()})
        self._remove(SECONDS_REMOVING)
        self._send()
        self._screen.flush()

    def _find_end(self, program: KeptProgram, *, is_measured: bool) -> str:
        """Return how a program ended, or why it must end; "" if it continues."""
        code = program.process.poll()
        if code is not None:
            return describe_code(code)
        if not (is_measured and program.is_bounded):
            return ""
        try:
            excess = program.find_excess()
        except Exception as error:  # whatever state its folder is in
            excess = f"left a temporary folder that cannot be measured ({error})"
        return f"the program was ended: it {excess}" if excess else ""

    def _stop(self, number: int) -> None:
        program = self._running.pop(number, None)
        if program is not None:
            others = self._running.values()
            program.end(
                frozenset(one.process.pid for one in others), frozenset(one.tag for one in others)
            )
            self._leaving[number] = program.remove()
            self._remove(SECONDS_REMOVING)

    def _remove(self, seconds: float) -> None:
        """Continue removing what programs have left, up to a time limit, and report results."""
        until = time.monotonic() + seconds
        for number, steps in tuple(self._leaving.items()):
            try:
                for _ in steps:
                    if time.monotonic() > until:
                        return
            except Exception as error:  # whatever state its folder is in
                fault = f"its temporary folder could not be removed: {error}"
                self._tell(ProgramRemoved(number, fault[:LONGEST_FAULT]))
            else:
                self._tell(ProgramRemoved(number))
            del self._leaving[number]

    def _tell(self, message: ProgramEnded | ProgramRemoved) -> None:
        self._untold.append(msgspec.msgpack.encode(message))
        self._send()

    def _send(self) -> None:
        """Send queued messages; the rest waits while the parent does not read."""
        try:
            while self._untold:
                self._line.send(self._untold[0])
                self._untold.popleft()
        except TimeoutError:
            return
        except OSError:  # the parent is gone, which `serve` notices
            self._untold.clear()

    def end_all(self) -> None:
        for number in tuple(self._running):
            self._stop(number)
        for _ in range(MOST_SWEEPS):
            left = list(children(os.getpid()))
            if not left:
                break
            kill(left)
            reap(set())
        self._remove(float("inf"))
        self._screen.flush(seconds=SECONDS_FOR_LAST_LINES)


class _DiskClock:
    """Decides when to measure: periodically, and soon when the disk fills quickly."""

    def __init__(self) -> None:
        self._last = 0.0
        self._free = (0, 0)

    def is_due(self, bounded: Iterator[bool]) -> bool:
        if not any(bounded):
            return False
        waited = time.monotonic() - self._last
        if waited < SECONDS_BETWEEN_MEASURES[0]:
            return False
        status = os.statvfs(tempfile.gettempdir())
        free = status.f_bfree * status.f_frsize, status.f_ffree
        is_sudden = self._free[0] - free[0] > SUDDEN_BYTES or self._free[1] - free[1] > SUDDEN_FILES
        if waited < SECONDS_BETWEEN_MEASURES[1] and not is_sudden:
            return False
        self._last, self._free = time.monotonic(), free
        return True
