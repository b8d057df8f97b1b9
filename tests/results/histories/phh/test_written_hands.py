"""A hand of each variant, written by hand, is read with the payoffs that its rules give."""

from pathlib import Path

import pytest

from railbird.native import PAYOFF_UNIT
from railbird.plugins import Game
from railbird.results import LogError, open_run
from railbird.results.histories.phh.phh_games import VARIANTS
from tests.results.histories.conftest import read, write
from tests.results.histories.phh.written_hands import BY_CODE, HANDS, WrittenHand

by_hand = pytest.mark.parametrize("hand", HANDS, ids=[hand.code for hand in HANDS])


def save(text: str, folder: Path, name: str = "hand") -> Path:
    path = folder / f"{name}.phh"
    path.write_text(text, encoding="utf-8")
    return path


def payoffs_of(run: Path) -> list[float]:
    (hands,) = open_run(run).hands(["payoffs"])
    (hand,) = hands.to_pylist()
    return [payoff / PAYOFF_UNIT for payoff in hand["payoffs"]]


def test_there_is_one_of_each_variant() -> None:
    assert [hand.code for hand in HANDS] == list(VARIANTS)


@by_hand
def test_payoffs(hand: WrittenHand, tmp_path: Path) -> None:
    report = read([save(hand.text(), tmp_path)], tmp_path / "run")
    assert (report.hands, report.left_out) == (1, 0)
    assert payoffs_of(tmp_path / "run") == list(hand.payoffs)


@by_hand
def test_what_is_written_has_the_same_actions(hand: WrittenHand, tmp_path: Path) -> None:
    """But for mucked hands, which are shown, the order of cards shown, and comments."""
    read([save(hand.text(), tmp_path)], tmp_path / "run")
    (section,) = (
        data
        for name, data in write(tmp_path / "run", tmp_path / "out", "phh").items()
        if name.endswith(".phhs")
    )
    text = section.decode()
    for line in hand.actions.strip().splitlines():
        action = line.partition("#")[0].strip()
        if " sm" in action:
            action = action[: len("p1 sm")]
        assert f"'{action}" in text
    assert f"variant = '{hand.code}'" in text


@by_hand
def test_two_hands_of_different_variants_are_two_runs(hand: WrittenHand, tmp_path: Path) -> None:
    other = BY_CODE["FR" if hand.code != "FR" else "F7S"]
    text = f"[1]\n{hand.text()}\n[2]\n{other.text()}"
    path = save(text, tmp_path)
    report = read([path], tmp_path / "both")
    assert (report.hands, len(report.runs), report.left_out) == (2, 2, 0)
    game = Game("one", open_run(report.runs[0].folder).game)
    words = "this hand has variant '.*', the run '.*'; import each game"
    with pytest.raises(LogError, match=words):
        read([path], tmp_path / "run", game=game)
    report = read([path], tmp_path / "run", game=game, keep_going=True)
    assert (report.hands, report.left_out) == (1, 1)


@pytest.mark.parametrize("code", ["F7S", "N2L1D", "F2L3D", "FB", "FO/8"])
def test_cards_unknown_until_the_end(code: str, tmp_path: Path) -> None:
    """What a player throws away may stay unknown; what he shows in the end is known then."""
    hand = BY_CODE[code]
    text = hand.text()
    if code == "F7S":
        text = text.replace("p1 AsAd", "p1 ????").replace("p1 5s", "p1 ??")
    elif code == "F2L3D":
        text = text.replace("p2 7c5c4s3c2c", "p2 ??????????")
        text = text.replace("p1 2s3s4d9hKc", "p1 ??????????").replace("9hKc", "????")
    elif code == "FB":
        text = text.replace("p2 2d3d4h5s", "p2 ????????").replace("sd 3d", "sd ??")
        text = text.replace("p1 AcKcQd9h", "p1 ????????")
    elif code == "N2L1D":
        text = text.replace("p1 2c3d4h7sKd", "p1 ????????Kd").replace(
            "p3 AhAdAs9c9h", "p3 ??????????"
        )
    else:
        text = text.replace("p2 KcKdJsTs", "p2 ????????")
    assert "??" in text
    read([save(text, tmp_path)], tmp_path / "run")
    assert payoffs_of(tmp_path / "run") == list(hand.payoffs)


@by_hand
def test_a_showdown_with_unknown_cards_needs_payoffs(hand: WrittenHand, tmp_path: Path) -> None:
    if "sm" not in hand.actions:
        return
    lines = [line for line in hand.text().splitlines() if " sm" not in line]
    text = "\n".join(lines)
    start = text.index("d dh p2 ") + len("d dh p2 ")
    card = text[start : start + 2]
    text = text.replace(card, "??")
    with pytest.raises(LogError, match="the showdown needs cards that the file does not show"):
        read([save(text, tmp_path)], tmp_path / "run")


