"""The keeper: a process that starts programs for its parent and lets none outlive their match.

It adopts what its programs leave behind, and ends everything when its parent stops talking to it,
however that ended. Messages are msgpack, one a packet.
"""

import os
import signal
import socket
import subprocess

import msgspec

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
PR_SET_CHILD_SUBREAPER = 36


class StopProgram(msgspec.Struct, frozen=True, tag="stop"):
    """Kill a program, its process group and all that descends from it."""

    number: int


class ProgramEnded(msgspec.Struct, frozen=True):
    """How a program ended, in words."""

    number: int
    how: str


def main(descriptor: int) -> None:
    """Serve the parent at the other end of a socket of packets."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_process_option(PR_SET_CHILD_SUBREAPER, 1)
    with socket.socket(fileno=descriptor) as line:
        line.settimeout(LOOK_SECONDS)
        keeper = _Keeper(line)
        try:
            keeper.serve()
        finally:
            keeper.end_all()


class _Keeper:
    """The programs that run, by number."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._running: dict[int, KeptProgram] = {}
        self._decode = msgspec.msgpack.Decoder(StartProgram | StopProgram).decode

    def serve(self) -> None:
        while True:
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
            self._running[wanted.number] = KeptProgram(wanted, descriptors)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self._tell(wanted.number, f"the program cannot be started: {error}")
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def _look(self) -> None:
        for number, program in tuple(self._running.items()):
            code = program.process.poll()
            if code is not None:
                self._tell(number, describe_code(code))
                self._stop(number)
        reap({program.process.pid for program in self._running.values()})

    def _stop(self, number: int) -> None:
        program = self._running.pop(number, None)
        if program is not None:
            program.end(frozenset(one.process.pid for one in self._running.values()))

    def _tell(self, number: int, how: str) -> None:
        try:
            self._line.send(msgspec.msgpack.encode(ProgramEnded(number, how)))
        except OSError:  # the parent is gone, which `serve` notices
            return

    def end_all(self) -> None:
        for number in tuple(self._running):
            self._stop(number)
        for _ in range(MOST_SWEEPS):
            left = list(children(os.getpid()))
            if not left:
                return
            kill(left)
            reap(set())
