"""Checks how many arguments the methods of an agent take, before any of them is called.

Python's own message for a method without `self` counts arguments that nobody wrote, and has no
place, since the method was not entered.
"""

from functools import lru_cache
from inspect import Signature, getattr_static, signature
from pathlib import Path
from types import FunctionType

from railbird.plugins.errors import AgentError

ARGUMENTS = {
    "act": ("observation",),
    "probabilities": ("observation", "hole_cards"),
    "act_batch": ("decisions",),
    "probabilities_batch": ("decisions", "hole_cards"),
    "start_match": ("match",),
    "start_matches": ("matches",),
    "end_hand": ("record",),
    "end_hands": ("hands",),
    "choose_table": ("lobby",),
}
"""The arguments that each method of an agent is called with."""


def require_arguments(agent_class: type) -> None:
    """Raise AgentError if a method of an agent cannot be called with its arguments.

    The message has the place of the method. Only functions of Python are checked, without what
    decorators have made of them.
    """
    fault = _find_fault(agent_class)
    if fault:
        raise AgentError(fault)


@lru_cache(maxsize=256)
def _find_fault(agent_class: type) -> str:
    for name, arguments in ARGUMENTS.items():
        found = getattr_static(agent_class, name, None)
        is_static = isinstance(found, staticmethod)
        function = found.__func__ if isinstance(found, (staticmethod, classmethod)) else found
        if not isinstance(function, FunctionType):
            continue
        given = arguments if is_static else ("self", *arguments)
        found_signature = signature(function, follow_wrapped=False)
        try:
            found_signature.bind(*given)
        except TypeError:
            code = function.__code__
            taken = found_signature.replace(return_annotation=Signature.empty)
            return (
                f"{agent_class.__name__}.{name} takes {taken}; write it as "
                f"`def {name}({', '.join(given)})` ({Path(code.co_filename).name}, line "
                f"{code.co_firstlineno})"
            )
    return ""
