"""Deals one match to players that connect over sockets, as the ACPC's C dealer does."""

import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

import numpy as np

from railbird.harness.acpc.accept import LOOPBACK, PendingSeat, open_listener, receive_players
from railbird.harness.acpc.dealer_log import DealerLog, format_header
from railbird.harness.errors import DealerError
from railbird.harness.table.match_results import MatchResults
from railbird.harness.table.play_rules import PlannedMatch, PlayRules
from railbird.harness.table.remote.remote_connections import (
    Absence,
    Listener,
    RemoteConnections,
    Transactions,
)
from railbird.harness.table.table_loop import play_matches
from railbird.native import Clocks
from railbird.plugins import Game, MisbehaviourRule
from railbird.results.histories import format_score

MILLISECONDS = 1000


@dataclass(frozen=True, slots=True)
class DealClocks:
    """The dealer's time limits in milliseconds; None waits for players without a limit."""

    response: int = 600_000
    hand: int = 600_000
    per_hand: int = 7_000
    start: int | None = None

    def for_match(self, hand_count: int) -> Clocks:
        """The clocks of a match."""
        return Clocks(
            self.response / MILLISECONDS,
            self.hand / MILLISECONDS,
            self.per_hand * hand_count / MILLISECONDS,
        )


@dataclass(frozen=True, slots=True)
class Deal:
    """One match for the dealer: ``game_text`` is how the log names the game, ``names`` by seat.

    Players must send their ``tokens`` (by seat), if there are any; port 0 means any free port.
    """

    name: str
    game: Game
    game_text: str
    hand_count: int
    deck_seed: int
    names: Sequence[str]
    clocks: DealClocks = DealClocks()
    misbehaviour: MisbehaviourRule = "acpc"
    fixed_seats: bool = False
    host: str = LOOPBACK
    ports: Sequence[int] = ()
    tokens: Sequence[str] = ()

    @property
    def header(self) -> str:
        """The first lines of log and messages."""
        clocks = self.clocks
        return format_header(
            (self.name, self.game_text, self.hand_count, self.deck_seed),
            (clocks.response, clocks.hand, clocks.per_hand),
        )


@dataclass(frozen=True, slots=True)
class DealFiles:
    """Where the dealer writes: match log, messages and transactions, each optional."""

    log: TextIO | None = None
    messages: TextIO | None = None
    errors: TextIO = field(default_factory=lambda: sys.stderr)
    transactions: Transactions | None = None


def deal_match(
    deal: Deal, files: DealFiles, *, tell_ports: Callable[[list[int]], None]
) -> MatchResults:
    """Wait for the players, play the match and write its log; the results have one match.

    Raises DealerError if a port cannot be opened or a file cannot be written.
    """
    try:
        return _deal_match(deal, files, tell_ports)
    except OSError as error:
        raise DealerError(
            f"a file of the match cannot be written ({error.strerror}); free some disk space"
        ) from error


def _deal_match(
    deal: Deal, files: DealFiles, tell_ports: Callable[[list[int]], None]
) -> MatchResults:
    with ExitStack() as stack:
        pending_seats = [PendingSeat(listener) for listener in _open_listeners(deal, stack)]
        for pending, token in zip(pending_seats, deal.tokens, strict=False):
            pending.token = token
        tell_ports([pending.port for pending in pending_seats])
        for file in filter(None, {files.log, files.messages, files.errors}):
            file.write(deal.header)
            file.flush()
        start = deal.clocks.start
        seconds = float("inf") if start is None else start / MILLISECONDS
        receive_players(pending_seats, seconds=seconds)
        for pending in pending_seats:
            if pending.listener is not None:
                pending.listener.close()
            if pending.line is not None:
                stack.enter_context(pending.line)
        results = _play(deal, files, pending_seats)
    _write_score(deal, files, results)
    return results


def _open_listeners(deal: Deal, stack: ExitStack) -> list[socket.socket]:
    listeners = []
    for seat in range(deal.game.definition.player_count):
        port = deal.ports[seat] if seat < len(deal.ports) else 0
        try:
            listeners.append(stack.enter_context(open_listener(deal.host, port)))
        except OSError as error:
            raise DealerError(
                f"seat {seat + 1} cannot listen at {deal.host}, port {port}: "
                f"{error.strerror or error}; choose another address or port"
            ) from error
    return listeners


def _play(deal: Deal, files: DealFiles, pending_seats: Sequence[PendingSeat]) -> MatchResults:
    labels = tuple(f"seat-{seat + 1}" for seat in range(len(pending_seats)))
    log = None
    if files.log is not None:
        log = DealerLog(files.log, deal.game.definition, deal.names)
    connections = RemoteConnections(
        frozenset(labels),
        np.array([[-1 if p.line is None else p.line.fileno() for p in pending_seats]], np.int32),
        gets_draws=np.zeros((1, len(pending_seats)), np.bool_),
        clocks=deal.clocks.for_match(deal.hand_count),
        absences=tuple(
            Absence(0, seat, pending.fault)
            for seat, pending in enumerate(pending_seats)
            if pending.line is None
        ),
        listener=Listener(
            hands=log.write_hands if log else lambda *ended: None,
            transcript=_writer(files.messages),
        ),
        transactions=files.transactions,
    )
    plan = PlannedMatch(deal.deck_seed, labels, 0)
    rules = PlayRules(deal.hand_count, deal.misbehaviour, fixed_seats=deal.fixed_seats)
    _note_time(files.messages, "STARTED")
    results = play_matches(deal.game, [plan], {}, rules=rules, connections=connections)
    _note_time(files.messages, "FINISHED")
    return results


def _writer(file: TextIO | None) -> Callable[[bytes], None] | None:
    if file is None:
        return None

    def write(messages: bytes) -> None:
        file.write(messages.decode("latin-1"))
        file.flush()

    return write


def _note_time(file: TextIO | None, what: str) -> None:
    if file is not None:
        file.write(f"{what} at {time.time():.6f}\n")


def _write_score(deal: Deal, files: DealFiles, results: MatchResults) -> None:
    incidents = results.incidents
    rows = zip(incidents.hand, incidents.seat, incidents.kind, incidents.text, strict=True)
    for hand, seat, kind, text in rows:
        files.errors.write(f"WARNING: hand {hand}, seat {seat + 1}: {kind}: {text}\n")
    score = format_score(results.payoffs.sum(axis=1)[0].tolist(), deal.names)
    for file in filter(None, {files.log, files.messages, files.errors}):
        file.write(score)


def open_output(path: Path, *, is_appended: bool = False) -> TextIO:
    """Open a file that the dealer writes, without translating line ends; raises DealerError."""
    try:
        return path.open("a" if is_appended else "w", encoding="latin-1", newline="")
    except OSError as error:
        raise DealerError(
            f"{path}: cannot be written ({error.strerror}); choose another file"
        ) from error
