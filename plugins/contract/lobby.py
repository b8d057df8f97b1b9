"""The lobby of ring games: what an agent sees when it may choose a table."""

from dataclasses import dataclass
from typing import Literal

TableChoice = int | Literal["stay", "leave"]
"""The number of a table of the lobby, or "stay" (also in the lobby), or "leave" (for the lobby)."""


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """One table of ring games.

    ``stakes`` is the name in the spec, such as "nl-1-2". Buy-ins are in chips; a player who sits
    down buys the most, or as much as the bankroll has. ``mean_pot`` is in chips, over the ``hands``
    played there since the latest choice; the more hands, the faster the table. ``players`` are
    numbers that stay the same throughout the session, and mean nothing outside.
    """

    number: int
    stakes: str
    big_blind: int
    least_buy_in: int
    most_buy_in: int
    seats: int
    mean_pot: float
    hands: int
    players: tuple[int, ...]

    @property
    def free_seats(self) -> int:
        """Seats where nobody sits."""
        return self.seats - len(self.players)


@dataclass(frozen=True, slots=True)
class Lobby:
    """All tables as they are when a player chooses; those who chose before have moved.

    ``player`` is the number of who chooses, ``table`` that of his table, None where he sits at
    none. ``bankroll`` are all his chips, those at the table included. ``usual`` is what an agent
    without ``choose_table`` would choose now; ``draw`` in [0, 1) is a draw of this choice.
    """

    player: int
    table: int | None
    bankroll: int
    tables: tuple[LobbyTable, ...]
    usual: TableChoice
    draw: float
