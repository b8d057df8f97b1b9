"""``railbird new-agent`` writes a package that installs and passes ``railbird check``."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.harness.cli.tools.new_agent import write_agent_package
from railbird.harness.conformance.check import Subject, check_conformance
from railbird.harness.conformance.report import describe_conformance
from railbird.harness.errors import NewAgentError
from railbird.plugins import load_registry, read_plugin


def run(*command: str | Path, python_path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, command)],
        env=os.environ | {"PYTHONPATH": str(python_path)},
        cwd=python_path.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_agent_passes_the_conformance_suite_as_it_is(tmp_path: Path) -> None:
    package = write_agent_package("late-river", tmp_path)
    source = read_plugin(package / "late_river.py")
    registry = load_registry([source])
    subject = Subject(registry.agent("late-river"), plugins=(source.path,))
    games = {name: registry.game(name) for name in ("kuhn-2p", "leduc", "holdem-nolimit-3p")}
    report = check_conformance(subject, games)
    assert report.has_passed, describe_conformance(report)


def test_its_act_is_ten_lines_at_most(tmp_path: Path) -> None:
    package = write_agent_package("short", tmp_path)
    text = (package / "short.py").read_text(encoding="utf-8")
    body = text.split('"""Decide."""')[1].split("@hookimpl")[0]
    assert len(body.strip().splitlines()) <= 10


def test_the_package_installs_and_is_found_and_its_own_test_passes(tmp_path: Path) -> None:
    package, site = write_agent_package("new-comer", tmp_path), tmp_path / "site"
    installed = run(
        *("-m", "pip", "install", "--quiet", "--no-deps", "--target", site, package),
        python_path=site,
    )
    assert installed.returncode == 0, installed.stderr
    find = "from railbird.plugins import load_registry as l; print(l().agent_offers['new-comer'])"
    found = run("-c", find, python_path=site)
    assert "distribution='new-comer', version='0.1.0'" in found.stdout, found.stderr
    test = package / "tests" / "test_new_comer.py"
    test.write_text(
        test.read_text(encoding="utf-8").replace('("new-comer")', '("new-comer", games=["leduc"])'),
        encoding="utf-8",
    )
    tested = run("-m", "pytest", "-q", "-p", "no:cacheprovider", package, python_path=site)
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert "1 passed" in tested.stdout


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Big", "is not a valid package name"),
        ("with space", "is not a valid package name"),
        ("two--hyphens", "is not a valid package name"),
        ("../escape", "is not a valid package name"),
        ("", "is not a valid package name"),
        ("x" * 65, "at most 64 characters"),
        ("class", "there is already a Python module named 'class'"),
        ("random", "there is already a Python module named 'random'"),
        ("numpy", "there is already a Python module named 'numpy'"),
        ("raise-pot", "there is already an agent named 'raise-pot'"),
    ],
)
def test_a_name_that_will_not_do_is_refused(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(NewAgentError, match=words):
        write_agent_package(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    write_agent_package("twice", tmp_path)
    with pytest.raises(NewAgentError, match="already exists"):
        write_agent_package("twice", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["twice"]


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NewAgentError, match=r"cannot write .*: No such file or directory"):
        write_agent_package("nowhere", tmp_path / "none")
