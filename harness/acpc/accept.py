"""Accepts connections of external players: listens, checks the token and the version line.

A player connects to its seat's port and sends ``VERSION:2.0.0``, after ``TOKEN:...`` where the seat
has a token. Nothing it sends after that is read here. A connection that is lost before it has sent
anything is ignored, and the seat keeps waiting; one to a seat that is already taken gets a message
and is closed.
"""

import errno
import os
import re
import selectors
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from railbird.harness.table.remote.acpc_answer import show_line

LONGEST_GREETING = 256
SECONDS_BETWEEN_LOOKS = 0.05
BACKLOG = 8
MOST_GREETING = 16
OUT_OF_FILES = (errno.EMFILE, errno.ENFILE)
LOOPBACK = "127.0.0.1"
TAKEN = b"; this seat is taken\r\n"
FORFEITED = b"; this seat has forfeited the match\r\n"
VERSION = re.compile(rb"VERSION:2\.[0-9]{1,4}\.[0-9]{1,4}[ \t\r]*\n")


def stays_silent() -> str:
    """Return "": no program is known to have ended."""
    return ""


@dataclass(eq=False, slots=True)
class PendingSeat:
    """A seat that waits for its player: a listening socket, and the expected token, if any.

    ``arriving``, if given, is an open connection that only has to send its greeting. ``find_end()``
    returns how the player's program ended, once it has. ``line`` is the connection of the player,
    ``fault`` the reason why there is none.
    """

    listener: socket.socket | None
    token: str = ""
    find_end: Callable[[], str] = stays_silent
    arriving: socket.socket | None = None
    line: socket.socket | None = None
    fault: str = ""

    @property
    def port(self) -> int:
        """The port to connect to."""
        if self.listener is None:
            raise ValueError("this player is already connected; its seat has no port")
        port: int = self.listener.getsockname()[1]
        return port


