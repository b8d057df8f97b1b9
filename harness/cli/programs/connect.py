"""``railbird connect``: an agent plays at an ACPC dealer."""

import secrets
import socket
import sys
import time
from functools import partial
from typing import Annotated, TextIO

import typer

from railbird.harness.acpc.client import Client, ClientSeat, split_lines
from railbird.harness.acpc.client_table import ClientTable
from railbird.harness.cli.agent_code import agents_called
from railbird.harness.cli.options import PlayerCount, PluginPaths, read_plugins
from railbird.harness.errors import ClientError
from railbird.harness.games.library import find_game
from railbird.harness.plan.match_spec import read_agents
from railbird.harness.plan.written_values import read_count
from railbird.harness.players.plugin import make_factory
from railbird.harness.table.judging.incident_log import Violation
from railbird.native import require_acpc
from railbird.plugins import AgentError, check_parameters

VERSION = b"VERSION:2.0.0\r\n"
RECEIVE_SIZE = 1 << 16
SECONDS_BETWEEN_TRIES = 0.1


def connect(  # noqa: PLR0913  (a command's options)
    agent: Annotated[str, typer.Argument(help="An agent: NAME or NAME:PARAMETER=VALUE,...")],
    host: Annotated[str, typer.Argument(help="The dealer's address.")],
    port: Annotated[int, typer.Argument(min=1, max=65_535, help="The seat's port.")],
    *,
    game: Annotated[str, typer.Option(help="Name of a game, or file of its definition.")],
    players: PlayerCount = None,
    hands: Annotated[
        str,
        typer.Option(
            help="Hands of the match, for agents that use it; the dealer does not send it."
        ),
    ] = "3000",
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the agent's random draws. (default: random)")
    ] = None,
    token: Annotated[str, typer.Option(help="The seat's token, if the dealer asks for one.")] = "",
    wait: Annotated[float, typer.Option(min=0, help="Seconds to wait for the dealer.")] = 10.0,
    plugin: PluginPaths = None,
) -> None:
    """Play one seat of an ACPC dealer with an agent, until the dealer closes the connection.

    Example: `railbird connect uniform localhost 5001 --game kuhn-2p`
    """
    hand_count = read_count(hands)
    registry = read_plugins(plugin)
    found = find_game(game, registry, players)
    require_acpc(found.definition, "the ACPC protocol")
    (wanted,) = read_agents([agent])
    entry = registry.agent(wanted.agent)
    check_parameters(entry, wanted.parameters)
    if not entry.plays(found, wanted.parameters):
        raise ClientError(f"agent '{entry.name}' does not play '{found.name}'; choose another")
    seat = ClientSeat(
        wanted.label,
        make_factory(entry, wanted.parameters),
        hand_count,
        partial(_complain, entry.name, sys.stderr),
    )
    key = secrets.randbits(64) if seed is None else seed % 2**64
    with _connect(host, port, seconds=wait) as line, agents_called(wanted.label):
        _play(line, Client(seat, ClientTable(found, None, key=key)), token)


def _connect(host: str, port: int, *, seconds: float) -> socket.socket:
    until = time.monotonic() + seconds
    while True:
        try:
            line = socket.create_connection((host, port), timeout=max(seconds, 1.0))
        except OSError as error:
            if isinstance(error, ConnectionRefusedError) and time.monotonic() < until:
                time.sleep(SECONDS_BETWEEN_TRIES)
                continue
            raise ClientError(
                f"no dealer answers at {host}, port {port} ({error.strerror or error}); "
                "start it first, and take the port it prints for the seat"
            ) from error
        line.settimeout(None)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line


def _play(line: socket.socket, client: Client, token: str) -> None:
    try:
        line.sendall((b"TOKEN:" + token.encode() + b"\r\n" if token else b"") + VERSION)
        for text in split_lines(lambda: line.recv(RECEIVE_SIZE)):
            answer = client.hear(text)
            if answer is not None:
                line.sendall(answer)
    except OSError as error:
        what = f"the dealer closed the connection ({error.strerror})"
        raise ClientError(f"{what}; {_advise(client)}") from error
    if client.is_amid_hand or not client.has_heard:
        when = "during a hand" if client.has_heard else "before the first hand"
        raise ClientError(f"the dealer closed the connection {when}; {_advise(client)}")


def _advise(client: Client) -> str:
    if client.has_heard:
        return "its messages say whether it ended or this seat forfeited"
    return (
        "make sure that the port belongs to a free seat, and give --token if the dealer "
        "prints tokens"
    )


def _complain(agent: str, screen: TextIO, violation: Violation, hand: int, decision: int) -> None:
    what = f"agent '{agent}', hand {hand}, decision {decision}: {violation.kind}: {violation.text}"
    if violation.kind == "exception":
        raise AgentError(f"{what}; it has left the match")
    typer.echo(what, file=screen)
