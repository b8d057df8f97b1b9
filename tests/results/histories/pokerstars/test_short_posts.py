"""A blind that takes a whole stack is all-in for less: calls cost the full blind."""

from pathlib import Path

import pytest

from railbird.native import PAYOFF_UNIT
from railbird.results import LogError, open_run
from railbird.results.histories.storing.played import played_matches
from tests.results.histories.conftest import read, write

HAND = """PokerStars Hand #1:  Hold'em No Limit (50/100) - 2000/01/01 00:00:01 ET
Table 'T' 3-max Seat #1 is the button
Seat 1: C (1000 in chips)
Seat 2: A (1000 in chips)
Seat 3: B (60 in chips)
A: posts small blind 50
B: posts big blind 60 and is all-in
*** HOLE CARDS ***
Dealt to A [2c 3d]
Dealt to B [Ah Ad]
Dealt to C [Kh Kd]
"""
CALLED = """C: calls 100
A: calls 50
*** FLOP *** [4c 5h Jc]
A: checks
C: bets 200
A: folds
Uncalled bet (200) returned to C
*** TURN *** [4c 5h Jc] [7s]
*** RIVER *** [4c 5h Jc 7s] [9s]
*** SHOW DOWN ***
C: shows [Kh Kd] (a pair of Kings)
C collected 80 from side pot
B: shows [Ah Ad] (a pair of Aces)
B collected 180 from main pot
*** SUMMARY ***
Total pot 260 Main pot 180. Side pot 80. | Rake 0
Board [4c 5h Jc 7s 9s]
Seat 1: C (button) showed [Kh Kd] and won (80) with a pair of Kings
Seat 2: A (small blind) folded on the Flop
Seat 3: B (big blind) showed [Ah Ad] and won (180) with a pair of Aces
"""
# Nobody is left who could win more than the 60 of the big blind.
LAST_CALL = """C: folds
A: calls 10
*** FLOP *** [4c 5h Jc]
*** TURN *** [4c 5h Jc] [7s]
*** RIVER *** [4c 5h Jc 7s] [9s]
*** SHOW DOWN ***
A: mucks hand
B: shows [Ah Ad] (a pair of Aces)
B collected 120 from pot
*** SUMMARY ***
Total pot 120 | Rake 0
Board [4c 5h Jc 7s 9s]
Seat 1: C (button) folded before Flop (didn't bet)
Seat 2: A (small blind) mucked [2c 3d]
Seat 3: B (big blind) showed [Ah Ad] and won (120) with a pair of Aces
"""


def payoffs(folder: Path, text: str) -> dict[str, int]:
    folder.mkdir(exist_ok=True)
    (folder / "a.txt").write_text(text, encoding="utf-8")
    read([folder / "a.txt"], folder / "run")
    (match,) = played_matches(open_run(folder / "run"))
    chips = (match.payoffs[0] // PAYOFF_UNIT).tolist()
    return dict(zip(match.agents, chips, strict=True))


@pytest.mark.parametrize(
    ("rest", "won"),
    [
        (CALLED, {"A": -100, "B": 120, "C": -20}),
        (LAST_CALL, {"A": -60, "B": 60, "C": 0}),
    ],
)
def test_a_short_big_blind(rest: str, won: dict[str, int], tmp_path: Path) -> None:
    assert payoffs(tmp_path, HAND + rest) == won
    for name in ("phh", "pokerstars"):
        first = write(tmp_path / "run", tmp_path / name, name)
        read([tmp_path / name], tmp_path / f"{name} again")
        assert write(tmp_path / f"{name} again", tmp_path / f"{name} 2", name) == first


def test_a_short_small_blind(tmp_path: Path) -> None:
    text = HAND.replace("A (1000", "A (20").replace("blind 50", "blind 20 and is all-in")
    text = text.replace("B (60", "B (1000").replace("60 and is all-in", "100")
    text += LAST_CALL.replace("A: calls 10\n", "Uncalled bet (80) returned to B\n")
    text = text.replace("120", "40")
    assert payoffs(tmp_path, text) == {"A": -20, "B": 20, "C": 0}
    assert open_run(tmp_path / "run").game.blinds == (50, 100, 0), "the first line has the stakes"


def test_a_call_of_another_amount_is_refused(tmp_path: Path) -> None:
    for number, (old, new) in enumerate((("calls 100", "calls 60"), ("calls 50", "calls 10"))):
        with pytest.raises(LogError, match=r"a call of .* should be"):
            payoffs(tmp_path / str(number), HAND + CALLED.replace(old, new))
