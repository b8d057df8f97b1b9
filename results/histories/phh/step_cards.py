"""The cards of a hand of a game of steps, as a PHH file shows them: dealt, drawn, shown."""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition, deal_layout
from railbird.results.errors import LogError
from railbird.results.histories.notation.card_text import (
    CARD_NAMES,
    LETTERS,
    UNKNOWN,
    parse_card_rows,
)
from railbird.results.histories.notation.payoff_text import shorten
from railbird.results.histories.phh.phh_actions import refuse_action
from railbird.results.histories.phh.phh_games import variant_of


class Dealt(NamedTuple):
    """How many cards were dealt when a player acted: to each player and to the board.

    `awaited` says whether cards thrown away were not replaced yet.
    """

    hole: tuple[int, ...]
    board: int
    awaited: bool


class StepCards:
    """The cards of a hand by where in the deal they lie.

    A place is a slot of the deal, or a higher number for cards that come from discards which are
    shuffled again, `is_reshuffled` then.
    """

    def __init__(self, game: GameDefinition) -> None:
        """Start a hand without any card."""
        assert game.variant is not None
        self.is_reshuffled = False
        self.mucked: list[int] = []
        self._variant = variant_of(game)
        self._name = self._variant.name
        self._is_exchanging = game.variant.has_card_rounds
        self._up = game.variant.up_cards()[-1]
        self._layout = deal_layout(game)
        self._deck = {CARD_NAMES[card] for card in game.deck.tolist()} | {UNKNOWN}
        self._known: dict[int, str] = {}
        self._places: dict[str, int] = {}
        players = range(game.player_count)
        self._held: list[list[int]] = [[] for _ in players]
        self._awaited: list[list[int]] = [[] for _ in players]
        self._board = 0
        self._drawn: set[int] = set()
        self._beyond = count(self._layout.card_count)

    def deal_hole(self, player: int, cards: str) -> None:
        """Deal a player's next cards, or what replaces those that he threw away."""
        named, awaited, held = self._cards(cards), self._awaited_of(player), self._held[player]
        own = self._layout.hole_slots[player].tolist()
        places = awaited or own[len(held) :]
        if len(named) > len(places):
            raise LogError(
                f"player {player + 1} is dealt {shorten(cards)}, which are more cards than "
                f"{self._name} deals him"
            )
        for card, place in zip(named, places, strict=False):
            if not awaited:
                if card == UNKNOWN and self._up >> len(held) & 1:
                    raise LogError(
                        f"a card that player {player + 1} is dealt face up is unknown, and it "
                        "says who acts first"
                    )
                held.append(place)
            self._note(place, card)
        del awaited[: len(named)]

    def deal_board(self, cards: str) -> None:
        """Deal the next cards of the board."""
        named, left = self._cards(cards), self._layout.board_slots[self._board :].tolist()
        if len(named) > len(left):
            raise LogError(
                f"the board is dealt {shorten(cards)}, which are more cards than "
                f"{self._name} deals it"
            )
        for card, place in zip(named, left, strict=False):
            self._note(place, card)
        self._board += len(named)

    def discard(self, player: int, cards: str) -> int:
        """Throw cards away, unknown ones from the lowest slots; returns the slots."""
        if not self._is_exchanging:
            refuse_action(f"p{player + 1} sd {cards}".strip(), self._name)
        if self._awaited_of(player):
            raise LogError(f"player {player + 1} draws again before cards are dealt to him")
        held, slots = self._held[player], 0
        for card in self._cards(cards):
            slots |= 1 << self._slot_of(player, card, slots)
        for slot in (slot for slot in range(len(held)) if slots >> slot & 1):
            held[slot] = self._next_draw(player)
            self._awaited[player].append(held[slot])
        return slots

    def require_bring_in(self) -> None:
        """Refuse a bring-in in a game that has none."""
        if not self._variant.has_bring_in:
            refuse_action("pb", self._name)

    def show(self, player: int, cards: str) -> None:
        """Show a player's hand; cards that were unknown are known afterwards."""
        self._awaited_of(player)
        named, held = self._cards(cards), self._held[player]
        if UNKNOWN in named:
            return
        known = [self._known[place] for place in held if place in self._known]
        unknown = [place for place in held if place not in self._known]
        new = [card for card in named if card not in known]
        if len(named) != len(held) or len(new) != len(unknown):
            has = "".join(self._known.get(place, UNKNOWN) for place in held)
            raise LogError(f"player {player + 1} has {has}, but shows {shorten(cards)}")
        for place, card in zip(unknown, new, strict=True):
            self._note(place, card)

    def muck(self, player: int) -> None:
        """Throw a player's hand away without showing it."""
        self._awaited_of(player)
        self.mucked.append(player)

    def dealt(self) -> Dealt:
        """Return how many cards were dealt so far."""
        return Dealt(tuple(map(len, self._held)), self._board, any(self._awaited))

    def places(self, player: int) -> tuple[int, ...]:
        """Return where the cards lie that a player holds."""
        return tuple(self._held[player])

    def names_at(self, places: Sequence[int]) -> list[str]:
        """Return the cards at places, as far as they are known in the end."""
        return [self._known.get(place, UNKNOWN) for place in places]

    def text(self) -> str:
        """Return all cards of the deal, two letters each."""
        return "".join(self.names_at(self._layout.slots_in_order.tolist()))

    def deal(self) -> npt.NDArray[np.uint8]:
        """Return the deal, uint8[W]."""
        in_order, _ = parse_card_rows([self.text()], self._layout.card_count)
        cards: npt.NDArray[np.uint8] = np.empty_like(in_order[0])
        cards[self._layout.slots_in_order] = in_order[0]
        return cards

    def _cards(self, text: str) -> list[str]:
        named = [text[start : start + LETTERS] for start in range(0, len(text), LETTERS)]
        for card in named:
            if card not in self._deck:
                raise LogError(f"'{shorten(card)}' is not a card of {self._name}")
        return named

    def _awaited_of(self, player: int) -> list[int]:
        if player >= len(self._held):
            raise LogError(f"there is no player {player + 1} of {len(self._held)}")
        return self._awaited[player]

    def _note(self, place: int, card: str) -> None:
        if card == UNKNOWN:
            return
        if place < self._layout.card_count and self._places.setdefault(card, place) != place:
            again = "; discards are dealt again only when the deck has run out"
            raise LogError(f"the {card} is dealt twice{again if self._is_exchanging else ''}")
        self._known[place] = card

    def _slot_of(self, player: int, card: str, taken: int) -> int:
        """Return the slot of a card that a player holds, or else one that is unknown."""
        names = self.names_at(self._held[player])
        free = [slot for slot in range(len(names)) if not taken >> slot & 1]
        for wanted in (card, UNKNOWN):
            for slot in free:
                if names[slot] == wanted:
                    self._note(self._held[player][slot], card)
                    return slot
        raise LogError(
            f"player {player + 1} discards {card}, which is not among his cards {''.join(names)}"
        )

    def _next_draw(self, player: int) -> int:
        left = (p for p in self._layout.draws_of(player).tolist() if p not in self._drawn)
        place = next(left, None)
        if place is None or self.is_reshuffled:
            self.is_reshuffled = True
            return next(self._beyond)
        self._drawn.add(place)
        return int(place)
