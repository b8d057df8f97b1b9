"""Warnings about agents on standard error, each once in a run."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

Warn = Callable[[Iterable[str]], None]
"""Shows sentences as warnings."""


@dataclass(frozen=True, slots=True)
class WarnOnce:
    """Prints each sentence at its first call with it."""

    said: set[str] = field(default_factory=set)

    def __call__(self, sentences: Iterable[str]) -> None:
        """Print those that are new."""
        for sentence in sentences:
            if sentence not in self.said:
                self.said.add(sentence)
                print(f"warning: {sentence}", file=sys.stderr)


def ignore(sentences: Iterable[str]) -> None:
    """Show nothing."""
