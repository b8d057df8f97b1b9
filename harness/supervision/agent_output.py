"""Shows what programs write to their standard streams on the operator's terminal.

The output arrives through a pipe, and is shown line by line after the agent's label, without
control characters, up to a limit. The rest is read and discarded, so that no program blocks.
"""

import fcntl
import os
import select
import sys
from collections import deque

MOST_BYTES_A_PROGRAM = 1 << 16
MOST_BYTES = 1 << 22
LONGEST_LINE = 500
PIPE_BYTES = 1 << 18


class Screen:
    """Standard error, shared with others: written to without blocking."""

    def __init__(self, descriptor: int = 2) -> None:
        """Write to an open file."""
        self.bytes_left = MOST_BYTES
        self._is_full = False
        self._descriptor = descriptor
        self._encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
        self._lines: deque[bytes] = deque()
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLOUT)

    def show(self, line: str) -> None:
        """Queue a line for writing."""
        self._lines.append(line.encode(self._encoding, "backslashreplace") + b"\n")
        self.flush()

    def say_full(self) -> None:
        """Report, once, that no more output is shown."""
        if not self._is_full:
            self._is_full = True
            self.show(f"further output of agents is not shown: the limit is {MOST_BYTES} bytes")

    def flush(self, *, seconds: float = 0.0) -> None:
        """Write as much as possible within a time limit."""
        while self._lines:
            ready = self._poll.poll(seconds * 1000)
            if not ready:
                return
            if not ready[0][1] & select.POLLOUT:  # the reader has closed it
                self._lines.clear()
                return
            line = self._lines.popleft()
            try:
                written = os.write(self._descriptor, line[: select.PIPE_BUF])
            except OSError:
                self._lines.clear()
                return
            if line[written:]:
                self._lines.appendleft(line[written:])


class AgentOutput:
    """The pipe that one program writes to."""

    def __init__(self, label: str, screen: Screen) -> None:
        """Create the pipe; ``writer`` is the program's end, to be closed here after the start."""
        self._label = label
        self._screen = screen
        self._reader, self.writer = os.pipe()
        os.set_blocking(self._reader, False)
        self._bytes_left = MOST_BYTES_A_PROGRAM
        self._rest = b""
        self._enlarge()

    def collect(self) -> None:
        """Show what has arrived."""
        try:
            piece = os.read(self._reader, PIPE_BYTES)
        except BlockingIOError:
            return
        if piece and self._bytes_left > 0:
            self._take(piece)

    def close(self) -> None:
        """Show the remaining output, including an unfinished last line, and close the pipe."""
        if self._reader < 0:
            return
        self.collect()
        if self._rest:
            self._show(self._rest)
        os.close(self._reader)
        self._reader = -1

    def _enlarge(self) -> None:
        """Enlarge the pipe, so that a program that writes a lot blocks less."""
        if hasattr(fcntl, "F_SETPIPE_SZ"):
            try:
                fcntl.fcntl(self.writer, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
            except OSError:  # the user's limit for pipes is reached; a small one is enough
                return

    def _take(self, piece: bytes) -> None:
        allowed = min(self._bytes_left, self._screen.bytes_left)
        kept = piece[:allowed]
        self._bytes_left -= len(kept)
        self._screen.bytes_left -= len(kept)
        *lines, self._rest = (self._rest + kept).split(b"\n")
        for line in lines:
            self._show(line)
        while len(self._rest) > LONGEST_LINE:
            self._show(self._rest[:LONGEST_LINE])
            self._rest = self._rest[LONGEST_LINE:]
        if len(kept) < len(piece):
            self._end()

    def _end(self) -> None:
        """Stop showing the output of this program."""
        if self._rest:
            self._show(self._rest)
        self._rest = b""
        if self._screen.bytes_left:
            text = (
                f"(further output is not shown: the limit is {MOST_BYTES_A_PROGRAM} bytes per "
                "match)"
            )
            self._screen.show(f"agent '{self._label}': {text}")
        else:
            self._screen.say_full()
        self._bytes_left = 0

    def _show(self, line: bytes) -> None:
        for start in range(0, max(len(line), 1), LONGEST_LINE):
            piece = escape(line[start : start + LONGEST_LINE])
            self._screen.show(f"agent '{self._label}': {piece}")


def escape(line: bytes) -> str:
    """Return a line with unprintable characters escaped; tabs become spaces."""
    text = line.removesuffix(b"\r").decode("utf-8", "backslashreplace").expandtabs(4)
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")
        for letter in text
    )
