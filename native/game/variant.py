"""Rules that an ACPC definition cannot state: kinds of rounds, cards face up, antes, rankings."""

from dataclasses import dataclass
from typing import Literal

from railbird.native._native import lib
from railbird.native.errors import GameDefinitionError
from railbird.native.rankers.rankers import Ranking

ROUND_KINDS = {
    "bet": lib.BET_ROUND,
    "exchange": lib.EXCHANGE_ROUND,
    "discard": lib.DISCARD_ROUND,
    "pass": lib.PASS_ROUND,
}
STRUCTURES = {"nolimit": lib.NO_LIMIT, "limit": lib.FIXED_LIMIT, "potlimit": lib.POT_LIMIT}
FIRST_TO_ACT = {
    "position": lib.FIRST_POSITION,
    "lowest card": lib.LOWEST_CARD,
    "highest card": lib.HIGHEST_CARD,
    "highest showing": lib.HIGHEST_SHOWING,
    "lowest showing": lib.LOWEST_SHOWING,
}

Structure = Literal["limit", "nolimit", "potlimit"]
RoundKind = Literal["bet", "exchange", "discard", "pass"]
First = Literal["position", "lowest card", "highest card", "highest showing", "lowest showing"]


@dataclass(frozen=True, slots=True)
class RoundRule:
    """One round: the cards that each player gets before it, and what is decided in it.

    ``down`` and ``up`` are cards of each player's own; ``show`` of those already held are turned
    face up. ``structure`` and ``first`` are those of a round of betting; ``first`` by the cards
    that lie face up names a card or a hand, of equal hands the earliest position's; aces are low
    where the highest card or the lowest hand is first, as in razz. ``least`` and ``most`` cards go
    in an exchange, a discard and a pass, which goes to the next player, or the one before with
    ``to`` = right.
    """

    kind: RoundKind = "bet"
    structure: Structure = "limit"
    first: First = "position"
    down: int = 0
    up: int = 0
    show: int = 0
    least: int = 0
    most: int = 0
    to: Literal["left", "right"] = "left"

    @property
    def is_bet(self) -> bool:
        """Whether it is a round of betting."""
        return self.kind == "bet"


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of a game that an ACPC definition cannot describe, by round where they are tuples.

    ``ante`` is posted by every player and is no part of a bet; ``bring_in`` by who acts first in
    the first round. ``dead`` are chips by position (none where it is empty) that are posted before
    antes and blinds and are no part of a bet either: a big-blind ante, a dead blind. They belong to
    the main pot, for which everybody plays. ``least_bet`` is the least bet and raise of rounds
    without a fixed limit, 0 for the largest blind; in the first round it is at least that.
    ``jokers`` are in the deck beside its ranks. ``best`` are one or two rankings, which halve the
    pot. With ``shares_stub`` all exchanged cards come from one stub, else each position has its
    own.

    All-ins below a raise follow rule 47 of the Tournament Directors Association (2022): they let
    those raise who have acted where together they come to a whole raise, with a limit to half of a
    bet, and the next raise is above them by a whole one. What a short blind or bring-in did not put
    in has to be called all the same, but for the last who can.
    """

    name: str
    rounds: tuple[RoundRule, ...]
    ante: int = 0
    bring_in: int = 0
    dead: tuple[int, ...] = ()
    jokers: int = 0
    least_bet: int = 0
    best: tuple[Ranking, ...] = (Ranking(),)
    shares_stub: bool = False

    @property
    def has_card_rounds(self) -> bool:
        """Whether cards are exchanged, discarded or passed."""
        return any(not rule.is_bet for rule in self.rounds)

    @property
    def card_round_count(self) -> int:
        """Rounds in which cards change hands."""
        return sum(not rule.is_bet for rule in self.rounds)

    @property
    def most_drawn(self) -> int:
        """The most cards that a player can get in exchanges."""
        return sum(rule.most for rule in self.rounds if rule.kind == "exchange")

    @property
    def most_thrown(self) -> int:
        """The most cards that a player can throw away or pass on."""
        return sum(rule.most for rule in self.rounds)

    def held(self) -> tuple[int, ...]:
        """Cards that a player holds as each round begins, and in the end."""
        counts, held = [], 0
        for rule in self.rounds:
            held += rule.down + rule.up
            counts.append(held)
            held -= rule.most if rule.kind == "discard" else 0
        return (*counts, held)

    def up_cards(self) -> tuple[int, ...]:
        """Which of a player's cards lie face up in each round, one bit each."""
        masks, mask, held = [], 0, 0
        for rule in self.rounds:
            for _ in range(rule.show):
                mask |= ~mask & (mask + 1)
            held += rule.down
            mask |= ((1 << rule.up) - 1) << held
            held += rule.up
            masks.append(mask)
        return tuple(masks)


def check_name(names: dict[str, int], value: str, what: str) -> None:
    """Refuse a name that is not one of ``names``."""
    if value not in names:
        raise GameDefinitionError(f"{what} is {value!r}; give one of {', '.join(names)}")
