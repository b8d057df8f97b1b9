"""What agents find around them while they are called, the same in every process that calls them.

Standard input is empty, and standard output and error are lent: an agent that closes them has
closed them for itself. A Ctrl-C of the user is told apart from a KeyboardInterrupt of the agent's.
"""

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from types import FrameType
from typing import TextIO


class UserInterrupt(KeyboardInterrupt):
    """The user has pressed Ctrl-C; no agent raises this."""


def is_users(error: BaseException) -> bool:
    """Whether an interrupt may be the user's.

    Where nobody tells them apart, as when matches are played without `surroundings`, any may be.
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    is_told_apart = signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, _interrupt)
    return isinstance(error, UserInterrupt) or not is_told_apart


@contextmanager
def surroundings() -> Iterator[None]:
    """Lend agents the standard streams, and tell Ctrl-C apart where this process takes it."""
    before = signal.getsignal(signal.SIGINT)
    is_taken = before is signal.default_int_handler
    is_mine = is_taken and threading.current_thread() is threading.main_thread()
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(_LentStream(sys.stdout)))
        stack.enter_context(redirect_stderr(_LentStream(sys.stderr)))
        stack.enter_context(_no_input())
        if is_mine:
            signal.signal(signal.SIGINT, _interrupt)
            stack.callback(signal.signal, signal.SIGINT, before)
        yield


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise UserInterrupt


@contextmanager
def _no_input() -> Iterator[None]:
    before = sys.stdin
    with open(os.devnull, encoding="utf-8") as nothing:
        sys.stdin = nothing
        try:
            yield
        finally:
            sys.stdin = before


class _LentStream(io.TextIOBase):
    """Writes to another stream; closing it leaves that one open."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.closed:
            raise ValueError("I/O operation on closed file")
        return self._stream.write(text)

    def flush(self) -> None:
        if not self.closed:
            self._stream.flush()

    def fileno(self) -> int:
        return self._stream.fileno()

    def isatty(self) -> bool:
        return False
