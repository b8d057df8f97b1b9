"""Lines between hands, and what people say, change nothing of what is imported."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_runs import contents

from railbird.results import LogError
from railbird.results.histories import ImportReport
from tests.results.histories.conftest import read

HAND = """PokerStars Hand #1:  Hold'em No Limit (50/100) - 2000/01/01 00:00:01 ET
Table 'T' 2-max Seat #1 is the button
Seat 1: A (1000 in chips)
Seat 2: B (1000 in chips)
A: posts small blind 50
B: posts big blind 100
*** HOLE CARDS ***
A: folds
Uncalled bet (50) returned to B
B collected 100 from pot
*** SUMMARY ***
Total pot 100 | Rake 0
Seat 1: A (button) (small blind) folded before Flop
Seat 2: B (big blind) collected (100)
"""
HANDS = [HAND.replace("#1:", f"#{number}:") for number in (1, 2, 3)]
BETWEEN = [
    "*********** # 2 **************",
    "From: somebody@example.org",
    "Subject: Re: hands",
    "-- ",
    "https://example.org/hands?page=2",
    "Hand was exported by a program",
]
SAID = [
    'A said, "ok: folds then"',
    'B said, "B: raises 100 to 200"',
    'B said, "*** FLOP *** [2c 3c 4c]"',
    'C [observer] said, "A: posts small blind 50"',
    'A said, "Seat 3: C (1000 in chips)"',
]


def import_text(folder: Path, text: str) -> ImportReport:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.txt").write_text(text, encoding="utf-8")
    return read([folder / "a.txt"], folder / "run")


def shards(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in contents(folder / "run").items() if "shard" in name}


@pytest.mark.parametrize("line", BETWEEN)
def test_lines_between_hands_are_counted(line: str, tmp_path: Path) -> None:
    text = "".join([f"{line}\n{hand}\n" for hand in HANDS]) + f"{line}\n"
    report = import_text(tmp_path, text)
    assert (report.hands, report.left_out, report.skipped_lines) == (3, 0, 4)


@pytest.mark.parametrize("said", SAID)
def test_chat_is_no_action(said: str, tmp_path: Path) -> None:
    for number, before in enumerate(("A: folds", "B collected", "*** HOLE", "*** SUMMARY")):
        report = import_text(tmp_path / str(number), HAND.replace(before, f"{said}\n{before}"))
        assert (report.hands, report.left_out, report.skipped_lines) == (1, 0, 0)


def test_a_hand_without_its_beginning_is_not_skipped(tmp_path: Path) -> None:
    first, second, _ = HANDS
    headless = second.partition("\n")[2]
    with pytest.raises(LogError, match="the beginning of its hand is missing"):
        import_text(tmp_path / "second", first + headless)
    with pytest.raises(LogError, match="is not the first line of a hand"):
        import_text(tmp_path / "first", headless + first)


@settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_lines_anywhere_leave_the_same_run(data: st.DataObject, tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    if not usual.exists():
        import_text(usual, "\n".join(HANDS))
    folder = tmp_path / str(len(list(tmp_path.iterdir())))
    lines: list[str] = []
    for hand in HANDS:
        lines += data.draw(st.lists(st.sampled_from([*BETWEEN, ""]), max_size=3))
        head, *rest = hand.splitlines()
        lines += [head, rest[0]]
        for line in rest[1:]:
            lines += data.draw(st.lists(st.sampled_from([*SAID, ""]), max_size=1))
            lines.append(line + data.draw(st.sampled_from(["", "  ", "\t"])))
    report = import_text(folder, "\n".join(lines))
    assert (report.hands, report.left_out) == (3, 0)
    assert shards(folder) == shards(usual)
