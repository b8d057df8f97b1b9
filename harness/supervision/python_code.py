"""Code to start a Python process that calls one function of this package."""

import sys


def code_calling(module: str, call: str) -> str:
    """Return code, for `python -c`, that imports from a module of this package and calls it.

    The new process has the module search path of this one.
    """
    function = call.partition("(")[0]
    return f"import sys; sys.path[:] = {sys.path!r}; from {module} import {function}; {call}"
