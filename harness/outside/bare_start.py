"""How to start a Python process that needs little of this package.

Importing any module of a package imports its facade first, and ours imports everything; so a bare
process gets a package without one, which takes a thirtieth of the time.
"""

import sys
from importlib.resources import files


def bare_code(module: str, call: str) -> str:
    """Return code, for `python -c`, that imports a module of this package and calls in it."""
    folder = str(files("railbird.harness"))
    return (
        f"import sys, types; sys.path[:] = {sys.path!r}; "
        "package = types.ModuleType('railbird.harness'); "
        f"package.__path__ = [{folder!r}]; sys.modules['railbird.harness'] = package; "
        f"from railbird.harness.{module} import main; main({call})"
    )
