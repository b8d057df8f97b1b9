"""Ends a trial in this process that does not end by itself, and names its agent."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from railbird.harness.errors import TrialError
from railbird.harness.table.agent_environment import UserInterrupt

SECONDS_TO_YIELD = 5.0
REFUSED = 2


class _TimeIsUp(UserInterrupt):
    """The trial has taken too long; like Ctrl-C, it is not caught as an agent's exception."""


def describe_endless(label: str, seconds: float, *, task: str = "its trial hand") -> str:
    """Return a message that an agent did not finish its trial, or another task."""
    return (
        f"agent '{label}' failed {task}: it did not finish within {seconds:g} seconds; "
        "fix it, remove it from the tournament, or increase trial_seconds in the spec"
    )


@contextmanager
def trial_clock(
    label: str, seconds: float, *, may_exit: bool = True, task: str = "its trial hand"
) -> Iterator[None]:
    """Raise TrialError in the body once the time limit is exceeded.

    If an agent catches the exception, the process exits with the same message, if ``may_exit``. The
    clock is the system's alarm: it does not work outside the main thread or if it is already set,
    and C code that does not return to Python is not stopped.
    """
    if not _is_free():
        yield
        return
    rings = 0

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal rings
        rings += 1
        if rings > 1 and may_exit:
            print(describe_endless(label, seconds, task=task), file=sys.__stderr__, flush=True)
            os._exit(REFUSED)
        raise _TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, SECONDS_TO_YIELD)
    try:
        yield
    except _TimeIsUp:
        raise TrialError(describe_endless(label, seconds, task=task)) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _is_free() -> bool:
    if not hasattr(signal, "setitimer"):
        return False
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and not any(signal.getitimer(signal.ITIMER_REAL))
