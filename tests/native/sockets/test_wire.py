"""Matches over descriptors: what is sent to whom, what counts as an answer, and the clocks."""

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest

from railbird.native import Clocks, GameDefinition, MatchTables, Wire, WireEvent, deal_decks

Shipped = Callable[[str], GameDefinition]
FOLD, CALL, RAISE = range(3)


class Stage:
    """Matches whose seats are all on the wire, and this test at the other ends."""

    def __init__(
        self, game: GameDefinition, *, matches: int, hands: int, **options: object
    ) -> None:
        self.stack = ExitStack()
        self.tables = MatchTables(
            game,
            deals=deal_decks(game, np.arange(matches, dtype=np.uint32), hands),
            deck_of_match=np.arange(matches),
            controllers=np.zeros((matches, game.player_count), np.int32),
            match_keys=np.arange(matches, dtype=np.uint64),
        )
        descriptors = np.empty((matches, game.player_count), np.int32)
        self.ends: dict[tuple[int, int], socket.socket] = {}
        for place in np.ndindex(descriptors.shape):
            ours, theirs = socket.socketpair()
            self.stack.enter_context(ours)
            self.ends[place] = self.stack.enter_context(theirs)
            theirs.setblocking(False)
            descriptors[place] = ours.fileno()
        clocks = options.pop("clocks", Clocks())
        self.wire = Wire(self.tables, descriptors, clocks=clocks, **options)  # type: ignore

    def heard(self, match: int, seat: int) -> list[str]:
        try:
            return self.ends[match, seat].recv(1 << 16).decode().split("\r\n")[:-1]
        except BlockingIOError:
            return []

    def say(self, match: int, seat: int, text: str) -> None:
        self.ends[match, seat].sendall(text.encode("latin-1"))


@pytest.fixture
def kuhn(shipped_game: Shipped) -> Iterator[Callable[..., Stage]]:
    stages: list[Stage] = []

    def make(*, matches: int = 1, hands: int = 2, **options: object) -> Stage:
        stages.append(Stage(shipped_game("kuhn-2p"), matches=matches, hands=hands, **options))
        return stages[-1]

    yield make
    for stage in stages:
        stage.stack.close()


def test_every_player_receives_every_state_and_only_his_own_cards(
    kuhn: Callable[..., Stage],
) -> None:
    stage = kuhn()
    assert stage.wire.pump(0.01) == []
    (first,), (second,) = stage.heard(0, 0), stage.heard(0, 1)
    cards = [first.split(":")[4].strip("|"), second.split(":")[4].strip("|")]
    assert first == f"MATCHSTATE:0:0::{cards[0]}|"
    assert second == f"MATCHSTATE:1:0::|{cards[1]}"
    stage.say(0, 0, first + ":r\r\n")
    assert stage.wire.pump(0.01) == []
    assert stage.heard(0, 0) == [f"MATCHSTATE:0:0:r:{cards[0]}|"]
    assert stage.heard(0, 1) == [second.replace("::", ":r:", 1)]
    stage.say(0, 1, second.replace("::", ":r:", 1) + ":c\n")
    assert stage.wire.pump(0.01) == []
    shown = f"{cards[0]}|{cards[1]}"
    end, then = stage.heard(0, 1)
    assert (end, then[:15]) == (f"MATCHSTATE:1:0:rc:{shown}", "MATCHSTATE:0:1:")
    assert [array.tolist() for array in stage.wire.collect_ended()] == [[0], [0]]
    assert stage.tables.payoffs[0, 0].any()


def test_folded_hands_are_shown_to_nobody(kuhn: Callable[..., Stage]) -> None:
    stage = kuhn(hands=1)
    stage.wire.pump(0.01)
    (first,), (second,) = stage.heard(0, 0), stage.heard(0, 1)
    stage.say(0, 0, first + ":r\n")
    stage.say(0, 1, second.replace("::", ":r:", 1) + ":f\n")
    stage.wire.pump(0.01)
    assert stage.tables.is_finished
    assert stage.heard(0, 0)[-1] == first.replace("::", ":rf:", 1)
    assert stage.heard(0, 1)[-1] == second.replace("::", ":rf:", 1)


