"""Programs that play: started and ended by a supervisor, one per process."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from types import TracebackType
from typing import Self

import msgspec

from railbird.harness.errors import WorkerError
from railbird.harness.supervision.confinement import Confinement
from railbird.harness.supervision.python_code import code_calling
from railbird.harness.supervision.supervised_program import StartProgram
from railbird.harness.supervision.supervisor import (
    LONGEST_MESSAGE,
    ProgramEnded,
    ProgramRemoved,
    StopProgram,
)

SECONDS_TO_END = 60.0
SECONDS_TO_REMOVE = 10.0
INHERITED = ("PATH", "LANG", "LC_ALL", "TZ")


@dataclass(frozen=True, slots=True)
class Program:
    """A program to run in `folder`, by default a temporary one that is removed afterwards.

    Its output to the standard streams is shown under its `label`.
    """

    command: tuple[str, ...]
    folder: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    confinement: Confinement | None = None
    label: str = ""


class Programs:
    """The programs of this process; as a context manager, it ends them all."""

    def __init__(self) -> None:
        """Start the supervisor in a session of its own, so that Ctrl-C does not reach it."""
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        code = code_calling("railbird.harness.supervision.supervisor", f"main({theirs.fileno()})")
        self._keeper = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=2,
            pass_fds=(theirs.fileno(),),
            start_new_session=True,
        )
        theirs.close()
        self._numbers = count()
        self._ends: dict[int, str] = {}
        self._removed: dict[int, str] = {}
        self._decode = msgspec.msgpack.Decoder(ProgramEnded | ProgramRemoved).decode

    def start(self, program: Program, line: socket.socket | None = None) -> int:
        """Start a program and return its number; ``line`` is left open in it."""
        number = next(self._numbers)
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        request = StartProgram(
            number,
            list(program.command),
            program.folder,
            {**inherited, "HOME": "{home}", "TMPDIR": "{home}", **program.environment},
            program.limits,
            program.confinement,
            program.label or program.command[0],
        )
        packet = msgspec.msgpack.encode(request)
        if len(packet) > LONGEST_MESSAGE:
            raise WorkerError(f"the command of '{program.command[0]}' is too long; shorten it")
        self._send(packet, [] if line is None else [line.fileno()])
        return number

    def stop(self, number: int) -> None:
        """End a program and its descendants."""
        self._send(msgspec.msgpack.encode(StopProgram(number)), [])

    def find_end(self, number: int, *, seconds: float = 0.0) -> str:
        """Return how a program ended; "" if it is not known to have ended within the timeout."""
        until = time.monotonic() + seconds
        while number not in self._ends:
            left = until - time.monotonic()
            if not self._learn(max(left, 0.0)) and left <= 0:
                return ""
        return self._ends[number]

    def await_removal(self, numbers: Iterable[int]) -> dict[int, str]:
        """Wait until stopped programs are gone, and forget them.

        Returns what could not be removed, by number. A removal that takes very long continues in
        the background.
        """
        until = time.monotonic() + SECONDS_TO_REMOVE
        faults = {}
        for number in numbers:
            while number not in self._removed and (left := until - time.monotonic()) > 0:
                self._learn(left)
            self._ends.pop(number, None)
            fault = self._removed.pop(number, "")
            if fault:
                faults[number] = fault
        return faults

    def _learn(self, seconds: float) -> bool:
        """Receive a message of the supervisor, if one arrives in time."""
        self._line.settimeout(seconds)
        try:
            packet = self._line.recv(LONGEST_MESSAGE)
        except (TimeoutError, BlockingIOError):
            return False
        if not packet:
            raise WorkerError("the supervisor of programs has ended; run the same command again")
        message = self._decode(packet)
        if isinstance(message, ProgramEnded):
            self._ends[message.number] = message.how
        else:
            self._removed[message.number] = message.fault
        return True

    def _send(self, packet: bytes, descriptors: list[int]) -> None:
        self._line.settimeout(None)
        try:
            socket.send_fds(self._line, [packet], descriptors)
        except OSError as error:
            raise WorkerError(
                "the supervisor of programs has ended; run the same command again"
            ) from error

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End all programs and wait until they are gone."""
        self._line.close()
        try:
            self._keeper.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()


def find_bubblewrap() -> str:
    """Return the path of bubblewrap; "" where it is not installed."""
    return shutil.which("bwrap") or ""
