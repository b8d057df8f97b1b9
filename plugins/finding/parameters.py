"""Parameters of agents, checked against the signature of the agent's factory."""

import inspect
from collections.abc import Mapping
from inspect import Parameter
from typing import Any

from railbird.plugins.contract.entries import AgentEntry
from railbird.plugins.errors import AgentError, unknown_name

_BY_NAME = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


def parameters_of(entry: AgentEntry) -> dict[str, Parameter]:
    """The parameters that an agent takes by name, in the order of its factory's signature."""
    try:
        signature = inspect.signature(entry.factory)
    except (TypeError, ValueError) as error:
        raise AgentError(
            f"agent '{entry.name}' has a factory without a signature; use a function or class"
        ) from error
    named = [one for one in signature.parameters.items() if one[1].kind in _BY_NAME]
    return dict(named[1:] if entry.takes_services else named)


def check_parameters(entry: AgentEntry, parameters: Mapping[str, Any]) -> None:
    """Check that ``parameters`` are known to ``entry.factory``, and complete.

    Raises UnknownNameError for an unknown parameter, AgentError for a missing one.
    """
    valid = parameters_of(entry)
    takes_any = any(
        found.kind is Parameter.VAR_KEYWORD
        for found in inspect.signature(entry.factory).parameters.values()
    )
    for name in parameters:
        if name not in valid and not takes_any:
            raise unknown_name(f"parameter of agent '{entry.name}' named", name, valid)
    for name, found in valid.items():
        if found.default is Parameter.empty and name not in parameters:
            raise AgentError(f"agent '{entry.name}' needs the parameter '{name}'; give it a value")