def test_matches_go_on_each_at_its_own_pace(kuhn: Callable[..., Stage]) -> None:
    stage = kuhn(matches=3, hands=1)
    stage.wire.pump(0.01)
    (first,) = stage.heard(2, 0)
    stage.say(2, 0, first + ":c\n")
    stage.wire.pump(0.01)
    (_, second) = stage.heard(2, 1)
    stage.say(2, 1, second + ":c\n")
    stage.wire.pump(0.01)
    assert [array.tolist() for array in stage.wire.collect_ended()] == [[2], [0]]
    assert stage.tables.pending().table.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("noise", "code"),
    [
        ("hello\n", WireEvent.LINE),
        ("MATCHSTATE:0:7::Ks|:c\n", WireEvent.LINE),
        ("%s:x\n", WireEvent.LINE),
        ("%s:c \0\r\n", None),
        ("%s:r77\n", None),
        ("%s:f\n", WireEvent.FAULT),
        ("# a comment\n", None),
        ("a" * 9000, WireEvent.ENDLESS),
        ("# a\n" * 20000, WireEvent.FLOOD),
    ],
)
def test_an_invalid_answer_is_left_to_the_caller(
    kuhn: Callable[..., Stage], noise: str, code: WireEvent | None
) -> None:
    stage = kuhn()
    stage.wire.pump(0.01)
    (asked,) = stage.heard(0, 0)
    stage.ends[0, 0].setblocking(True)
    stage.say(0, 0, noise.replace("%s", asked))
    happenings = stage.wire.pump(0.05)
    while code is not None and not happenings:  # it may take long until all has come through
        happenings = stage.wire.pump(0.05)
    assert [happening.code for happening in happenings] == ([] if code is None else [code])
    if code == WireEvent.FAULT:
        stage.wire.take(0, FOLD, 0)  # a call is made of it
        assert stage.tables.columns.bettings(np.zeros(1, np.int32)) == ["c"]
    elif code == WireEvent.LINE:
        assert happenings[0].text == noise.replace("%s", asked).encode()
        assert stage.wire.asked(0).decode() == asked
        assert stage.wire.ignore(0) is None
        stage.say(0, 0, asked + ":c\n")
        assert stage.wire.pump(0.01) == []
        assert stage.tables.columns.bettings(np.zeros(1, np.int32)) == ["c"]
    elif code is not None:
        stage.wire.leave(0, 0)
        stage.wire.pump(0.01)
        assert stage.tables.columns.bettings(np.zeros(1, np.int32)) == ["c"]
        assert stage.heard(0, 1)[-1].startswith("MATCHSTATE:1:0:c:|")


def test_a_closed_end_is_noticed_when_its_seat_is_to_act(kuhn: Callable[..., Stage]) -> None:
    stage = kuhn()
    stage.wire.pump(0.01)
    (first,) = stage.heard(0, 0)
    stage.ends[0, 1].close()
    assert stage.wire.pump(0.01) == []
    stage.say(0, 0, first + ":r\n")
    (happening,) = stage.wire.pump(0.05)
    assert (happening.seat, happening.code) == (1, WireEvent.CLOSED)
    stage.wire.leave(0, 1)
    stage.wire.pump(0.01)
    assert stage.wire.collect_ended()[1].tolist() == [0]
    assert stage.heard(0, 0)[1:2] == [first.replace("::", ":rf:", 1)]
    assert stage.tables.columns.bettings(np.zeros(1, np.int32)) == ["c"]  # hand 1 continues


@pytest.mark.parametrize(
    ("clocks", "detail"),
    [(Clocks(0.02), 1), (Clocks(9, 0.02), 2), (Clocks(9, 9, 0.02), 3)],
)
def test_a_clock_that_runs_out_is_reported(
    kuhn: Callable[..., Stage], clocks: Clocks, detail: int
) -> None:
    stage = kuhn(clocks=clocks)
    happenings = stage.wire.pump(9)
    assert [(one.code, one.detail) for one in happenings] == [(WireEvent.LATE, detail)]


def test_an_answer_that_waits_is_not_charged_for_the_callers_absence(
    kuhn: Callable[..., Stage],
) -> None:
    """The caller is away for longer than the clock allows, and then finds an answer.

    The machine may be away as well, during a call, which is charged: so clocks may be ever longer.
    """
    assert any(_answer_waits(kuhn, seconds) for seconds in (0.05, 0.5, 5.0))


