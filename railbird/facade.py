"""Lazy facades (PEP 562): a package's public names are imported when they are first used.

A package's `__init__` imports its names under `if TYPE_CHECKING:`, for type checkers. These imports
are read again here, when the first name is looked up, so that they are the only list of where names
come from.
"""

import ast
import inspect
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module


def lazy_names(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the functions `__getattr__` and `__dir__` of a package."""
    module = sys.modules[package]

    def find(name: str) -> object:
        if name not in module.__all__:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(_sources(package)[name]), name)
        setattr(module, name, value)
        return value

    return find, lambda: sorted(module.__all__)


@cache
def _sources(package: str) -> dict[str, str]:
    """Return the module of each name that a package imports for type checkers."""
    tree = ast.parse(inspect.getsource(sys.modules[package]))
    checked = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in checked.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in imports for alias in node.names}
