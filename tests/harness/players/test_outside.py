"""Players outside: the same agents play the same there as here, and nobody spoils a match."""

import socket
from collections.abc import Callable
from typing import Any

import pytest
from loop_stage import GAMES, LABELS, PLAYED, BatchDice, Dice, bytes_of, hand_texts, plan_matches
from loop_stage import play as play_here
from outside import Spoil, play_outside

from railbird.native import Clocks
from railbird.plugins import CALL, FOLD

MATCHES = 4
BAD = 2
AGENTS = dict.fromkeys(LABELS, Dice)
FORMS = {"simple": Dice, "batch": BatchDice}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", PLAYED)
def test_an_agent_plays_over_a_line_as_in_this_process(name: str, form: str) -> None:
    game = GAMES[name]
    agents = dict.fromkeys(LABELS, FORMS[form])
    plans = plan_matches(game, MATCHES)
    here = play_here(game, agents, plans)
    labels = LABELS[: game.definition.player_count]
    for outside in (labels, labels[1:], labels[:1]):
        there = play_outside(game, plans, agents, outside)
        assert not there.incidents.kind
        for match in range(MATCHES):
            assert bytes_of(there, match) == bytes_of(here, match)


def test_seats_that_keep_their_positions_play_on() -> None:
    game = GAMES["kuhn-3p"]
    fixed = play_here(game, AGENTS, plan_matches(game, 1), fixed_seats=True)
    moving = play_here(game, AGENTS, plan_matches(game, 1))
    assert hand_texts(fixed, 0)[0] == hand_texts(moving, 0)[0]
    assert fixed.payoffs.tobytes() != moving.payoffs.tobytes()
    assert not fixed.payoffs.sum(axis=2).any()


class Forfeiter(Dice):
    """Dice until its answer of number `at`; from then on it checks, else folds."""

    at = 3

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def act(self, observation: Any) -> Any:
        usual = super().act(observation)
        self.count += 1
        if self.count <= self.at:
            return usual
        return FOLD if observation.can_fold else CALL


def at(count: int, deed: Callable[[bytes, socket.socket], bytes | None]) -> Spoil:
    return lambda answer, line, number: deed(answer, line) if number == count else answer


def action_of(answer: bytes) -> bytes:
    return answer.rstrip().rpartition(b":")[2]


def acting(action: bytes) -> Callable[[bytes, socket.socket], bytes]:
    """Send another action in place of the usual one."""
    return lambda answer, line: answer.rstrip().rpartition(b":")[0] + b":" + action + b"\r\n"


def before(noise: bytes) -> Callable[[bytes, socket.socket], bytes]:
    """Send something before the answer."""
    return lambda answer, line: noise + answer


def send_then_stop(noise: bytes) -> Callable[[bytes, socket.socket], None]:
    """Send something and close the connection."""

    def deed(answer: bytes, line: socket.socket) -> None:
        line.sendall(noise)

    return deed


def send_for_ever(noise: bytes) -> Callable[[bytes, socket.socket], bytes]:
    """Send the same again and again, until the dealer closes the connection."""

    def deed(answer: bytes, line: socket.socket) -> bytes:
        while True:
            line.sendall(noise)

    return deed


def fall_silent(answer: bytes, line: socket.socket) -> None:
    """Send half a line, and nothing more until the dealer is done."""
    line.sendall(answer[:9])
    while line.recv(1 << 16):
        pass


FORFEITS = {
    "closes": (send_then_stop(b""), "closed", "the connection was closed"),
    "closes in a line": (
        send_then_stop(b"MATCHSTATE:0"),
        "closed",
        "closed; it had sent 'MATCHSTATE:0'",
    ),
    "falls silent": (fall_silent, "late", "the time for the answer ran out; it had sent 'MATCHST"),
    "never ends a line": (send_for_ever(b"x" * 65536), "flood", "a line of more than 8192 bytes"),
    "floods with comments": (send_for_ever(b"# a\n" * 999), "flood", "too many lines"),
    "floods with garbage": (send_for_ever(bytes(range(256)) * 20), "flood", "too many lines"),
}


