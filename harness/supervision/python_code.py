"""How a Python process is started that calls one function of this package."""

import sys


def code_calling(module: str, call: str) -> str:
    """Return code, for `python -c`, that imports from a module of this package and calls it.

    Modules are looked for where this process looks for them.
    """
    function = call.partition("(")[0]
    return f"import sys; sys.path[:] = {sys.path!r}; from {module} import {function}; {call}"
