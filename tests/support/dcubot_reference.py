"""The net in plain numpy, slow and in double precision: the reference for the C kernels.

Betting features come from the kernels (``dcubot_inputs``), which are tested by hand; all else is
written again here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from dcubot_inputs import KINDS, card_features, inputs

from railbird.agents.dcubot.net.answers import join_texts
from railbird.agents.dcubot.net.shape import (
    CARD_TYPES,
    MOST_RANKS,
    NetShape,
)
from railbird.native import NO_CARD, Tables

Vector = npt.NDArray[np.float64]
CHIPS = slice(2, 5)  # the betting features that are sums of chips


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """One decision: who, at which stage, what is legal, what an action leads to, who is in."""

    actor: int
    stage: int
    kind: int
    legal: int
    bet: Vector  # [2, 10]
    cost: Vector  # [2]
    live: npt.NDArray[np.bool_]  # [N]


@dataclass(frozen=True, slots=True, eq=False)
class PlayedHand:
    """One whole hand by position: cards as dealt, its betting, payoffs in big blinds."""

    cards: npt.NDArray[np.uint8]
    betting: str
    payoffs: Vector


def situations(shape: NetShape, hand: PlayedHand) -> tuple[Situation, ...]:
    """The decisions of a hand in order."""
    return _situations(shape, hand.cards.tobytes(), hand.betting)


@lru_cache(maxsize=4096)
def _situations(shape: NetShape, cards: bytes, betting: str) -> tuple[Situation, ...]:
    """What does not depend on parameters is looked at once: slopes play the same hands again."""
    hand = PlayedHand(np.frombuffer(cards, np.uint8), betting, np.zeros(0))
    return tuple(_decisions(shape, hand))


def _decisions(shape: NetShape, hand: PlayedHand) -> Iterator[Situation]:
    definition = shape.definition
    players = definition.player_count
    board = hand.cards[players * definition.hole_card_count :]
    for place, letter in enumerate(hand.betting):
        if letter == "/":
            continue
        prefix = hand.betting[:place]
        tables = Tables(definition, 1)
        tables.start_hands(np.array([0], np.int32), hand.cards[None])
        tables.play_betting(np.array([0], np.int32), [prefix])
        stage = int(tables.round_index[0])
        dealt = sum(definition.board_card_counts[: stage + 1])
        seen = np.where(np.arange(len(board)) < dealt, board, NO_CARD).astype(np.uint8)
        zeros = np.zeros(shape.parameter_count, np.float32)
        bet, cost, _ = inputs(shape, zeros, seen[None], texts=join_texts([prefix]))
        yield Situation(
            int(tables.acting_position[0]),
            stage,
            "fcr".index(letter),
            int(tables.legal_kinds(np.array([0], np.int32))[0]),
            bet[0].astype(float),
            cost[0].astype(float),
            ~tables.has_folded[0],
        )


def board_inputs(shape: NetShape, board: npt.NDArray[np.uint8], stage: int) -> Vector:
    """Board features of all stages up to one, for its transition matrix."""
    return _board_inputs(shape, board.tobytes(), stage)


@lru_cache(maxsize=4096)
def _board_inputs(shape: NetShape, dealt: bytes, stage: int) -> Vector:
    board = np.frombuffer(dealt, np.uint8)
    if shape.is_holdem:
        hole = np.zeros((1, 2), np.uint8)
        stages = range(1, stage + 1)
        parts = [
            card_features("board", s, board[None, : s + 2], hole_cards=hole)[0] for s in stages
        ]
        return np.concatenate([np.zeros(0), *parts])
    rows = np.zeros((stage, MOST_RANKS))
    first = 0
    for s, count in enumerate(shape.definition.board_card_counts[: stage + 1]):
        for card in board[first : first + count]:
            rows[s - 1, card >> 2] += 1
        first += count
    return rows.ravel()


def public_inputs(shape: NetShape, board: npt.NDArray[np.uint8], stage: int) -> Vector:
    """Public card features of the action selection."""
    if shape.is_holdem and stage == 3:
        return _river_inputs(board[:5].tobytes())
    return board_inputs(shape, board, stage)


@lru_cache(maxsize=4096)
def _river_inputs(dealt: bytes) -> Vector:
    hole, board = np.zeros((1, 2), np.uint8), np.frombuffer(dealt, np.uint8)[None]
    return np.asarray(card_features("public", 3, board, hole_cards=hole)[0], np.float64)


def private_inputs(
    shape: NetShape, hole: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8], *, stage: int
) -> Vector:
    """Private card features of the action selection."""
    return _private_inputs(shape, hole.tobytes(), board.tobytes(), stage)


@lru_cache(maxsize=4096)
def _private_inputs(shape: NetShape, held: bytes, dealt: bytes, stage: int) -> Vector:
    hole, board = (np.frombuffer(cards, np.uint8) for cards in (held, dealt))
    if shape.is_holdem:
        seen = board[None, : stage + 2 if stage else 0]
        return np.asarray(
            card_features(KINDS[2], stage, seen, hole_cards=hole[None])[0], np.float64
        )
    dealt = board[: sum(shape.definition.board_card_counts[: stage + 1])]
    row = np.zeros(2 * MOST_RANKS + 2)
    ranks, board_ranks = hole >> 2, dealt >> 2
    for rank in ranks:
        row[rank] += 1
        row[MOST_RANKS + rank] = rank in board_ranks
    row[2 * MOST_RANKS] = len(dealt) > 0 and ranks.max() > board_ranks.max()
    row[2 * MOST_RANKS + 1] = len(set(ranks.tolist())) < len(ranks)
    return row


def soft_max(utilities: Vector, legal: int) -> Vector:
    """Probabilities of fold, call, raise of utilities [3, ...] (equation 4-4)."""
    masked = utilities.copy()
    masked[[kind for kind in range(3) if not legal >> kind & 1]] = -np.inf
    odds = np.exp(masked - masked.max(0))
    whole: Vector = odds / odds.sum(0)
    return whole


def _values(
    shape: NetShape, parameters: Vector, situation: Situation, belief_sum: Vector
) -> tuple[Vector, Vector, Vector]:
    """Logits and values of the outcome states [2, 8], and weighted costs [2]."""
    stage = situation.stage
    names = ("bet", "belief", "value", "cost")
    block = {name: shape.block(name, stage).of(parameters) for name in names}
    near = situation.bet.copy()
    near[:, CHIPS] = np.sqrt(near[:, CHIPS])
    logits = near @ block["bet"] + belief_sum @ block["belief"]
    return logits, situation.bet @ block["value"], block["cost"][0, 0] * situation.cost


def _utilities(logits: Vector, values: Vector, cost: float) -> Vector:
    """Of logits [8], or [8, ...]."""
    odds = np.exp(logits - logits.max(0))
    worth: Vector = values @ odds / odds.sum(0) - cost
    return worth


def type_policies(
    shape: NetShape,
    parameters: Vector,
    situation: Situation,
    *,
    belief_sum: Vector,
    shift: Vector | float = 0.0,
) -> Vector:
    """Probabilities of fold, call, raise by card-type, [3, 8]: the observer's view.

    ``shift`` [8] is added to the logits of the outcome states.
    """
    logits, values, costs = _values(shape, parameters, situation, belief_sum)
    logits = logits + shift
    types = shape.block("type", situation.stage).of(parameters)  # [outcome, type]
    utilities = np.zeros((3, CARD_TYPES))
    for j in range(2):
        utilities[j + 1] = _utilities(logits[j][:, None] + types, values[j], costs[j])
    return soft_max(utilities, situation.legal)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What a decision is seen with: beliefs [N, 8], board and own hole cards.

    ``shift`` [8] is added to the logits of the outcome states.
    """

    beliefs: Vector
    board: npt.NDArray[np.uint8]
    hole: npt.NDArray[np.uint8]
    shift: Vector | float = 0.0


