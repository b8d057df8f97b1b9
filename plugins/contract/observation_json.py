"""An observation as JSON: what services are sent, and what the journal hashes."""

from typing import Annotated, Literal

import msgspec

from railbird.native import ActionKind
from railbird.plugins.contract.observation import Observation
from railbird.plugins.contract.readable import card_texts

KindName = Literal["fold", "call", "raise", "exchange", "pass"]
KIND_NAMES: tuple[KindName, ...] = ("fold", "call", "raise", "exchange", "pass")
"""The kinds of action by number; a check is a call of 0, a bet a raise, a discard an exchange."""
DRAW_COUNT = 4

Draw = Annotated[float, msgspec.Meta(ge=0, lt=1)]


class ActionJson(msgspec.Struct, frozen=True):
    """An action of the hand; `amount` as in PastAction."""

    position: int
    kind: KindName
    amount: int
    round_index: int


class ObservationJson(msgspec.Struct, frozen=True):
    """One decision as visible from its seat; names as in Observation, cards as text.

    `draws` are the decision's first random numbers in [0, 1), the same whenever it is asked. What
    follows is there only where stacks are carried on from hand to hand, as in freeze-outs.
    """

    game: str
    seat_count: int
    seat: int
    position: int
    hand_index: int
    round_index: int
    decision: int
    hole_cards: tuple[str, ...]
    board: tuple[str, ...]
    betting: str
    actions: tuple[ActionJson, ...]
    pot: int
    starting_stacks: tuple[int, ...]
    contributions: tuple[int, ...]
    has_folded: tuple[bool, ...]
    to_call: int
    legal: tuple[KindName, ...]
    min_raise_to: int
    max_raise_to: int
    min_cards: int
    max_cards: int
    up_cards: tuple[tuple[str, ...], ...]
    cards_taken: tuple[tuple[int, ...], ...]
    seen_cards: tuple[str, ...]
    draws: tuple[Draw, ...]
    blinds: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    ante: int | msgspec.UnsetType = msgspec.UNSET
    level: int | msgspec.UnsetType = msgspec.UNSET
    players_left: int | msgspec.UnsetType = msgspec.UNSET
    prizes: tuple[float, ...] | msgspec.UnsetType = msgspec.UNSET
    seats: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET


_OF_SESSIONS = ("blinds", "ante", "level", "players_left", "prizes", "seats")


def describe_observation(observation: Observation) -> ObservationJson:
    """Return a snapshot as JSON; draws of the observation are not used up."""
    draws = observation.peek(DRAW_COUNT)
    return ObservationJson(
        game=observation.game.name,
        seat_count=observation.seat_count,
        seat=observation.seat,
        position=observation.position,
        hand_index=observation.hand_index,
        round_index=observation.round_index,
        decision=observation.decision,
        hole_cards=observation.cards.hole,
        board=observation.cards.board,
        betting=observation.betting,
        actions=tuple(
            ActionJson(one.position, KIND_NAMES[one.kind], one.amount, one.round_index)
            for one in observation.actions
        ),
        pot=observation.pot,
        starting_stacks=observation.starting_stacks,
        contributions=observation.contributions,
        has_folded=observation.has_folded,
        to_call=observation.to_call,
        legal=tuple(KIND_NAMES[kind] for kind in ActionKind if observation.legal >> kind & 1),
        min_raise_to=observation.min_raise_to,
        max_raise_to=observation.max_raise_to,
        min_cards=observation.min_cards,
        max_cards=observation.max_cards,
        up_cards=tuple(_texts(cards) for cards in observation.up_cards),
        cards_taken=observation.cards_taken,
        seen_cards=_texts(observation.seen_cards),
        draws=draws,
        **{name: getattr(observation, name) for name in _OF_SESSIONS if observation.level},
    )


def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return card_texts(cards, ()).hole
