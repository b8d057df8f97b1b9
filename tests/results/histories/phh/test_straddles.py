"""Straddles and a least bet below the largest blind are played and written as posted."""

from pathlib import Path

import pytest

from railbird.native import PAYOFF_UNIT
from railbird.results import LogError, open_run
from railbird.results.histories.storing.played import played_matches
from tests.results.histories.conftest import read, write

HAND = """variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 4, 0]
min_bet = 2
starting_stacks = [100, 100, 100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', ACTIONS]
"""
# The player after the straddle acts first, and who straddles may raise.
CALLED = "'p4 cc', 'p1 f', 'p2 f', 'p3 cc', 'd db 2c3c4c', 'p3 cbr 2', 'p4 f'"
RAISED = "'p4 cc', 'p1 f', 'p2 f', 'p3 cbr 8', 'p4 f'"


@pytest.mark.parametrize(("actions", "ante"), [(CALLED, 0), (RAISED, 0), (RAISED, 1)])
def test_a_straddle(actions: str, ante: int, tmp_path: Path) -> None:
    text = HAND.replace("ACTIONS", actions).replace("[0, 0, 0, 0]", str([ante] * 4))
    if ante:
        text += "ante_trimming_status = true\n"
    (tmp_path / "a.phh").write_text(text, encoding="utf-8")
    report = read([tmp_path / "a.phh"], tmp_path / "run")
    (match,) = played_matches(open_run(tmp_path / "run"))
    chips = (match.payoffs[0][match.seats.seat_row(0)] // PAYOFF_UNIT).tolist()
    assert chips == [-1 - ante, -2 - ante, 7 + 3 * ante, -4 - ante]
    assert report.game == "holdem-nolimit-1-2-4" + ("-ante-1" if ante else "") + "-4p"
    first = write(tmp_path / "run", tmp_path / "first", "phh")
    assert b"min_bet = 2\n" in b"".join(first.values())
    read([tmp_path / "first"], tmp_path / "again")
    assert write(tmp_path / "again", tmp_path / "second", "phh") == first


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ("'p3 cc', 'p4 f', 'p1 f', 'p2 f'", "player 3 acts, but it is player 4's turn"),
        ("'p4 cbr 6', 'p1 f', 'p2 f', 'p3 f'", "p4|player 4's raise 6"),
        (CALLED.replace("cbr 2", "cbr 1"), "player 3's raise 1"),
    ],
)
def test_what_a_straddle_does_not_allow(actions: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text(HAND.replace("ACTIONS", actions), encoding="utf-8")
    with pytest.raises(LogError, match=words):
        read([tmp_path / "a.phh"], tmp_path / "run")
