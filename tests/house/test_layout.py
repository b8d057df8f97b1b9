"""The house rules that no linter knows: names, sizes, facades and signatures."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
ROOMS = ("railbird", "native", "plugins", "agents", "harness", "results")
FORBIDDEN_WORDS = {"base", "common", "helper", "helpers", "misc", "util", "utils"}
LONGEST_MODULE = 500  # above this, ask whether the file has two subjects
LONGEST_FUNCTION = 40
MOST_POSITIONAL = 3

MODULES = sorted(path for room in ROOMS for path in (REPOSITORY / room).rglob("*.py"))
DCUBOT_LAYERS = ("kernels", "model", "cards", "")  # of agents/dcubot/net, above native's
C_FILES = sorted(
    path
    for folder in ("native", "agents/clone/model", "agents/dcubot/net")
    for path in (REPOSITORY / folder).rglob("*.[ch]")
    if not path.name.startswith("_")  # written by cffi
)
FACADES = [path for path in MODULES if path.name == "__init__.py"]


def name_of(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


def functions_of(path: Path) -> Iterator[ast.FunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def statements_of(function: ast.FunctionDef) -> int:
    """Count a function's lines without its signature and docstring."""
    body = function.body[ast.get_docstring(function) is not None :]
    return function.end_lineno - body[0].lineno + 1 if body and function.end_lineno else 0


def positional_parameters(function: ast.FunctionDef) -> list[str]:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def is_public(function: ast.FunctionDef) -> bool:
    return not function.name.startswith("_") or function.name == "__init__"


LAZY = """
if TYPE_CHECKING:
    ...
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)
"""


@pytest.mark.parametrize("facade", FACADES, ids=name_of)
def test_a_facade_is_a_docstring_lazy_imports_and_a_sorted_all(facade: Path) -> None:
    tree = ast.parse(facade.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "a package says what it is for"
    if len(tree.body) == 1:
        return
    _, typing, lazy, exports = tree.body
    assert ast.unparse(typing) == "from typing import TYPE_CHECKING"
    assert isinstance(lazy, ast.If)
    assert isinstance(exports, ast.Assign)
    imports = [node for node in lazy.body if isinstance(node, ast.ImportFrom)]
    assert len(imports) == len(lazy.body)
    lazy.body = ast.parse("...").body
    assert ast.unparse(lazy) == ast.unparse(ast.parse(LAZY))
    assert [ast.unparse(target) for target in exports.targets] == ["__all__"]
    names = [alias.name for node in imports for alias in node.names]
    assert not [alias.asname for node in imports for alias in node.names if alias.asname]
    # That __all__ is sorted is ruff's RUF022: constants, then classes, then functions.
    assert sorted(names) == sorted(ast.literal_eval(exports.value))
    modules = {path.stem for path in facade.parent.iterdir() if path.suffix in ("", ".py")}
    assert not modules & set(names), "importing a module would replace what is exported"


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_nothing_below_imports_the_face_of_the_package(module: Path) -> None:
    face = set(import_module("railbird").__all__) - {"__version__"}
    tree = ast.parse(module.read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "railbird"
        for alias in node.names
    }
    asked = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "railbird"
    }
    assert not face & (imported | asked)


def package_of(facade: Path) -> str:
    package = ".".join(facade.parent.relative_to(REPOSITORY).parts)
    return package if package == "railbird" else f"railbird.{package}"


@pytest.mark.parametrize("facade", FACADES, ids=name_of)
def test_a_facade_offers_what_it_lists(facade: Path) -> None:
    package = import_module(package_of(facade))
    names = getattr(package, "__all__", [])
    assert all(hasattr(package, name) for name in names)
    assert set(names) <= set(dir(package))
    with pytest.raises(AttributeError, match=r"has no attribute 'xyzzy'"):
        package.xyzzy  # noqa: B018


def test_a_facade_imports_nothing_before_it_is_asked() -> None:
    packages = ", ".join(map(package_of, FACADES))
    code = f"import {packages}, sys; print([m for m in sys.modules if 'railbird' in m])"
    shown = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout
    imported = {name for name in ast.literal_eval(shown) if not name.startswith("__editable__")}
    assert imported == {"railbird", "railbird.facade", *map(package_of, FACADES)}


@pytest.mark.parametrize("path", [*MODULES, *C_FILES], ids=name_of)
def test_a_file_is_named_for_its_subject(path: Path) -> None:
    assert not FORBIDDEN_WORDS & set(path.stem.strip("_").split("_"))


def test_options_that_all_commands_share_load_nothing_that_plays_or_reads_runs() -> None:
    code = "import railbird.harness.cli.options, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = ("railbird.harness.plan", "railbird.harness.tournament", "railbird.results.run")
    assert [name for name in run.stdout.split() if name.startswith(heavy)] == []


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_a_module_fits_in_the_head(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE
    long = [f.name for f in functions_of(module) if statements_of(f) > LONGEST_FUNCTION]
    assert not long, f"functions of more than {LONGEST_FUNCTION} lines: {long}"


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_parameters_after_the_third_are_named_by_the_caller(module: Path) -> None:
    crowded = [
        f.name
        for f in functions_of(module)
        if is_public(f) and len(positional_parameters(f)) > MOST_POSITIONAL
    ]
    assert not crowded, f"more than {MOST_POSITIONAL} positional parameters: {crowded}"


def c_levels() -> dict[Path, int]:
    """Return the level of each folder of C: native's are those of import-linter's packages."""
    pyproject = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = pyproject["tool"]["importlinter"]["contracts"]
    native = next(one["layers"] for one in contracts if one["name"] == "Native has layers")
    dcubot = [REPOSITORY / "agents/dcubot/net" / part for part in DCUBOT_LAYERS]
    layers = [[REPOSITORY / "agents/clone/model"]] + [[folder] for folder in dcubot]
    layers += [[REPOSITORY / "native" / name for name in layer.split(" | ")] for layer in native]
    return {path: level for level, layer in enumerate(reversed(layers)) for path in layer}


def test_headers_have_different_names() -> None:
    names = [path.name for path in C_FILES if path.suffix == ".h"]
    assert len(names) == len(set(names)), "an include would not say which one it means"


def test_includes_of_c_point_one_way_as_imports_do() -> None:
    levels = c_levels()
    folder_of = {path.name: path.parent for path in C_FILES}
    upward = [
        f"{name_of(path)} includes {name_of(folder_of[header] / header)}"
        for path in C_FILES
        for header in re.findall(r'#include "(.+)"', path.read_text(encoding="utf-8"))
        if folder_of[header] != path.parent and levels[folder_of[header]] >= levels[path.parent]
    ]
    assert not upward
