"""Redirects the output of plugins' code to standard error, each line with its source."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import TextIO

from railbird.native.wording import counted

LONGEST_REST = 1 << 13


@contextmanager
def attributed_output(name: Callable[[], str], *, most_lines: int | None = None) -> Iterator[None]:
    """Redirect all output to standard error; `name()` is the current source.

    After `most_lines` lines only their number is shown, at the end.
    """
    found = sys.stderr
    stream = found.stream if isinstance(found, AttributedOutput) else found
    output = AttributedOutput(stream, name, most_lines=most_lines)
    try:
        with redirect_stdout(output), redirect_stderr(output):
            yield
    finally:
        output.end()
        output.tell_rest()


class AttributedOutput(io.TextIOBase):
    """Writes to another stream, line by line, with the source before each line.

    Closing it has no effect, and errors of the other stream are ignored, so that code that prints
    later is not affected.
    """

    def __init__(
        self, stream: TextIO | None, name: Callable[[], str], *, most_lines: int | None = None
    ) -> None:
        """Write at most `most_lines` to `stream`, or discard the output if there is none."""
        self.stream = stream
        self._name = name
        self._most_lines = most_lines
        self._line_count = 0
        self._rest = ""
        self._rest_of = ""

    def writable(self) -> bool:
        """Return True: it can be written to."""
        return True

    def write(self, text: str) -> int:
        """Write the complete lines, and keep the rest."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        name = self._name()
        if self._rest and name != self._rest_of:
            self._show([self._rest])
            self._rest = ""
        *lines, self._rest = (self._rest + text).split("\n")
        self._rest_of = name
        self._show(lines)
        if len(self._rest) > LONGEST_REST:
            self.end()
        return len(text)

    def end(self) -> None:
        """Write an unfinished last line."""
        if self._rest:
            self._show([self._rest])
            self._rest = ""

    def tell_rest(self) -> None:
        """Write how many lines were left out, if any."""
        left_out = self._line_count - (self._most_lines or self._line_count)
        if left_out > 0:
            self._write([f"and {counted(left_out, 'more line')} of output"])

    def close(self) -> None:
        """Do nothing."""

    def fileno(self) -> int:
        """Return the descriptor of the other stream; raises OSError if it has none."""
        if self.stream is None:
            raise io.UnsupportedOperation("there is no standard error")
        return self.stream.fileno()

    def isatty(self) -> bool:
        """Return False: it is not a terminal."""
        return False

    def _show(self, lines: list[str]) -> None:
        first = self._line_count
        self._line_count += len(lines)
        if self._most_lines is not None:
            lines = lines[: max(self._most_lines - first, 0)]
        self._write(lines)

    def _write(self, lines: list[str]) -> None:
        if lines and self.stream is not None:
            with suppress(OSError, ValueError):
                self.stream.write("".join(f"{self._rest_of}: {line}\n" for line in lines))
