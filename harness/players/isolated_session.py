"""The process of an isolated agent where stacks are carried on from hand to hand.

It is told each decision whole, lays it at a table of its own, and asks the agent there.
"""

import socket
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.harness.acpc.client_table import TABLE, ClientTable, Draw
from railbird.harness.table.asking.asking import Asking, Player
from railbird.harness.table.asking.seat_player import seat_player
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.play_rules import AgentFactory
from railbird.harness.table.remote.isolated_seats import TOLD
from railbird.harness.table.remote.session_messages import (
    LENGTH,
    AskedMessage,
    DrawMessage,
    DrawRequest,
    EndedMessage,
    HandMessage,
    Reply,
    SeatedMessage,
    Wrong,
    decode_for_process,
    pack,
)
from railbird.native import HandOrder, HandSetup, stored_order
from railbird.plugins import DecisionBatch, DecisionSource, Game, HandBatch, MatchBatch


class SessionTable(ClientTable):
    """One table as a seat sees it, where each hand has stacks, blinds and positions of its own."""

    def __init__(self, game: Game, draw: Draw, prizes: tuple[float, ...], *, seat: int) -> None:
        """Start empty."""
        super().__init__(game, draw)
        self._own_seat = seat
        self._levels = np.zeros(1, np.int32)
        self._order: HandOrder = stored_order(np.arange(game.definition.player_count)[None, :])
        self._setup: HandSetup | None = None
        self._payoffs = np.zeros((1, game.definition.player_count), np.int64)
        self._source = DecisionSource(
            game,
            self._tables.columns,
            self._hand_index,
            self.match_keys,
            draw,
            levels=self._levels,
            prizes=prizes,
        )

    @property
    def seat(self) -> int:
        """The seat."""
        return self._own_seat

    def lay(self, hand: HandMessage) -> None:
        """Play a hand as far as it is told."""
        seats = np.array([hand.seats], np.uint8)
        chips: dict[str, Any] = {
            "stacks": np.array([hand.stacks], np.int64),
            "blinds": np.array([hand.blinds], np.int64),
            "antes": np.array([hand.ante], np.int64),
            "seats": seats,
        }
        self._hand_index[0], self._levels[0] = hand.hand_index, hand.level - 1
        self._order = HandOrder(seats.astype(np.intp), np.argsort(seats, axis=1))
        self._setup = HandSetup(**chips)
        self._tables.start_hands(TABLE, np.frombuffer(hand.cards, np.uint8)[None, :], **chips)
        if hand.betting:
            self._tables.play_betting(TABLE, [hand.betting])

    def end(self, message: EndedMessage) -> HandBatch:
        """Return a hand that has ended."""
        self.lay(message.hand)
        self._payoffs[0] = message.payoffs
        return self.ended_hand()

    # the signature of HandBatch

    def _by_seat(self, by_position: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
        return self._order.by_seat(by_position)

    def hand_order(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> HandOrder:
        """Who plays which position."""
        return self._order

    def hand_chips(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> HandSetup | None:
        """What the hand started from."""
        return self._setup

    def hand_payoffs(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Payoffs by seat, int64[1, N], as they were paid."""
        return self._payoffs.copy()


class SessionProcess:
    """The agent of one seat, its line, and the draws that came with the latest decision."""

    def __init__(self, line: socket.socket, game: Game, label: str, factory: AgentFactory) -> None:
        """Wait for the start of a match."""
        self._line = line
        self._game = game
        self._factory = factory
        definition = game.definition
        self._asking = Asking(
            label,
            definition.has_amounts,
            definition.has_card_rounds,
            raise_agent_errors=False,
            watch=None,
        )
        self._draws: dict[tuple[int, int], float] = {}
        self._player: Player | None = None
        self._table: SessionTable | None = None

    def play(self) -> None:
        """Answer until the line is closed."""
        while True:
            message = self._receive()
            if isinstance(message, SeatedMessage):
                reply = self._sit_down(message)
            elif isinstance(message, AskedMessage):
                reply = self._decide(message)
            elif isinstance(message, EndedMessage):
                reply = self._end(message)
            else:
                raise EOFError("the table answers what was not asked")
            self._line.sendall(pack(reply))

    def _sit_down(self, message: SeatedMessage) -> Reply:
        self._draws.clear()
        table = SessionTable(self._game, self._draw, message.prizes, seat=message.seat)
        players = np.array([message.players], np.int32) if message.players else None
        matches = MatchBatch(
            self._game,
            message.hand_count,
            1,
            match=np.zeros(1, np.int32),
            seat=np.array([message.seat], np.uint8),
            _match_keys=table.match_keys,
            _draw=self._draw,
            mode=message.mode,
            first_hand=None,
            players=players,
        )
        self._table = table
        self._player, violations = seat_player(self._asking, self._factory, matches)
        return self._reply(violations)

    def _decide(self, message: AskedMessage) -> Reply:
        player, table = self._seated()
        self._draws = dict(zip(TOLD, message.draws, strict=True))
        table.lay(message.hand)
        decision: DecisionBatch = table.decision()
        kinds, amounts, violations = player.decide(decision)
        decision.close()
        return self._reply(violations, kind=int(kinds[0]), amount=int(amounts[0]))

    def _end(self, message: EndedMessage) -> Reply:
        player, table = self._seated()
        self._draws.clear()
        return self._reply(player.end(table.end(message)))

    def _seated(self) -> tuple[Player, SessionTable]:
        if self._player is None or self._table is None:
            raise EOFError("the table asks before the match has begun")
        return self._player, self._table

    def _reply(self, violations: list[Violation], *, kind: int = 1, amount: int = 0) -> Reply:
        wrong = tuple(Wrong(one.kind, one.text) for one in violations)
        wants_hands = self._player is None or self._player.wants_hands
        return Reply(wrong, kind, amount, wants_hands)

    def _draw(self, purpose: int, index: int) -> float:
        draw = self._draws.get((purpose, index))
        if draw is None:
            self._line.sendall(pack(DrawRequest(purpose, index)))
            message = self._receive()
            if not isinstance(message, DrawMessage):
                raise EOFError("the table has not answered")
            draw = self._draws[purpose, index] = message.value
        return draw

    def _receive(self) -> Any:
        (length,) = LENGTH.unpack(self._read(LENGTH.size))
        return decode_for_process(self._read(length))

    def _read(self, length: int) -> bytes:
        said = b""
        while len(said) < length:
            received = self._line.recv(length - len(said))
            if not received:
                raise ConnectionResetError("the table has closed the line")
            said += received
        return said
