"""One MATCHSTATE line of the ACPC protocol, as a value.

``MATCHSTATE:<position>:<hand>:<betting>:<cards>``, where cards are a section of hole cards for
each position joined by ``|`` (unseen ones empty), then ``/`` and a board section for each round
after the first, once it is dealt.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.harness.errors import StateError
from railbird.native import GameDefinition, Tables, deal_layout, format_cards
from railbird.results.histories.acpc.log_lines import is_number

PREFIX = "MATCHSTATE"


@dataclass(frozen=True, slots=True)
class ClientState:
    """What the dealer sends to one seat; cards are text, since unseen cards are empty."""

    position: int
    hand_index: int
    betting: str
    hole_cards: tuple[str, ...]  # by position
    boards: tuple[str, ...]  # by round from the second on


def format_match_state(state: ClientState) -> str:
    """Return the line without its end."""
    cards = "/".join(("|".join(state.hole_cards), *state.boards))
    return f"{PREFIX}:{state.position}:{state.hand_index}:{state.betting}:{cards}"


def parse_match_state(text: str) -> ClientState:
    """Read a line without its line end and without an action; raises StateError.

    Whether betting and cards are valid is not checked here.
    """
    fields = text.split(":")
    if len(fields) != len(("prefix", "position", "hand", "betting", "cards")):
        raise StateError(f"'{text}' is not MATCHSTATE:position:hand:betting:cards")
    prefix, position, hand, betting, cards = fields
    if prefix != PREFIX or not is_number(position) or not is_number(hand):
        raise StateError(f"'{text}' is not MATCHSTATE:position:hand:betting:cards")
    hole_cards, *boards = cards.split("/")
    return ClientState(
        int(position), int(hand), betting, tuple(hole_cards.split("|")), tuple(boards)
    )


def show_match_state(
    definition: GameDefinition, tables: Tables, table: int, *, position: int, hand_index: int
) -> ClientState:
    """Return what the dealer sends to the seat in a position.

    A player sees his own cards, and at a showdown of two or more all hands that were not folded;
    and the board of the rounds that the betting has reached.
    """
    betting = tables.betting(table)
    remains = ~tables.has_folded[table]
    is_showdown = bool(tables.is_done[table]) and np.count_nonzero(remains) > 1
    sections = split_deal(definition, tables.cards[table])
    boards = sections[definition.player_count + 1 :]  # there is none in the first round
    return ClientState(
        position,
        hand_index,
        betting,
        tuple(
            sections[seen_at] if seen_at == position or (is_showdown and remains[seen_at]) else ""
            for seen_at in range(definition.player_count)
        ),
        tuple(boards[: betting.count("/")]),
    )


def split_deal(definition: GameDefinition, cards: NDArray[np.uint8]) -> list[str]:
    """Format a deal: each position's hole cards, then each round's board."""
    return [format_cards(cards[slots]) for slots in deal_layout(definition).sections]
