"""Hidden cards of stored hands: drawn as the players held them, and what was known is kept."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from dcubot_hands import GAMES, a_net, some_hands

from railbird.agents.dcubot.modelling.hidden_cards import fill_hidden_cards
from railbird.agents.dcubot.net.weights import WeightsError
from railbird.agents.dcubot.play.player import Dcubot
from railbird.agents.dcubot.play.typed_players import DcubotModel
from railbird.harness.analysis.training import training_tools
from railbird.native import NO_CARD, deal_layout

HERE = Path("run")


def sharp_net(game, **shape):
    weights = a_net(game, **shape)
    weights.parameters[:] *= 6  # what it does depends on its cards
    return weights


def folded(hands):
    """Whether somebody folded, bool[n]."""
    ends = zip(hands.betting_offsets, hands.betting_offsets[1:], strict=False)
    return np.array([ord("f") in hands.betting[first:end] for first, end in ends])


def shares(hands, rows):
    """How often each deal is behind each betting, by number."""
    found = {}
    for row in rows:
        betting = hands.betting[hands.betting_offsets[row] : hands.betting_offsets[row + 1]]
        key = betting.tobytes(), hands.cards[row].tobytes()
        found[key] = found.get(key, 0) + 1
    return found


def test_what_a_model_played_is_drawn_as_often_as_it_was_held():
    weights = sharp_net("kuhn-2p")
    tools = training_tools(GAMES["kuhn-2p"], 5, print)
    hands = tools.play([Dcubot(weights=weights)] * 2, 0, 300, 100)
    hidden = folded(hands)
    seen = replace(hands, cards=np.where(hidden[:, None], np.uint8(NO_CARD), hands.cards))
    [drawn] = fill_hidden_cards(weights, [seen], folder=HERE, seed=1)
    assert (drawn.cards[~hidden] == hands.cards[~hidden]).all()
    rows = np.flatnonzero(hidden)
    held, found = shares(hands, rows), shares(drawn, rows)
    assert len(held) > 5
    for key in {*held, *found}:
        one, two = held.get(key, 0), found.get(key, 0)
        assert abs(one - two) < 5 * np.sqrt(one + two + 1)
    assert len(rows) > 5_000
    assert max(held.values()) > 2 * min(held.values())


def test_types_are_drawn_for_all_hands_of_a_match():
    """A match of one type is filled in by it: the other type holds other cards."""
    weights = sharp_net("kuhn-2p", player_types=2)
    for stage in range(weights.shape.definition.round_count):
        weights.shape.block("player", stage).of(weights.parameters)[:2] *= 3
    tools = training_tools(GAMES["kuhn-2p"], 5, print)
    model = DcubotModel(weights)
    hands = tools.play([model, model], 0, 200, 100)
    hidden = folded(hands)
    seen = replace(hands, cards=np.where(hidden[:, None], np.uint8(NO_CARD), hands.cards))
    halves = [replace_rows(seen, slice(0, 7_000)), replace_rows(seen, slice(7_000, None))]
    drawn = np.concatenate(
        [part.cards for part in fill_hidden_cards(weights, halves, folder=HERE, seed=1)]
    )
    rows = np.flatnonzero(hidden)
    held, found = shares(hands, rows), shares(replace(hands, cards=drawn), rows)
    total = sum(abs(held.get(key, 0) - found.get(key, 0)) for key in {*held, *found})
    assert total / (2 * len(rows)) < 0.05


def replace_rows(hands, rows):
    first, end, _ = rows.indices(len(hands))
    offsets = hands.betting_offsets[first : end + 1]
    return replace(
        hands,
        cards=hands.cards[rows],
        betting=hands.betting[offsets[0] : offsets[-1]],
        betting_offsets=offsets - offsets[0],
        payoffs=hands.payoffs[rows],
        seats=hands.seats[rows],
        match=hands.match[rows],
    )


def test_everybody_who_acted_holds_cards_and_none_is_dealt_twice():
    weights = a_net("holdem-limit-3p")
    hands = some_hands(weights, "holdem-limit-3p", decks=20, hands=6)
    slots = deal_layout(weights.shape.definition).hole_slots[1]
    cards = hands.cards.copy()
    cards[::2, slots] = NO_CARD
    [one] = fill_hidden_cards(weights, [replace(hands, cards=cards)], folder=HERE, seed=3)
    [two] = fill_hidden_cards(weights, [replace(hands, cards=cards)], folder=HERE, seed=3)
    assert (one.cards == two.cards).all()
    known = cards != NO_CARD
    assert (one.cards[known] == cards[known]).all()
    filled = (one.cards[:, slots] != NO_CARD).all(axis=1)
    assert filled[::2].mean() > 0.6  # the others never acted
    for row in one.cards:
        dealt = row[row != NO_CARD]
        assert len(np.unique(dealt)) == len(dealt)


def test_hands_with_stacks_of_their_own_are_refused():
    weights = a_net("kuhn-2p")
    hands = some_hands(weights, "kuhn-2p")
    own = replace(hands, stacks=np.full((len(hands), 2), 7))
    with pytest.raises(WeightsError, match="the hands of run have stacks or blinds of their own"):
        fill_hidden_cards(weights, [own], folder=HERE, seed=0)
