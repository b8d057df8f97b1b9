"""One session of ring games between two rounds of hands: bankrolls, tables and seats."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from railbird.native.draws.draws import PURPOSE_TABLE_CHOICE, draw_uniform
from railbird.native.matches.rounds import NO_PLAYER
from railbird.native.rings.ring_rule import RingRule, Stakes
from railbird.native.wording import counted

STAY = -1
"""The choice of the table where a player sits, or of none, as it is."""
LEAVE = -2
"""The choice of no table."""
NO_TABLE = -1
"""The table of a player of ring games who sits at none."""
ORDER_DRAW, CHOICE_DRAW = range(2)
USUAL_BUY_INS = 20
"""The usual choice of a table leaves room in the bankroll for more than this many buy-ins."""


class TableChooser(Protocol):
    """Chooses tables for players."""

    def choose(self, room: "RingRoom", player: int) -> int:
        """Return the number of a table, STAY or LEAVE."""
        ...

    def refuse(self, room: "RingRoom", player: int, reason: str) -> None:
        """Hear that a choice is not possible: the player stays."""
        ...


class BankrollRow(NamedTuple):
    """What a player had before a round of hands, and where he sat down for it.

    ``round_index`` is the number of the round, that of the session's rounds at its end; ``chips``
    are those of the bankroll and at the table; ``table`` may be NO_TABLE, and is the last one of
    somebody who is ruined, which is noted once.
    """

    round_index: int
    player: int
    table: int
    chips: int
    is_ruined: bool


class SeatsOfTable(NamedTuple):
    """The seats of a table of ring games that are taken, and those that are free."""

    table: int
    taken: int
    free: int


class RingRoom:
    """Who sits where, with which chips; players and tables are numbered from 0 in the session.

    ``bankrolls`` are chips that are not at a table, ``chips`` those at it, by player; ``table_of``
    is a player's table or NO_TABLE; ``seats`` the players of each table by seat, or NO_PLAYER;
    ``tables`` count them. ``pots`` and ``hand_counts`` are sums over the hands of each table since
    the latest choice; ``most_buy_ins`` are in chips, by stakes.
    """

    def __init__(
        self,
        rule: RingRule,
        player_count: int,
        *,
        key: int,
        bankrolls: Sequence[int] | None = None,
    ) -> None:
        """Nobody sits; everybody has the rule's bankroll, unless ``bankrolls`` says otherwise."""
        self.rule = rule
        self.player_count = player_count
        self.round_index = 0
        self.bankrolls = [rule.bankroll] * player_count if bankrolls is None else list(bankrolls)
        self.chips = [0] * player_count
        self.table_of = [NO_TABLE] * player_count
        self.is_ruined = [False] * player_count
        self.last_table = [NO_TABLE] * player_count
        self.stakes: list[Stakes] = [
            rule.stakes[number] for number in rule.stakes_of_tables.tolist()
        ]
        self.most_buy_ins = [rule.most_chips(stakes) for stakes in rule.stakes]
        self.seats = [[NO_PLAYER] * stakes.seat_count for stakes in self.stakes]
        self.tables = [
            SeatsOfTable(table, 0, stakes.seat_count) for table, stakes in enumerate(self.stakes)
        ]
        self.pots = [0] * rule.table_count
        self.hand_counts = [0] * rule.table_count
        self.reseated: set[int] = set()
        self.log: list[BankrollRow] = []
        self.first_tables = np.cumsum([0, *(one.table_count for one in rule.stakes)]).tolist()
        """The first table of each stakes, and the number of all."""
        self._key = key
        self._choice_draws: list[float] = []

    def _draws(self, draw_index: int) -> npt.NDArray[np.float64]:
        players = np.arange(self.player_count)
        return draw_uniform(
            np.full(self.player_count, self._key, np.uint64),
            purpose=PURPOSE_TABLE_CHOICE,
            seats=0,
            hands=self.round_index,
            decisions=players,
            draw_index=draw_index,
        )

    @property
    def left_count(self) -> int:
        """Players who are not ruined."""
        return self.player_count - sum(self.is_ruined)

    def total(self, player: int) -> int:
        """A player's chips, at his table or not."""
        return self.bankrolls[player] + self.chips[player]

    def draw(self, player: int) -> float:
        """The draw of a player's choice before this round, in [0, 1)."""
        return self._choice_draws[player]

    def free_seats(self, table: int) -> int:
        """Seats of a table where nobody sits."""
        return self.tables[table].free

    def players_at(self, table: int) -> list[int]:
        """Who sits at a table, by seat."""
        return [player for player in self.seats[table] if player != NO_PLAYER]

    def choose_all(self, round_index: int, chooser: TableChooser) -> None:
        """Let all players choose before a round, in an order drawn, and note what they have."""
        self.round_index = round_index
        self.reseated.clear()
        self._choice_draws = self._draws(CHOICE_DRAW).tolist()
        order = [
            player
            for player in np.argsort(self._draws(ORDER_DRAW), kind="stable").tolist()
            if not self.is_ruined[player]
        ]
        least = self.rule.least_chips(self.rule.stakes[0])
        for player in order:
            if self.total(player) < least:
                self.leave(player)
                self.is_ruined[player] = True
        for player in order:
            if not self.is_ruined[player]:
                self._choose(player, chooser)
        self._note(order)
        self.pots = [0] * len(self.pots)
        self.hand_counts = [0] * len(self.pots)

    def end(self, round_index: int) -> None:
        """Let all players leave, as the session ends after so many rounds."""
        self.round_index = round_index
        least = self.rule.least_chips(self.rule.stakes[0])
        ended = [player for player in range(self.player_count) if not self.is_ruined[player]]
        for player in ended:
            self.leave(player)
            self.is_ruined[player] = self.bankrolls[player] < least
        # Where the end comes with a choice, its rows are the later ones.
        self.log = [row for row in self.log if row.is_ruined or row.round_index < round_index]
        self._note(ended)

    def _note(self, players: Sequence[int]) -> None:
        for player in sorted(players):
            is_ruined = self.is_ruined[player]
            table = self.last_table[player] if is_ruined else self.table_of[player]
            self.log.append(
                BankrollRow(self.round_index, player, table, self.total(player), is_ruined)
            )

    def _choose(self, player: int, chooser: TableChooser) -> None:
        choice = chooser.choose(self, player)
        reason = self.why_not(player, choice)
        if reason:
            chooser.refuse(self, player, reason)
            choice = STAY
        if choice in (STAY, self.table_of[player]):
            self._stay(player)
            return
        self.leave(player)
        if choice != LEAVE:
            self._sit(player, choice)

    def why_not(self, player: int, choice: int) -> str:
        """Why a player cannot choose a table; empty where he can."""
        if choice in (STAY, LEAVE, self.table_of[player]):
            return ""
        if not 0 <= choice < len(self.stakes):
            return f"table {choice} does not exist; they are 0 to {len(self.stakes) - 1}"
        stakes = self.stakes[choice]
        if not self.free_seats(choice):
            return f"table {choice} is full: it has {counted(len(self.seats[choice]), 'seat')}"
        least, total = self.rule.least_chips(stakes), self.total(player)
        if total < least:
            return (
                f"table {choice} plays {stakes.name}, whose least buy-in is {least} chips, and the "
                f"bankroll is {total}"
            )
        return ""

    def _stay(self, player: int) -> None:
        """Fill a stack up that is below the least buy-in, or leave where that is not possible."""
        table = self.table_of[player]
        if table == NO_TABLE:
            return
        stakes = self.stakes[table]
        least = self.rule.least_chips(stakes)
        if self.chips[player] >= least:
            return
        if self.total(player) < least:
            self.leave(player)
            return
        self._buy(player, self.rule.most_chips(stakes) - self.chips[player])

    def _sit(self, player: int, table: int) -> None:
        seats = self.seats[table]
        seats[seats.index(NO_PLAYER)] = player
        self._count(table, 1)
        self.table_of[player] = self.last_table[player] = table
        self.reseated.add(table)
        self._buy(player, self.rule.most_chips(self.stakes[table]))

    def _count(self, table: int, more: int) -> None:
        """Note that more players sit at a table."""
        _, taken, free = self.tables[table]
        self.tables[table] = SeatsOfTable(table, taken + more, free - more)

    def _buy(self, player: int, chips: int) -> None:
        bought = min(chips, self.bankrolls[player])
        self.bankrolls[player] -= bought
        self.chips[player] += bought

    def leave(self, player: int) -> None:
        """Let a player leave his table, if he sits at one; his chips go back to the bankroll."""
        table = self.table_of[player]
        if table == NO_TABLE:
            return
        seats = self.seats[table]
        seats[seats.index(player)] = NO_PLAYER
        self._count(table, -1)
        self.table_of[player] = NO_TABLE
        self.bankrolls[player] += self.chips[player]
        self.chips[player] = 0