WRONG = [
    ("F7S", "'p2 pb'", "'p1 pb'", "player 1 acts, but it is player 2's turn"),
    ("F7S", "'p1 cbr 2'", "'p1 cbr 3'", "a raise to 3 should be to 2"),
    ("F7S", "'d dh p1 3h',", "", "player 1 has 3 cards as player 1 acts, 4 expected"),
    ("F7S", "p1 3h", "p1 3hKh", "player 1 has 5 cards as player 1 acts, 4 expected"),
    ("F7S", "p1 3h", "p1 ??", "face up is unknown, and it says who acts first"),
    ("F7S", "p1 3h", "p1 7h", "the 7h is dealt twice"),
    ("F7S", "bring_in = 1", "bring_in = 0", "the bring-in is 0"),
    ("F7S", "bring_in = 1", "bring_in = 3", "the bring-in of 3 is not below the bet of 2"),
    ("F7S", "'p3 f'", "'p3 sd'", "'p3 sd' is not an action of seven-card-stud"),
    ("F7S", "p2 2h'", "p2 2h', 'd dh p2 3s'", "more cards than seven-card-stud deals him"),
    ("FB", "'p1 f'", "'p1 pb'", "'pb' is not an action of badugi"),
    ("FB", "sd 3d", "sd 9d", "player 2 discards 9d, which is not among his cards 2d3d4h5s"),
    ("FB", "'d dh p2 Kh',", "", "acts before cards that were thrown away are replaced"),
    ("FB", "p2 Kh", "p2 2d", "the 2d is dealt twice; discards are dealt again only when"),
    ("FB", "p2 Kh", "p2 KhKs", "more cards than badugi deals him"),
    ("FB", "sm 2d4h5s8c", "sm 2d4h5s9c", "player 2 has 2d8c4h5s, but shows 2d4h5s9c"),
    ("FB", "'p2 sd 3d'", "'p2 cc'", "player 2's call: that is not legal there"),
    ("NS", "p2 9h8h", "p2 5h8h", "'5h' is not a card of short-deck"),
    ("NS", "antes = [1, 1, 1]", "antes = [0, 0, 1]", "the antes .0, 0, 1. differ"),
    ("NS", "[50, 50, 50]", "[50, 50]", "2 starting stacks found, 3 expected"),
    ("PO", "cbr 48", "cbr 49", "raise 49: that is above the most raise-to"),
    ("PO", "d db Jc", "d db JcQc", "the board has 5 cards as player 1 acts, 4 expected"),
    ("PO", "'d db Jc',", "", "the board has 3 cards as player 1 acts, 4 expected"),
    ("PO", "p2 9c8c7d6d", "p5 9c8c7d6d", "there is no player 5 of 3"),
    ("PO", "p2 9c8c7d6d", "p2 9c8c7d6", "'6' is not a card of omaha-pot-limit"),
    ("PO", "variant = 'PO'", "variant = 'P5'", "variant 'P5' is not supported; use one of FT, NT"),
    ("N2L1D", "p2 cc'", "p2 x'", "'p2 x' is not an action of PHH"),
    ("F7S", "antes = [1, 1, 1]", "antes = [1]", "1 antes found, 3 expected"),
]


@pytest.mark.parametrize(("code", "old", "new", "words"), WRONG)
def test_what_is_wrong_is_named(code: str, old: str, new: str, words: str, tmp_path: Path) -> None:
    text = BY_CODE[code].text()
    assert old in text
    path = save(text.replace(old, new, 1), tmp_path)
    with pytest.raises(LogError, match=f"hand.phh:1: .*{words}"):
        read([path], tmp_path / "run")


def test_antes_of_short_stacks_are_won_in_part_or_refused(tmp_path: Path) -> None:
    text = BY_CODE["FT"].text().replace("[1, 1, 1]", "[5, 5, 5]").replace("100, 100]", "100, 3]")
    with pytest.raises(LogError, match="player 3 has less than the ante of 5 and may win the ante"):
        read([save(text, tmp_path)], tmp_path / "run")
    text = text.replace("'p3 f',\n", "").replace("p1 sm", "p3 sm 7h2s', 'p1 sm")
    trimmed = save(f"ante_trimming_status = true\n{text}", tmp_path, "trimmed")
    read([trimmed], tmp_path / "run")
    assert payoffs_of(tmp_path / "run") == [18, -15, -3]
    written = write(tmp_path / "run", tmp_path / "out", "phh")
    assert b"ante_trimming_status = true" in b"".join(written.values())
