"""Child processes: a new interpreter that runs one function with a connection to its parent.

Not `multiprocessing.Process`, which runs the caller's script again in the child (a notebook has
none) and whose pools wait forever for a worker that was killed. A child ends when its parent does,
ignores Ctrl-C (the parent decides), and sends what is printed in it to standard error.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from types import TracebackType
from typing import Any, Self

from railbird.harness.supervision.pandas_later import import_pandas_later
from railbird.harness.supervision.process_tree import signal_name
from railbird.harness.supervision.python_code import code_calling
from railbird.harness.workers.failures import Failure, describe_failure

SECONDS_TO_END = 5.0
STANDARD_ERROR = 2


@dataclass(frozen=True, slots=True, eq=False)
class Child:
    """A child process and the connection to it; as a context manager, it is stopped at the end.

    `lifeline` is the write end of a pipe that is closed when this process ends, however it ends.
    """

    process: "subprocess.Popen[bytes]"
    connection: Connection
    lifeline: int

    @property
    def is_dead(self) -> bool:
        """Whether the process has ended, even if others hold the other end of the connection."""
        return self.process.poll() is not None

    def has_news(self) -> bool:
        """Whether `receive` would return without waiting."""
        return self.connection.poll()

    def send(self, message: Any) -> None:
        """Send a message; if the child has died, `receive` reports it."""
        with suppress(BrokenPipeError):
            self.connection.send(message)

    def receive(self) -> Any:
        """Wait for the next message; None if the child has ended or died.

        Raises the error that the child failed with.
        """
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(message, Failure):
            message.reraise()
        return message

    def bury(self) -> str:
        """Wait for an ending child, killing it if necessary, and return how it ended."""
        is_first = not self.connection.closed
        self.connection.close()
        try:
            code = self.process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        if is_first:
            os.close(self.lifeline)
        return f"exited with code {code}" if code >= 0 else f"was killed by {signal_name(-code)}"

    def __enter__(self) -> Self:
        """Return the child itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop the child in any case."""
        stop_children([self])


def stop_children(children: Iterable[Child]) -> None:
    """Kill the children."""
    ending = list(children)
    for child in ending:
        child.process.terminate()
    for child in ending:
        child.bury()


def start_child(target: Callable[..., None], *arguments: Any, inherit: Sequence[int] = ()) -> Child:
    """Start a process that calls ``target(connection, *arguments)`` and ends.

    `target` is a function of a module; `inherit` are open file descriptors that the child has under
    the same numbers. An exception of `target` is raised by the parent's `receive`.
    """
    ours, theirs = Pipe()
    watched, lifeline = os.pipe()
    code = code_calling("railbird.harness.workers.child", f"main({theirs.fileno()}, {watched})")
    # blocked signals are inherited: no Ctrl-C reaches the child before it has set its handler
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=STANDARD_ERROR,
            pass_fds=(theirs.fileno(), watched, *inherit),
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        theirs.close()
        os.close(watched)
    child = Child(process, ours, lifeline)
    child.send((target, arguments))
    return child


def main(descriptor: int, watched: int) -> None:
    """Run in the child: call the target, and exit when the parent exits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, args=(watched,), daemon=True).start()
    with Connection(descriptor) as connection:
        target, arguments = connection.recv()
        import_pandas_later()
        try:
            target(connection, *arguments)
        except Exception as error:  # whatever it is, the parent raises it
            connection.send(describe_failure(error))


def _end_with_parent(watched: int) -> None:
    os.read(watched, 1)
    os._exit(1)
