"""Hashes a class by its source and by everything that it refers to by name.

A class of a notebook's cell has no file to hash. Its play is determined by the source of its
methods and what they refer to: functions and values of other cells, base classes, modules of the
working folder. An edit of any of these changes the hash; comments between methods, and the position
of the class in a cell or file, do not. Code without a source (typed at a prompt, created by `exec`)
is hashed in compiled form, which is specific to a version of Python. Installed packages are hashed
by name.
"""

import copyreg
import dis
import inspect
import os
import sys
import sysconfig
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER
from linecache import getlines
from pathlib import Path
from textwrap import dedent
from tokenize import TokenError
from types import CellType, CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any

from railbird.plugins.errors import AgentError
from railbird.plugins.finding.plugin_source import PACKAGE_FILE, hash_files, read_folder

PLAIN = (type(None), type(...), bool, int, float, complex, str, bytes)
INSTALLED_FOLDERS = {"site-packages", "dist-packages"}
OWN_PACKAGE = "railbird"
SCRIPT = "__main__"
NOT_OF_PLAY = {"_abc_impl", "__annotate__", "__annotate_func__"}
"""Attributes of classes that Python sets itself."""
CODE_PARTS = (
    *("co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_flags", "co_code", "co_names"),
    *("co_varnames", "co_cellvars", "co_freevars", "co_exceptiontable", "co_consts"),
)
LOADS = {"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"}
REDUCED = ("maker", "arguments", "state", "items", "pairs")
PICKLE_PROTOCOL = 4

Parts = Iterator[tuple[str, object]]
"""The parts of an object, in a fixed order, each with a name for messages."""


def hash_definition(agent_class: type) -> str:
    """Hash a class, with everything it refers to, to 32 hex digits.

    Raises AgentError if it refers to a value that cannot be pickled, such as a lock or an open
    file.
    """
    return _Walk().digest(agent_class, agent_class.__name__)


def require_as_in_file(agent_class: type) -> None:
    """Raise AgentError for a class whose file was edited after it was imported."""
    module = home_of(agent_class)
    if module is None or type(getattr(module, "__loader__", None)) is not SourceFileLoader:
        return
    path = Path(module.__file__ or "")
    written = _codes_in(path.read_text(encoding="utf-8"), str(path)) if path.is_file() else set()
    for value in vars(agent_class).values():
        code = value.__code__ if isinstance(value, FunctionType) else None
        if code is not None and code.co_filename == str(path) and code not in written:
            raise AgentError(
                f"class '{agent_class.__name__}' differs from {path.name}, which was edited after "
                "it was imported; reload the module (importlib.reload) or restart Python"
            )


def home_of(thing: Any) -> ModuleType | None:
    """Return the module from which another process can import a class or a function.

    None for definitions in a cell, a script or a function.
    """
    module = sys.modules.get(thing.__module__ or "")
    if module is None or module.__name__ == SCRIPT:
        return None
    found: object = module
    for name in thing.__qualname__.split("."):
        found = getattr(found, name, None)
    return module if found is thing else None


class _Walk:
    """Visits everything that a class refers to; each object is hashed once."""

    def __init__(self) -> None:
        self._digests: dict[int, str] = {}
        self._kept: list[object] = []  # so that no other object gets the same id

    def digest(self, thing: object, where: str) -> str:
        """Return the hash of any object; recursive references are hashed by number."""
        if id(thing) not in self._digests:
            self._kept.append(thing)
            self._digests[id(thing)] = f"thing {len(self._kept)}"
            parts = [
                (name, self._told(part, f"{where}.{name}"))
                for name, part in _parts_of(thing, where)
            ]
            ordered = sorted(parts) if isinstance(thing, (set, frozenset)) else parts
            self._digests[id(thing)] = hash_files(tuple(ordered))
        return self._digests[id(thing)]

    def _told(self, part: object, where: str) -> bytes:
        if type(part) in PLAIN:
            return repr(part).encode()
        return self.digest(part, where).encode()


def _parts_of(thing: object, where: str) -> Parts:
    if isinstance(thing, ModuleType):
        return _parts_of_module(thing)
    if isinstance(thing, type):
        return _parts_of_class(thing)
    if isinstance(thing, FunctionType):
        return _parts_of_function(thing)
    if isinstance(thing, CodeType):
        return ((name, getattr(thing, name)) for name in CODE_PARTS)
    return _parts_of_value(thing, where)


def _parts_of_module(module: ModuleType) -> Parts:
    """Yield a module's name; of a local one also its files, and the local modules it imports."""
    yield "module", module.__name__
    path = _local_file(module)
    if path is None:
        return
    is_package = path.name == PACKAGE_FILE
    files = read_folder(path.parent) if is_package else ((path.name, path.read_bytes()),)
    yield "files", hash_files(files)
    for name in sorted(_named_modules(module)):
        other = sys.modules.get(name)
        if other is not None and _local_file(other) is not None:
            yield name, other


def _named_modules(module: ModuleType) -> set[str]:
    """Return the modules that a module imports, directly or by their definitions."""
    names = set()
    for value in vars(module).values():
        if isinstance(value, ModuleType):
            names.add(value.__name__)
        else:
            definer = value if isinstance(value, (type, FunctionType)) else type(value)
            names.add(str(definer.__module__))
    return names - {module.__name__}


