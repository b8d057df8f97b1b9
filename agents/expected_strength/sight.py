"""What a player sees when it decides, as the sampler of showdowns takes it."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, CardsInSight, GameDefinition, Variant
from railbird.plugins import DecisionBatch

Cards = npt.NDArray[np.uint8]


def cards_in_sight(decisions: DecisionBatch, hole_cards: Cards) -> CardsInSight:
    """Return what each decision sees, as if its own cards were ``hole_cards`` (uint8[n, h]).

    Cards that the player threw away, and those that lay face up before players folded, are held by
    nobody; those that it passed on may be with anybody, even come back.
    """
    definition = decisions.game.definition
    count = len(decisions)
    is_opponent = ~decisions.has_folded
    is_opponent[np.arange(count), decisions.position] = False
    opponents = is_opponent.sum(axis=1).astype(np.uint8)
    up_cards, dead = np.empty((count, 0, 0), np.uint8), np.empty((count, 0), np.uint8)
    if definition.variant is not None:
        dead = _thrown_away(decisions, definition.variant)
        if any(definition.variant.up_cards()):
            up_cards, folded = _by_opponent(decisions, is_opponent)
            dead = np.concatenate([dead, folded], axis=1)
    held = np.array(held_in_the_end(definition), np.uint8)[decisions.round_index]
    return CardsInSight(hole_cards, decisions.board, opponents, up_cards, dead=dead, held=held)


def _thrown_away(decisions: DecisionBatch, variant: Variant) -> Cards:
    """Own cards that were thrown away and not passed on, uint8[n, most], 255 elsewhere."""
    cards = decisions.seen_cards
    is_pass = np.array([rule.kind == "pass" for rule in variant.rounds if not rule.is_bet])
    if not is_pass.any():
        return cards
    taken = decisions.cards_taken[np.arange(len(decisions)), decisions.position]
    ends = taken.cumsum(axis=1, dtype=np.int64)
    card_round = (ends[:, None, :] <= np.arange(cards.shape[1])[:, None]).sum(axis=2)
    was_passed = np.append(is_pass, False)[card_round]
    return np.where(was_passed, np.uint8(NO_CARD), cards)


def _by_opponent(
    decisions: DecisionBatch, is_opponent: npt.NDArray[np.bool_]
) -> tuple[Cards, Cards]:
    """Cards face up of those left, uint8[n, N - 1, h], and of those who folded, uint8[n, N * h]."""
    shown, count = decisions.up_cards, len(decisions)
    none = np.full_like(shown, NO_CARD)
    folded = np.where(decisions.has_folded[:, :, None], shown, none).reshape(count, -1)
    first = np.argsort(~is_opponent, axis=1, kind="stable")[:, :-1, None]
    live = np.where(is_opponent[:, :, None], shown, none)
    return np.take_along_axis(live, first, axis=1), folded


@lru_cache(maxsize=64)
def held_in_the_end(definition: GameDefinition) -> tuple[int, ...]:
    """Cards of a player at the showdown, by the round looked from.

    Discards of later rounds are not foreseen; in a round of discards its cards have gone.
    """
    variant = definition.variant
    if variant is None:
        return (definition.hole_card_count,) * definition.round_count
    dealt = [rule.down + rule.up for rule in variant.rounds]
    gone = [rule.most if rule.kind == "discard" else 0 for rule in variant.rounds]
    rounds = range(definition.round_count)
    return tuple(sum(dealt) - sum(gone[: index + 1]) for index in rounds)
