"""Classes as cells of a notebook define them: no file, source lines kept as IPython keeps them."""

import linecache
from itertools import count
from typing import Any

_NUMBERS = count()


def run_cells(*cells: str, has_source: bool = True) -> dict[str, Any]:
    """Run cells one after the other in a fresh namespace, as a fresh kernel would."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for text in cells:
        name = f"<cell {next(_NUMBERS)}>"
        if has_source:
            linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        exec(compile(text, name, "exec", dont_inherit=True), namespace)
    return namespace


def define(*cells: str, has_source: bool = True) -> type:
    """Run cells and return the class `Agent` that one of them defines."""
    found: type = run_cells(*cells, has_source=has_source)["Agent"]
    return found
