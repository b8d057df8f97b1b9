"""Runs that several tests hold others against; each is played once."""

from pathlib import Path

import pytest
from small_runs import DEADLY, SPEC, contents

from railbird.harness import Processes, play_here, run


@pytest.fixture(scope="session")
def played_here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The bytes of SPEC, played in this process."""
    folder = tmp_path_factory.mktemp("here")
    run(SPEC, folder=folder, dispatch=play_here)
    return contents(folder)


@pytest.fixture(scope="session")
def deadly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of DEADLY, played by one worker process."""
    folder = tmp_path_factory.mktemp("deadly")
    run(DEADLY, folder=folder, dispatch=Processes(1))
    return folder
