"""Plays one seat at an ACPC dealer with an agent of either form."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from railbird.harness.acpc.client_table import ClientTable
from railbird.harness.table.asking.asking import Asking, Player
from railbird.harness.table.asking.seat_player import seat_player
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.play_rules import AgentFactory
from railbird.native import Sight, action_text
from railbird.plugins import MatchBatch

COMMENTS = b"#;"
Complain = Callable[[Violation, int, int], None]


@dataclass(frozen=True, slots=True)
class ClientSeat:
    """The player: the agent and its name; ``hand_count`` is reported to the agent.

    ``complain(violation, hand, decision)`` is called with each violation of the agent.
    """

    label: str
    factory: AgentFactory
    hand_count: int
    complain: Complain


class Client:
    """Turns the dealer's lines into an agent's answers."""

    def __init__(self, seat: ClientSeat, table: ClientTable) -> None:
        """Start; the agent is created when the first state shows its seat.

        `has_heard` is true once a state has arrived, `is_amid_hand` while a hand is in progress.
        """
        self._seat = seat
        self._table = table
        definition = table.game.definition
        self._asking = Asking(
            seat.label,
            definition.has_amounts,
            definition.has_card_rounds,
            raise_agent_errors=False,
            watch=None,
        )
        self._player: Player | None = None
        self._ended_hand = -1
        self.has_heard = False
        self.is_amid_hand = False

    @property
    def wants_hands(self) -> bool:
        """Whether the agent observes the ends of hands; true until it is seated."""
        return self._player is None or self._player.wants_hands

    def hear(self, line: bytes) -> bytes | None:
        """Take a line of the dealer, without its line end; return the answer if one is due.

        Raises ClientError for a line that is not a state of the game.
        """
        if not line or line[0] in COMMENTS:
            return None
        sight = self._table.hear(line)
        self.has_heard, self.is_amid_hand = True, sight != Sight.IS_OVER
        if self._player is None:
            self._player = self._sit_down()
        if sight == Sight.IS_OVER:
            self._end_hand(self._player)
        if sight != Sight.ACTS:
            return None
        return b"%b:%b\r\n" % (line, self._decide(self._player))

    def _sit_down(self) -> Player:
        table = self._table
        matches = MatchBatch(
            table.game,
            self._seat.hand_count,
            1,
            match=np.zeros(1, np.int32),
            seat=np.array([table.seat], np.uint8),
            _match_keys=table.match_keys,
            _draw=table.draw,
        )
        player, violations = seat_player(self._asking, self._seat.factory, matches)
        self._report(violations, (0, 0))
        return player

    def _decide(self, player: Player) -> bytes:
        decision = self._table.decision()
        kinds, amounts, violations = player.decide(decision)
        decision.close()
        if violations:
            self._report(violations, self._table.moment())
        kind = int(kinds[0])
        raise_to = int(amounts[0]) if self._asking.is_sized else None
        return action_text(kind, raise_to).encode("ascii")

    def _end_hand(self, player: Player) -> None:
        if not player.wants_hands:
            return
        moment = self._table.moment()
        if moment[0] != self._ended_hand:
            self._report(player.end(self._table.ended_hand()), moment)
        self._ended_hand = moment[0]

    def _report(self, violations: Sequence[Violation], moment: tuple[int, int]) -> None:
        for violation in violations:
            self._seat.complain(violation, *moment)


def split_lines(receive: Callable[[], bytes]) -> Iterator[bytes]:
    """Yield the lines received, without their line ends, until the connection closes."""
    rest = b""
    while received := receive():
        *lines, rest = (rest + received).split(b"\n")
        for line in lines:
            yield line.rstrip(b"\r")
