"""Players outside for tests: threads at the other ends of socket pairs, well or badly behaved."""

import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from typing import Any

import numpy as np

from railbird.harness.acpc.client import Client, ClientSeat, split_lines
from railbird.harness.acpc.client_table import ClientTable
from railbird.harness.table.play_rules import PlayRules
from railbird.harness.table.remote.remote_connections import Absence, RemoteConnections
from railbird.harness.table.table_loop import play_matches
from railbird.native import Clocks
from railbird.plugins import Game

Spoil = Callable[[bytes, socket.socket, int], bytes | None]
"""``spoil(answer, line, count)`` sends what it likes and returns what is to be sent instead of the
answer, the count-th; None ends the player."""


def refuse(violation: Any, hand: int, decision: int) -> None:
    raise AssertionError(f"a client saw {violation} in hand {hand}, decision {decision}")


def plain(answer: bytes, line: socket.socket, count: int) -> bytes | None:
    return answer


def play_client(line: socket.socket, client: Client, spoil: Spoil = plain) -> None:
    """Answer until the line is closed; whatever its other end does is not an error here."""
    count = 0
    try:
        with line:
            for text in split_lines(lambda: line.recv(1 << 16)):
                answer = client.hear(text)
                if answer is not None:
                    spoilt = spoil(answer, line, count)
                    if spoilt is None:
                        return
                    line.sendall(spoilt)
                    count += 1
    except OSError:  # the match may be over for this player
        return


def make_client(game: Game, factory: Any, *, key: int = 0, hands: int = 7) -> Client:
    seat = ClientSeat("client", factory, hands, refuse)
    return Client(seat, ClientTable(game, None, key=key))


def play_outside(  # noqa: PLR0913
    game: Game,
    plans: list[Any],
    agents: Mapping[str, Any],
    outside: Iterable[str],
    *,
    hands: int = 7,
    clocks: Clocks | None = None,
    spoil: Mapping[tuple[int, str], Spoil] | None = None,
    absent: Mapping[tuple[int, str], str] | None = None,
    **rules: Any,
) -> Any:
    """Play matches with some labels outside; ``spoil`` and ``absent`` are by match and label."""
    labels = frozenset(outside)
    players = game.definition.player_count
    descriptors = np.full((len(plans), players), -1, np.int32)
    absences = []
    with ExitStack() as stack:
        for match, plan in enumerate(plans):
            for seat, label in enumerate(plan.agents):
                if label not in labels:
                    continue
                if (match, label) in (absent or {}):
                    absences.append(Absence(match, seat, (absent or {})[match, label]))
                    continue
                ours, theirs = socket.socketpair()
                client = make_client(game, agents[label], key=plan.match_key, hands=hands)
                deed = (spoil or {}).get((match, label), plain)
                thread = threading.Thread(target=play_client, args=(theirs, client, deed))
                thread.start()
                stack.callback(thread.join)
                stack.enter_context(ours)
                descriptors[match, seat] = ours.fileno()
        connections = RemoteConnections(
            labels,
            descriptors,
            gets_draws=np.zeros(descriptors.shape, np.bool_),
            clocks=clocks or Clocks(60, 60, 60),
            absences=tuple(absences),
        )
        inside = {label: agents[label] for label in agents if label not in labels}
        return play_matches(
            game, plans, inside, rules=PlayRules(hands, **rules), connections=connections
        )
