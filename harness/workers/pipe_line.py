"""The line of a child process to the dispatching side, through its parent, which has one."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe
from typing import Any

from railbird.harness.workers.failures import unpack_reply

Relay = Callable[[object], Any]
"""Passes a request on, and returns the reply; called in a thread of the parent."""


class PipeLine:
    """The child's end: one request after the other."""

    def __init__(self, descriptor: int) -> None:
        """Ask through an open descriptor."""
        self._connection = Connection(descriptor)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="line")

    async def ask(self, request: object) -> Any:
        """Send a request, and return the reply."""
        loop = asyncio.get_running_loop()
        return unpack_reply(await loop.run_in_executor(self._thread, self._exchange, request))

    def _exchange(self, request: object) -> Any:
        self._connection.send(request)
        return self._connection.recv()


@contextmanager
def relayed(relay: Relay | None) -> Iterator[tuple[int, ...]]:
    """Yield the descriptor of the child's end, none without ``relay``; a thread passes on."""
    if relay is None:
        yield ()
        return
    ours, theirs = Pipe()
    thread = threading.Thread(target=_pass_on, args=(ours, relay), daemon=True)
    thread.start()
    with ours, theirs:
        try:
            yield (theirs.fileno(),)
        finally:
            # not closed: another process may hold its end, and the thread waits for it
            with socket.fromfd(ours.fileno(), socket.AF_UNIX, socket.SOCK_STREAM) as end:
                end.shutdown(socket.SHUT_RDWR)
            thread.join()


def _pass_on(connection: Connection, relay: Relay) -> None:
    with suppress(EOFError, OSError):
        while True:
            connection.send(relay(connection.recv()))
