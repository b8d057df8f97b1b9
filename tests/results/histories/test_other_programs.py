"""PokerKit reads what is exported, and comes to the same payoffs, but for odd chips of split pots.

Skipped where it is not installed: railbird itself has no need of it.
"""

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird.native import PAYOFF_UNIT
from railbird.results import open_run
from railbird.results.histories.storing.played import played_matches
from tests.results.histories.conftest import write

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed")
from pokerkit.notation import PokerStarsParser  # noqa: E402  (after the skip)

PHH = ("holdem-nolimit-2p", "holdem-nolimit-3p", "holdem-nolimit-6p", "holdem-limit-2p")


def hold_to(matches: Path, told: dict[str, list[object]]) -> None:
    """Hold the last state of each hand to the payoffs in the store, by position."""
    for match in played_matches(open_run(matches)):
        hands = told[match.name]
        assert len(hands) == len(match.bettings)
        for index, hand in enumerate(hands):
            *_, last = hand  # type: ignore[misc]
            seats = [(p + index) % len(match.agents) for p in range(len(match.agents))]
            wanted = match.payoffs[index][seats] / PAYOFF_UNIT
            assert not last.status
            assert last.payoffs == pytest.approx(wanted, abs=1)


@pytest.mark.parametrize("game", PHH)
def test_phh(game: str, play: Callable[[str], Path], tmp_path: Path) -> None:
    write(play(game), tmp_path / "out", "phh")
    told = {}
    for path in (tmp_path / "out").glob("*.phhs"):
        with path.open("rb") as file:
            told[path.stem] = list(pokerkit.HandHistory.load_all(file))
    hold_to(play(game), told)


@pytest.mark.parametrize("game", [game for game in PHH if "nolimit" in game])
def test_the_text_of_pokerstars(game: str, play: Callable[[str], Path], tmp_path: Path) -> None:
    write(play(game), tmp_path / "out", "pokerstars")
    told = {}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for path in (tmp_path / "out").glob("*.txt"):
            told[path.stem] = list(PokerStarsParser()(path.read_text("utf-8")))
    assert [str(w.message) for w in caught if "parse" in str(w.message)] == []
    hold_to(play(game), told)
