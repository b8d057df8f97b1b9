"""One table of a game with steps, and what it says."""

import numpy as np

from railbird.native import PAYOFF_UNIT, Tables, deal_layout, parse_cards, parse_game


def begin(
    text: str, stacks: list[int], *, cards: str = "", blinds: list[int] | None = None
) -> Tables:
    """A table of so many players at which a hand is dealt; ``cards`` are everybody's first ones."""
    game = parse_game(text, players=len(stacks))
    tables = Tables(game, 1)
    hands = [parse_cards(hand).tolist() for hand in cards.split(" ")] if cards else []
    rest = [card for card in game.deck.tolist() if all(card not in hand for hand in hands)]
    deal = np.array(rest[-game.cards_per_hand :], np.uint8)
    for slots, hand in zip(deal_layout(game).hole_slots, hands, strict=False):
        deal[slots[: len(hand)]] = hand
    tables.start_hands(
        [0],
        deal[None, :],
        stacks=np.array([stacks]),
        blinds=None if blinds is None else np.array([blinds]),
    )
    return tables


def play(tables: Tables, betting: str) -> Tables:
    tables.play_betting([0], [betting])
    return tables


def legal(tables: Tables) -> int:
    return int(tables.legal_kinds([0])[0])


def bounds(tables: Tables) -> tuple[int, int]:
    least, most = tables.raise_bounds([0])
    return int(least[0]), int(most[0])


def chips(tables: Tables) -> list[float]:
    return [payoff / PAYOFF_UNIT for payoff in tables.payoffs([0])[0].tolist()]
