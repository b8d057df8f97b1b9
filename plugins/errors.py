"""Errors of plugins and their agents."""

from collections.abc import Iterable
from typing import Any, Literal

from railbird.native.errors import RailbirdError
from railbird.native.wording import most_alike

DEPRECATED = "is deprecated and will be removed in the next version"
"""The text of a deprecation warning; the command line shows such warnings."""

MOST_LISTED = 12
"""Valid names that a message lists, where a command lists them too."""


class PluginError(RailbirdError):
    """A plugin that cannot be imported, offers something invalid, or conflicts with another."""


class AgentError(RailbirdError):
    """An agent that violates the contract, or is used for something it does not support."""


class UnplayableError(AgentError):
    """Raised by an asynchronous agent that got no answer that can be played: it checks or folds.

    ``kind`` is that of the incident: the answers could not be read, or were not legal.
    """

    def __init__(self, message: str, *, kind: Literal["unreadable", "illegal"]) -> None:
        """Store the kind with the message."""
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the kind when the error is sent to another process."""
        return _unplayable, (str(self), self.kind)


class StoppedError(RailbirdError):
    """Something that ends the run though an agent was asked; it is never scored as play."""


class PausedError(StoppedError):
    """A service that an agent needs is out of order or too expensive.

    The run stops with exit code 3, and the same command continues.
    """


def _unplayable(message: str, kind: Literal["unreadable", "illegal"]) -> UnplayableError:
    return UnplayableError(message, kind=kind)


class UnknownNameError(RailbirdError):
    """An unknown name; ``nearest`` is the most similar valid one, None if there is none."""

    def __init__(self, message: str, *, nearest: str | None = None) -> None:
        """Store the nearest name with the message."""
        super().__init__(message)
        self.nearest = nearest


def unknown_name(
    what: str, name: str, valid: Iterable[str], *, command: str = ""
) -> UnknownNameError:
    """Return the error for ``name``, which is not in ``valid``; ``what`` is the kind of name.

    The message ends with the nearest valid name, or with all of them if none is similar; if there
    are many, with the ``command`` that lists them.
    """
    names = sorted(valid)
    near = most_alike(name, names)
    if near is not None:
        return UnknownNameError(
            f"there is no {what} '{name}'; did you mean '{near}'?", nearest=near
        )
    if command and len(names) > MOST_LISTED:
        return UnknownNameError(f"there is no {what} '{name}'; `{command}` lists all {len(names)}")
    listed = ", ".join(f"'{valid_name}'" for valid_name in names)
    remedy = f"use one of {listed}" if names else "there are none"
    return UnknownNameError(f"there is no {what} '{name}'; {remedy}")
