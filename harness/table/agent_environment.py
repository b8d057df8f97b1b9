"""The environment of agents while they are called, the same in every process.

Standard input is empty. What they print to standard output or error goes to standard error, each
line after the agent's label; closing either does nothing. A Ctrl-C by the user is distinguished
from a KeyboardInterrupt raised by the agent.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from types import FrameType

from railbird.plugins.finding.attributed_output import AttributedOutput, attributed_output

ASKED: ContextVar[str] = ContextVar("asked", default="")
"""The label of the asynchronous agent whose task is running."""


class Speaker:
    """The agent whose code is running: the table loop sets the label of the agent it calls."""

    __slots__ = ("label",)

    def __init__(self) -> None:
        """Start without an agent."""
        self.label = ""

    def describe(self) -> str:
        """Return the prefix of a line that the agent prints."""
        label = ASKED.get() or self.label
        return f"agent '{label}'" if label else "an agent"


SPEAKER = Speaker()
"""The instance of this process, since there is only one standard output."""


class UserInterrupt(KeyboardInterrupt):
    """The user has pressed Ctrl-C; no agent raises this."""


def is_users(error: BaseException) -> bool:
    """Whether an interrupt may be the user's.

    If they are not distinguished, as when matches are played without `agent_environment`, any may
    be.
    """
    if not isinstance(error, KeyboardInterrupt):
        return False
    is_told_apart = signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, _interrupt)
    return isinstance(error, UserInterrupt) or not is_told_apart


@contextmanager
def agent_environment(label: str = "") -> Iterator[None]:
    """Redirect the standard streams of agents, and detect Ctrl-C if this process handles it.

    Output is attributed to the agent being called, or to `label`: see `agent_output`.
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
def agent_output(label: str = "", *, most_lines: int | None = None) -> Iterator[None]:
    """Attribute output to the agent with this label, by default to the one being called.

    At most `most_lines` lines of it are shown. Output that is already attributed is not changed.
    """
    if isinstance(sys.stderr, AttributedOutput):
        yield
        return
    name = (lambda: f"agent '{label}'") if label else SPEAKER.describe
    with attributed_output(name, most_lines=most_lines):
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
