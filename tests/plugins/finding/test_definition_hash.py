"""A class of a notebook has another hash when it, or anything that it reaches, was edited."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cells import define

from railbird.plugins import AgentError
from railbird.plugins.finding.definition_hash import hash_definition, require_as_in_file

ACT = "class Agent:\n    def act(self, observation):\n        return {}\n"

EDITED = {
    "a method": [ACT.format(7)],
    "a docstring": [ACT.format("'7'")],
    "a value of another cell": ["X = 7", ACT.format("X")],
    "a function": ["def f(): return 7", ACT.format("f()")],
    "a function of a function": ["def g(): return 7", "def f(): return g()", ACT.format("f()")],
    "a lambda": ["f = lambda: 7", ACT.format("f()")],
    "a default": ["X = 7", "class Agent:\n    def act(self, o, x=X): return x"],
    "a keyword's default": ["X = 7", "class Agent:\n    def act(self, o, *, x=X): return x"],
    "a base class": ["class B:\n    def f(self): return 7", "class Agent(B):\n    act = B.f"],
    "a method of its base": ["class B:\n    def act(self, o): return 7", "class Agent(B): pass"],
    "a metaclass": ["class M(type):\n    x = 7", "class Agent(metaclass=M): pass"],
    "an attribute": ["class Agent:\n    x = 7"],
    "a static method": ["class Agent:\n    @staticmethod\n    def act(o): return 7"],
    "a class method": ["class Agent:\n    @classmethod\n    def act(cls, o): return 7"],
    "a property": ["class Agent:\n    @property\n    def x(self): return 7"],
    "a cached property": [
        "from functools import cached_property",
        "class Agent:\n    @cached_property\n    def x(self): return 7",
    ],
    "a function with a cache": [
        "from functools import cache\n@cache\ndef f(): return 7",
        ACT.format("f()"),
    ],
    "a function with some arguments": [
        "from functools import partial\nf = partial(max, 7)",
        ACT.format("f(0)"),
    ],
    "what a function encloses": [
        "def make(x):\n    class A:\n        def act(self, o): return x\n    return A",
        "Agent = make(7)",
    ],
    "what a nested function names": [
        "X = 7",
        "class Agent:\n    def act(self, o): return [X for _ in o]",
    ],
    "an array": ["import numpy as np\nX = np.array([1, 7])", ACT.format("X")],
    "a set": ["X = {'a', '7'}", ACT.format("X")],
    "a dictionary": ["X = {'a': 7}", ACT.format("X")],
    "a pattern": ["import re\nX = re.compile('7')", ACT.format("X")],
    "a list with itself in it": ["X = [7]\nX.append(X)", ACT.format("X")],
    "an object": ["class T: pass\nt = T()\nt.x = 7", ACT.format("t.x")],
    "text with methods of its own": [
        "class T(str):\n    def f(self): return 7\nt = T()",
        ACT.format("t.f()"),
    ],
    "an object's class": ["class T:\n    def f(self): return 7\nt = T()", ACT.format("t.f()")],
    "an object's method": ["class T:\n    def f(self): return 7\nf = T().f", ACT.format("f()")],
    "a dataclass": [
        "from dataclasses import dataclass\n@dataclass\nclass Agent:\n    x: int = 7",
    ],
    "an enumeration": ["from enum import Enum\nclass E(Enum):\n    A = 7", ACT.format("E.A")],
    "a function's attribute": ["def f(): return f.x\nf.x = 7", ACT.format("f()")],
}
"""Cells that define an agent; the edit makes 8 of 7."""


def edit(cells: list[str]) -> list[str]:
    return [cell.replace("7", "8") for cell in cells]


@pytest.mark.parametrize("cells", EDITED.values(), ids=EDITED)
@pytest.mark.parametrize("has_source", [True, False])
def test_an_edit_of_what_a_class_reaches_gives_another_hash(
    cells: list[str], has_source: bool
) -> None:
    before, again, after = (
        hash_definition(define(*each, has_source=has_source))
        for each in (cells, cells, edit(cells))
    )
    assert before == again != after


def test_a_comment_in_a_method_is_an_edit_of_its_source() -> None:
    bare, told = (
        define(f"class Agent:\n    def act(self, o):{c}\n        pass") for c in ("", "  # x")
    )
    assert hash_definition(bare) != hash_definition(told)


@pytest.mark.parametrize("pair", [("1", "True"), ("[7]", "(7,)"), ("'7'", "b'7'"), ("{7}", "[7]")])
def test_a_value_of_another_type_gives_another_hash(pair: tuple[str, str]) -> None:
    one, other = (define(f"X = {text}", ACT.format("X")) for text in pair)
    assert hash_definition(one) != hash_definition(other)


TWO = "class Agent:\n    def act(self, o): return f(o)\n{}\n    def end_hand(self, r): self.x = X\n"
ALIKE = {
    "its place": (("X = 1\ndef f(o): return o", TWO), ("def f(o): return o\n\n\nX = 1\n" + TWO,)),
    "a comment between methods": (
        ("X = 1\ndef f(o): return o", TWO.format("")),
        ("X = 1\ndef f(o): return o", TWO.format("    # says nothing")),
    ),
    "what it does not reach": (
        ("X = 1\ndef f(o): return o", TWO),
        ("X, Y = 1, 2\ndef f(o): return o\ndef o(): pass\nr = open", TWO),
    ),
    "an attribute of another's name": (
        ("act = 1", "class Agent:\n    def act(self, o): return o.act"),
        ("act = 2", "class Agent:\n    def act(self, o): return o.act"),
    ),
    "the order of a set": (
        ("X = {'a', 'b'}", ACT.format("X")),
        ("X = {'b', 'a'}", ACT.format("X")),
    ),
}


@pytest.mark.parametrize("what", ALIKE)
def test_what_makes_no_difference_to_play_makes_none_to_the_hash(what: str) -> None:
    one, other = (define(*(cell.replace("{}", "") for cell in cells)) for cells in ALIKE[what])
    assert hash_definition(one) == hash_definition(other)


SCRIPT = """
from railbird.plugins.finding.definition_hash import hash_definition
WORDS = {"raise", "call", "fold", "check", "bet"}
class Agent:
    def act(self, observation):
        return 7 and observation in WORDS and observation in {"a", "b", "c", "d"}
