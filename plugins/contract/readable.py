"""Readable parts of an observation: cards as text, betting as actions."""

from functools import lru_cache
from threading import get_ident
from typing import NamedTuple

from railbird.native import CARD_TEXTS, ActionKind, ActionWalk, GameDefinition, read_steps

KINDS = tuple(ActionKind)
BETTINGS_IN_MEMORY = 1 << 12
WALKS_IN_MEMORY = 16


class CardTexts(NamedTuple):
    """Cards as text, rank and suit: ``As`` is the ace of spades, ``Td`` the ten of diamonds."""

    hole: tuple[str, ...]
    """The seat's own cards."""
    board: tuple[str, ...]
    """The board cards dealt so far."""


class PastAction(NamedTuple):
    """An action that was taken in the hand."""

    position: int
    """The position that acted."""
    kind: ActionKind
    amount: int
    """For a raise (or bet) the raise-to: the player's total chips in the whole hand, also in a
    limit game; for an exchange, a discard or a pass the number of cards; 0 for a fold and for a
    call."""
    round_index: int


def card_texts(hole_cards: tuple[int, ...], board: tuple[int, ...]) -> CardTexts:
    """Convert hole cards and board from numbers to text."""
    return CardTexts(_texts(hole_cards), _texts(board))


@lru_cache(BETTINGS_IN_MEMORY)
def past_actions(
    definition: GameDefinition, starting_stacks: tuple[int, ...], betting: str
) -> tuple[PastAction, ...]:
    """Return the actions of a valid betting; stacks are by position, at the start of the hand."""
    walk = _walk(definition, get_ident())
    walk.begin(starting_stacks, definition.blinds)
    actions = []
    for step in walk.follow(betting):
        if step is not None:
            kind = KINDS[step.kind]
            amount = walk.round_start + step.raise_to if kind is ActionKind.RAISE else 0
            actions.append(PastAction(step.position, kind, amount, step.round_index))
    return tuple(actions)


@lru_cache(BETTINGS_IN_MEMORY)
def past_steps(
    definition: GameDefinition,
    starting_stacks: tuple[int, ...],
    betting: str,
    *,
    up_cards: tuple[tuple[int, ...], ...],
) -> tuple[PastAction, ...]:
    """The actions of a variant's betting, for a player who knows only the cards face up.

    Exchanged cards do not affect who acts next, so the walk exchanges the first slots.
    """
    walk = _walk(definition, get_ident())
    walk.lay_up_cards(up_cards)
    walk.begin(starting_stacks, definition.blinds)
    actions = []
    for kind_number, amount in read_steps(betting):
        if kind_number is None:
            walk.begin_round()
            continue
        kind = KINDS[kind_number]
        if kind > ActionKind.RAISE:
            round_index, position = walk.round_index, walk.acting
            walk.act(kind, (1 << amount) - 1)
            actions.append(PastAction(position or 0, kind, amount, round_index))
            continue
        step = walk.act(kind, amount)
        raised_to = walk.round_start + step.raise_to if kind is ActionKind.RAISE else 0
        actions.append(PastAction(step.position, kind, raised_to, step.round_index))
    return tuple(actions)


@lru_cache(WALKS_IN_MEMORY)
def _walk(definition: GameDefinition, thread: int) -> ActionWalk:
    """A table for replaying hands, one per thread."""
    return ActionWalk(definition)


@lru_cache(BETTINGS_IN_MEMORY)
def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(CARD_TEXTS.__getitem__, cards))