def utilities(
    shape: NetShape,
    parameters: Vector,
    situation: Situation,
    *,
    table: Table,
    seen_by: Vector | None = None,
) -> Vector:
    """Utilities of fold, call, raise with the private cards, [3].

    ``seen_by`` are the parameters of the observer model that a self-aware net asks, if not its own.
    """
    stage, actor = situation.stage, situation.actor
    belief_sum = sum_of_others(table.beliefs, situation)
    logits, values, costs = _values(shape, parameters, situation, belief_sum)
    logits = logits + table.shift
    cards = public_inputs(shape, table.board, stage) @ shape.block("public", stage).of(parameters)
    own_cards = private_inputs(shape, table.hole, table.board, stage=stage)
    cards = cards + own_cards @ shape.block("private", stage).of(parameters)
    observer = parameters if seen_by is None else seen_by
    seen = type_policies(shape, observer, situation, belief_sum=belief_sum)
    worth = np.zeros(3)
    for j in range(2):
        own = table.beliefs[actor] * seen[j + 1]
        extra = np.zeros(8)
        if shape.is_self_aware and situation.legal >> (j + 1) & 1:
            extra = own / own.sum() @ shape.block("self_aware", stage).of(parameters)
        worth[j + 1] = _utilities(logits[j] + cards + extra, values[j], costs[j])
    return worth


def policy(shape: NetShape, parameters: Vector, situation: Situation, *, table: Table) -> Vector:
    """Probabilities of fold, call, raise with the private cards, [3] (equation 4-4)."""
    worth = utilities(shape, parameters, situation, table=table)
    return soft_max(worth, situation.legal)


def sum_of_others(beliefs: Vector, situation: Situation) -> Vector:
    """The sum of the opponents' beliefs of those who are still in, [8]."""
    others = situation.live.copy()
    others[situation.actor] = False
    total: Vector = beliefs[others].sum(0)
    return total


def first_belief(shape: NetShape, parameters: Vector) -> Vector:
    """The card-types' first distribution, [8]."""
    logits = shape.block("initial").of(parameters)[0]
    odds = np.exp(logits - logits.max())
    whole: Vector = odds / odds.sum()
    return whole


def transition(
    shape: NetShape, parameters: Vector, board: npt.NDArray[np.uint8], *, stage: int
) -> Vector:
    """P(F, after | before) up to the board's own weight, [8 before, 8 after]."""
    weights = shape.block("transition", stage).of(parameters)
    features = np.concatenate([[1.0], board_inputs(shape, board, stage)])
    matrix: Vector = np.exp(features @ weights).reshape(CARD_TYPES, CARD_TYPES)
    return matrix
