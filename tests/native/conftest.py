from collections.abc import Callable
from importlib import resources

import pytest

from railbird.native import GameDefinition, parse_game


@pytest.fixture(scope="session")
def shipped_game() -> Callable[[str], GameDefinition]:
    """Read one of the definitions that railbird ships, by name."""

    def read(name: str) -> GameDefinition:
        file = resources.files("railbird.tournaments.games") / f"{name}.game"
        return parse_game(file.read_text(encoding="utf-8"), source=file.name)

    return read
