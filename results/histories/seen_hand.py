"""One hand as visible from a seat, finished or not, in the formats of hand histories."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from railbird.native import NO_CARD, GameDefinition, deal_layout
from railbird.results.histories.notation.holdem import require_holdem
from railbird.results.histories.phh.phh_write import phh_hand
from railbird.results.histories.pokerstars.stars_write import stars_hand
from railbird.results.histories.storing.played import PlayedMatch


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand; ``names``, ``hole_cards`` (None if unknown) and ``payoffs`` (1/2520 chip) by seat.

    ``payoffs`` are None while the hand is played; ``stacks`` are by position.
    """

    hand_index: int
    names: Sequence[str]
    betting: str
    hole_cards: Sequence[tuple[int, ...] | None]
    board: tuple[int, ...]
    stacks: Sequence[int]
    payoffs: Sequence[int] | None = None


def write_seen_hand(game: GameDefinition, hand: SeenHand, notation: str) -> str:
    """Write a hand as "room" or "phh"; raises LogError for games other than hold'em."""
    require_holdem(game, what=f"notation {notation!r}")
    write = stars_hand if notation == "room" else phh_hand
    text = write(_as_match(game, hand), hand.hand_index, game, is_over=hand.payoffs is not None)
    return text.strip()


def _as_match(game: GameDefinition, hand: SeenHand) -> PlayedMatch:
    """Return a match of which this hand is the last, and the only one that is known."""
    index, count = hand.hand_index, game.player_count
    chips = (index + 1, count)
    cards = np.full((1, game.cards_per_hand), NO_CARD, np.uint8)
    match = PlayedMatch(
        number=0,
        name="1",
        deck_index=0,
        deck_seed=None,
        seating_index=0,
        agents=tuple(hand.names),
        bettings=[*[""] * index, hand.betting],
        showdown=np.zeros(index + 1, np.bool_),
        payoffs=np.broadcast_to(np.array(hand.payoffs or [0] * count, np.int64), chips),
        cards=np.broadcast_to(cards, (index + 1, game.cards_per_hand)),
        stacks=np.broadcast_to(np.array(hand.stacks, np.int64), chips),
        blinds=np.broadcast_to(np.array(game.blinds, np.int64), chips),
    )
    layout = deal_layout(game)
    for position, seat in enumerate(match.seats.seat_row(index)):
        held = hand.hole_cards[seat]
        if held is not None:
            cards[0, layout.hole_slots[position]] = held
    cards[0, layout.board_slots[: len(hand.board)]] = hand.board
    return match
