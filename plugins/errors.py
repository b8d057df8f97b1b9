"""What can be wrong with plugins and the agents they bring."""

import difflib
from collections.abc import Iterable

from railbird.native.errors import RailbirdError

DEPRECATED = "is deprecated and will be removed in the next version"
"""What a warning says of a name; the command line shows such warnings."""


class PluginError(RailbirdError):
    """A plugin that does not import, offers what it must not, or clashes with another."""


class AgentError(RailbirdError):
    """An agent that breaks the contract, or is asked for what it is not made for."""


class UnknownNameError(RailbirdError):
    """A name that nothing has; ``nearest`` is the valid one most like it, None where none is."""

    def __init__(self, message: str, *, nearest: str | None = None) -> None:
        """Keep the nearest name beside the message."""
        super().__init__(message)
        self.nearest = nearest


def unknown_name(what: str, name: str, valid: Iterable[str]) -> UnknownNameError:
    """Make the error for ``name``, which is none of ``valid``; ``what`` says whose name it is.

    The message ends in the nearest valid name, or in all of them where none is near.
    """
    names = sorted(valid)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if close:
        return UnknownNameError(
            f"there is no {what} '{name}'; did you mean '{close[0]}'?", nearest=close[0]
        )
    listed = ", ".join(f"'{valid_name}'" for valid_name in names)
    remedy = f"there are {listed}" if names else "there is none at all"
    return UnknownNameError(f"there is no {what} '{name}'; {remedy}")
