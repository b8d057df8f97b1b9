"""The rules of ring games, as values."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from railbird.native.errors import SessionError
from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import GameDefinition
from railbird.native.matches.sessions import (
    MOST_HANDS,
    LateBlinds,
    blinds_by_position,
    posting_positions,
)

Integers = npt.NDArray[np.int64]
RAKE_PARTS = 10_000
"""A rake's share is a whole number of these parts."""
MOST_RING_TABLES = 10_000
"""The most tables of a session of ring games."""
FEWEST_SEATS = 2


@dataclass(frozen=True, slots=True)
class Stakes:
    """Tables of the same stakes: blinds, the smallest first, and how many tables of how many seats.

    ``name`` is for people and agents, such as "nl-1-2".
    """

    name: str
    blinds: tuple[int, ...]
    seat_count: int
    table_count: int

    @property
    def big_blind(self) -> int:
        """The largest blind, in chips."""
        return max(self.blinds)


@dataclass(frozen=True, slots=True)
class Rake:
    """What the house takes of a pot: ``parts`` of 10,000, at most ``most_big_blinds`` of the table.

    Whole chips, rounded down. Of a hand that ends before the second betting round nothing is taken
    (no flop, no rake), except in a game of one round. A bet that nobody called is no part of a pot.
    """

    parts: int = 0
    most_big_blinds: int | None = None

    def of(self, pots: Integers, big_blinds: Integers) -> Integers:
        """The rake of pots at tables of these big blinds, int64[n] in chips."""
        rakes = pots * self.parts // RAKE_PARTS
        if self.most_big_blinds is None:
            return rakes
        return np.minimum(rakes, self.most_big_blinds * big_blinds)


