"""A game definition as data, and what makes one sound."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird.native.errors import GameDefinitionError
from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.variant import Variant
from railbird.native.game.variant_checks import PLAYERS, check_variant
from railbird.native.rankers.rankers import JOKERS

ROUNDS = (1, 4)
MOST_RANKED_CARDS = 7
MOST_HOLE_CARDS = 3
SUITS = 4
RANKS = 13


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """One game; tuples are by position or by round, both from 0.

    All but ``variant`` is what an ACPC definition says; ``variant`` is None where that is all. A
    round of a variant may be an exchange of cards, whose ``max_raises`` is 0. ``raise_sizes`` are
    empty where no round has a fixed limit.
    Raises GameDefinitionError where the parts contradict each other.
    """

    betting: Literal["limit", "nolimit", "potlimit"]
    player_count: int
    round_count: int
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    raise_sizes: tuple[int, ...]
    first_positions: tuple[int, ...]
    max_raises: tuple[int, ...]
    suit_count: int
    rank_count: int
    hole_card_count: int
    board_card_counts: tuple[int, ...]
    variant: Variant | None = None

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        if self.variant is not None:
            check_variant(self, self.variant)
            return
        _check_counts(self)
        _check_chips(self)
        _check_rounds(self)
        _check_cards(self)

    @property
    def is_limit(self) -> bool:
        """Whether raises have a fixed size, in all rounds."""
        return self.betting == "limit"

    @property
    def raises_are_sized(self) -> bool:
        """Whether a player says how high to raise; where not, the betting round says it."""
        return not self.is_limit

    @property
    def has_card_rounds(self) -> bool:
        """Whether cards are exchanged, discarded or passed, so that hands change."""
        return self.variant is not None and self.variant.has_card_rounds

    @property
    def first_depends_on_cards(self) -> bool:
        """Whether cards that lie face up say who acts first in some round."""
        variant = self.variant
        return variant is not None and any(rule.first != "position" for rule in variant.rounds)

    @property
    def has_amounts(self) -> bool:
        """Whether an action can need a number: a raise-to, or the cards that go."""
        return self.raises_are_sized or self.has_card_rounds

    @property
    def big_blind(self) -> int:
        """The largest blind or ante, and 1 chip in a game that has none (its least bet)."""
        return max(1, *self.blinds, *self._small_bet())

    @property
    def ante(self) -> int:
        """What every position posts beside the blinds."""
        return 0 if self.variant is None else self.variant.ante

    @property
    def stake(self) -> int:
        """The most chips that a player can lose in a hand; 0 where nothing bounds them.

        With limits it is the largest blind and every raise of every round. Nobody loses more than
        the second largest stack.
        """
        stack = sorted(self.stacks)[-2]
        if self.is_limit:
            raises = zip(self.raise_sizes, self.max_raises, strict=True)
            posted = max(self.blinds)
            if self.variant is not None:
                posted += self.variant.ante + max(self.variant.dead, default=0)
            return min(stack, posted + sum(size * count for size, count in raises))
        return 0 if stack >= UNLIMITED_STACK else stack

    @property
    def cards_per_hand(self) -> int:
        """Hole cards of all positions, all board cards, and what replaces exchanged cards."""
        dealt = self.player_count * self.hole_card_count + sum(self.board_card_counts)
        if self.variant is None or not self.variant.most_drawn:
            return dealt
        if self.variant.shares_stub:
            return len(self.deck)
        return dealt + self.player_count * self.variant.most_drawn

    @property
    def deck(self) -> npt.NDArray[np.uint8]:
        """The deck before a deal, uint8[cards], read-only: suit by suit, ranks ascending.

        A short deck has the top ranks and the last suits. Jokers come last.
        """
        jokers = 0 if self.variant is None else self.variant.jokers
        return _deck(self.suit_count, self.rank_count, jokers)

    def _small_bet(self) -> tuple[int, ...]:
        """The least bet of a variant without blinds."""
        if self.variant is None or any(self.blinds):
            return ()
        return tuple(size for size in self.raise_sizes if size)[:1]


@cache
def _deck(suit_count: int, rank_count: int, joker_count: int) -> npt.NDArray[np.uint8]:
    suits = np.arange(SUITS - suit_count, SUITS, dtype=np.uint8)
    ranks = np.arange(RANKS - rank_count, RANKS, dtype=np.uint8)
    cards = (ranks[None, :] * np.uint8(SUITS) + suits[:, None]).ravel()
    deck = np.append(cards, np.array(JOKERS[:joker_count], np.uint8))
    deck.setflags(write=False)
    return deck


def require_acpc(game: GameDefinition, what: str) -> None:
    """Refuse a game that an ACPC definition cannot describe: GameDefinitionError, naming ``what``
    is for such games alone."""
    if game.variant is not None:
        raise GameDefinitionError(
            f"{what} supports only games that an ACPC definition can describe, not "
            f"{game.variant.name}; choose another game"
        )


def require_between(name: str, value: int, bounds: tuple[int, int]) -> None:
    """Refuse what is no whole number within bounds."""
    least, most = bounds
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise GameDefinitionError(
            f"{name} is {value!r}; give a whole number from {least} to {most}"
        )


def _require_list(
    name: str, values: Sequence[int], count: int, *, unit: str, bounds: tuple[int, int]
) -> None:
    if len(values) != count:
        raise GameDefinitionError(
            f"{name} has {len(values)} numbers for {count} {unit}s; give one per {unit}"
        )
    for value in values:
        require_between(name, value, bounds)


def _check_counts(game: GameDefinition) -> None:
    if game.betting not in ("limit", "nolimit"):
        raise GameDefinitionError(f"betting is {game.betting!r}; give 'limit' or 'nolimit'")
    require_between("numPlayers", game.player_count, PLAYERS)
    require_between("numRounds", game.round_count, ROUNDS)
    require_between("numSuits", game.suit_count, (1, SUITS))
    require_between("numRanks", game.rank_count, (1, RANKS))
    require_between("numHoleCards", game.hole_card_count, (1, MOST_HOLE_CARDS))


def _check_chips(game: GameDefinition) -> None:
    players = game.player_count
    _require_list("stack", game.stacks, players, unit="player", bounds=(1, UNLIMITED_STACK))
    _require_list("blind", game.blinds, players, unit="player", bounds=(0, UNLIMITED_STACK))
    for position, (stack, blind) in enumerate(zip(game.stacks, game.blinds, strict=True)):
        if blind > stack:
            raise GameDefinitionError(
                f"the blind of player {position + 1} is {blind}, above his stack of {stack}; "
                "lower the blind or raise the stack"
            )


def _check_rounds(game: GameDefinition) -> None:
    rounds = game.round_count
    if game.betting == "limit":
        _require_list(
            "raiseSize", game.raise_sizes, rounds, unit="round", bounds=(1, UNLIMITED_STACK)
        )
    elif game.raise_sizes:
        raise GameDefinitionError(
            "raiseSize is given for a no-limit game, where raises have no fixed size; "
            "drop that line or say limit"
        )
    _require_list(
        "firstPlayer",
        tuple(first + 1 for first in game.first_positions),
        rounds,
        unit="round",
        bounds=(1, game.player_count),
    )
    _require_list("maxRaises", game.max_raises, rounds, unit="round", bounds=(0, 255))


def _check_cards(game: GameDefinition) -> None:
    boards = game.board_card_counts
    _require_list(
        "numBoardCards", boards, game.round_count, unit="round", bounds=(0, MOST_RANKED_CARDS)
    )
    if boards[0]:
        raise GameDefinitionError(
            f"numBoardCards deals {boards[0]} on the board before the first round; in every ACPC "
            "game (Leduc too: 0 1) board cards come from the second round on, so begin with 0"
        )
    ranked = game.hole_card_count + sum(boards)
    if ranked > MOST_RANKED_CARDS:
        raise GameDefinitionError(
            f"a player would hold {ranked} cards with the board; deal {MOST_RANKED_CARDS} at most"
        )
    deck = game.suit_count * game.rank_count
    if game.cards_per_hand > deck:
        raise GameDefinitionError(
            f"a hand takes {game.cards_per_hand} cards and the deck has {deck}; "
            "deal fewer or enlarge the deck"
        )
