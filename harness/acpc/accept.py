"""Where players from outside arrive: listens, takes the token and the version line, or gives up.

A player connects to its seat's port and says ``VERSION:2.0.0``, after ``TOKEN:...`` where the seat
has a token. Nothing it sends after that is read here. A connection that is lost before it has said
anything was nobody, and the seat waits on; one to a seat that is settled is told so and closed.
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
    """Know of no program that could have ended."""
    return ""


@dataclass(eq=False, slots=True)
class Place:
    """A seat that waits for its player: a listening socket, and the token to be shown, if any.

    Or ``arriving`` is a connection that only has to greet. ``find_end()`` tells how the player's
    program ended, once it has. ``line`` is the connection of a player who has come, ``fault`` says
    why nobody came.
    """

    door: socket.socket | None
    token: str = ""
    find_end: Callable[[], str] = stays_silent
    arriving: socket.socket | None = None
    line: socket.socket | None = None
    fault: str = ""

    @property
    def port(self) -> int:
        """The port to connect to."""
        if self.door is None:
            raise ValueError("this player comes by itself and connects to no port")
        port: int = self.door.getsockname()[1]
        return port


def open_door(host: str = LOOPBACK, port: int = 0) -> socket.socket:
    """Listen at an address, at any free port if none is named. Raises OSError."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def receive_players(places: Iterable[Place], *, seconds: float) -> None:
    """Wait until every place has its player or a fault; for so long at most."""
    lobby = _Lobby(list(places))
    try:
        lobby.wait(time.monotonic() + seconds)
    finally:
        lobby.close()


class _Lobby:
    """Places that wait, and connections whose greeting is not whole yet."""

    def __init__(self, places: list[Place]) -> None:
        self._selector = selectors.DefaultSelector()
        self._said: dict[socket.socket, bytes] = {}
        self._known: set[socket.socket] = set()
        self._resting: list[tuple[float, Place]] = []
        self._waiting = list(places)
        for place in places:
            if place.door is not None:
                place.door.setblocking(False)
                self._listen(place, place.door)
            if place.arriving is not None:
                self._receive(place, place.arriving)

    def wait(self, until: float) -> None:
        while self._waiting and (left := until - time.monotonic()) > 0:
            for key, _ in self._selector.select(min(left, SECONDS_BETWEEN_LOOKS)):
                if isinstance(key.data, Place):
                    self._admit(key.data)
                else:
                    self._greet(*key.data)
            self._look_for_ends()
            self._listen_again()
        for place in tuple(self._waiting):
            self._settle(place, "nobody came in time, or said no VERSION line")

    def close(self) -> None:
        for _, line in self._greeting():
            line.close()
        self._selector.close()

    def _listen(self, place: Place, door: socket.socket) -> None:
        self._selector.register(door, selectors.EVENT_READ, place)

    def _listen_again(self) -> None:
        """Go on listening at doors where nobody could be let in, for want of files."""
        now = time.monotonic()
        for until, place in tuple(self._resting):
            if until <= now and place.door is not None:
                self._resting.remove((until, place))
                self._listen(place, place.door)

    def _admit(self, place: Place) -> None:
        if place.door is None:
            return
        try:
            line, _ = place.door.accept()
        except (BlockingIOError, ConnectionError):
            return
        except OSError as error:
            if error.errno not in OUT_OF_FILES:
                raise
            if not self._make_room(None):
                self._selector.unregister(place.door)
                self._resting.append((time.monotonic() + SECONDS_BETWEEN_LOOKS, place))
            return
        if place not in self._waiting:
            _refuse(place, line)
            return
        if sum(one is place for one, _ in self._greeting()) >= MOST_GREETING:
            self._make_room(place)
        self._receive(place, line)

    def _greeting(self) -> list[tuple[Place, socket.socket]]:
        """Connections that have not greeted yet, the oldest first."""
        held = [key.data for key in self._selector.get_map().values()]
        return [one for one in held if not isinstance(one, Place)]

    def _make_room(self, crowded: Place | None) -> bool:
        """Drop who has kept a place, or any, waiting for the longest; no token was shown there."""
        for place, line in self._greeting():
            if crowded in (None, place) and line not in self._known:
                self._drop(line)
                return True
        return False

    def _receive(self, place: Place, line: socket.socket) -> None:
        line.setblocking(False)
        if line.family != socket.AF_UNIX:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._selector.register(line, selectors.EVENT_READ, (place, line))

    def _greet(self, place: Place, line: socket.socket) -> None:
        """Take in what there is of a greeting, and nothing beyond its line."""
        if place not in self._waiting:
            self._selector.unregister(line)
            self._said.pop(line, None)
            _refuse(place, line)
            return
        try:
            seen = line.recv(LONGEST_GREETING, socket.MSG_PEEK)
            received = line.recv(seen.find(b"\n") + 1 or len(seen)) if seen else b""
        except OSError as error:
            fault = f"the connection failed: {os.strerror(error.errno or 0)}"
            self._lose(place, line, fault)
            return
        said = self._said[line] = self._said.get(line, b"") + received
        if not received:
            self._lose(place, line, "the connection was closed before a VERSION line")
        elif said.endswith(b"\n"):
            del self._said[line]
            self._judge(place, line, said)
        elif len(said) >= LONGEST_GREETING:
            self._turn_away(place, line, f"greeted {show_line(said)}")

    def _judge(self, place: Place, line: socket.socket, said: bytes) -> None:
        if place.token and line not in self._known:
            if said.strip() == b"TOKEN:" + place.token.encode():
                self._known.add(line)
            else:
                self._turn_away(place, line, "showed no token or a wrong one")
        elif VERSION.fullmatch(said):
            self._selector.unregister(line)
            place.line = line
            self._settle(place, "")
        else:
            self._turn_away(place, line, f"greeted {show_line(said)}, not VERSION:2.0.0")

    def _turn_away(self, place: Place, line: socket.socket, fault: str) -> None:
        """Let a connection go. Where a token is asked for anybody may have made it: wait on."""
        is_stranger = bool(place.token) and line not in self._known
        self._drop(line)
        if not is_stranger:
            self._settle(place, fault)

    def _lose(self, place: Place, line: socket.socket, fault: str) -> None:
        """Let a lost connection go; who has said nothing, or the token alone, may come again."""
        if place.door is not None and not self._said.get(line):
            self._drop(line)
        else:
            self._turn_away(place, line, fault)

    def _drop(self, line: socket.socket) -> None:
        self._selector.unregister(line)
        self._said.pop(line, None)
        line.close()

    def _settle(self, place: Place, fault: str) -> None:
        place.fault = fault
        self._waiting.remove(place)

    def _look_for_ends(self) -> None:
        for place in tuple(self._waiting):
            how = place.find_end()
            if how:
                self._settle(place, f"{how} before it had said a VERSION line")


def _refuse(place: Place, line: socket.socket) -> None:
    """Say why to a connection, as far as it listens, and close it."""
    line.setblocking(False)
    with line, suppress(OSError):
        line.send(FORFEITED if place.line is None else TAKEN)
        line.recv(LONGEST_GREETING)  # what is not read when it closes would undo what was sent
