"""Commands, run in this process, and what they print."""

from pathlib import Path

import pytest

from railbird.harness.cli.application import run_command


def printed(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Return what a command prints that ends well."""
    assert run_command([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out