@pytest.mark.parametrize("rule", ["acpc", "strict"])
@pytest.mark.parametrize("case", FORFEITS)
def test_a_player_who_cannot_go_on_forfeits_and_the_match_is_played_out(
    case: str, rule: str
) -> None:
    deed, kind, text = FORFEITS[case]
    game = GAMES["holdem-nolimit-2p"]
    plans = plan_matches(game, MATCHES)
    clocks = Clocks(1 if kind == "late" else 60, 60, 60)
    spoil = {(BAD, "a"): at(Forfeiter.at, deed)}
    played = play_outside(
        game, plans, AGENTS, "ab", clocks=clocks, spoil=spoil, misbehaviour=rule, hands=9
    )
    incidents = played.incidents
    last = len(incidents.kind) - 1
    if rule == "acpc" and case == "floods with garbage":
        assert incidents.kind[:last] == ["stray-line"]
    elif case != "floods with garbage":
        assert last == 0
    if not (rule == "strict" and case == "floods with garbage"):
        assert (incidents.match[last], incidents.kind[last]) == (BAD, kind)
        assert text in incidents.text[last]
    model = play_here(game, {**AGENTS, "a": Forfeiter}, plans, hands=9)
    usual = play_here(game, AGENTS, plans, hands=9)
    assert hand_texts(played, BAD) == hand_texts(model, BAD)
    for match in range(MATCHES):
        if match != BAD:
            assert bytes_of(played, match) == bytes_of(usual, match)


@pytest.mark.parametrize("count", range(12))
def test_a_player_may_close_at_any_point_of_a_hand(count: int) -> None:
    game = GAMES["holdem-limit-3p"]
    plans = plan_matches(game, 1)
    spoil = {(0, "b"): at(count, send_then_stop(b""))}
    played = play_outside(game, plans, AGENTS, "abc", spoil=spoil)
    model = play_here(game, {**AGENTS, "b": type("Leaver", (Forfeiter,), {"at": count})}, plans)
    assert hand_texts(played, 0) == hand_texts(model, 0)
    assert played.incidents.kind == ["closed"]


MENDED: dict[str, tuple[Callable[[bytes, socket.socket], bytes], str, str]] = {
    "an unknown letter": (acting(b"x"), "nonsense", "answered 'x' instead of an action"),
    "no action": (acting(b""), "nonsense", "answered without an action"),
    "a fraction": (acting(b"r2.5"), "nonsense", "answered 'r2.5' instead of an action"),
    "a raise without an amount": (
        acting(b"r"),
        "nonsense",
        "answered 'r', a raise without an amount",
    ),
    "too small": (acting(b"r1"), "size-clamped", "a raise to 1 is below the minimum"),
    "negative": (acting(b"r-500"), "size-clamped", "a raise to -500 is below the minimum"),
    "too large": (acting(b"r4000000000"), "size-clamped", "is above the maximum"),
    "overflowing": (acting(b"r" + b"9" * 400), "size-clamped", "is above the maximum"),
    "an old state": (before(b"MATCHSTATE:0:0::AsKs|:c\r\n"), "stray-line", "sent 'MATCHSTATE:0:0"),
    "no state": (before(b"hello\r\n"), "stray-line", "sent 'hello'"),
    "garbage": (before(b"\xff\x00\x1b[2J\n"), "stray-line", r"sent '\xff\x00\x1b[2J'"),
    "many at once": (before(b"MATCHSTATE:1:9:c:|:c\r\n" * 2000), "stray-line", "sent 'MATCH"),
}


