"""Readable parts of an observation: cards as text, betting as actions."""

from collections.abc import Iterator
from functools import lru_cache
from operator import add, sub
from threading import get_ident
from typing import NamedTuple

from railbird.native import (
    CARD_TEXTS,
    ActionKind,
    ActionWalk,
    GameDefinition,
    read_actions,
    read_steps,
)

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
def past_actions(  # noqa: PLR0913  (all that a hand starts from)
    definition: GameDefinition,
    starting_stacks: tuple[int, ...],
    betting: str,
    *,
    up_cards: tuple[tuple[int, ...], ...] = (),
    blinds: tuple[int, ...] = (),
    ante: int | None = None,
) -> tuple[PastAction, ...]:
    """Return the actions of a valid betting; stacks are by position, as an observation has them.

    ``blinds`` and ``ante`` default to the definition's. ``up_cards`` are needed in games where the
    cards face up determine who acts first. Which cards go does not affect who acts next, so the
    walk lets those in the first slots go.
    """
    walk = _walk(definition, get_ident())
    if up_cards:
        walk.lay_up_cards(up_cards)
    walk.begin(whole_stacks(definition, starting_stacks), blinds or definition.blinds, ante)
    actions = []
    for kind, number in read_steps(betting):
        if kind is None:
            walk.begin_round()
            continue
        is_of_cards = kind > ActionKind.RAISE
        step = walk.act(kind, (1 << number) - 1 if is_of_cards else number)
        raised_to = walk.round_start + step.raise_to if kind == ActionKind.RAISE else 0
        amount = number if is_of_cards else raised_to
        actions.append(PastAction(step.position, KINDS[kind], amount, step.round_index))
    return tuple(actions)


def own_actions(  # noqa: PLR0913  (all that a hand starts from)
    definition: GameDefinition,
    starting_stacks: tuple[int, ...],
    betting: str,
    *,
    position: int,
    blinds: tuple[int, ...] = (),
    ante: int | None = None,
) -> Iterator[tuple[str, PastAction]]:
    """Yield the betting before each action of a position, and the action."""
    actions = past_actions(definition, starting_stacks, betting, blinds=blinds, ante=ante)
    for (start, _, _), action in zip(read_actions(betting), actions, strict=True):
        if action.position == position:
            yield betting[:start], action


def stacks_beside_dead(definition: GameDefinition, stacks: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Stacks, by default the definition's, without the chips that are posted for the main pot.

    So observations, records and stored hands have them, as ``starting_stacks``.
    """
    whole = stacks or definition.stacks
    dead = definition.variant.dead if definition.variant else ()
    return tuple(map(sub, whole, dead)) if dead else whole


def whole_stacks(definition: GameDefinition, stacks: tuple[int, ...]) -> tuple[int, ...]:
    """Stacks with the chips that are posted for the main pot."""
    dead = definition.variant.dead if definition.variant else ()
    return tuple(map(add, stacks, dead)) if dead else stacks


@lru_cache(WALKS_IN_MEMORY)
def _walk(definition: GameDefinition, thread: int) -> ActionWalk:
    """A table for replaying hands, one per thread."""
    return ActionWalk(definition)


@lru_cache(BETTINGS_IN_MEMORY)
def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(CARD_TEXTS.__getitem__, cards))
