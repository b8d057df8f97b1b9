"""What an import leaves out is reported by reason; a hand imported twice counts once."""

import csv
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird.results import LogError, open_run
from railbird.results.histories.checking.refusals import COLUMNS
from tests.results.histories.conftest import read, write

GAME = "holdem-nolimit-3p"


@pytest.fixture
def exported(play: Callable[..., Path], tmp_path: Path) -> Callable[[str], Path]:
    def export(history_format: str) -> Path:
        folder = tmp_path / history_format
        files = write(play(GAME), folder, history_format)
        first = min(name for name in files if name.startswith("match"))
        return folder / first

    return export


def test_refusals_by_reason(exported: Callable[[str], Path], tmp_path: Path) -> None:
    path = exported("pokerstars")
    hands = path.read_text(encoding="utf-8").split("\n\n\n")
    wrong = [hand.replace("Total pot ", "Total pot 9") for hand in hands[:5]]
    wrong[4] = hands[4].replace("posts big blind", "posts a big surprise of")
    path.write_text("\n\n\n".join(wrong + hands[5:]), encoding="utf-8")
    listed = tmp_path / "refused.csv"
    report = read([path], tmp_path / "run", keep_going=True, refused_file=listed)
    pots, posts = report.refusals
    assert (pots.count, posts.count, report.left_out) == (4, 1, 5)
    assert pots.reason == "the summary's total pot is N, but N chips were put in"
    assert pots.file == str(path)
    assert (pots.line, pots.hand) == (1, "1")
    assert posts.hand == "5"
    with listed.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert Counter(row["reason"] for row in rows) == {pots.reason: 4, posts.reason: 1}
    assert [row["hand"] for row in rows] == list("12345")


def test_the_file_of_refusals_cannot_be_written(
    exported: Callable[[str], Path], tmp_path: Path
) -> None:
    with pytest.raises(LogError, match="cannot be written"):
        read([exported("phh")], tmp_path / "run", refused_file=tmp_path / "none" / "x.csv")


@pytest.mark.parametrize("history_format", ["phh", "pokerstars"])
def test_a_hand_imported_twice_counts_once(
    history_format: str, exported: Callable[[str], Path], tmp_path: Path
) -> None:
    path = exported(history_format)
    once = read([path], tmp_path / "once")
    again = path.with_name("again" + path.suffix)
    again.write_bytes(path.read_bytes())
    twice = read([path, again], tmp_path / "twice")
    assert (once.repeated, twice.repeated) == (0, once.hands)
    assert twice.hands == once.hands
    rows = [
        [row for batch in open_run(tmp_path / name).hands() for row in batch.to_pylist()]
        for name in ("once", "twice")
    ]
    assert rows[0] == rows[1]


def test_hands_with_the_same_number_that_differ_count_both(
    exported: Callable[[str], Path], tmp_path: Path
) -> None:
    path = exported("pokerstars")
    first = path.read_text(encoding="utf-8").split("\n\n\n")[0] + "\n"
    path.write_text(first, encoding="utf-8")
    other = path.with_name("other.txt")
    other.write_text(first.replace("Table 'match", "Table 'mash"), encoding="utf-8")
    report = read([path, other], tmp_path / "run")
    assert (report.hands, report.repeated) == (2, 0)


def test_sections_without_a_number_are_refused(
    exported: Callable[[str], Path], tmp_path: Path
) -> None:
    path = exported("phh")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\n[2]\n", "\n[second]\n"), encoding="utf-8")
    report = read([path], tmp_path / "run", keep_going=True)
    (refusal,) = report.refusals
    assert refusal.text == "the section [second] has no number; name sections [1], [2] and so on"
    assert text.split("\n")[refusal.line - 1] == "[2]"
    assert report.hands == text.count("\nvariant") - 1
