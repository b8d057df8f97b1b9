"""Antes, straddles, dead and missed blinds of room text are played as they are posted."""

from pathlib import Path

import pytest

from railbird.native import PAYOFF_UNIT
from railbird.results import LogError, open_run
from railbird.results.histories.storing.played import played_matches
from tests.results.histories.conftest import read

HEAD = """PokerStars Hand #7:  Hold'em No Limit (50/100) - 2000/01/01 00:00:01 ET
Table 'T' 6-max Seat #1 is the button
Seat 1: D (1000 in chips)
Seat 2: A (1000 in chips)
Seat 3: B (1000 in chips)
Seat 4: C (1000 in chips)
"""
BLINDS = "A: posts small blind 50\nB: posts big blind 100\n"
CARDS = "*** HOLE CARDS ***\nDealt to D [Kh Kd]\n"
SUMMARY = "*** SUMMARY ***\nTotal pot {pot} | Rake 0\n"


def hand(posts: str, played: str, pot: int) -> str:
    return HEAD + posts + CARDS + played + SUMMARY.format(pot=pot)


HANDS = {
    "antes": (
        "".join(f"{name}: posts the ante 10\n" for name in "DABC") + BLINDS,
        "C: calls 100\nD: raises 200 to 300\nA: folds\nB: folds\nC: folds\n"
        "Uncalled bet (200) returned to D\nD collected 390 from pot\n",
        390,
        {"D": 280, "A": -60, "B": -110, "C": -110},
    ),
    "one who is all-in with less than the ante": (
        "A: posts the ante 10\nB: posts the ante 10\nC: posts the ante 10\n"
        "D: posts the ante 4 and is all-in\n" + BLINDS,
        "C: folds\nA: folds\nUncalled bet (50) returned to B\n"
        "*** FLOP *** [2c 3c 4c]\n*** TURN *** [2c 3c 4c] [5d]\n*** RIVER *** [2c 3c 4c 5d] [9h]\n"
        "*** SHOW DOWN ***\nB: shows [7h 8s]\nD: shows [Kh Kd]\nB collected 118 from side pot\n"
        "D collected 16 from main pot\n",
        134,
        {"D": 12, "A": -60, "B": 58, "C": -10},
    ),
    "a big blind ante": (
        "B: posts the ante 100\n" + BLINDS,
        "C: folds\nD: raises 200 to 300\nA: folds\nB: calls 200\n*** FLOP *** [2c 3c 4c]\n"
        "B: checks\nD: bets 100\nB: folds\nUncalled bet (100) returned to D\n"
        "D collected 750 from pot\n",
        750,
        {"D": 450, "A": -50, "B": -400, "C": 0},
    ),
    "antes that differ": (
        "A: posts the ante 5\nB: posts the ante 10\n" + BLINDS,
        "C: folds\nD: folds\nA: calls 50\nB: checks\n*** FLOP *** [2c 3c 4c]\nA: checks\n"
        "B: bets 100\nA: folds\nUncalled bet (100) returned to B\nB collected 215 from pot\n",
        215,
        {"D": 0, "A": -105, "B": 105, "C": 0},
    ),
    "a straddle": (
        BLINDS + "C: posts straddle 200\n",
        "D: calls 200\nA: folds\nB: calls 100\nC: checks\n*** FLOP *** [2c 3c 4c]\n"
        "B: bets 100\nC: folds\nD: folds\nUncalled bet (100) returned to B\n"
        "B collected 650 from pot\n",
        650,
        {"D": -200, "A": -50, "B": 450, "C": -200},
    ),
    "a button straddle, after which the small blind acts first": (
        BLINDS + "D: posts button straddle 200\n",
        "A: calls 150\nB: folds\nC: folds\nD: checks\n*** FLOP *** [2c 3c 4c]\n"
        "A: checks\nD: bets 100\nA: folds\nUncalled bet (100) returned to D\n"
        "D collected 500 from pot\n",
        500,
        {"D": 300, "A": -200, "B": -100, "C": 0},
    ),
    "a player who comes back and posts both": (
        BLINDS + "C: posts small & big blinds 150\n",
        "C: checks\nD: raises 200 to 300\nA: folds\nB: folds\nC: calls 200\n"
        "*** FLOP *** [2c 3c 4c]\nC: bets 100\nD: folds\nUncalled bet (100) returned to C\n"
        "C collected 800 from pot\n",
        800,
        {"D": -300, "A": -50, "B": -100, "C": 450},
    ),
    "a player who missed the small blind": (
        BLINDS + "D: posts small blind 50\n",
        "C: folds\nD: calls 100\nA: folds\nB: checks\n*** FLOP *** [2c 3c 4c]\n"
        "B: checks\nD: bets 100\nB: folds\nUncalled bet (100) returned to D\n"
        "D collected 300 from pot\n",
        300,
        {"D": 150, "A": -50, "B": -100, "C": 0},
    ),
    "a player who missed the small blind, and folds": (
        BLINDS + "D: posts small blind 50\n",
        "C: folds\nD: folds\nA: folds\nUncalled bet (50) returned to B\nB collected 150 from pot\n",
        150,
        {"D": -50, "A": -50, "B": 100, "C": 0},
    ),
    "a live big blind of a newcomer": (
        BLINDS + "D: posts big blind 100\n",
        "C: folds\nD: checks\nA: folds\nB: checks\n*** FLOP *** [2c 3c 4c]\n"
        "B: bets 100\nD: folds\nUncalled bet (100) returned to B\nB collected 250 from pot\n",
        250,
        {"D": -100, "A": -50, "B": 150, "C": 0},
    ),
    "no small blind": (
        "A: posts big blind 100\n",
        "B: folds\nC: calls 100\nD: folds\nA: checks\n*** FLOP *** [2c 3c 4c]\n"
        "A: bets 100\nC: folds\nUncalled bet (100) returned to A\nA collected 200 from pot\n",
        200,
        {"D": 0, "A": 100, "B": 0, "C": -100},
    ),
}
TWICE = """C: raises 900 to 1000 and is all-in
D: calls 1000 and is all-in
A: folds
B: folds
*** FLOP *** [2c 3c 4c]
*** FIRST TURN *** [2c 3c 4c] [5d]
*** FIRST RIVER *** [2c 3c 4c 5d] [9h]
*** SECOND TURN *** [2c 3c 4c] [Ks]
*** SECOND RIVER *** [2c 3c 4c Ks] [9d]
*** FIRST SHOW DOWN ***
C: shows [6h 6s] (a straight)
D: shows [Kh Kd] (a pair of Kings)
C collected 1075 from pot
*** SECOND SHOW DOWN ***
C: shows [6h 6s] (a pair)
D: shows [Kh Kd] (three Kings)
D collected 1075 from pot
*** SUMMARY ***
Total pot 2150 | Rake 0
Hand was run twice
FIRST Board [2c 3c 4c 5d 9h]
SECOND Board [2c 3c 4c Ks 9d]
Seat 1: D (button) showed [Kh Kd] and won (1075) with three Kings
Seat 2: A (small blind) folded before Flop
Seat 3: B (big blind) folded before Flop
Seat 4: C showed [6h 6s] and won (1075) with a straight
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "a.txt"
    path.write_text(text, encoding="utf-8")
    return path


def payoffs(run: Path) -> dict[str, int]:
    (match,) = played_matches(open_run(run))
    return dict(zip(match.agents, (match.payoffs[0] // PAYOFF_UNIT).tolist(), strict=True))


@pytest.mark.parametrize("name", HANDS)
def test_posts(name: str, tmp_path: Path) -> None:
    posts, played, pot, wanted = HANDS[name]
    text = hand(posts, played, pot)
    if "less than the ante" in name:
        text = text.replace("D (1000", "D (4")
    if "no small blind" in name:
        text = text.replace("Dealt to D [Kh Kd]\n", "")
    report = read([write(tmp_path, text)], tmp_path / "run")
    assert (report.hands, payoffs(tmp_path / "run")) == (1, wanted)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("D: calls 200", "D: calls 100"),  # a straddle is a bet
        ("B: calls 100", "B: checks"),
        ("B: bets 100", "B: bets 99"),  # the least bet is the big blind, not the straddle
        ("D: calls 200\nA: folds\nB: calls 100\nC: checks", "C: calls 0\nD: calls 200\nA: folds"),
    ],
)
def test_straddles_are_played(before: str, after: str, tmp_path: Path) -> None:
    posts, played, pot, _ = HANDS["a straddle"]
    assert before in played
    text = hand(posts, played.replace(before, after), pot)
    with pytest.raises(LogError):
        read([write(tmp_path, text)], tmp_path / "run")


def test_what_is_posted_is_named_if_it_is_not_known(tmp_path: Path) -> None:
    posts, played, pot, _ = HANDS["a straddle"]
    text = hand(posts.replace("posts straddle", "posts a watch worth"), played, pot)
    with pytest.raises(LogError, match="a post of 'a watch worth' is not known"):
        read([write(tmp_path, text)], tmp_path / "run")


def test_two_boards(tmp_path: Path) -> None:
    text = HEAD + BLINDS + CARDS + TWICE
    report = read([write(tmp_path, text)], tmp_path / "run")
    assert (report.hands, report.two_boards) == (1, 1)
    assert payoffs(tmp_path / "run") == {"D": 75, "A": -50, "B": -100, "C": 75}
    plain, expected = (
        [
            row
            for batch in open_run(tmp_path / "run", luck=luck).hands()
            for row in batch.to_pylist()
        ]
        for luck in ("raw", "all-in")
    )
    assert [row["payoffs"] for row in plain] == [row["payoffs"] for row in expected]


def test_ways_of_writing(tmp_path: Path) -> None:
    """What other programs write comes to the same as PokerStars' own."""
    own = (
        HEAD
        + BLINDS
        + CARDS
        + (
            "C: folds\nD: calls 100\nA: folds\nB: checks\n*** FLOP *** [2c 3c 4c]\nB: checks\n"
            "D: checks\n*** TURN *** [2c 3c 4c] [5d]\nB: checks\nD: checks\n"
            "*** RIVER *** [2c 3c 4c 5d] [9h]\nB: checks\nD: checks\n*** SHOW DOWN ***\n"
            "B: shows [7h 8s]\nD: shows [Kh Kd]\nD collected 250 from pot\n*** SUMMARY ***\n"
            "Total pot 250 | Rake 0\nBoard [2c 3c 4c 5d 9h]\n"
            "Seat 1: D showed [Kh Kd] and won (250)\n"
            "Seat 2: A folded before Flop\nSeat 3: B showed [7h 8s] and lost\n"
            "Seat 4: C folded before Flop\n"
        )
    )
    other = (
        own.replace("[2c 3c 4c 5d] [9h]", "[2c 3c 4c] [5d] [9h]")
        .replace("*** SHOW DOWN ***", "*** SHOWDOWN ***")
        .replace("Seat 2: A folded before Flop\n", "")
        .replace("Seat 4: C folded before Flop\n", "")
        .replace("collected 250", "collected 250.0")
        .replace("*** FLOP ***", "  *** flop ***")
    )
    found = []
    for name, text in (("own", own), ("other", other)):
        (tmp_path / name).mkdir()
        read([write(tmp_path / name, text)], tmp_path / name / "run")
        batches = open_run(tmp_path / name / "run").hands()
        found.append([row for batch in batches for row in batch.to_pylist()])
    assert found[0] == found[1]
