"""A PHH hand with an error is refused with line and what; the others go in."""

from collections.abc import Callable
from pathlib import Path

import pytest

from railbird.results import LogError, open_run
from tests.results.histories.conftest import GAMES, read, write

BREAK = [
    ("variant = 'NT'", "variant = 'PO'", "variant 'PO'"),
    ("antes = [0, 0, 0]", "antes = [5, 5, 5]", "an ante of 5, the run 0"),
    ("antes = [0, 0, 0]", "antes = [0, 5, 0]", "the antes .0, 5, 0. differ"),
    ("blinds_or_straddles = [50, 100, 0]", "blinds_or_straddles = [25, 50, 0]", "big blind"),
    ("'p3 ", "'p9 ", "player|turn"),
    ("starting_stacks = [20000, 20000, 20000]", "starting_stacks = [20000]", "1 starting"),
    ("_stacks = [20000, 20000", f"_stacks = [{10**20}, 20000", "more than the maximum"),
    ("actions = [", "actions = [[", "TOML"),
    ("'d dh p1 ", "'d dx p1 ", "not a.* action"),
    ("starting_stacks = [20000", "starting_stacks = [-20000", "not a whole number"),
    ("actions = ['d dh p1 ", "actions = ['d dh p1 2c2d', 'd dh p1 ", "player 1 has 2c2d, but"),
    ("'d db ", "'d db 2c', 'd db ", "3 board cards expected"),
    ("'d db ", "'p1 cc', 'd db ", "player 1 acts, but the next round should begin"),
    ("'p3 ", "'d db 2c3c4c', 'p3 ", "a round begins, but it is player 3's turn"),
    ("'p3 ", "'p3 cbr 40', 'p3 ", "'r40.*below the least raise-to"),
    ("starting_stacks = [20000, 20000, 20000]", "starting_stacks = [0, 0, 9]", "fewer than two"),
    (
        "starting_stacks = [20000, 20000, 20000]",
        "starting_stacks = [20000,,]",
        "at line 34, column",
    ),
]


def test_a_hand_with_an_error_among_others(play: Callable[..., Path], tmp_path: Path) -> None:
    write(play("holdem-nolimit-3p", "acpc"), tmp_path / "good", "phh")
    (path,) = (p for p in (tmp_path / "good").iterdir() if p.stem == "match000000")
    text = path.read_text(encoding="utf-8")
    start = text.index("[3]")
    line = text[:start].count("\n") + 1
    game = GAMES["holdem-nolimit-3p"]
    for number, (old, new, words) in enumerate(BREAK):
        bad = tmp_path / f"bad{number}{path.suffix}"
        bad.write_text(text[:start] + text[start:].replace(old, new, 1), encoding="utf-8")
        with pytest.raises(LogError, match=rf"{bad.name}:{line}: .*({words})"):
            read([bad], tmp_path / f"run{number}", game=game)
        report = read([bad], tmp_path / f"run{number}", game=game, keep_going=True)
        assert (report.hands, report.left_out) == (29, 1)


def test_a_player_posts_what_he_has(tmp_path: Path) -> None:
    hand = (
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [50, 100, 0]\nmin_bet = 100\n"
        "starting_stacks = [20, 20000, 20000]\nactions = ['d dh p1 8c5h', 'd dh p2 Ac8h', "
        "'d dh p3 6c6s', 'p3 f', 'p2 cc', 'd db 3d8s5s', 'd db Jc', 'd db 2h']\n"
    )
    (tmp_path / "short.phh").write_text(hand, encoding="utf-8")
    read([tmp_path / "short.phh"], tmp_path / "run")
    (hands,) = open_run(tmp_path / "run").hands(["payoffs"])
    (played,) = hands.to_pylist()
    assert open_run(tmp_path / "run").game.blinds == (50, 100, 0)
    assert played["payoffs"] == [20 * 2520, -20 * 2520, 0]
