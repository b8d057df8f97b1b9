"""Parameters that are true or false, and nothing else."""

from typing import Any

from railbird.plugins import AgentError


def require_flag(name: str, value: Any) -> bool:
    """Return a flag; raises AgentError for anything that would only count as one."""
    if not isinstance(value, bool):
        raise AgentError(f"{name} is {value!r}; give true or false")
    return value
