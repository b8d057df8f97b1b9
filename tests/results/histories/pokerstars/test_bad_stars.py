"""PokerStars' text that contradicts itself, or was cut, is refused with the line of the culprit."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird.results import LogError, open_run
from tests.results.histories.conftest import read, write

SECOND = "PokerStars Hand #3:"
# Text in the hand, its replacement, and the message; the first changed line is the faulty one.
CULPRITS = [
    ("Hold'em No Limit", "Omaha Pot Limit", "is not no-limit or limit hold'em"),
    ("(20000 in chips)", f"({10**20} in chips)", "more than the maximum"),
    ("(20000 in chips)", "(-20000 in chips)", "is not a seat with name and chips"),
    ("Seat 2: uniform (", "Seat 2: call (", "listed twice"),
    ("Seat 2: uniform (", "Seat 1: uniform (", "listed twice"),
    ("posts big blind 100", "posts big blind -100", "antes, straddles|not a.* action"),
    ("Dealt to call [3h", "Dealt to nobody [3h", "without a seat"),
    ("Dealt to call [3h Qc]", "Dealt to call [3h Qc]\nDealt to call [2c Qc]", None),
    ("raise: shows [8s 4h]", "raise: shows [8s 5h]", r"8s 5h\] here and 8s4h"),
    ("call: calls 100", "call: calls 101", "a call of 101 should be 100"),
    ("call: calls 100", "call: checks", "a call of 0 should be 100"),
    ("call: calls 100", "call: calls", "not a known action of hold'em"),
    ("call: calls 100", "uniform: calls 100", "turn"),
    ("call: calls 100", "call: ponders", "not a.* action"),
    ("raise: raises 100 to 200", "raise: raises 200", "not a.* action"),
    ("raise: raises 100 to 200", "raise: raises 50 to 200", "a raise by 50 should"),
    ("raise: bets 100", "raise: bets -100", "not a.* action"),
    ("*** FLOP *** [5h 7d 7h]", "*** FLOP *** [5h 7d]", "the FLOP with 3 cards expected"),
    ("*** TURN *** [5h 7d 7h]", "*** TURN *** [5h 7d 8h]", "the board was"),
    ("*** TURN *** [5h 7d 7h]", "*** RIVER *** [5h 7d 7h]", "the TURN with 1 cards expected"),
    ("*** TURN ***", "*** THIRD TURN ***", "not a round of hold"),
    ("call collected 1000", "nobody collected 1000", "without a seat"),
    ("Board [5h 7d 7h Jd 5s]", "Board [5h 7d 7h Jd 6s]", "the board here"),
    ("Seat 1: call (big blind) showed [3h Qc]", "Seat 1: call (big blind) showed [3h Qd]", "Qd"),
    ("won (1000)", "won (1001)", "won 1001 here and collected 1000"),
    ("Seat 2: uniform (button) folded", "Seat 2: raise (button) folded", "is not in seat 2"),
    ("Total pot 1000 | Rake 0", "Total pot 1000 | Rake 0\ncall: folds", None),
]
# The hand as a whole does not come out: its first line is named.
WHOLES = [
    ("is the button", "is a button", "table"),
    ("Total pot 1000 | Rake 0", "Total pot 1000 | Rake 5", "do not make the pot"),
    ("Total pot 1000 ", "Total pot 999 ", "the summary's total pot is 999"),
    ("Total pot 1000 | Rake 0\n", "", "its summary is missing"),
    ("Seat 3: raise (small blind) showed", "Saet 3: raise (small blind) showed", None),
    ("raise: bets 100\ncall: calls 100\n*** SHOW", "raise: checks\ncall: checks\n*** SHOW", "pot"),
    ("Dealt to call [3h Qc]", "Dealt to call [3h 8s]", None),
    ("call collected 1000", "raise collected 1000", None),
]


@pytest.fixture(scope="module")
def text(play: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("stars")
    write(play("holdem-nolimit-3p", "acpc"), folder, "pokerstars")
    return (folder / "match000000.txt").read_text(encoding="utf-8")


def refusal(text: str, folder: Path) -> tuple[int, str]:
    """Return the line and the words of what is wrong; nothing is written, and the rest goes in."""
    bad = folder / "bad.txt"
    bad.write_text(text, encoding="utf-8")
    with pytest.raises(LogError) as caught:
        read([bad], folder / "run")
    assert not (folder / "run").exists()
    end = "; fix it, or skip invalid hands with --keep-going"
    match = re.fullmatch(rf".*/bad\.txt:(\d+): (.*){end}", str(caught.value))
    assert match is not None, caught.value
    assert "\n" not in str(caught.value)
    return int(match[1]), match[2]


@pytest.mark.parametrize(("old", "new", "words"), CULPRITS)
def test_a_line_that_contradicts_is_named(
    old: str, new: str, words: str | None, text: str, tmp_path: Path
) -> None:
    start = text.index(old, text.index(SECOND))
    line, told = refusal(text[:start] + new + text[start + len(old) :], tmp_path)
    assert re.search(words or ".", told)
    assert line == text[:start].count("\n") + 1 + new.count("\n")
    report = read([tmp_path / "bad.txt"], tmp_path / "run", keep_going=True)
    assert (report.hands, report.left_out) == (29, 1)


@pytest.mark.parametrize(("old", "new", "words"), WHOLES)
def test_a_hand_that_does_not_come_out_is_named_by_its_first_line(
    old: str, new: str, words: str | None, text: str, tmp_path: Path
) -> None:
    hand = text.index(SECOND)
    start = text.index(old, hand)
    line, told = refusal(text[:start] + new + text[start + len(old) :], tmp_path)
    assert re.search(words or ".", told)
    if words:
        assert line == text[:hand].count("\n") + 1


def test_what_names_nobody_and_a_file_that_begins_badly(text: str, tmp_path: Path) -> None:
    assert refusal(text.replace("Seat 2: ", "Chair 2: ", 1), tmp_path)[0] == 7, "posts, no seat"
    line = text.splitlines()[3]
    assert refusal(f"{line}\n{text}", tmp_path) == (
        1,
        f"'{line}' is not the first line of a hand",
    )
    report = read([tmp_path / "bad.txt"], tmp_path / "run", keep_going=True)
    assert (report.hands, report.left_out) == (30, 1)
    (tmp_path / "again").mkdir()
    assert refusal(text.replace("50/100", "50/?", 1), tmp_path / "again")[0] == 1


def test_a_file_of_which_nothing_can_be_read_counts_all_its_hands(
    text: str, tmp_path: Path
) -> None:
    broken = text.replace("is the button", "is a button")
    assert refusal(broken, tmp_path) == (1, "the line of the table is missing")
    (tmp_path / "good.txt").write_text(text, encoding="utf-8")
    both = [tmp_path / "bad.txt", tmp_path / "good.txt"]
    report = read(both, tmp_path / "run", keep_going=True)
    assert (report.hands, report.left_out) == (30, 30)


def test_a_file_cut_in_the_middle_of_a_hand_is_refused(text: str, tmp_path: Path) -> None:
    hand = text.index(SECOND)
    end = text.index("\n\n", hand)
    lines = text[:end].split("\n")
    first = text[:hand].count("\n")
    for kept in range(first + 1, len(lines)):
        folder = tmp_path / str(kept)
        folder.mkdir()
        text = "\n".join(lines[:kept])
        _, has_pot, summed = text[hand:].partition("Total pot ")
        if has_pot and "\nSeat " not in summed:
            continue  # some programs write no seats in summaries, and what is won is known
        line, told = refusal(text, folder)
        assert (line, "the hand is incomplete" in told or kept < first + 2) == (first + 1, True)


def test_a_line_that_is_lost_is_missed_or_changes_nothing(text: str, tmp_path: Path) -> None:
    """The cards of who folded are all that may be lost unseen: results rest on none of it."""
    hand, end = text.index(SECOND), text.index("PokerStars Hand #4:")
    lines = text[hand:end].rstrip().split("\n")
    bad, unseen = tmp_path / "bad.txt", []
    for number, line in enumerate(lines):
        bad.write_text("\n".join(lines[:number] + lines[number + 1 :]) + "\n", encoding="utf-8")
        try:
            read([bad], tmp_path / str(number))
        except LogError:
            continue
        unseen.append(line)
        (matches,) = open_run(tmp_path / str(number)).matches()
        (match,) = matches.to_pylist()
        assert dict(zip(match["agents"], match["payoffs"], strict=True)) == {
            "call": 1260000,
            "raise": -1260000,
            "uniform": 0,
        }
    kinds = {line.partition(" ")[0] for line in unseen}
    assert kinds <= {"***", "Dealt", "raise:", "call:", "Board"}, unseen
