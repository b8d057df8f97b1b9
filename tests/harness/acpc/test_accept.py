"""Seats wait for their players whatever else connects, and no connection makes the process spin."""

import resource
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from railbird.harness.acpc.accept import (
    FORFEITED,
    SECONDS_BETWEEN_LOOKS,
    TAKEN,
    PendingSeat,
    open_listener,
    receive_players,
)

VERSION = b"VERSION:2.0.0\r\n"


class Lobby:
    """Places that are waited for in a thread, with the number of times that it woke up."""

    def __init__(self, *tokens: str, seconds: float) -> None:
        self.pending_seats = [PendingSeat(open_listener(), token) for token in tokens]
        self.seconds = 0.0
        self._thread = threading.Thread(target=self._receive, args=(seconds,))
        self._thread.start()

    def _receive(self, seconds: float) -> None:
        began = time.monotonic()
        receive_players(self.pending_seats, seconds=seconds)
        self.seconds = time.monotonic() - began

    def connect(self, seat: int) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.pending_seats[seat].port), timeout=20)

    def sit(self, seat: int) -> socket.socket:
        line = self.connect(seat)
        line.sendall(VERSION)
        until = time.monotonic() + 20
        while self.pending_seats[seat].line is None and time.monotonic() < until:
            time.sleep(0.01)
        assert self.pending_seats[seat].line is not None
        return line

    def wait(self) -> None:
        self._thread.join(60)
        assert not self._thread.is_alive()

    def close(self) -> None:
        self.wait()
        for pending in self.pending_seats:
            for one in (pending.listener, pending.line):
                if one is not None:
                    one.close()


@pytest.fixture
def open_lobby() -> Iterator[Callable[..., Lobby]]:
    with ExitStack() as stack:

        def open_one(*tokens: str, seconds: float) -> Lobby:
            reception = Lobby(*tokens, seconds=seconds)
            stack.callback(reception.close)
            return reception

        yield open_one


@pytest.fixture
def wakes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The events of each time that a selector woke up."""
    found: list[int] = []
    select = selectors.DefaultSelector.select

    def count(self: selectors.DefaultSelector, timeout: float | None = None) -> list:  # type: ignore[type-arg]
        events = select(self, timeout)
        found.append(len(events))
        return events

    monkeypatch.setattr(selectors.DefaultSelector, "select", count)
    return found


def close_at_once(line: socket.socket) -> None:
    line.close()


def reset(line: socket.socket) -> None:
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    line.close()


def close_after_a_while(line: socket.socket) -> None:
    time.sleep(0.2)
    line.close()


def show_the_token_and_close(line: socket.socket) -> None:
    line.sendall(b"TOKEN:secret\r\n")
    time.sleep(0.2)
    line.close()


LOST = [close_at_once, reset, close_after_a_while]


@pytest.mark.parametrize("lose", [*LOST, show_the_token_and_close])
def test_a_seat_waits_on_after_a_connection_that_said_nothing(
    lose: Callable[[socket.socket], None], open_lobby: Callable[..., Lobby]
) -> None:
    token = "secret" if lose is show_the_token_and_close else ""
    reception = open_lobby(token, "", seconds=30.0)
    for _ in range(5):
        lose(reception.connect(0))
    time.sleep(0.3)
    assert not reception.pending_seats[0].fault
    with reception.connect(0) as line, reception.sit(1):
        line.sendall((b"TOKEN:secret\r\n" if token else b"") + VERSION)
        reception.wait()
    assert [pending.line is not None for pending in reception.pending_seats] == [True, True]
    assert reception.seconds < 20


def test_a_seat_that_nobody_takes_waits_until_its_clock_has_run_out(
    open_lobby: Callable[..., Lobby],
) -> None:
    reception = open_lobby("", seconds=1.0)
    close_at_once(reception.connect(0))
    reception.wait()
    assert (
        reception.pending_seats[0].fault
        == "no player connected in time, or none sent a VERSION line"
    )
    assert reception.seconds >= 1.0


def test_a_connection_to_a_taken_seat_gets_a_message_and_wakes_nobody_again(
    open_lobby: Callable[..., Lobby], wakes: list[int]
) -> None:
    """Whether its player sits or has forfeited; it wakes the process once or twice."""
    reception = open_lobby("", "", "", seconds=3.0)
    with reception.sit(0), reception.connect(1) as wrong:
        wrong.sendall(b"VERSION:9\r\n")
        assert wrong.recv(1) == b""
        for seat, said in ((0, TAKEN), (1, FORFEITED)):
            for greeting in (b"", VERSION):
                with reception.connect(seat) as late:
                    late.sendall(greeting)
                    assert late.makefile("rb").readline() == said
                    if not greeting:
                        assert late.recv(1) == b""
        reception.wait()
    assert reception.pending_seats[0].line is not None
    assert len(wakes) <= 3.0 / SECONDS_BETWEEN_LOOKS + 20
    assert sum(wakes) <= 12


def test_a_greeting_after_the_seat_is_taken_gets_a_message(
    open_lobby: Callable[..., Lobby],
) -> None:
    reception = open_lobby("", "", seconds=3.0)
    with reception.connect(0) as late:
        time.sleep(0.2)
        with reception.sit(0):
            late.sendall(VERSION)
            assert late.makefile("rb").readline() == TAKEN
            reception.wait()


def test_where_no_file_is_left_the_lobby_waits_without_spinning(
    open_lobby: Callable[..., Lobby], wakes: list[int]
) -> None:
    reception = open_lobby("", seconds=30.0)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with socket.socket() as line:
        time.sleep(0.2)
        resource.setrlimit(resource.RLIMIT_NOFILE, (line.fileno() + 1, before[1]))
        try:
            line.connect(("127.0.0.1", reception.pending_seats[0].port))
            line.sendall(VERSION)
            count = len(wakes)
            time.sleep(1.0)
            woken = len(wakes) - count
            assert reception.pending_seats[0].line is None
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
        reception.wait()
    assert reception.pending_seats[0].line is not None
    assert woken <= 2 * 1.0 / SECONDS_BETWEEN_LOOKS + 5