@dataclass(frozen=True, slots=True)
class RingRule:
    """Ring games: every player has a bankroll, and chooses a table again every so many hands.

    Each round of hands has one hand at every table where two players have chips. Before the first
    round, and after every ``choose_every``, all players choose a table, in an order drawn each
    time. A session ends after ``most_hands`` rounds, or when fewer than two players are left.
    ``least_buy_in`` and ``most_buy_in`` are in big blinds of a table. ``stakes`` are in order, the
    lowest first. Raises SessionError for what no session can be played with.
    """

    bankroll: int
    stakes: tuple[Stakes, ...]
    least_buy_in: int
    most_buy_in: int
    choose_every: int
    most_hands: int
    rake: Rake = Rake()

    @property
    def late_blinds(self) -> LateBlinds:
        """Blinds are those of the players who sit at a table."""
        return "players left"

    def __post_init__(self) -> None:
        """Check what does not depend on the game."""
        if not 1 <= self.most_hands <= MOST_HANDS:
            raise SessionError(f"hands is {self.most_hands}; give 1 to {MOST_HANDS:,}")
        if not 1 <= self.choose_every <= MOST_HANDS:
            raise SessionError(f"choose_every is {self.choose_every}; give 1 to {MOST_HANDS:,}")
        if not self.stakes:
            raise SessionError("tables: there are none; give stakes, seats and count")
        if not 1 <= self.least_buy_in <= self.most_buy_in:
            raise SessionError(
                f"buy_in: least is {self.least_buy_in} and most {self.most_buy_in} big blinds; "
                "give 1 or more, and least not above most"
            )
        if not 0 <= self.rake.parts < RAKE_PARTS:
            raise SessionError("rake: share must be 0 or more and less than 1")
        if self.rake.most_big_blinds is not None and self.rake.most_big_blinds < 0:
            raise SessionError("rake: cap must be 0 big blinds or more")
        for stakes in self.stakes:
            _check_stakes(stakes)
        for before, after in pairwise(self.stakes):
            if before.big_blind >= after.big_blind:
                raise SessionError(
                    f"tables: {after.name} comes after {before.name}; list each stakes once, the "
                    "lowest first"
                )
        if self.table_count > MOST_RING_TABLES:
            raise SessionError(f"tables: {self.table_count} are too many; {MOST_RING_TABLES} fit")
        self._check_bankroll()

    def _check_bankroll(self) -> None:
        lowest = self.stakes[0]
        least = self.least_buy_in * lowest.big_blind
        if self.bankroll < least:
            raise SessionError(
                f"bankroll is {self.bankroll} chips, and the least buy-in of the lowest table, "
                f"{lowest.name}, is {least}; raise the bankroll or lower the stakes"
            )
        if self.bankroll > UNLIMITED_STACK:
            raise SessionError(f"bankroll is {self.bankroll}; give at most {UNLIMITED_STACK} chips")

    @property
    def table_count(self) -> int:
        """Tables of all stakes."""
        return sum(stakes.table_count for stakes in self.stakes)

    @property
    def stakes_of_tables(self) -> npt.NDArray[np.int32]:
        """The number of the stakes of each table, int32[T]: tables are in order of stakes."""
        counts = [stakes.table_count for stakes in self.stakes]
        return np.repeat(np.arange(len(counts), dtype=np.int32), counts)

    def least_chips(self, stakes: Stakes) -> int:
        """The least buy-in of stakes, in chips."""
        return self.least_buy_in * stakes.big_blind

    def most_chips(self, stakes: Stakes) -> int:
        """The most buy-in of stakes, in chips."""
        return self.most_buy_in * stakes.big_blind

    def first_hand(self, game: GameDefinition, player_count: int) -> GameDefinition:
        """The definition of a hand at the lowest stakes with the most buy-in; SessionError."""
        posting = posting_positions(game)
        own = tuple(game.blinds[position] for position in posting)
        for stakes in self.stakes:
            self._check_fit(stakes, game, own)
        if self.bankroll * player_count > UNLIMITED_STACK:
            raise SessionError(
                f"bankroll: {self.bankroll} chips of {player_count} players are more than "
                f"{UNLIMITED_STACK}; give fewer"
            )
        if self.rake.parts and game.ante:
            raise SessionError("rake: games with antes are played without one; remove it")
        lowest = self.stakes[0]
        if not game.is_limit and game.variant is None:
            blinds = tuple(blinds_by_position(game, lowest.blinds).tolist())
            return replace(
                game, stacks=(self.most_chips(lowest),) * game.player_count, blinds=blinds
            )
        return replace(game, stacks=(self.most_chips(lowest),) * game.player_count)

    def _check_fit(self, stakes: Stakes, game: GameDefinition, own: tuple[int, ...]) -> None:
        if len(stakes.blinds) != len(own):
            raise SessionError(
                f"tables: {stakes.name} has {len(stakes.blinds)} blinds, and in this game "
                f"{len(own)} are posted; name as many"
            )
        rises = [[small < large for small, large in pairwise(row)] for row in (stakes.blinds, own)]
        if rises[0] != rises[1]:
            raise SessionError(
                f"tables: the blinds of {stakes.name} must differ where those of the game do, "
                f"{', '.join(map(str, own))}"
            )
        if stakes.seat_count > game.player_count:
            raise SessionError(
                f"tables: {stakes.name} has {stakes.seat_count} seats, and the game "
                f"{game.player_count} players; give fewer seats, or name a game for more players"
            )
        if (game.is_limit or game.variant is not None) and stakes.blinds != own:
            raise SessionError(
                f"tables: the bets of this game do not rise with its blinds; give one stakes with "
                f"its own, {'-'.join(map(str, own))}, not {stakes.name}"
            )

    def level_ends(self, definition: GameDefinition) -> npt.NDArray[np.int32]:
        """No stakes end, int32[stakes]."""
        return np.full(len(self.stakes), self.most_hands + 1, np.int32)

    def level_blinds(self, definition: GameDefinition) -> Integers:
        """The blinds of each stakes, int64[stakes, N] by position."""
        return np.stack([blinds_by_position(definition, stakes.blinds) for stakes in self.stakes])

    def level_antes(self, definition: GameDefinition) -> Integers:
        """The ante of each stakes is that of the game, int64[stakes]."""
        return np.full(len(self.stakes), definition.ante, np.int64)


def _check_stakes(stakes: Stakes) -> None:
    if not stakes.blinds or not all(1 <= blind <= UNLIMITED_STACK for blind in stakes.blinds):
        raise SessionError(
            f"tables: {stakes.name} has blinds {', '.join(map(str, stakes.blinds))}; give each "
            "1 or more chips"
        )
    if list(stakes.blinds) != sorted(stakes.blinds):
        raise SessionError(f"tables: in {stakes.name} the blinds fall; give the smallest first")
    if stakes.seat_count < FEWEST_SEATS:
        raise SessionError(f"tables: {stakes.name} has {stakes.seat_count} seats; give 2 or more")
    if stakes.table_count < 1:
        raise SessionError(f"tables: {stakes.name} has count {stakes.table_count}; give 1 or more")