print(hash_definition(Agent))
"""


def test_every_process_finds_the_same_hash_until_the_script_is_edited(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "edited.py").write_text(SCRIPT.replace("7", "8"))

    def find(script: str, seed: int) -> str:
        return subprocess.run(
            [sys.executable, script],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    first = find("script.py", 1)
    assert [find("script.py", 2), find(str(tmp_path / "script.py"), 3)] == [first, first]
    assert find("edited.py", 1) != first


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder from which modules are imported, and forgotten at the end."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def import_anew(*names: str) -> None:
    """Import modules as a fresh process would."""
    for name in names:
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


MODULES = {
    "a module that a cell imports": "import my_tools",
    "a function that a cell imports": "from my_tools import tool",
    "a module that a method imports": "",
    "a module of a module": "import my_more",
}


@pytest.mark.parametrize("what", MODULES)
def test_an_edit_of_a_module_of_the_working_folder_gives_another_hash(
    what: str, folder: Path
) -> None:
    (folder / "my_more.py").write_text("import my_tools\n")
    body = {
        "import my_tools": "my_tools.tool()",
        "from my_tools import tool": "tool()",
        "import my_more": "my_more.my_tools.tool()",
        "": "__import__",
    }[MODULES[what]]
    cell = f"{MODULES[what]}\n" + ACT.format(body)
    if not MODULES[what]:
        cell = (
            "class Agent:\n    def act(self, o):\n        import my_tools\n        return my_tools"
        )
    hashes = []
    for number in (1, 2, 1):
        (folder / "my_tools.py").write_text(f"def tool(): return {number}\n")
        import_anew("my_tools", "my_more")
        hashes.append(hash_definition(define(cell)))
    assert hashes[0] == hashes[2] != hashes[1]


def test_a_class_of_a_module_counts_with_its_file_and_what_that_imports(folder: Path) -> None:
    hashes = []
    for tools, agents in ((1, 1), (1, 2), (2, 1), (1, 1)):
        (folder / "my_tools.py").write_text(f"X = {tools}\n")
        (folder / "my_agents.py").write_text(f"import my_tools\n{ACT.format(agents)}")
        import_anew("my_tools", "my_agents")
        hashes.append(hash_definition(importlib.import_module("my_agents").Agent))
    assert hashes[0] == hashes[3]
    assert len(set(hashes)) == 3


def test_an_edit_of_a_file_after_its_import_is_noticed(folder: Path) -> None:
    file = folder / "my_agents.py"
    file.write_text(ACT.format(1))
    import_anew("my_agents")
    module = importlib.import_module("my_agents")
    require_as_in_file(module.Agent)
    file.write_text("\n\n" + ACT.format(22))
    with pytest.raises(AgentError, match=r"'Agent' differs from my_agents\.py, which was edited"):
        require_as_in_file(module.Agent)
    require_as_in_file(importlib.reload(module).Agent)


def test_a_script_that_was_edited_while_it_runs_is_hashed_as_it_runs(tmp_path: Path) -> None:
    script = tmp_path / "script.py"

    def start(number: int) -> type:
        script.write_text(ACT.format(number))
        namespace = {"__name__": "__main__"}
        exec(compile(script.read_text(), str(script), "exec"), namespace)
        return namespace["Agent"]

    running = start(1)
    edited = start(2)
    assert hash_definition(running) != hash_definition(edited)


LIBRARY = """
import functools, threading
LOCK = threading.Lock()
def guarded(function):
    @functools.wraps(function)
    def call(*arguments):
        with LOCK:
            return function(*arguments)
    return call
"""


def test_what_a_package_wraps_counts_without_the_package(folder: Path) -> None:
    packages = folder / "site-packages"
    packages.mkdir()
    (packages / "my_library.py").write_text(LIBRARY)
    sys.path.insert(0, str(packages))
    cells = ["import my_library\n@my_library.guarded\ndef f(): return 7", ACT.format("f()")]
    assert hash_definition(define(*cells)) != hash_definition(define(*edit(cells)))


def test_what_python_cannot_take_apart_is_named() -> None:
    agent = define("import threading\nLOCK = threading.Lock()", ACT.format("LOCK"))
    with pytest.raises(AgentError, match=r"Agent\.act\.LOCK is a lock, which cannot be hashed"):
        hash_definition(agent)
