"""PokerKit reads the eleven variants as we write them, and comes to the same payoffs.

Skipped where it is not installed: railbird itself does not need it. It differs from us where
`pokerkit_peers.Difference` says so, and in two things that histories show:

- Its FO/8 is pot limit in 0.7.7; here it gets the limit that its code promises.
- Of eight players of stud it deals the last card to the board only if nobody has folded. Our table
  always does, since eight players need more cards than there are.
"""

import warnings
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest

from railbird.native import PAYOFF_UNIT
from railbird.results import open_run
from railbird.results.histories.storing.played import PlayedMatch, played_matches
from tests.results.histories.conftest import read, write
from tests.results.histories.phh.variant_runs import AGENTS, CODES, numbers_of_players, play_variant
from tests.results.histories.phh.written_hands import HANDS, WrittenHand

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed")
from pokerkit_peers import LimitOmahaEight, share  # noqa: E402

STUD = ("F7S", "F7S/8", "FR")
MOST_OF_STUD = 8
PLAYERS = [(code, players) for code in CODES for players in numbers_of_players(code)]


class History(pokerkit.HandHistory):  # type: ignore[misc, name-defined]
    """With the limit of Omaha-8."""

    game_types: ClassVar[dict[str, Any]] = {
        **pokerkit.HandHistory.game_types,
        "FO/8": LimitOmahaEight,
    }
    variants: ClassVar[dict[Any, str]] = {game: code for code, game in game_types.items()}


def payoffs_of(history: Any) -> list[Fraction]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cards that it would not have dealt next
        *_, last = history
    assert not last.status
    return [Fraction(payoff) for payoff in last.payoffs]


def told_by_pokerkit(file: Path) -> Iterator[Any]:
    yield from History.loads_all(file.read_text(encoding="utf-8"), divmod=share)


def wanted(match: PlayedMatch, index: int) -> list[Fraction]:
    seats = match.seats.seat_row(index)
    return [Fraction(int(match.payoffs[index][seat]), PAYOFF_UNIT) for seat in seats]


@pytest.mark.parametrize(("code", "players"), PLAYERS)
def test_payoffs(code: str, players: int, tmp_path: Path) -> None:
    """Of eight players of stud nobody folds, see above."""
    is_full = code in STUD and players == MOST_OF_STUD
    agents = ("call", "raise") if is_full else AGENTS
    compare(play_variant(code, players, tmp_path, agents=agents), tmp_path / "out")


@pytest.mark.parametrize("code", CODES)
def test_all_ins_of_equal_stacks(code: str, tmp_path: Path) -> None:
    """Stacks of a few bets, so that most hands end before the last round."""
    folder = play_variant(code, 4, tmp_path, stacks="[9, 9, 9, 9]")
    compare(folder, tmp_path / "out")


@pytest.mark.parametrize("code", [code for code in CODES if not code.endswith("/8")])
def test_side_pots(code: str, tmp_path: Path) -> None:
    """All call, since the two differ in who may raise after an all-in; see there for lows too.

    A stack of two posts an ante and a bring-in, and is not asked.
    """
    folder = play_variant(code, 4, tmp_path, stacks="[2, 5, 9, 30]", agents=("call",))
    compare(folder, tmp_path / "out")
    again(folder, tmp_path)


def compare(run: Path, out: Path) -> None:
    write(run, out, "phh")
    for match in played_matches(open_run(run)):
        histories = list(told_by_pokerkit(out / f"{match.name}.phhs"))
        assert len(histories) == len(match.bettings)
        for index, history in enumerate(histories):
            assert payoffs_of(history) == wanted(match, index)


@pytest.mark.parametrize("hand", HANDS, ids=[hand.code for hand in HANDS])
def test_hands_written_by_hand(hand: WrittenHand, tmp_path: Path) -> None:
    assert payoffs_of(History.loads(hand.text(), divmod=share)) == list(hand.payoffs)


@pytest.mark.parametrize("code", CODES)
def test_what_pokerkit_writes_is_read(code: str, tmp_path: Path) -> None:
    """Its own files of the same hands, in its own order of cards and deals."""
    folder = play_variant(code, 3, tmp_path)
    write(folder, tmp_path / "out", "phh")
    again(folder, tmp_path)


def again(run: Path, room: Path) -> None:
    """Import what PokerKit writes of an export in `out`: the play is the run's."""
    (room / "theirs").mkdir()
    for match in played_matches(open_run(run)):
        histories = told_by_pokerkit(room / "out" / f"{match.name}.phhs")
        text = History.dumps_all(map(written_again, histories))
        (room / "theirs" / f"{match.name}.phhs").write_text(text, encoding="utf-8")
    report = read([room / "theirs"], room / "again")
    assert report.left_out == 0
    before, after = open_run(run), open_run(room / "again")
    for name in ("payoffs", "showdown"):
        assert column(after, name) == column(before, name)


def written_again(history: Any) -> Any:
    """The hand as PokerKit writes what it played, with the posts as they were listed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, last = history
        kept = ("antes", "blinds_or_straddles", "players", "ante_trimming_status")
        given = {name: getattr(history, name) for name in kept}
        fields = {name: value for name, value in given.items() if value is not None}
        return History.from_game_state(history.create_game(), last, **fields)


def column(results: Any, name: str) -> list[object]:
    return [row for batch in results.hands([name]) for row in batch.column(name).to_pylist()]