def open_listener(host: str = LOOPBACK, port: int = 0) -> socket.socket:
    """Listen at an address, at any free port by default. Raises OSError."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def receive_players(pending_seats: Iterable[PendingSeat], *, seconds: float) -> None:
    """Wait, up to a time limit, until every seat has its player or a fault."""
    reception = _Reception(list(pending_seats))
    try:
        reception.wait(time.monotonic() + seconds)
    finally:
        reception.close()


class _Reception:
    """Seats that wait, and connections whose greeting is not complete yet."""

    def __init__(self, pending_seats: list[PendingSeat]) -> None:
        self._selector = selectors.DefaultSelector()
        self._said: dict[socket.socket, bytes] = {}
        self._known: set[socket.socket] = set()
        self._resting: list[tuple[float, PendingSeat]] = []
        self._waiting = list(pending_seats)
        for pending in pending_seats:
            if pending.listener is not None:
                pending.listener.setblocking(False)
                self._listen(pending, pending.listener)
            if pending.arriving is not None:
                self._receive(pending, pending.arriving)

    def wait(self, until: float) -> None:
        while self._waiting and (left := until - time.monotonic()) > 0:
            for key, _ in self._selector.select(min(left, SECONDS_BETWEEN_LOOKS)):
                if isinstance(key.data, PendingSeat):
                    self._admit(key.data)
                else:
                    self._greet(*key.data)
            self._look_for_ends()
            self._listen_again()
        for pending in tuple(self._waiting):
            self._settle(pending, "no player connected in time, or none sent a VERSION line")

    def close(self) -> None:
        for _, line in self._greeting():
            line.close()
        self._selector.close()

    def _listen(self, pending: PendingSeat, listener: socket.socket) -> None:
        self._selector.register(listener, selectors.EVENT_READ, pending)

    def _listen_again(self) -> None:
        """Listen again where connections could not be accepted because file descriptors ran out."""
        now = time.monotonic()
        for until, pending in tuple(self._resting):
            if until <= now and pending.listener is not None:
                self._resting.remove((until, pending))
                self._listen(pending, pending.listener)

    def _admit(self, pending: PendingSeat) -> None:
        if pending.listener is None:
            return
        try:
            line, _ = pending.listener.accept()
        except (BlockingIOError, ConnectionError):
            return
        except OSError as error:
            if error.errno not in OUT_OF_FILES:
                raise
            if not self._make_room(None):
                self._selector.unregister(pending.listener)
                self._resting.append((time.monotonic() + SECONDS_BETWEEN_LOOKS, pending))
            return
        if pending not in self._waiting:
            _refuse(pending, line)
            return
        if sum(one is pending for one, _ in self._greeting()) >= MOST_GREETING:
            self._make_room(pending)
        self._receive(pending, line)

    def _greeting(self) -> list[tuple[PendingSeat, socket.socket]]:
        """Connections that have not sent their greeting yet, the oldest first."""
        held = [key.data for key in self._selector.get_map().values()]
        return [one for one in held if not isinstance(one, PendingSeat)]

    def _make_room(self, crowded: PendingSeat | None) -> bool:
        """Drop the oldest connection of a seat, or of any, that has shown no token."""
        for pending, line in self._greeting():
            if crowded in (None, pending) and line not in self._known:
                self._drop(line)
                return True
        return False

    def _receive(self, pending: PendingSeat, line: socket.socket) -> None:
        line.setblocking(False)
        if line.family != socket.AF_UNIX:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._selector.register(line, selectors.EVENT_READ, (pending, line))

    def _greet(self, pending: PendingSeat, line: socket.socket) -> None:
        """Read what has arrived of a greeting, and nothing beyond its line."""
        if pending not in self._waiting:
            self._selector.unregister(line)
            self._said.pop(line, None)
            _refuse(pending, line)
            return
        try:
            seen = line.recv(LONGEST_GREETING, socket.MSG_PEEK)
            received = line.recv(seen.find(b"\n") + 1 or len(seen)) if seen else b""
        except OSError as error:
            fault = f"the connection failed: {os.strerror(error.errno or 0)}"
            self._lose(pending, line, fault)
            return
        said = self._said[line] = self._said.get(line, b"") + received
        if not received:
            self._lose(pending, line, "the connection was closed before a VERSION line")
        elif said.endswith(b"\n"):
            del self._said[line]
            self._judge(pending, line, said)
        elif len(said) >= LONGEST_GREETING:
            self._turn_away(pending, line, f"sent the greeting {show_line(said)}")

    def _judge(self, pending: PendingSeat, line: socket.socket, said: bytes) -> None:
        if pending.token and line not in self._known:
            if said.strip() == b"TOKEN:" + pending.token.encode():
                self._known.add(line)
            else:
                self._turn_away(pending, line, "sent no token or a wrong one")
        elif VERSION.fullmatch(said):
            self._selector.unregister(line)
            pending.line = line
            self._settle(pending, "")
        else:
            self._turn_away(
                pending, line, f"sent the greeting {show_line(said)} instead of VERSION:2.0.0"
            )

    def _turn_away(self, pending: PendingSeat, line: socket.socket, fault: str) -> None:
        """Drop a connection. With a token anybody may have opened it, so the seat keeps waiting."""
        is_stranger = bool(pending.token) and line not in self._known
        self._drop(line)
        if not is_stranger:
            self._settle(pending, fault)

    def _lose(self, pending: PendingSeat, line: socket.socket, fault: str) -> None:
        """Drop a lost connection; a player that sent nothing, or only the token, may reconnect."""
        if pending.listener is not None and not self._said.get(line):
            self._drop(line)
        else:
            self._turn_away(pending, line, fault)

    def _drop(self, line: socket.socket) -> None:
        self._selector.unregister(line)
        self._said.pop(line, None)
        line.close()

    def _settle(self, pending: PendingSeat, fault: str) -> None:
        pending.fault = fault
        self._waiting.remove(pending)

    def _look_for_ends(self) -> None:
        for pending in tuple(self._waiting):
            how = pending.find_end()
            if how:
                self._settle(pending, f"{how} before it had sent a VERSION line")


def _refuse(pending: PendingSeat, line: socket.socket) -> None:
    """Send a connection the reason, if it still reads, and close it."""
    line.setblocking(False)
    with line, suppress(OSError):
        line.send(FORFEITED if pending.line is None else TAKEN)
        line.recv(LONGEST_GREETING)  # closing with unread input would discard what was sent
