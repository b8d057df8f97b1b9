"""What agents find around them while they are called, the same in every process that calls them.

Standard input is empty. What they print goes to standard error, each line with the agent's label
before it, whether they print to standard output or error; to close either does nothing. A Ctrl-C of
the user is told apart from a KeyboardInterrupt of the agent's.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

from railbird.plugins.finding.attributed_output import AttributedOutput, attributed_output


class Speaker:
    """Whose code runs now: the table loop sets the label of the agent that it calls."""

    __slots__ = ("label",)

    def __init__(self) -> None:
        """Begin with nobody."""
        self.label = ""

    def describe(self) -> str:
        """Name the agent for a line that it prints."""
        return f"agent '{self.label}'" if self.label else "an agent"


SPEAKER = Speaker()
"""The one of this process, as standard output is one."""


class UserInterrupt(KeyboardInterrupt):
    """The user has pressed Ctrl-C; no agent raises this."""


def is_users(error: BaseException) -> bool:
    """Whether an interrupt may be the user's.

    Where nobody tells them apart, as when matches are played without `agent_environment`, any may
    be.
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    is_told_apart = signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, _interrupt)
    return isinstance(error, UserInterrupt) or not is_told_apart


@contextmanager
def agent_environment(label: str = "") -> Iterator[None]:
    """Keep agents from the standard streams, and tell Ctrl-C apart where this process takes it.

    What is printed is the called agent's, or that of the `label`: see `agent_output`.
    """
    before = signal.getsignal(signal.SIGINT)
    is_taken = before is signal.default_int_handler
    is_mine = is_taken and threading.current_thread() is threading.main_thread()
    with ExitStack() as stack:
        stack.enter_context(agent_output(label))
        stack.enter_context(_no_input())
        if is_mine:
            signal.signal(signal.SIGINT, _interrupt)
            stack.callback(signal.signal, signal.SIGINT, before)
        yield


@contextmanager
def agent_output(label: str = "") -> Iterator[None]:
    """Attribute what is printed to the agent of this label, else to the one that is called.

    What is attributed already stays so.
    """
    if isinstance(sys.stderr, AttributedOutput):
        yield
        return
    with attributed_output((lambda: f"agent '{label}'") if label else SPEAKER.describe):
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