def usual_choice(room: RingRoom, player: int) -> int:
    """The highest stakes whose most buy-in is under a twentieth of the bankroll, or the lowest.

    A player stays who sits at these stakes with somebody. Of their tables with a free seat one is
    drawn, among those where somebody sits, if there are any; where all are full, lower stakes are
    looked at. STAY if nothing is free.
    """
    return choose_stakes(room, player, usual_stakes(room.most_buy_ins, room.total(player)))


def usual_stakes(most_buy_ins: Sequence[int], total: int) -> int:
    """The highest stakes whose most buy-in is under a twentieth of the chips, or the lowest."""
    for number in range(len(most_buy_ins) - 1, 0, -1):
        if most_buy_ins[number] * USUAL_BUY_INS < total:
            return number
    return 0


def choose_stakes(room: RingRoom, player: int, highest: int) -> int:
    """A table of these stakes, or of lower ones, by the rules of ``usual_choice``."""
    first_tables = room.first_tables
    by_stakes = (
        room.tables[first_tables[number] : first_tables[number + 1]]
        for number in range(highest, -1, -1)
    )
    return choose_ring_table(by_stakes, own=room.table_of[player], draw=room.draw(player))


def choose_ring_table(
    by_stakes: Iterable[Sequence[SeatsOfTable]], *, own: int | None, draw: float
) -> int:
    """A table by the rules of ``usual_choice``, or STAY; the stakes that are liked best come first.

    ``own`` is the table of the player, or none of them; ``draw`` is that of his choice.
    """
    for tables in by_stakes:
        free, met = list[int](), list[int]()
        for table, taken, free_count in tables:
            if table == own and taken > 1:
                return STAY
            if free_count:
                free.append(table)
                if taken > (table == own):
                    met.append(table)
        among = met or free
        if among:
            return among[int(draw * len(among))]
    return STAY
