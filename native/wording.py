"""Counts in words, and suggestions for names."""

from collections.abc import Iterable
from difflib import get_close_matches

LEAST_ALIKE = 0.6
"""How similar a name is to one that is suggested for it, at least (`difflib`)."""


def counted(number: int, noun: str) -> str:
    """Return a number with what it counts: ``1 fault``, ``2,000 faults``, ``2 matches``."""
    plural = noun + ("es" if noun.endswith(("s", "ch", "sh", "x")) else "s")
    return f"{number:,} {noun if number == 1 else plural}"


def most_alike(name: str, valid: Iterable[str]) -> str | None:
    """Return the valid name that is most similar to `name`; None if none is similar."""
    return next(iter(get_close_matches(name, list(valid), n=1, cutoff=LEAST_ALIKE)), None)
