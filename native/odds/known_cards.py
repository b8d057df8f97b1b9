"""The public cards, and what they leave of each player's range."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer
from railbird.native.cards.cards import CARD_COUNT, check_deck, format_cards
from railbird.native.cards.holdings import HOLDING_BITS, HOLDING_COUNT, CardsLike, as_cards
from railbird.native.errors import CardError, LimitError, RangeError, quoted
from railbird.native.odds.ranges import RangeLike, is_holding, range_weights

BOARD_SIZES = (0, 3, 4, 5)
MOST_PLAYERS = 10


class KnownCards:
    """The board and cards out of play; raises ``CardError`` where they cannot be."""

    def __init__(self, board: CardsLike, dead: CardsLike) -> None:
        """Take cards as text or numbers; the board has 0, 3, 4 or 5."""
        self.board, self.dead = as_cards(board, "board").ravel(), as_cards(dead, "dead").ravel()
        self.cards = self.board.tolist() + self.dead.tolist()
        if len(self.board) not in BOARD_SIZES:
            raise CardError(
                f"board {format_cards(self.board)!r} has {len(self.board)} cards; "
                "a board has 0, 3, 4 or 5"
            )
        if len(set(self.cards)) < len(self.cards) or max(self.cards, default=0) >= CARD_COUNT:
            check_deck(self.cards, range(CARD_COUNT))

    @property
    def board_count(self) -> int:
        """How many cards the board has."""
        return len(self.board)

    def as_fields(self) -> dict[str, Any]:
        """The fields that the structures of equity.h share."""
        return {
            "board": pointer(self.board, "uint8_t"),
            "dead": pointer(self.dead, "uint8_t"),
            "board_count": len(self.board),
            "dead_count": len(self.dead),
            "path": -1,
        }

    def with_ranges(self, weights: npt.NDArray[np.float64]) -> Any:
        """These cards and the players' weights ``float64[n, 1326]`` as ``rb_sampled_deals``."""
        deals = ffi.new("rb_sampled_deals *", self.as_fields())
        deals.weights, deals.player_count = pointer(weights, "double"), len(weights)
        return deals

    def is_live(self) -> npt.NDArray[np.bool_]:
        """Which holdings share no card with these: ``bool[1326]``."""
        return np.asarray(HOLDING_BITS & np.uint64(sum(1 << card for card in self.cards)) == 0)


def live_ranges(players: Sequence[RangeLike], known: KnownCards) -> npt.NDArray[np.float64]:
    """Weights ``float64[n, 1326]`` of the players' ranges, as they were given.

    Raises ``RangeError`` for a range of which the known cards leave nothing, ``CardError`` for
    hole cards that are on the board, ``LimitError`` for fewer than 2 or more than 10 players or
    more cards than there are.
    """
    if not 2 <= len(players) <= MOST_PLAYERS:  # noqa: PLR2004
        raise LimitError(f"{len(players)} hands were given; equities need 2 to {MOST_PLAYERS}")
    needed = 2 * len(players) + max(BOARD_SIZES) - known.board_count + len(known.cards)
    if needed > CARD_COUNT:
        raise LimitError(f"{needed} cards are needed and there are {CARD_COUNT}; remove dead cards")
    weights = np.empty((len(players), HOLDING_COUNT))
    for place, player in enumerate(players):
        weights[place] = range_weights(player, f"range of player {place}")
    empty = lib.rb_find_empty_range(known.with_ranges(weights))
    if empty >= 0:
        raise _nothing_left(players[empty], empty, known)
    return weights


def no_deal(players: Sequence[RangeLike]) -> CardError | RangeError:
    """The complaint that players' ranges cannot be dealt together."""
    hands = [player for player in players if isinstance(player, str) and is_holding(player)]
    for first, second in combinations(hands, 2):
        both = format_cards(np.intersect1d(as_cards(first), as_cards(second)))
        if both:
            return CardError(f"{both} is in the hands {first} and {second}; deal it once")
    return RangeError("no deal gives every player a hand of his range; they share the cards")


def _nothing_left(player: RangeLike, place: int, known: KnownCards) -> CardError | RangeError:
    if isinstance(player, str) and is_holding(player):
        both = format_cards(np.intersect1d(as_cards(player), known.cards))
        return CardError(f"{both} is in the hand {player} and on the board or dead; deal it once")
    name = quoted(player) if isinstance(player, str) else f"of player {place}"
    return RangeError(f"no holding of the range {name} is left by board and dead cards; widen it")
