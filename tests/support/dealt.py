"""Matches dealt to players over sockets, who play as they like or as a log says."""

import io
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any

from outside import make_client, plain, play_client

from railbird.harness.acpc.dealing import Deal, DealFiles, deal_match
from railbird.plugins import Action, ActionKind, Game, Observation


class FromLog:
    """Plays its seat as a log says: the next letter after the betting so far."""

    def __init__(self, bettings: Sequence[str]) -> None:
        self.bettings = bettings

    def act(self, observation: Observation) -> Action:
        rest = self.bettings[observation.hand_index][len(observation.betting) :]
        kind = ActionKind("fcr".index(rest[0]))
        digits = rest[1 : 1 + len(rest[1:]) - len(rest[1:].lstrip("0123456789"))]
        return Action(kind, int(digits or 0))


def deal_to(deal: Deal, players: Sequence[Callable[[int], Any]], **files: Any) -> Any:
    """Deal a match to players, each a function of its seat's port in a thread of its own."""
    threads: list[threading.Thread] = []

    def start(ports: list[int]) -> None:
        for player, port in zip(players, ports, strict=True):
            threads.append(threading.Thread(target=player, args=(port,)))
            threads[-1].start()

    results = deal_match(deal, DealFiles(errors=io.StringIO(), **files), tell_ports=start)
    for thread in threads:
        thread.join()
    return results


def client(game: Game, factory: Any, *, greeting: bytes = b"VERSION:2.0.0\r\n") -> Any:
    def play(port: int) -> None:
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(greeting)
        play_client(line, make_client(game, factory), plain)

    return play