@pytest.mark.parametrize("rule", ["acpc", "strict"])
@pytest.mark.parametrize("case", MENDED)
def test_what_an_answer_lacks_is_judged_by_the_rules(case: str, rule: str) -> None:
    deed, kind, text = MENDED[case]
    game = GAMES["holdem-nolimit-2p"]
    plans = plan_matches(game, 1)
    played = play_outside(
        game, plans, AGENTS, "a", spoil={(0, "a"): at(0, deed)}, misbehaviour=rule, hands=3
    )
    assert played.incidents.kind == [kind]
    assert text in played.incidents.text[0]
    assert played.incidents.text[0].isprintable()
    assert len(played.incidents.text[0]) <= 200
    usual = play_here(game, AGENTS, plans, hands=3)
    if rule == "acpc" and kind == "stray-line":
        assert hand_texts(played, 0) == hand_texts(usual, 0)
    if rule == "strict":
        model = type("Leaver", (Forfeiter,), {"at": 0})
        forfeited = play_here(game, {**AGENTS, "a": model}, plans, hands=3)
        assert hand_texts(played, 0) == hand_texts(forfeited, 0)


@pytest.mark.parametrize(
    "rewrite",
    [
        lambda text: text.replace(b":c\r", b":K\r").replace(b":r", b":B"),
        lambda text: text.replace(b"MATCHSTATE:", b"MATCHSTATE:00"),
        lambda text: text.replace(b"\r\n", b"\n"),
        lambda text: text.replace(b"\r\n", b" \r\n"),
        lambda text: text.replace(b"|/", b"|2c3d/"),
        lambda text: b":".join(
            part.upper() if i == 3 else part for i, part in enumerate(text.split(b":"))
        ),
    ],
)
def test_an_answer_in_other_words_is_the_same_answer(rewrite: Callable[[bytes], bytes]) -> None:
    game = GAMES["holdem-limit-3p"]
    plans = plan_matches(game, 1)
    spoil: Spoil = lambda answer, line, count: rewrite(answer)  # noqa: E731
    played = play_outside(game, plans, AGENTS, "abc", spoil={(0, "b"): spoil})
    assert not played.incidents.kind
    assert bytes_of(played, 0) == bytes_of(play_here(game, AGENTS, plans), 0)


def test_answers_given_before_being_asked_wait_until_they_are_due() -> None:
    """All that a caller can ever answer, sent at once: what fits is taken when its time comes."""
    game = GAMES["kuhn-3p"]
    plans = plan_matches(game, 1)
    called = []

    def learn(answer: bytes, line: socket.socket, count: int) -> bytes:
        called.append(answer)
        return answer

    first = play_outside(game, plans, AGENTS, "a", spoil={(0, "a"): learn}, hands=9)
    eager: Spoil = lambda answer, line, count: b"".join(called) if count == 0 else b""  # noqa: E731
    again = play_outside(game, plans, AGENTS, "a", spoil={(0, "a"): eager}, hands=9)
    assert bytes_of(again, 0) == bytes_of(first, 0)


def test_who_never_comes_forfeits_from_the_start() -> None:
    game = GAMES["kuhn-3p"]
    plans = plan_matches(game, 1)
    played = play_outside(game, plans, AGENTS, "abc", absent={(0, "b"): "no player connected"})
    model = type("Absentee", (Forfeiter,), {"at": 0})
    assert hand_texts(played, 0) == hand_texts(play_here(game, {**AGENTS, "b": model}, plans), 0)
    assert (played.incidents.kind, played.incidents.text) == (["no-show"], ["no player connected"])


def answer_after(seconds: float) -> Spoil:
    def deed(answer: bytes, line: socket.socket, count: int) -> bytes:
        line.settimeout(seconds)
        try:
            line.recv(1, socket.MSG_PEEK)
        except TimeoutError:
            line.settimeout(None)
        return answer

    return deed


class Caller:
    def act(self, observation: Any) -> Any:
        return CALL


@pytest.mark.parametrize("clocks", [Clocks(60, 0.2, 60), Clocks(60, 60, 0.2)])
def test_time_adds_up_over_a_hand_and_over_a_match(clocks: Clocks) -> None:
    """Each answer is quick enough; all of them are not."""
    game = GAMES["holdem-nolimit-2p"]
    agents = {"a": Caller, "b": Caller}
    spoil = {(0, "a"): answer_after(0.11)}
    played = play_outside(game, plan_matches(game, 1), agents, "a", clocks=clocks, spoil=spoil)
    assert played.incidents.kind == ["late"]
    assert ("in the hand" if clocks.hand < 1 else "in the match") in played.incidents.text[0]
