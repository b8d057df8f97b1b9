"""Commands that plugins add to the command line."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """A command ``railbird NAME``; ``function`` has a typer signature and docstring."""

    name: str
    function: Callable[..., None]
