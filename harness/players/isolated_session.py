"""The process of an isolated agent where stacks are carried on from hand to hand.

It receives each decision whole, lays it at a table of its own, and asks the agent there.
"""

import socket
from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.harness.acpc.client_table import TABLE, ClientTable, Draw
from railbird.harness.table.asking.asking import Asking, Player
from railbird.harness.table.asking.batch_player import BatchPlayer
from railbird.harness.table.asking.seat_player import seat_player
from railbird.harness.table.asking.simple_player import SimplePlayer
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.play_rules import AgentFactory
from railbird.harness.table.remote.session_messages import (
    LENGTH,
    AskedMessage,
    Choice,
    ChooseMessage,
    ChooserMessage,
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
from railbird.harness.table.remote.side_channel import DRAWS_SENT
from railbird.harness.table.ring_games import read_choice
from railbird.native import LEAVE, HandOrder, HandSetup, stored_order
from railbird.plugins import (
    DecisionBatch,
    DecisionSource,
    Game,
    HandBatch,
    Lobby,
    MatchBatch,
    form_of,
)


class SessionTable(ClientTable):
    """One table as a seat sees it, where each hand has stacks, blinds and positions of its own."""

    def __init__(self, game: Game, draw: Draw, prizes: tuple[float, ...], *, seat: int) -> None:
        """Start empty."""
        super().__init__(game, draw)
        self._own_seat = seat
        self._levels, self._players_left = np.zeros(1, np.int32), np.zeros(1, np.int64)
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
            players_left=self._players_left,
        )

    @property
    def seat(self) -> int:
        """The seat."""
        return self._own_seat

    def lay(self, hand: HandMessage) -> None:
        """Play a hand as far as it is known."""
        seats = np.array([hand.seats], np.uint8)
        chips: dict[str, Any] = {
            "stacks": np.array([hand.stacks], np.int64),
            "blinds": np.array([hand.blinds], np.int64),
            "antes": np.array([hand.ante], np.int64),
            "seats": seats,
        }
        self._hand_index[0], self._levels[0] = hand.hand_index, hand.level - 1
        self._players_left[0] = hand.players_left
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


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player at a table."""

    player: Player
    table: SessionTable


class SessionProcess:
    """The agent in its seats, its line, and the draws that came with the latest decision."""

    def __init__(
        self, line: socket.socket, game: Game, *, label: str, factory: AgentFactory
    ) -> None:
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
        self._seats: dict[tuple[int, int], _Seat] = {}
        self._waiting: deque[Any] = deque()
        self._chooser: Any = None

    def play(self) -> None:
        """Answer until the line is closed."""
        while True:
            reply: Reply | Choice
            message = self._waiting.popleft() if self._waiting else self._receive()
            if isinstance(message, SeatedMessage):
                reply = self._sit_down(message)
            elif isinstance(message, AskedMessage):
                reply = self._decide(message)
            elif isinstance(message, EndedMessage):
                reply = self._end(message)
            elif isinstance(message, ChooserMessage):
                reply = Choice(int(self._is_chooser()))
            elif isinstance(message, ChooseMessage):
                reply = self._choose(message.lobby)
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
        player, violations = self._seat(matches)
        self._seats[message.table, message.seat] = _Seat(player, table)
        return _reply(player, violations)

    def _seat(self, matches: MatchBatch) -> tuple[Player, list[Violation]]:
        """Start a match with the instance that chooses tables, or with one of its own."""
        instance = self._chooser
        if instance is None:
            return seat_player(self._asking, self._factory, matches)
        player: Player = (
            BatchPlayer(self._asking, instance)
            if form_of(instance) == "batch"
            else SimplePlayer(self._asking, lambda: instance)
        )
        try:
            return player, player.start(matches)
        except BaseException as error:
            return player, [self._asking.violation(0, error)]

    def _is_chooser(self) -> bool:
        """Create an instance, and keep it if it chooses tables."""
        try:
            first = self._factory()
            is_chooser = callable(getattr(first, "choose_table", None))
        except BaseException:
            return False  # what it fails to is seen when it sits down
        if is_chooser:
            self._chooser = first
        return is_chooser

    def _choose(self, lobby: Lobby) -> Choice:
        try:
            if self._chooser is None:
                self._chooser = self._factory()
            answer = read_choice(self._chooser.choose_table(lobby), len(lobby.tables))
        except BaseException as error:
            violation = self._asking.violation(0, error)
            return Choice(LEAVE, (Wrong(violation.kind, violation.text),))
        wrong = () if answer.kind is None else (Wrong(answer.kind, answer.text),)
        return Choice(answer.choice, wrong)

    def _decide(self, message: AskedMessage) -> Reply:
        seat = self._seats[message.table, message.seat]
        self._draws = dict(zip(DRAWS_SENT, message.draws, strict=True))
        seat.table.lay(message.hand)
        decision: DecisionBatch = seat.table.decision()
        kinds, amounts, violations = seat.player.decide(decision)
        decision.close()
        return _reply(seat.player, violations, kind=int(kinds[0]), amount=int(amounts[0]))

    def _end(self, message: EndedMessage) -> Reply:
        seat = self._seats[message.table, message.seat]
        self._draws.clear()
        return _reply(seat.player, seat.player.end(seat.table.end(message)))

    def _draw(self, purpose: int, index: int) -> float:
        draw = self._draws.get((purpose, index))
        if draw is None:
            self._line.sendall(pack(DrawRequest(purpose, index)))
            message = self._receive()
            while not isinstance(message, DrawMessage):  # it may have asked other seats already
                self._waiting.append(message)
                message = self._receive()
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


def _reply(player: Player, violations: list[Violation], *, kind: int = 1, amount: int = 0) -> Reply:
    wrong = tuple(Wrong(one.kind, one.text) for one in violations)
    return Reply(wrong, kind, amount, player.wants_hands)
