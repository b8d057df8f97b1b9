"""One hand as visible from a seat, finished or not, in the formats of hand histories."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from railbird.native import NO_CARD, GameDefinition, deal_layout, order_dealt_in, positions_dealt_in
from railbird.results.histories.notation.holdem import require_holdem
from railbird.results.histories.phh.phh_write import phh_hand
from railbird.results.histories.pokerstars.stars_write import stars_hand
from railbird.results.histories.storing.table_hand import TableHand, deal_in, texts_of


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand; ``names``, ``hole_cards`` (None if unknown) and ``payoffs`` (1/2520 chip) by seat.

    ``payoffs`` are None while the hand is played; ``stacks`` and ``blinds`` are by position, as are
    the ``seats``. Who has no chips is not dealt in.
    """

    hand_index: int
    names: Sequence[str]
    betting: str
    hole_cards: Sequence[tuple[int, ...] | None]
    board: tuple[int, ...]
    stacks: Sequence[int]
    blinds: tuple[int, ...]
    ante: int
    seats: Sequence[int]
    payoffs: Sequence[int] | None = None


def write_seen_hand(game: GameDefinition, hand: SeenHand, notation: str) -> str:
    """Write a hand as "room" or "phh"; raises LogError for games other than hold'em."""
    require_holdem(game, what=f"notation {notation!r}")
    write = stars_hand if notation == "room" else phh_hand
    return write(_as_table_hand(game, hand), is_over=hand.payoffs is not None).strip()


def _as_table_hand(whole: GameDefinition, hand: SeenHand) -> TableHand:
    dealt_in = positions_dealt_in(hand.stacks)
    count, order = len(dealt_in), order_dealt_in(whole, dealt_in)
    game = deal_in(whole, dealt_in, hand.blinds)
    seats = [hand.seats[position] for position in order]
    cards, layout = np.full(game.cards_per_hand, NO_CARD, np.uint8), deal_layout(game)
    for place, seat in enumerate(seats):
        held = hand.hole_cards[seat]
        if held is not None:
            cards[layout.hole_slots[place]] = held
    cards[layout.board_slots[: len(hand.board)]] = hand.board
    (holes,), (board,) = texts_of(game, cards[None, :])
    none = [0] * count
    return TableHand(
        game=game,
        table="1",
        number=hand.hand_index,
        match_number=0,
        names=tuple([hand.names[seat] for seat in seats]),
        seats=seats,
        seat_count=whole.player_count,
        stacks=[hand.stacks[position] for position in order],
        blinds=[hand.blinds[position] for position in order],
        betting=hand.betting,
        holes=holes,
        board=board,
        cards=cards,
        payoffs=none if hand.payoffs is None else [hand.payoffs[seat] for seat in seats],
        rakes=none,
        ante=hand.ante,
    )