def _local_file(module: ModuleType) -> Path | None:
    """Return the file of a module that is neither installed nor ours; None for any other."""
    path = Path(getattr(module, "__file__", None) or "")
    is_ours = module.__name__.partition(".")[0] == OWN_PACKAGE
    is_of_python = any(
        path.is_relative_to(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")
    )
    is_installed = is_of_python or not INSTALLED_FOLDERS.isdisjoint(path.parts)
    is_local = module.__name__ != SCRIPT and not is_ours and not is_installed and path.is_file()
    return path if is_local else None


def _parts_of_class(found: type) -> Parts:
    yield "class", found.__qualname__
    module = home_of(found) or (sys.modules["builtins"] if found.__module__ == "builtins" else None)
    if module is not None:
        yield "home", module
        return
    yield from (("base", base) for base in found.__bases__)
    yield "metaclass", type(found)
    for name, value in sorted(vars(found).items()):
        is_data = not (callable(value) or isinstance(value, (classmethod, property)))
        is_special = name.startswith("__") and name.endswith("__") and is_data
        if not is_special and name not in NOT_OF_PLAY:
            yield name, value


def _parts_of_function(function: FunctionType) -> Parts:
    yield "function", function.__qualname__
    module = home_of(function)
    if module is not None:
        yield "home", module
        return
    code = function.__code__
    source = _source_of(function)
    yield from [("source", source)] if source else [("python", MAGIC_NUMBER), ("code", code)]
    yield "defaults", function.__defaults__
    yield "keyword defaults", function.__kwdefaults__
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        yield name, _content_of(cell)
    yield from sorted(vars(function).items())
    yield from _global_parts(function)


def _content_of(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # it is still empty
        return None


def _global_parts(function: FunctionType) -> Parts:
    """Yield the globals that a function refers to, unless it is a package's, and its imports."""
    known = function.__globals__
    definer = sys.modules.get(str(known.get("__name__")))
    if definer is not None and definer.__name__ != SCRIPT and _local_file(definer) is None:
        return
    named, imported = set(), set()
    for code in [function.__code__, *_codes_of(function.__code__)]:
        for step in dis.get_instructions(code):
            if step.opname in LOADS:
                named.add(str(step.argval))
            elif step.opname == "IMPORT_NAME":
                imported.add(str(step.argval))
    yield from ((name, known[name]) for name in sorted(named & known.keys()))
    yield from ((name, _find_module(name)) for name in sorted(imported))


def _find_module(name: str) -> ModuleType | None:
    """Import what a function imports; what fails now will also fail in play."""
    try:
        return import_module(name)
    except Exception:  # a module may raise anything when it is imported
        return None


def _source_of(function: FunctionType) -> str:
    """Return the source lines of a function, as compiled; "" if they are not available."""
    code = function.__code__
    lines = getlines(code.co_filename, function.__globals__)
    if not 1 <= code.co_firstlineno <= len(lines):
        return ""
    is_file = os.path.exists(code.co_filename)
    if is_file and code not in _codes_in("".join(lines), code.co_filename):
        return ""  # if it was edited since, the lines differ
    try:
        block = inspect.getblock(lines[code.co_firstlineno - 1 :])
    except (SyntaxError, TokenError):
        return ""
    return dedent("".join(block)).rstrip()


def _codes_in(text: str, file_name: str) -> set[CodeType]:
    """Return the code of every function and class in a file's text; none if it has an error."""
    try:
        return set(_codes_of(compile(text, file_name, "exec", dont_inherit=True)))
    except (SyntaxError, ValueError):
        return set()


def _codes_of(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_of(constant)


def _parts_of_value(thing: Any, where: str) -> Parts:
    yield "type", type(thing)
    if isinstance(thing, MappingProxyType):
        yield "mapping", dict(thing)
    elif type(thing) in (list, tuple):
        yield from ((str(number), value) for number, value in enumerate(thing))
    elif type(thing) in (set, frozenset):
        yield from (("member", value) for value in thing)
    elif isinstance(thing, (staticmethod, classmethod)):
        yield "function", thing.__func__
    elif isinstance(thing, property):
        yield from (("get", thing.fget), ("set", thing.fset), ("delete", thing.fdel))
    elif isinstance(thing, cached_property):
        yield "function", thing.func
    elif hasattr(thing, "__wrapped__"):  # a cache around a function, regardless of its contents
        yield "function", thing.__wrapped__
    else:
        yield from _reduced_parts(thing, where)


def _reduced_parts(thing: Any, where: str) -> Parts:
    """Decompose an object like pickle."""
    reduce = copyreg.dispatch_table.get(type(thing))
    try:
        parts = thing.__reduce_ex__(PICKLE_PROTOCOL) if reduce is None else reduce(thing)
    except Exception as error:  # copying the object may raise anything
        raise AgentError(
            f"{where} is a {type(thing).__name__}, which cannot be hashed to detect edits; create "
            "it in __init__, or play without a folder"
        ) from error
    if isinstance(parts, str):
        yield "name", parts
        return
    for name, part in zip(REDUCED, parts, strict=False):
        yield name, list(part) if name in ("items", "pairs") and part is not None else part
