"""PokerKit reads what is exported, and comes to the same payoffs, but for odd chips of split pots.

Skipped where it is not installed: railbird itself does not need it.
"""

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.results.histories.conftest import hold_to, write

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed")
from pokerkit.notation import PokerStarsParser  # noqa: E402  (after the skip)

GAMES = ("holdem-nolimit-2p", "holdem-nolimit-3p", "holdem-nolimit-6p")


@pytest.mark.parametrize("game", GAMES)
def test_the_text_of_pokerstars(game: str, play: Callable[[str], Path], tmp_path: Path) -> None:
    write(play(game), tmp_path / "out", "pokerstars")
    told = {}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for path in (tmp_path / "out").glob("*.txt"):
            told[path.stem] = list(PokerStarsParser()(path.read_text("utf-8")))
    assert [str(w.message) for w in caught if "parse" in str(w.message)] == []
    hold_to(play(game), told)
