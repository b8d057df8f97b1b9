"""Rake is given back to those who won, so that payoffs sum to zero; its sum is reported."""

from pathlib import Path

import pytest

from railbird.native import PAYOFF_UNIT
from railbird.results import LogError, open_run
from tests.results.histories.conftest import read

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [1000, 1000, 1000]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cc', 'p2 cc', \
'd db 7c8d9h', 'p1 cc', 'p2 cc', 'd db Jc', 'p1 cc', 'p2 cc', 'd db 4s', 'p1 cbr 300', 'p2 END', \
'p1 sm AdKd', 'p2 sm']
"""
CALLED, FOLDED = HAND.replace("END", "cc"), HAND.replace("END", "f")
GIVEN = [
    (CALLED, "", 0),
    (CALLED, "winnings = [800, 0, 0]", 0),
    (CALLED, "winnings = [780, 0, 0]", 20),
    (CALLED, "finishing_stacks = [1380, 600, 1000]", 20),
    (CALLED, "winnings = [780, 0, 0]\nfinishing_stacks = [1380, 600, 1000]", 20),
    (FOLDED, "winnings = [190, 0, 0]", 10),
    (FOLDED, "winnings = [190, 0, 0]\nfinishing_stacks = [1090, 900, 1000]", 10),
    (FOLDED, "winnings = [490, 0, 0]\nfinishing_stacks = [1090, 900, 1000]", 10),
    (FOLDED, "winnings = [490, 0, 0]", 10),
]
WRONG = [
    (
        "winnings = [780, 0, 0]\nfinishing_stacks = [1370, 600, 1000]",
        "player 1 wins 780 by winnings",
    ),
    ("winnings = [780, 0]", "2 winnings found, 3 expected"),
    ("winnings = [820, 0, 0]", "win 820 chips of a pot of 800"),
    ("winnings = [0, 780, 0]", "payoffs -400|380|0 should be 400|-400|0"),
    ("finishing_stacks = [1380, 590, 1000]", "player 2 loses 410 chips"),
    ("finishing_stacks = [600, 600, 1000]", "win 0 chips of a pot of 800"),
    ("finishing_stacks = [1380, 600, 1010]", "payoffs .* should be"),
]


@pytest.mark.parametrize(("hand", "given", "rake"), GIVEN)
def test_payoffs_sum_to_zero(hand: str, given: str, rake: int, tmp_path: Path) -> None:
    (tmp_path / "hand.phh").write_text(f"{hand}{given}\n", encoding="utf-8")
    report = read([tmp_path / "hand.phh"], tmp_path / "run")
    assert report.rake_chips == rake
    (hands,) = open_run(tmp_path / "run").hands(["payoffs"])
    (row,) = hands.to_pylist()
    lost = 400 if hand == CALLED else 100
    assert sorted(row["payoffs"]) == [-lost * PAYOFF_UNIT, 0, lost * PAYOFF_UNIT]


@pytest.mark.parametrize(("given", "words"), WRONG)
def test_winnings_and_stacks_that_contradict(given: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "hand.phh").write_text(f"{CALLED}{given}\n", encoding="utf-8")
    with pytest.raises(LogError, match=words):
        read([tmp_path / "hand.phh"], tmp_path / "run")
