"""Output that cannot be written is one sentence and exit code 2, whatever the command prints."""

import os
import subprocess
from pathlib import Path

import pytest
from small_runs import RAILBIRD

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.is_char_device(), reason="this system has no /dev/full")
COMMANDS = [
    ("rank-hand", "AhKhQhJhTh"),
    ("games",),
    ("--help",),
    ("exploit", "uniform", "--game", "kuhn-2p", "--format", "json"),
]


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_full_disk_below_the_output_is_reported(arguments: tuple[str, ...]) -> None:
    with FULL.open("w", encoding="utf-8") as full:
        found = subprocess.run(
            [*RAILBIRD, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert found.returncode == 2
    assert found.stderr == (
        "railbird: cannot write the output: No space left on device; free some disk space, or "
        "choose another place"
        "\n"
    )


def test_an_error_that_cannot_be_printed_shows_in_the_exit_code() -> None:
    with FULL.open("w", encoding="utf-8") as full:
        found = subprocess.run([*RAILBIRD, "rank-hand", "Xx"], stderr=full, check=False)
    assert found.returncode == 2


def test_a_reader_who_leaves_is_not_an_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        found = subprocess.run(
            [*RAILBIRD, "games"], stdout=closed, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (found.returncode, found.stderr) == (1, "")
