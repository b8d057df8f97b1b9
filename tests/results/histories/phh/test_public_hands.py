"""What PHH files of others have: folds that were free, stacks without an end, and odd fields."""

from pathlib import Path

import pytest

from railbird.native import PAYOFF_UNIT, UNLIMITED_STACK
from railbird.results import LogError, open_run
from railbird.results.histories import ImportReport
from railbird.results.histories.storing.played import played_matches
from tests.results.histories.conftest import read

HEAD = "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [50, 100, 0]\nmin_bet = 100\n"
STACKS = "starting_stacks = [1000, 1000, 1000]\n"
DEALT = "'d dh p1 2c3d', 'd dh p2 AhAd', 'd dh p3 KcKd', "
FOLDED = f"{HEAD}{STACKS}actions = [{DEALT}'p3 f', 'p1 f']\n"


def import_text(folder: Path, text: str, **changes: object) -> tuple[ImportReport, list[int], str]:
    """Import a hand, and return the report, its payoffs in chips by position, and its betting."""
    folder.mkdir(exist_ok=True)
    (folder / "hand.phh").write_text(text, encoding="utf-8")
    report = read([folder / "hand.phh"], folder / "run", **changes)
    (match,) = played_matches(open_run(folder / "run"))
    assert match.payoffs[0].sum() == 0
    chips = (match.payoffs[0][match.seats.seat_row(0)] // PAYOFF_UNIT).tolist()
    return report, chips, match.bettings[0]


OPEN_FOLDS = [
    ("'p3 cc', 'p1 cc', 'p2 cc', 'd db ??????', 'p1 f', 'p2 f'", [-100, -100, 200], 2),
    ("'p3 cc', 'p1 cc', 'p2 f', 'd db 4c5c6c', 'p1 f'", [-100, -100, 200], 2),
    ("'p3 cc', 'p1 f', 'p2 f'", [-50, -100, 150], 1),
    # Who folded for nothing is not asked again, whatever the others bet.
    (
        "'p3 cc', 'p1 cc', 'p2 cc', 'd db 4c5c7c', 'p1 f', 'p2 cbr 200', 'p3 cc', 'd db 2h', "
        "'p2 cc', 'p3 cbr 300', 'p2 f'",
        [-100, -300, 400],
        1,
    ),
    # The best hand folds for nothing, and the next best wins.
    (
        "'p3 cc', 'p1 cc', 'p2 cc', 'd db 4c5c7c', 'p1 cc', 'p2 f', 'p3 cc', 'd db 2h', "
        "'p1 cc', 'p3 cc', 'd db 9h', 'p1 cc', 'p3 cc', 'p1 sm 2c3d', 'p3 sm KcKd'",
        [-100, -100, 200],
        1,
    ),
]


@pytest.mark.parametrize(("actions", "payoffs", "count"), OPEN_FOLDS)
def test_a_fold_where_checking_was_free(
    actions: str, payoffs: list[int], count: int, tmp_path: Path
) -> None:
    report, chips, _ = import_text(tmp_path, f"{HEAD}{STACKS}actions = [{DEALT}{actions}]\n")
    assert (report.open_folds, chips) == (count, payoffs)


def test_who_folds_for_nothing_may_not_act_again(tmp_path: Path) -> None:
    actions = "'p3 cc', 'p1 cc', 'p2 f', 'd db 4c5c6c', 'p1 cc', 'p2 cc'"
    with pytest.raises(LogError, match="player 2 acts, but it is player 3's turn"):
        import_text(tmp_path, f"{HEAD}{STACKS}actions = [{DEALT}{actions}]\n")


def test_stacks_without_an_end(tmp_path: Path) -> None:
    for name, last in (("one", "1000"), ("all", "inf")):
        text = FOLDED.replace("[1000, 1000, 1000]", f"[inf, inf, {last}]")
        _, chips, _ = import_text(tmp_path / name, f"{text}finishing_stacks = [inf, inf, {last}]\n")
        assert chips == [-50, 50, 0]
    assert open_run(tmp_path / "all" / "run").game.stacks == (UNLIMITED_STACK,) * 3


@pytest.mark.parametrize(
    "bad",
    [
        FOLDED + "players = 5\n",
        FOLDED.replace("'p3 f'", f"'p{'9' * 5000} f'"),
        FOLDED.replace("[1000, ", "['x', "),
        FOLDED.replace("[50, 100, 0]", "[50, -inf, 0]"),
        FOLDED.replace("[0, 0, 0]", "[nan, nan, nan]"),
    ],
)
def test_no_hand_ends_the_import_of_others(bad: str, tmp_path: Path) -> None:
    (tmp_path / "some.phhs").write_text(f"[1]\n{bad}\n[2]\n{FOLDED}", encoding="utf-8")
    with pytest.raises(LogError, match=r"some.phhs:1: .*--keep-going"):
        read([tmp_path / "some.phhs"], tmp_path / "run")
    report = read([tmp_path / "some.phhs"], tmp_path / "run", keep_going=True)
    assert (report.hands, report.left_out) == (1, 1)


def test_calls_cost_the_whole_of_a_short_blind(tmp_path: Path) -> None:
    actions = "'p3 cc', 'p1 cc', 'd db 4c5h7c', 'p1 cc', 'p3 cbr 200', 'p1 f', 'd db 9h', 'd db Js'"
    text = f"{HEAD}starting_stacks = [1000, 60, 1000]\nactions = [{DEALT}{actions}]\n"
    assert import_text(tmp_path, text)[1] == [-100, 120, -20]
