"""Nets whose parts all matter, hands that they played, and what they were asked in them."""

import dcubot_reference as reference
import numpy as np

from railbird.agents.dcubot.net.answers import join_texts
from railbird.agents.dcubot.net.batches import Questions
from railbird.agents.dcubot.net.shape import NetShape, start_parameters
from railbird.agents.dcubot.net.weights import Training, Weights
from railbird.agents.dcubot.play.player import Dcubot
from railbird.harness.analysis.training import training_tools
from railbird.native import NO_CARD
from railbird.plugins import load_registry

GAMES = load_registry().games
TRAINED = Training("none", 0, 0, "")


def a_net(game, *, is_self_aware=False, seed=1, player_types=0, has_tiles=False):
    """A net whose parts all matter."""
    shape = NetShape(GAMES[game].definition, is_self_aware, player_types, has_tiles)
    parameters = start_parameters(shape, seed)
    parameters += np.random.default_rng(seed).normal(0, 0.15, len(parameters)).astype(np.float32)
    for stage in range(shape.definition.round_count):
        shape.block("value", stage).of(parameters)[9] -= 0.5
    return Weights(shape, parameters, TRAINED)


def some_hands(weights, game, *, decks=6, hands=2):
    tools = training_tools(GAMES[game], 7, print)
    bot = Dcubot(weights=weights)
    return tools.play([bot] * weights.shape.definition.player_count, 0, decks, hands)


def played(hands):
    """The hands one by one, as the reference reads them."""
    for row in range(len(hands)):
        text = hands.betting[hands.betting_offsets[row] : hands.betting_offsets[row + 1]]
        yield reference.PlayedHand(
            hands.cards[row], text.tobytes().decode(), hands.payoffs[row].astype(float)
        )


def decisions_of(shape, hand):
    """Betting before each decision, who decides, and the board at that point."""
    definition = shape.definition
    board = hand.cards[definition.player_count * definition.hole_card_count :]
    places = [place for place, letter in enumerate(hand.betting) if letter != "/"]
    for place, situation in zip(places, reference.situations(shape, hand), strict=True):
        dealt = sum(definition.board_card_counts[: situation.stage + 1])
        seen = np.where(np.arange(len(board)) < dealt, board, NO_CARD).astype(np.uint8)
        held = definition.hole_card_count
        hole = hand.cards[situation.actor * held : (situation.actor + 1) * held]
        yield hand.betting[:place], hole, seen


def questions_of(shape, hands, *, tables=None):
    asked = [decision for hand in hands for decision in decisions_of(shape, hand)]
    texts, holes, boards = zip(*asked, strict=True)
    where = np.arange(len(asked), dtype=np.int32) if tables is None else tables(len(asked))
    boards = np.array(boards, np.uint8).reshape(len(asked), -1)
    return Questions(where, np.array(holes, np.uint8), boards, join_texts(texts))
