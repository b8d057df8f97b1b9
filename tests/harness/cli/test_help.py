"""Help: every command is in its panel, has an example that its parser accepts, and supports -h."""

import os
import re
import shlex
import subprocess
from inspect import getdoc

import pytest
from small_runs import RAILBIRD

from railbird.harness.cli.application import run_command
from railbird.harness.cli.command_group import FROM_PLUGINS, make_command, plugin_commands
from railbird.harness.cli.command_list import COMMANDS, PANELS, find_function, find_help, in_panels

EXAMPLE = re.compile(r"^Example: `railbird (.*)`$", re.MULTILINE)
HELP = {name: find_help(name) for name in COMMANDS} | {
    name: offer.help for name, offer in plugin_commands().items()
}


def find(name: str) -> object:
    """Return the function of one of our commands, or of a plugin's."""
    return find_function(name) if name in COMMANDS else plugin_commands()[name].find()


@pytest.mark.parametrize("name", HELP)
def test_an_example_is_taken_by_the_command_that_shows_it(name: str) -> None:
    (example,) = EXAMPLE.findall(HELP[name])
    called, *arguments = shlex.split(example)
    assert called == name
    with make_command(name, find(name)).make_context(name, arguments) as context:
        assert context.params


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_that_is_read_from_a_file_is_the_docstring(name: str) -> None:
    assert find_help(name) == getdoc(find_function(name))


@pytest.mark.parametrize("name", HELP)
def test_a_short_h_asks_for_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command([name, "-h"]) == 0
    shown = capsys.readouterr().out
    assert f"railbird {name}" in shown
    assert "Example: railbird" in shown


def test_the_help_lists_every_command_in_its_panel(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["-h"]) == 0
    panels = re.findall(r"^╭─ (.*?) ─+╮$(.*?)^╰", capsys.readouterr().out, re.MULTILINE | re.DOTALL)
    listed = {title: re.findall(r"^│ ([a-z-]+)", text, re.MULTILINE) for title, text in panels}
    titles = [title for title in listed if title != "Options"]
    assert titles in ([*PANELS.values()], [*PANELS.values(), FROM_PLUGINS])
    assert sorted(name for title in titles for name in listed[title]) == sorted(HELP)
    assert all(name in listed[title] for name, title in in_panels().items())


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("railbird", "ta"), {"table"}),
        (("railbird", "table", "run", "--only-"), set()),
        (("railbird", "table", "run", "--uni"), {"--unit"}),
        (("railbird", "export", "run", "--format", "ph"), {"phh", "phh-comments"}),
    ],
)
def test_a_shell_completes_commands_options_and_choices(
    typed: tuple[str, ...], words: set[str]
) -> None:
    asked = {
        "_RAILBIRD_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(typed),
        "COMP_CWORD": str(len(typed) - 1),
    }
    found = subprocess.run(
        RAILBIRD, env={**os.environ, **asked}, capture_output=True, text=True, check=False
    )
    assert set(found.stdout.split()) == words, found.stderr


@pytest.mark.parametrize("command", ["agents", "games"])
def test_lists_have_a_line_each_unless_all_is_asked_for(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([command, "--format", "json"]) == 0
    names = re.findall(rf'"{command.removesuffix("s")}":"(.*?)"', capsys.readouterr().out)
    assert run_command([command]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == names
    assert run_command([command, "--long"]) == 0
    assert capsys.readouterr().out.count("\n") == len(names) + 4
