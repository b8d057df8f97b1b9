"""The documents hold: their commands run as printed, and the names they promise exist."""

import builtins
import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest
import typer
from documents import GUIDES, PAGES, REPOSITORY, commands, fenced, files, read

from railbird.harness.cli.application import build_app, run_command
from railbird.harness.plan.spec import Spec
from railbird.harness.plan.spec_file import parse_spec
from railbird.harness.players.kinds import AgentSpec
from railbird.harness.players.outside_spec import Outside
from railbird.harness.players.populations import PopulationMember, PopulationSpec

ROOMS = ("native", "plugins", "harness", "results", "agents")
DOCUMENTS = [
    *(REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(PAGES.rglob("*.md")),
]
GENERATED = [PAGES / "tables.md", *PAGES.glob("api/*.md")]
"""Pages that are written from the code, and have its words."""
README = read(REPOSITORY / "README.md")
CONTRACTS = [read(page) for page in sorted(PAGES.glob("contracts/*.md"))]
TEXT = README + read(REPOSITORY / "CONTRIBUTING.md")
LONGEST_README = 120
COMMANDS = commands(README, "railbird")
FEW_DECKS = ("decks = 50", "decks = 10")
"""Guides are tried on less than their reader has, so that it takes less."""
OF_OTHER_PROJECTS = tuple(f"import {name}" for name in ("polars", "pandas", "duckdb"))
"""They are run by tests/results/store/test_other_readers.py."""


UNUSUAL = r"reckon\w*|misdeeds?|deeds?|mend(?:s|ed)?|whoever|afar|anew|foretell\w*|lest"
"""Words that made readers stop."""


def name_of(path: object) -> str | None:
    return path.relative_to(REPOSITORY).as_posix() if isinstance(path, Path) else None


def of_guides() -> list[tuple[Path, str]]:
    """Return the commands of the guides by page, those once that several pages have."""
    page_of: dict[str, Path] = {}
    for page in GUIDES:
        for line in commands(read(page), "railbird"):
            page_of.setdefault(line, page)
    return [(page, line) for line, page in page_of.items() if line not in COMMANDS]


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
    """Make a folder as a reader of the README has it, with the agent and the spec."""
    folder = tmp_path_factory.mktemp("desk")
    for name, text in files(README).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    """Give every guide a desk of its own with a run, where its commands are run in their order."""
    folder = tmp_path_factory.mktemp("desks")
    first = folder / "first"
    first.mkdir()
    for name, text in files(README).items():
        (first / name).write_text(text.replace(*FEW_DECKS), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(first)
        assert run_command(["run", "my-tournament.toml"]) == 0
    desks = {page: Path(shutil.copytree(first, folder / page.stem)) for page in GUIDES}
    for page, own in desks.items():
        for name, text in files(read(page)).items():
            if not (own / name).exists():
                (own / name).write_text(text, encoding="utf-8")
    return desks


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_runs_as_printed(
    command: str, desk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process; the newcomer's path types them in a shell."""
    monkeypatch.chdir(desk)
    assert run_command(shlex.split(command, comments=True)[1:]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(("page", "command"), of_guides(), ids=name_of)
def test_a_command_of_a_guide_runs_as_printed(
    page: Path,
    command: str,
    desks: dict[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(desks[page])
    code = run_command(shlex.split(command)[1:])
    printed = capfd.readouterr()
    assert code == 0, printed.err
    assert printed.out or printed.err


@pytest.mark.parametrize("page", [page for page in DOCUMENTS if page not in GUIDES], ids=name_of)
def test_the_commands_of_other_pages_have_these_options(page: Path) -> None:
    group = typer.main.get_command(build_app())
    text = read(page)
    for line in commands(text, "railbird") + commands(text, "railbird", language="text"):
        words = shlex.split(re.split(r"&&|\|", line)[0])[1:]
        with group.make_context("railbird", words, resilient_parsing=True) as context:
            name, command, rest = group.resolve_command(context, words)
            parser = command.make_parser(command.context_class(command, info_name=name))
            parser.parse_args(rest)


@pytest.fixture(scope="module")
def printed(desk: Path) -> list[str]:
    """Return what the README's tournament prints, line by line."""
    done = run_at(desk, "railbird", "run", "my-tournament.toml", "--out", "again")
    assert done.returncode == 0, done.stderr
    return [line.rstrip() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", ["README.md", "docs/tutorial/reading-results.md"])
def test_a_page_shows_what_is_printed(name: str, printed: list[str]) -> None:
    (shown,) = [b for b in fenced(read(REPOSITORY / name)) if "row against column" in b]
    assert shown.splitlines() == printed[: shown.count("\n")], "write it again: make docs"


def python_blocks() -> list[tuple[Path, str]]:
    """Return the Python of the guides that is no file to save and needs no other project."""
    pages = [page for page in GUIDES if page.stem != "first-bot"]
    blocks = [(page, block) for page in pages for block in fenced(read(page), "python")]
    return [(page, block) for page, block in blocks if not block.startswith(OF_OTHER_PROJECTS)]


@pytest.mark.parametrize(("page", "block"), python_blocks(), ids=name_of)
def test_the_python_of_a_guide_runs(page: Path, block: str, desks: dict[Path, Path]) -> None:
    done = run_at(desks[page], "python", "-c", block)
    assert done.returncode == 0, done.stderr
    assert "mbb_per_hand" in done.stdout or "total bankroll" in done.stdout


def test_the_tutorial_plays_the_tournament_of_the_readme() -> None:
    tutorial = {}
    for page in PAGES.glob("tutorial/*.md"):
        tutorial |= files(read(page))
    readme = files(README)
    assert tutorial.keys() == readme.keys()
    (spec,) = [name for name in readme if name.endswith(".toml")]
    assert parse_spec(tutorial[spec]) == parse_spec(readme[spec])


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_toml_is_valid(page: Path) -> None:
    for block in fenced(read(page), "toml"):
        tomllib.loads(block)


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


def test_the_readme_is_short_and_its_agent_of_ten_lines() -> None:
    assert README.count("\n") <= LONGEST_README
    lines = [line for line in files(README)["my_agent.py"].splitlines() if line.strip()]
    assert len(lines) <= 10


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", read(document))
    local = [link for link in links if not link.startswith("https:")]
    assert [link for link in local if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("room", ["native", "plugins", "harness", "results"])
def test_names_promised_by_a_room_exist(room: str) -> None:
    section = re.compile(rf"^## railbird\.{room}\n(.*?)(?=^## |\Z)", re.M | re.S)
    texts = [text for page in CONTRACTS for text in section.findall(page)]
    blocks = [block for text in texts for block in fenced(text, "python")]
    lines = [line for block in blocks for line in block.splitlines()]
    faces = [line.partition("#")[0] for line in lines if not line.startswith((" ", "#", "@"))]
    promised = {
        match[1] or match[2]
        for face in faces
        for match in re.finditer(r"(?:^|;\s*)(?:class (\w+)|(\w+)\()", face)
    }
    assert promised
    assert promised - exported_names(room) == set()


@pytest.mark.parametrize("kind", [Spec, AgentSpec, PopulationSpec, PopulationMember, Outside])
def test_the_page_of_the_spec_has_every_key(kind: type[msgspec.Struct]) -> None:
    page = read(PAGES / "contracts" / "spec.md")
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`]+`", page))))
    assert {field.encode_name for field in msgspec.structs.fields(kind)} - named == set()


@pytest.mark.parametrize("page", [p for p in DOCUMENTS if p not in GENERATED], ids=name_of)
def test_pages_use_plain_words(page: Path) -> None:
    plain = re.sub(r"^```.*?^```$|`[^`\n]+`", "", read(page), flags=re.M | re.S)
    assert re.findall(rf"\b(?:{UNUSUAL})\b", plain) == []


def find_object(name: str) -> object:
    """Return the object of a dotted name: a module, or an attribute of one."""
    module, _, attribute = name.rpartition(".")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return getattr(find_object(module), attribute)


@pytest.mark.parametrize("document", DOCUMENTS[:2] + DOCUMENTS[3:], ids=name_of)
def test_dotted_names_in_running_text_exist_and_are_callable_where_called(document: Path) -> None:
    plain = re.sub(r"^```.*?^```$", "", read(document), flags=re.M | re.S)
    named = re.findall(r"`(?:python -m )?(railbird(?:\.\w+)+)(\(?)", plain)
    for name, call in named:
        assert callable(find_object(name)) or not call, f"{name} is not a function"


def test_classes_and_hooks_the_contracts_name_exist() -> None:
    text = "\n".join(CONTRACTS)
    plain = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", plain)
    named = {word for span in spans for word in re.findall(r"^[A-Z][a-z]+(?:[A-Z][a-z]+)+", span)}
    named |= set(re.findall(r"\b[A-Z]\w+Error\b", text))
    named |= {word for span in spans for word in re.findall(r"railbird_\w+", span)}
    python = {*dir(builtins), "NamedTuple"}
    hooks = {name for name in dir(importlib.import_module("railbird.plugins.finding.hookspecs"))}
    assert named - exported_names(*ROOMS) - python - hooks == set()
