"""A project's folder selects the plugin that it installs; a stale installed copy is reported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.harness.cli.tools.new_agent import write_agent_package
from railbird.plugins import Origin, PluginError, load_registry, read_plugin
from railbird.plugins.finding.installed_copies import describe_stale_copy
from railbird.plugins.finding.plugin_import import import_plugin

PROJECT = """
[project]
name = "Odd_Bot"
[project.entry-points.railbird]
{points}
"""
MODULE = "def make():\n    return {number}\n"


def write_project(folder: Path, points: str = 'odd = "odd_bot"') -> Path:
    folder.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT.format(points=points))
    return folder


def write_module(path: Path, number: int = 1) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(MODULE.format(number=number))
    return path


def test_a_new_agents_folder_is_a_plugin(tmp_path: Path) -> None:
    package = write_agent_package("slow-river", tmp_path)
    source = read_plugin(package)
    assert source == read_plugin(package / "slow_river.py")
    assert "slow-river" in load_registry([source]).agents


@pytest.mark.parametrize(
    "file", ["odd_bot.py", "odd_bot/__init__.py", "src/odd_bot.py", "src/odd_bot/__init__.py"]
)
def test_a_project_may_be_laid_out_in_any_usual_way(file: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "odd-bot", 'odd = "odd_bot:plugin"')
    path = write_module(project / file)
    assert read_plugin(project) == read_plugin(path)


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ("", "has no [project.entry-points.railbird]; add it, or give the plugin's .py file"),
        ('a = "one"\nb = "two"', "names several plugins (one, two); give the file of one"),
        ('a = "odd.inner"', "names 'odd.inner', a module within a package; install it (pip"),
        ('a = "odd_bot"', "names the module 'odd_bot', which is neither in the folder nor in src"),
        ("a = = 1", "cannot be read: Invalid value (at line 5"),
    ],
)
def test_a_project_without_one_plugin_is_refused(points: str, told: str, tmp_path: Path) -> None:
    project = write_project(tmp_path / "odd-bot", points)
    with pytest.raises(PluginError) as refused:
        read_plugin(project)
    assert str(project) in str(refused.value)
    assert told in str(refused.value)


def describe_install(site: Path, name: str) -> None:
    """Make what pip would leave of the project beside its module."""
    info = site / f"{name}-1.2.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[railbird]\nit = {name.replace('-', '_')}\n")


@pytest.mark.parametrize("package", [False, True])
@pytest.mark.parametrize(
    ("place", "where"), [("odd-bot", "odd-bot"), ("odd_bot", "odd_bot"), ("", ".")]
)
def test_a_stale_copy_is_named_and_how_to_fix_it(
    place: str, where: str, package: bool, tmp_path: Path
) -> None:
    origin, folder = Origin("odd-bot", "1.2"), tmp_path / "work"
    site = tmp_path / "site" / ("odd_bot/__init__.py" if package else "odd_bot.py")
    write_module(site)
    factory = import_plugin(read_plugin(site)).make  # its file is the installed one
    assert describe_stale_copy(factory, origin, tmp_path) == "", "there is no project"
    project = write_project(folder / place)
    own = write_module(project / ("odd_bot/__init__.py" if package else "odd_bot.py"))
    assert describe_stale_copy(factory, origin, folder) == "", "it is the same"
    if package:
        write_module(own.with_name("more.py"))
    else:
        write_module(own, 2)
    name = "odd_bot" if package else "odd_bot.py"
    assert describe_stale_copy(factory, origin, folder) == (
        f"installed odd-bot 1.2 is not {where}/ here ({name} differs); pip install -e {where}"
    )
    assert describe_stale_copy(factory, Origin("odd_bot.py", content_hash="x"), folder) == ""
    assert describe_stale_copy(factory, Origin("even-bot"), folder) == ""


def test_commands_warn_of_it_and_a_plugin_that_is_installed_too_is_refused(tmp_path: Path) -> None:
    package, site = write_agent_package("new-bot", tmp_path), tmp_path / "site"
    describe_install(site, "new-bot")
    (site / "new_bot.py").write_text((package / "new_bot.py").read_text() + "# before\n")

    def said(*command: str) -> str:
        code = "from railbird.harness.cli.application import main; main()"
        found = subprocess.run(
            [sys.executable, "-c", code, *command],
            env=os.environ | {"PYTHONPATH": str(site)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        return found.stderr

    told = "warning: installed new-bot 1.2 is not new-bot/ here (new_bot.py differs); pip install"
    game = ("--game", "kuhn-2p")
    match = ("match", "new-bot", "call", *game, "--hands", "2", "--decks", "1", "--workers", "0")
    assert said(*match).startswith(told)
    assert said("check", "new-bot", *game).startswith(told)
    assert "is also installed, by the distribution 'new-bot'; leave it out here, or uninstall" in (
        said(*match, "--plugin", "new-bot")
    )
