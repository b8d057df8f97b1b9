"""An isolated agent in a process of its own: a client that gets its draws from the table.

The first message is msgpack, preceded by its length in four bytes: the assignment. Lines follow as
an ACPC dealer sends them, with draws in comment lines; see `side_channel` for the answers.
"""

import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from io import TextIOWrapper

import msgspec

from railbird.harness.acpc.client import Client, ClientSeat, split_lines
from railbird.harness.acpc.client_table import ClientTable
from railbird.harness.players.isolated_session import SessionProcess
from railbird.harness.players.isolation import describe_asynchronous
from railbird.harness.players.plugin import make_factory
from railbird.harness.supervision.system_calls import filter_system_calls
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.play_rules import AgentFactory
from railbird.harness.table.remote.side_channel import (
    BITS,
    DRAWS_SENT,
    DrawRequest,
    Report,
    SkipEnds,
)
from railbird.native import parse_game
from railbird.native.errors import RailbirdError
from railbird.plugins import Game, PluginSource, check_parameters, load_registry

VERSION = b"VERSION:2.0.0\r\n"
RECEIVE_SIZE = 1 << 16
LENGTH_BYTES = 4


class Assignment(msgspec.Struct, frozen=True):
    """Which agent plays what, as data; in a session stacks are carried on from hand to hand."""

    label: str
    agent: str
    parameters: dict[str, object]
    plugins: tuple[tuple[str, tuple[tuple[str, bytes], ...]], ...]
    game_name: str
    game: str
    hand_count: int
    is_session: bool = False


def send_assignment(line: socket.socket, assignment: Assignment) -> None:
    """Send an isolated agent's process its assignment, from the other side."""
    packed = msgspec.msgpack.encode(assignment)
    line.sendall(len(packed).to_bytes(LENGTH_BYTES, "little") + packed)


def main(descriptor: int) -> None:
    """Play until the line is closed; makes no system calls that an agent may not make."""
    filter_system_calls()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(
            stream, TextIOWrapper
        ):  # so that the output of an agent that is killed is not lost
            stream.reconfigure(line_buffering=True)
    with socket.socket(fileno=descriptor) as line:
        length = int.from_bytes(_receive(line, LENGTH_BYTES), "little")
        assignment = msgspec.msgpack.decode(_receive(line, length), type=Assignment)
        try:
            player = (_session if assignment.is_session else _Player)(line, assignment)
        except RailbirdError as error:
            sys.exit(str(error))
        with suppress(ConnectionError):  # the table has closed the line: the seat has forfeited
            player.play()


def _session(line: socket.socket, assignment: Assignment) -> SessionProcess:
    game, factory = _agent_of(assignment)
    line.sendall(VERSION)
    return SessionProcess(line, game, label=assignment.label, factory=factory)


def _agent_of(assignment: Assignment) -> tuple[Game, AgentFactory]:
    """Return the game and the agent; raises RailbirdError, or ends the process."""
    sources = tuple(PluginSource(path, files) for path, files in assignment.plugins)
    game = Game(assignment.game_name, parse_game(assignment.game))
    entry = load_registry(sources).agent(assignment.agent)
    if entry.is_asynchronous:
        sys.exit(describe_asynchronous(assignment.label))
    check_parameters(entry, assignment.parameters)
    if not entry.plays(game, assignment.parameters):
        sys.exit(f"agent '{assignment.agent}' does not play '{game.name}'")
    return game, make_factory(entry, assignment.parameters)


class _Player:
    """The client, its line, and the draws that came with the latest decision."""

    def __init__(self, line: socket.socket, assignment: Assignment) -> None:
        self._line = line
        self._lines = split_lines(partial(line.recv, RECEIVE_SIZE))
        self._told = b""  # the latest draws, read when needed
        self._draws: dict[tuple[int, int], float] = {}
        self._decode = msgspec.json.Decoder(list[int]).decode
        game, factory = _agent_of(assignment)
        seat = ClientSeat(assignment.label, factory, assignment.hand_count, self._report)
        self._client = Client(seat, ClientTable(game, self._draw))

    def play(self) -> None:
        self._line.sendall(VERSION)
        is_known = False
        for text in self._lines:
            if text.startswith(b";"):
                self._told = text
                continue
            answer = self._client.hear(text)
            if not is_known:
                is_known = True
                if not self._client.wants_hands:
                    self._say(SkipEnds())
            if answer is not None:
                self._line.sendall(answer)

    def _draw(self, purpose: int, index: int) -> float:
        if self._told:
            draws = zip(DRAWS_SENT, self._decode(self._told[1:]), strict=True)
            self._draws = {which: draw / BITS for which, draw in draws}
            self._told = b""
        draw = self._draws.get((purpose, index))
        if draw is None:
            draw = self._draws[purpose, index] = self._ask(purpose, index)
        return draw

    def _ask(self, purpose: int, index: int) -> float:
        self._say(DrawRequest(purpose, index))
        for text in self._lines:
            if text.startswith(b";"):
                (draw,) = msgspec.json.decode(text[1:], type=list[int])
                return draw / BITS
        raise EOFError("the table has closed the line")

    def _report(self, violation: Violation, hand: int, decision: int) -> None:
        self._say(Report(violation.kind, violation.text, hand, decision))

    def _say(self, message: DrawRequest | Report | SkipEnds) -> None:
        self._line.sendall(b";" + msgspec.json.encode(message) + b"\r\n")


def _receive(line: socket.socket, length: int) -> bytes:
    return b"".join(_pieces(line, length))


def _pieces(line: socket.socket, length: int) -> Iterator[bytes]:
    while length:
        piece = line.recv(min(length, RECEIVE_SIZE))
        if not piece:
            raise EOFError("the table has closed the line")
        length -= len(piece)
        yield piece
