"""The same hand at a player's earlier decisions, from the betting: nothing is stored."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from railbird.agents.pokerlang.situation.view import MOST_KEPT, Rows, View, hand_of
from railbird.native import NO_CARD, GameDefinition, Tables, deal_layout
from railbird.plugins import ActionKind, DecisionBatch, DecisionSource
from railbird.plugins.contract.readable import own_actions, whole_stacks


class OwnDecision(NamedTuple):
    """A decision that a player has made: the betting before it, and what he did."""

    betting: str
    has_raised: bool


def own_decisions(view: View, row: int) -> tuple[OwnDecision, ...]:
    """The earlier decisions of the player to act, in their order."""
    return _own_decisions(*hand_of(view, row), position=int(view.decisions.position[row]))


@lru_cache(MOST_KEPT)
def _own_decisions(  # noqa: PLR0913  (all that a hand starts from)
    definition: GameDefinition,
    stacks: tuple[int, ...],
    betting: str,
    blinds: tuple[int, ...],
    ante: int,
    *,
    position: int,
) -> tuple[OwnDecision, ...]:
    own = own_actions(definition, stacks, betting, position=position, blinds=blinds, ante=ante)
    return tuple(OwnDecision(before, action.kind == ActionKind.RAISE) for before, action in own)


def view_before(view: View, rows: Rows, bettings: list[str]) -> View:
    """The view of the players to act in ``rows`` when their hands had come to ``bettings``.

    It has the draws of their hands and what is remembered, but not the draws of those decisions.
    """
    definition, decisions = view.definition, view.decisions
    tables, places = Tables(definition, len(rows)), np.arange(len(rows), dtype=np.int32)
    position = decisions.position[rows]
    layout = deal_layout(definition)
    deal = np.full((len(rows), tables.cards.shape[1]), NO_CARD, np.uint8)
    np.put_along_axis(
        deal, layout.hole_slots[position].astype(np.int64), view.hole_cards[rows], axis=1
    )
    board = decisions.board[rows]
    deal[:, layout.board_slots[: board.shape[1]]] = board
    stacks = np.array(
        [whole_stacks(definition, tuple(s)) for s in decisions.starting_stacks[rows].tolist()]
    )
    tables.start_hands(
        places,
        deal,
        stacks=stacks,
        blinds=decisions.blinds[rows],
        seats=decisions.seats[rows],
        antes=decisions.ante[rows],
    )
    tables.play_betting(places, bettings)
    source = DecisionSource(decisions.game, tables.columns, places, np.zeros(len(rows), np.uint64))
    earlier = DecisionBatch(source, places, seat=decisions.seat[rows], position=position)
    return View(earlier, view.hole_cards[rows], view.memory, of_rows=(view, rows))
