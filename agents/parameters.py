"""Checks of parameters shared by several agents; each raises AgentError with valid values."""

from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any

from railbird.plugins import AgentError

BETWEEN = "+"


def require_flag(name: str, value: Any) -> bool:
    """Return a flag; raises AgentError for anything other than true or false."""
    if not isinstance(value, bool):
        raise AgentError(f"{name} is {value!r}; give true or false")
    return value


def require_probability(name: str, value: float) -> float:
    """Return a parameter that must be a probability; raises AgentError."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise AgentError(f"{name} is {value!r}; give a probability from 0 to 1")
    return float(value)


def require_shares(name: str, values: Any, count: int) -> tuple[float, ...]:
    """Return a list of as many probabilities, which may be written as a text such as 1+0.5+0."""
    items = values.split(BETWEEN) if isinstance(values, str) else values
    try:
        shares = [float(item) if isinstance(item, str) else item for item in items]
    except (TypeError, ValueError):
        shares = []
    if len(shares) != count:
        raise AgentError(f"{name} is {values!r}; give {count} probabilities from 0 to 1")
    return tuple(require_probability(name, share) for share in shares)


def require_pot_share(value: float) -> float:
    """Return a share of the pot to raise by; raises AgentError."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 < value < inf:
        raise AgentError(f"pot_share is {value!r}; give a share of the pot above 0, such as 0.5")
    return float(value)


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


def as_path(file: Any) -> Path:
    """Return the parameter ``file`` as a path; raises AgentError."""
    if not isinstance(file, str):
        raise AgentError(f"file is {file!r}; give the path of a file, such as file=./{file}")
    return Path(file)


def list_files(parameters: Mapping[str, Any]) -> list[Path]:
    """List the file in the parameter ``file``, if given."""
    file = parameters.get("file", "")
    return [as_path(file)] if file else []


def read_names(members: str | Sequence[str]) -> tuple[str, ...]:
    """Read members given as a list of names, or as one text such as a+b+c."""
    names = members.split(BETWEEN) if isinstance(members, str) else members
    if not isinstance(names, Sequence) or not names or not all(isinstance(n, str) for n in names):
        raise AgentError(f"members is {members!r}; give a list of at least one name, or a+b+c")
    if len(set(names)) < len(names):
        raise AgentError(f"members is {members!r}; list each name once")
    return tuple(names)
