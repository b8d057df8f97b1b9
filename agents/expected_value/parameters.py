"""Checks of the parameters of these agents; each raises AgentError with valid values."""

from collections.abc import Sequence
from math import inf

from railbird.plugins import AgentError


def require_choice(name: str, value: str, choices: Sequence[str]) -> str:
    """Return one of ``choices``."""
    if value not in choices:
        raise AgentError(f"{name} is {value!r}; use one of {', '.join(choices)}")
    return value


def require_at_least(
    name: str, value: float, least: float, *, most: float = inf, whole: bool = False
) -> float:
    """Return a finite number from ``least`` to ``most``."""
    is_number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if not is_number or not least <= value <= most or value == inf:
        kind = "a whole number" if whole else "a number"
        bounds = f"from {least:g} to {most:g}" if most < inf else f"of {least:g} or more"
        raise AgentError(f"{name} is {value!r}; give {kind} {bounds}")
    return value