def _answer_waits(kuhn: Callable[..., Stage], seconds: float) -> bool:
    stage = kuhn(clocks=Clocks(seconds))
    stage.wire.pump(0)
    (asked,) = stage.heard(0, 0)
    stage.say(0, 0, asked + ":c\n")
    reader, writer = socket.socketpair()
    with reader, writer:
        reader.settimeout(2 * seconds)
        with pytest.raises(TimeoutError):
            reader.recv(1)
    is_charged = stage.wire.pump(0) != []
    return not is_charged and stage.tables.columns.bettings(np.zeros(1, np.int32)) == ["c"]


def test_draws_precede_states_to_answer_and_nothing_else_is_sent(
    kuhn: Callable[..., Stage],
) -> None:
    stage = kuhn(gets_draws=np.array([[True, True]]))
    stage.wire.pump(0.01)
    draws, asked = stage.heard(0, 0)
    assert stage.heard(0, 1) == []
    numbers = [int(number) for number in draws.removeprefix(";[").removesuffix("]").split(",")]
    assert len(numbers) == 3
    assert all(0 <= number < 2**53 for number in numbers)
    stage.say(0, 0, asked + ":c\n")
    stage.wire.pump(0.01)
    assert stage.heard(0, 0) == []
    assert [line[0] for line in stage.heard(0, 1)] == [";", "M"]


@pytest.mark.parametrize("skips", [False, True])
def test_ends_of_hands_are_not_reported_to_agents_that_do_not_observe_them(
    skips: bool, kuhn: Callable[..., Stage]
) -> None:
    stage = kuhn(hands=1, gets_draws=np.array([[True, False]]))
    stage.wire.pump(0.01)
    _, asked = stage.heard(0, 0)
    if skips:
        stage.wire.skip_ends(0, 0)
        stage.wire.skip_ends(0, 1)  # players of the plain protocol receive it anyway
    stage.say(0, 0, asked + ":r\n")
    stage.wire.pump(0.01)
    told = stage.heard(0, 1)[-1]
    stage.say(0, 1, told + ":f\n")
    stage.wire.pump(0.01)
    assert stage.tables.is_finished
    assert len(stage.heard(0, 0)) == (not skips)
    assert ":rf:" in stage.heard(0, 1)[-1]


def test_messages_are_kept_as_the_c_dealer_prints_them(kuhn: Callable[..., Stage]) -> None:
    stage = kuhn(keeps_transcript=True)
    stage.wire.pump(0.01)
    (asked,) = stage.heard(0, 0)
    stage.say(0, 0, asked + ":c\r\n")
    stage.wire.pump(0.01)
    lines = stage.wire.collect_transcript().decode().splitlines()
    words = [line.split(" ") for line in lines]
    assert [word[:3] for word in words] == [
        ["TO", "1", "at"],
        ["TO", "2", "at"],
        ["FROM", "1", "at"],
        ["TO", "1", "at"],
        ["TO", "2", "at"],
    ]
    assert words[2][4] == asked + ":c"
    assert all(len(word[3].partition(".")[2]) == 6 for word in words)


def test_descriptors_must_fit_the_matches(kuhn: Callable[..., Stage]) -> None:
    stage = kuhn()
    with pytest.raises(ValueError, match="descriptors must have shape"):
        Wire(stage.tables, np.zeros((2, 2), np.int32), clocks=Clocks())


def test_an_action_is_written_before_it_is_reported(
    kuhn: Callable[..., Stage], tmp_path: Path
) -> None:
    stage, path = kuhn(hands=1), tmp_path / "transactions"
    with path.open("wb") as file:
        stage.wire.keep_transactions(file.fileno())
        stage.wire.pump(0.01)
        (first,), (second,) = stage.heard(0, 0), stage.heard(0, 1)
        stage.say(0, 0, first + ":r\n")
        stage.say(0, 1, second.replace("::", ":r:", 1) + ":k\n")
        stage.wire.pump(0.01)
        lines = path.read_text().splitlines()
    assert [line.split()[:2] for line in lines] == [["r", "0"], ["c", "0"]]
    assert all(float(sent) <= float(came) for _, _, sent, came in map(str.split, lines))
    told = stage.heard(0, 0)
    assert not any(":rc:" in line for line in told), "the hand's end is to be noted first"
    stage.wire.collect_ended()
    stage.wire.pump(0.01)
    told += stage.heard(0, 0)
    assert [line.split(":")[3] for line in told] == ["r", "rc"]
