"""The house rules that no linter knows: names, sizes, facades and signatures."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
ROOMS = ("native", "plugins", "agents", "harness", "results")
FORBIDDEN_WORDS = {"base", "common", "helper", "helpers", "misc", "util", "utils"}
LONGEST_MODULE = 500  # above this, ask whether the file has two subjects
LONGEST_FUNCTION = 40
MOST_POSITIONAL = 3

MODULES = sorted(path for room in ROOMS for path in (REPOSITORY / room).rglob("*.py"))
C_FILES = sorted((REPOSITORY / "native").rglob("*.[ch]"))
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


def _facade_statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """What a facade says after its docstring; of a lazy one the imports that checkers read."""
    for node in tree.body[1:]:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            assert "lazy_names(__name__)" in ast.unparse(node.orelse[-1])
            yield from node.body
        elif ast.unparse(node) != "from typing import TYPE_CHECKING":
            yield node


@pytest.mark.parametrize("facade", FACADES, ids=name_of)
def test_a_facade_is_a_docstring_imports_and_a_sorted_all(facade: Path) -> None:
    tree = ast.parse(facade.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "a package says what it is for"
    imported: list[str] = []
    exported: list[str] = []
    for node in _facade_statements(tree):
        if isinstance(node, ast.ImportFrom):
            imported += [alias.asname or alias.name for alias in node.names]
        else:
            assert isinstance(node, ast.Assign), f"line {node.lineno} is more than an import"
            assert [ast.unparse(target) for target in node.targets] == ["__all__"]
            exported = ast.literal_eval(node.value)
    # That __all__ is sorted is ruff's RUF022: constants, then classes, then functions.
    assert sorted(imported) == sorted(exported), "what is imported and __all__ differ"


@pytest.mark.parametrize("path", [*MODULES, *C_FILES], ids=name_of)
def test_a_file_is_named_for_its_subject(path: Path) -> None:
    assert not FORBIDDEN_WORDS & set(path.stem.strip("_").split("_"))


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
