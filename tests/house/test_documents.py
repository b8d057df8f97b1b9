"""The documents hold: their commands run as printed, and the names they promise exist."""

import builtins
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.harness.cli.application import run_command

REPOSITORY = Path(__file__).parents[2]
ROOMS = ("native", "plugins", "harness", "results", "agents")
DOCUMENTS = [
    *(REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((REPOSITORY / "docs").rglob("*.md")),
]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
CONTRACTS = (REPOSITORY / "docs" / "contracts.md").read_text(encoding="utf-8")
TEXT = README + (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")


def fenced(text: str, language: str = "") -> list[str]:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for tag, block in blocks if tag == language]


def commands(text: str, program: str) -> list[str]:
    lines = [
        line.partition("  #")[0].strip() for block in fenced(text) for line in block.splitlines()
    ]
    return [line for line in lines if line.startswith(f"{program} ")]


def exported_names(*rooms: str) -> set[str]:
    """Return what the rooms and the packages in them export."""
    facades = [path for room in rooms for path in (REPOSITORY / room).rglob("__init__.py")]
    parts = [facade.parent.relative_to(REPOSITORY).parts for facade in facades]
    modules = [importlib.import_module(".".join(("railbird", *part))) for part in parts]
    return {name for module in modules for name in getattr(module, "__all__", ())}


def run_at(desk: Path, *command: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "80"}
    return subprocess.run(
        command, cwd=desk, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder as a reader of the README has it: the tournaments, his agent, his spec."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "tournaments").symlink_to(REPOSITORY / "tournaments")
    (folder / "my_agent.py").write_text(fenced(README, "python")[0], encoding="utf-8")
    (folder / "my-tournament.toml").write_text(fenced(README, "toml")[0], encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", commands(README, "railbird"))
def test_a_command_of_the_readme_runs_as_printed(
    command: str, desk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process: that it is found on the path is a claim of the next test."""
    monkeypatch.chdir(desk)
    assert run_command(shlex.split(command, comments=True)[1:]) == 0
    assert capsys.readouterr().out


def test_the_readme_shows_what_is_printed(desk: Path) -> None:
    (shown,) = [block for block in fenced(README) if "row against column" in block]
    done = run_at(desk, "railbird", "run", "my-tournament.toml", "--out", "again")
    assert done.returncode == 0, done.stderr
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert [line.rstrip() for line in shown.splitlines()] == lines[: shown.count("\n")]


def test_the_tables_open_as_the_readme_says(desk: Path) -> None:
    done = run_at(desk, "python", "-c", fenced(README, "python")[1])
    assert done.returncode == 0, done.stderr
    assert "mbb_per_hand" in done.stdout


def test_the_notebook_of_the_readme_runs(desk: Path) -> None:
    (block,) = [text for text in fenced(README, "python") if "railbird.play" in text]
    done = run_at(desk, "python", "-c", block)
    assert done.returncode == 0, done.stderr
    assert "total bankroll" in done.stdout
    assert (desk / "r.html").exists()


@pytest.mark.parametrize("command", sorted(set(commands(TEXT, "make"))))
def test_a_make_target_of_the_documents_exists(command: str) -> None:
    plan = subprocess.run(
        [*command.split(), "--dry-run"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert plan.returncode == 0, plan.stderr


def test_the_demo_is_the_tournament_of_2014() -> None:
    plan = subprocess.run(
        ["make", "--dry-run", "demo"], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert "railbird run tournaments/acpc-2014-kuhn-3p.toml" in plan.stdout


def test_the_readme_agent_is_of_ten_lines() -> None:
    lines = [line for line in fenced(README, "python")[0].splitlines() if line.strip()]
    assert len(lines) <= 10


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith("https:")]
    assert [link for link in local if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("room", ["native", "plugins", "harness", "results"])
def test_names_promised_by_a_room_exist(room: str) -> None:
    section = re.search(rf"^## railbird\.{room}\n(.*?)(?=^## |\Z)", CONTRACTS, re.M | re.S)
    assert section
    lines = [line for block in fenced(section[1], "python") for line in block.splitlines()]
    faces = [line.partition("#")[0] for line in lines if not line.startswith((" ", "#", "@"))]
    promised = {
        match[1] or match[2]
        for face in faces
        for match in re.finditer(r"(?:^|;\s*)(?:class (\w+)|(\w+)\()", face)
    }
    assert promised
    assert promised - exported_names(room) == set()


def find_object(name: str) -> object:
    """Return what a dotted name stands for: a module, or what is found in one."""
    module, _, attribute = name.rpartition(".")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return getattr(find_object(module), attribute)


@pytest.mark.parametrize("document", DOCUMENTS[:2] + DOCUMENTS[3:], ids=lambda path: path.name)
def test_dotted_names_in_running_text_exist_and_are_callable_where_called(document: Path) -> None:
    plain = re.sub(r"^```.*?^```$", "", document.read_text("utf-8"), flags=re.M | re.S)
    named = re.findall(r"`(?:python -m )?(railbird(?:\.\w+)+)(\(?)", plain)
    for name, call in named:
        assert callable(find_object(name)) or not call, f"{name} is no function"


def test_classes_and_hooks_the_contracts_name_exist() -> None:
    plain = re.sub(r"^```.*?^```$", "", CONTRACTS, flags=re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", plain)
    named = {word for span in spans for word in re.findall(r"^[A-Z][a-z]+(?:[A-Z][a-z]+)+", span)}
    named |= set(re.findall(r"\b[A-Z]\w+Error\b", CONTRACTS))
    named |= {word for span in spans for word in re.findall(r"railbird_\w+", span)}
    python = {*dir(builtins), "NamedTuple"}
    hooks = {name for name in dir(importlib.import_module("railbird.plugins.finding.hookspecs"))}
    assert named - exported_names(*ROOMS) - python - hooks == set()
