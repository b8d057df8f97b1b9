"""Hands of several table sizes or stakes become a run each, and none of them is lost."""

from pathlib import Path

import pytest

from railbird.native import PAYOFF_UNIT
from railbird.results import LogError, open_run
from tests.results.histories.conftest import GAMES, read

NAMES = "ABCDE"


def phh_hand(count: int, big: int = 100) -> str:
    """Return a hand in which all fold to the big blind."""
    posts = [big // 2, big] + [0] * (count - 2)
    deals = [f"d dh p{number} ????" for number in range(1, count + 1)]
    folds = [f"p{number} f" for number in (*range(3, count + 1), 1)]
    if count == 2:
        folds = ["p2 f"]
    return (
        f"variant = 'NT'\nantes = {[0] * count}\nblinds_or_straddles = {posts}\nmin_bet = {big}\n"
        f"starting_stacks = {[1000] * count}\nactions = {deals + folds}\n"
        f"players = {list(NAMES[:count])}\n"
    )


def stars_hand(number: int, count: int) -> str:
    """Return a hand in which all fold to the big blind; for two the button is the small blind."""
    seats = [f"Seat {seat}: {name} (1000 in chips)" for seat, name in enumerate(NAMES[:count], 1)]
    small, big = (0, 1) if count == 2 else (1, 2)
    folds = [f"{NAMES[seat % count]}: folds" for seat in range(big + 1, big + count)]
    ends = [f"Seat {seat}: {name} played" for seat, name in enumerate(NAMES[:count], 1)]
    return "\n".join(
        [
            f"PokerStars Hand #{number}:  Hold'em No Limit (50/100) - 2000/01/01 00:00:01 ET",
            "Table 'T' 6-max Seat #1 is the button",
            *seats,
            f"{NAMES[small]}: posts small blind 50",
            f"{NAMES[big]}: posts big blind 100",
            *folds,
            "Uncalled bet (50) returned to " + NAMES[big],
            f"{NAMES[big]} collected 100 from pot",
            "*** SUMMARY ***",
            "Total pot 100 | Rake 0",
            *ends,
            "",
        ]
    )


COUNTS = [3, 2, 3, 5, 2, 3]
TEXTS = {
    "a.phhs": "\n".join(f"[{n}]\n{phh_hand(count)}" for n, count in enumerate(COUNTS, 1)),
    "a.txt": "\n".join(stars_hand(n, count) for n, count in enumerate(COUNTS, 1)),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_run_for_each_number_of_players(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(TEXTS[name], encoding="utf-8")
    report = read([tmp_path / name], tmp_path / "run")
    names = [f"holdem-nolimit-50-100-{count}p" for count in (3, 2, 5)]
    assert [(run.game, run.hands) for run in report.runs] == list(
        zip(names, (3, 2, 1), strict=True)
    )
    assert (report.hands, report.left_out, report.game) == (6, 0, names[0])
    for one, count in zip(report.runs, (3, 2, 5), strict=True):
        assert one.folder == str(tmp_path / "run" / one.game)
        run = open_run(one.folder)
        assert run.game.player_count == count
        for hand in (row for batch in run.hands(["payoffs"]) for row in batch.to_pylist()):
            assert sorted(hand["payoffs"]) == [
                -50 * PAYOFF_UNIT,
                *[0] * (count - 2),
                50 * PAYOFF_UNIT,
            ]


@pytest.mark.parametrize("name", TEXTS)
def test_a_number_of_players_may_be_picked(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(TEXTS[name], encoding="utf-8")
    report = read([tmp_path / name], tmp_path / "run", player_count=2)
    assert (report.hands, report.other_tables, report.left_out) == (2, 4, 0)
    assert open_run(tmp_path / "run").game.player_count == 2
    with pytest.raises(LogError, match="no hands were found"):
        read([tmp_path / name], tmp_path / "none", player_count=4)


def test_stakes_are_runs_of_their_own_in_all_files(tmp_path: Path) -> None:
    for number, big in enumerate((100, 20, 100)):
        (tmp_path / f"{number}.phh").write_text(phh_hand(3, big), encoding="utf-8")
    report = read([tmp_path], tmp_path / "run")
    found = {run.game: run.hands for run in report.runs}
    assert found == {"holdem-nolimit-50-100-3p": 2, "holdem-nolimit-10-20-3p": 1}


def test_with_a_game_every_other_hand_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.phhs").write_text(TEXTS["a.phhs"], encoding="utf-8")
    game = GAMES["holdem-nolimit-3p"]
    with pytest.raises(LogError, match="this hand has 2 players, the run 3"):
        read([tmp_path / "a.phhs"], tmp_path / "run", game=game)
    report = read([tmp_path / "a.phhs"], tmp_path / "run", game=game, keep_going=True)
    assert (report.hands, report.left_out) == (3, 3)
    assert [run.folder for run in report.runs] == [str(tmp_path / "run")]
