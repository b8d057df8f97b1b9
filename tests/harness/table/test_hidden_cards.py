"""What agents are given does not depend on cards that they may not see, in every shipped game.

Cards that a player has not seen are permuted in the deal and the same actions are played again: a
batch of decisions, an observation and the record of the hand must show the same.
"""

import re
from typing import Any

import numpy as np
import pytest
from hidden_cards import GAMES_OF_STEPS, Hand, choose, known_cards, others_permuted

from railbird.native import NO_CARD, GameDefinition, Tables
from railbird.plugins import Game

HANDS = 4


def same(first: Any, second: Any) -> bool:
    if isinstance(first, tuple) and any(isinstance(one, np.ndarray) for one in first):
        return all(map(np.array_equal, first, second))
    if isinstance(first, np.ndarray):
        return np.array_equal(first, second)
    return bool(first == second)


@pytest.mark.parametrize(("name", "definition"), GAMES_OF_STEPS)
def test_no_card_is_seen_that_must_not_be(name: str, definition: GameDefinition) -> None:
    random = np.random.default_rng(definition.player_count)
    game = Game(name, definition)
    for _ in range(HANDS):
        deal = random.permutation(definition.deck)[: definition.cards_per_hand].astype(np.uint8)
        hand, actions = Hand(game, deal), []
        known: dict[int, set[int]] = {}
        while not hand.tables.is_finished:
            seen, batch = hand.look()
            seat = int(batch.seat[0])
            known[seat] = known_cards(seen)
            mapped = others_permuted(random, definition, known[seat])
            other = Hand(game, mapped[deal])
            for action in actions:
                other.act(*action)
            shown, _ = other.look()
            assert {key for key in seen if not same(seen[key], shown[key])} == set()
            assert not re.search(r"[dp]\d\d", seen["betting"][0])
            actions.append(choose(random, batch, definition))
            hand.act(*actions[-1])
        check_records(hand, actions, random)


def cards_at_the_end(hand: Hand, actions: list[Any], seat: int) -> set[int]:
    """Return what a seat may know when the hand has ended, by a table that plays it again."""
    definition, one = hand.game.definition, np.zeros(1, np.int32)
    table = Tables(definition, 1)
    table.start_hands(one, hand.deal[None])
    for kind, amount in actions:
        table.apply_actions(one, np.array([kind], np.uint8), np.array([amount]))
    folded = table.has_folded[0]
    is_showdown = (~folded).sum() > 1
    known = set(np.ravel(table.columns.boards(one)).tolist())
    known |= set(np.ravel(table.columns.up_cards(one)).tolist())
    own = hand.tables.seat_order.positions_of(np.array([seat]), np.array([0]))[0]
    for position in range(definition.player_count):
        if position == own or (is_showdown and not folded[position]):
            place = np.array([position], np.uint8)
            known |= set(table.columns.hole_cards(one, place)[0].tolist())
    return known - {NO_CARD}


def check_records(hand: Hand, actions: list[Any], random: np.random.Generator) -> None:
    """Hold what every seat is told of the hand to the cards that it may know."""
    definition = hand.game.definition
    for seat in range(definition.player_count):
        told = hand.record(seat)
        known = cards_at_the_end(hand, actions, seat)
        mapped = others_permuted(random, definition, known)
        other = Hand(hand.game, mapped[hand.deal])
        for action in actions:
            other.act(*action)
        again = other.record(seat)
        assert {key for key in told if not same(told[key], again[key])} == set()
        assert not re.search(r"[dp]\d\d", told["betting"][0])
