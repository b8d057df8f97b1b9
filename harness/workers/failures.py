"""Errors of a worker, sent to the process that waits for it."""

import pickle
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from traceback import format_exception
from typing import Any, NoReturn

from railbird.harness.errors import WorkerError
from railbird.native.errors import RailbirdError


class RemoteTraceback(Exception):  # noqa: N818  (shown as the cause of an error, never raised)
    """Shows where an error was raised in another process."""

    def __str__(self) -> str:
        """Return the traceback as text."""
        return f"\n{self.args[0]}"


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception of a worker, and its traceback as text."""

    error: BaseException
    traceback: str

    def reraise(self) -> NoReturn:
        """Raise the error in this process, with the other's traceback as its cause."""
        raise self.error from RemoteTraceback(self.traceback)


def describe_failure(error: BaseException) -> Failure:
    """Pack an exception; one that cannot be sent is replaced by another with the same text.

    The replacement is a WorkerError for errors that railbird reports, and a RuntimeError for bugs,
    which show their traceback.
    """
    traceback = "".join(format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # a foreign exception may do anything when it is copied
        kind = WorkerError if isinstance(error, RailbirdError) else RuntimeError
        error = kind(f"a worker failed with {type(error).__name__}: {error}")
    return Failure(error, traceback)


async def reply_to(answer: Callable[[object], Awaitable[Any]], request: object) -> Any:
    """Return the reply to a request, which is a Failure if ``answer`` raises an error."""
    try:
        return await answer(request)
    except Exception as error:  # whatever it is, the side that asked raises it
        return describe_failure(error)


def unpack_reply(reply: Any) -> Any:
    """Return a reply; raises the error that it stands for."""
    if isinstance(reply, Failure):
        reply.reraise()
    return reply
