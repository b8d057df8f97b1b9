"""A hand that is mucked wins nothing, whatever its cards, and may stay unknown."""

from pathlib import Path
from typing import Any

import pytest

from railbird.native import PAYOFF_UNIT
from railbird.results import LogError, open_run
from railbird.results.histories.storing.played import played_matches
from tests.results.histories.conftest import read, write

HEAD = "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [50, 100, 0]\nmin_bet = 100\n"
CALLED = ("p3 f", "p1 cc", "p2 cc", "d db 7c8d9h", "p1 cc", "p2 cc")
CALLED += ("d db Jc", "p1 cc", "p2 cc", "d db 4s", "p1 cc", "p2 cc")


def import_hand(
    folder: Path, holes: tuple[str, str, str], actions: tuple[str, ...], **fields: Any
) -> list[int]:
    """Import a hand, and return its payoffs in chips by position."""
    deals = tuple(f"d dh p{number} {cards}" for number, cards in enumerate(holes, start=1))
    given: dict[str, Any] = {"starting_stacks": [1000, 1000, 1000], **fields}
    lines = [f"{name} = {value}\n" for name, value in given.items()]
    folder.mkdir(exist_ok=True)
    text = f"{HEAD}actions = {list(deals + actions)}\n{''.join(lines)}"
    (folder / "hand.phh").write_text(text, encoding="utf-8")
    read([folder / "hand.phh"], folder / "run")
    (match,) = played_matches(open_run(folder / "run"))
    payoffs = match.payoffs[0] // PAYOFF_UNIT
    assert payoffs.sum() == 0
    return [int(payoffs[match.seats.seat_row(0).index(seat)]) for seat in range(3)]


@pytest.mark.parametrize("theirs", ["????", "QsQh", "2s3h"])
def test_whoever_shows_wins(theirs: str, tmp_path: Path) -> None:
    holes = ("AdKd", theirs, "????")
    won = import_hand(tmp_path / "a", holes, (*CALLED, "p1 sm AdKd", "p2 sm"))
    assert won == [100, -100, 0]
    shown = import_hand(tmp_path / "b", ("AdKd", "QsQh", "????"), (*CALLED, "p1 sm", "p2 sm QsQh"))
    assert shown == [-100, 100, 0]


def test_nobody_has_to_show_a_card_where_one_is_left(tmp_path: Path) -> None:
    holes = ("????",) * 3
    assert import_hand(tmp_path, holes, (*CALLED, "p1 sm ????", "p2 sm")) == [100, -100, 0]


def test_cards_that_would_have_won_are_forgotten_and_others_are_kept(tmp_path: Path) -> None:
    for theirs, stored in (("QsQh", "????"), ("2s3h", "2s3h")):
        folder = tmp_path / theirs
        import_hand(folder, ("AdKd", theirs, "????"), (*CALLED, "p1 sm AdKd", "p2 sm"))
        (text,) = [
            data.decode()
            for name, data in write(folder / "run", folder / "out", "phh").items()
            if name.endswith(".phhs")
        ]
        assert f"'d dh p2 {stored}'" in text


def test_a_bet_that_nobody_called_goes_back_to_who_mucks(tmp_path: Path) -> None:
    """The button is all-in for 60, so 40 of the bets of the others are a side pot."""
    actions = ("p3 cc", "p1 f", "d db 7c8d9h", "d db Jc", "d db 4s", "p3 sm AdKd", "p2 sm")
    holes = ("????", "????", "AdKd")
    won = import_hand(tmp_path, holes, actions, starting_stacks=[1000, 1000, 60])
    assert won == [-50, -60, 110]


SIDE_POT = ("p3 cbr 400", "p1 cc", "p2 cc", "d db 7c8d9h", "p1 cbr 100", "p2 cc")
SIDE_POT += ("d db Jc", "p1 cc", "p2 cc", "d db 4s", "p1 cc", "p2 cc")


@pytest.mark.parametrize(
    ("actions", "button", "ends"),
    [
        ((*CALLED, "p1 sm", "p2 sm"), 1000, [1100, 900, 1000]),
        ((*SIDE_POT, "p3 sm AhAs", "p1 sm", "p2 sm"), 400, [700, 500, 1200]),
    ],
)
def test_who_wins_a_pot_for_which_nobody_shows_must_be_told(
    actions: tuple[str, ...], button: int, ends: list[int], tmp_path: Path
) -> None:
    holes, stacks = ("QsQh", "2s3h", "AhAs"), [1000, 1000, button]
    with pytest.raises(LogError, match="does not show"):
        import_hand(tmp_path / "not told", holes, actions, starting_stacks=stacks)
    told = import_hand(
        tmp_path / "told", holes, actions, starting_stacks=stacks, finishing_stacks=ends
    )
    assert told == [end - stack for end, stack in zip(ends, stacks, strict=True)]
