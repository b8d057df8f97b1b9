"""PokerKit reads what is exported, and comes to the same payoffs, but for odd chips of split pots.

Skipped where it is not installed: railbird itself does not need it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.results.histories.conftest import hold_to, write

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed")

GAMES = ("holdem-nolimit-2p", "holdem-nolimit-3p", "holdem-nolimit-6p", "holdem-limit-2p")


@pytest.mark.parametrize("game", GAMES)
def test_phh(game: str, play: Callable[[str], Path], tmp_path: Path) -> None:
    write(play(game), tmp_path / "out", "phh")
    told = {}
    for path in (tmp_path / "out").glob("*.phhs"):
        with path.open("rb") as file:
            told[path.stem] = list(pokerkit.HandHistory.load_all(file))
    hold_to(play(game), told)
