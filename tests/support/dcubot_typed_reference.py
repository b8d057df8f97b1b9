"""A whole hand of a net with player-types in plain numpy: joint beliefs, and likelihoods."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from dcubot_hand_reference import showdown
from dcubot_reference import (
    PlayedHand,
    Situation,
    Table,
    Vector,
    first_belief,
    policy,
    situations,
    sum_of_others,
    transition,
    type_policies,
)

from railbird.agents.dcubot.net.shape import PLAYER_TYPES, TILE_INPUTS, NetShape
from railbird.native import ActionKind, Tables


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """By position: distributions over player-types [N, 8], and player-types (None for none)."""

    priors: Vector
    types: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class TypedTrace:
    """Logarithms of likelihoods of one hand, and what is believed of player-types after it.

    ``players`` [N, 8] are judged by the observer model, ``with_cards`` [N, 8] by the hole cards.
    """

    play: Vector
    observer: float
    showdown: float
    players: Vector
    with_cards: Vector


class _TypedBeliefs:
    """Joint beliefs [N, 8 player-types, 8 card-types] by one set of parameters."""

    def __init__(
        self, shape: NetShape, parameters: npt.NDArray[np.floating], priors: Vector
    ) -> None:
        self.shape = shape
        self.parameters = parameters.astype(np.float64)
        first = first_belief(shape, self.parameters)
        self.joint = priors.astype(np.float64)[:, :, None] * first
        self.types = range(shape.player_types)

    @property
    def cards(self) -> Vector:
        marginal: Vector = self.joint.sum(1)
        return marginal

    @property
    def players(self) -> Vector:
        marginal: Vector = self.joint.sum(2)
        return marginal

    def see_board(
        self, board: npt.NDArray[np.uint8], stage: int, *, live: npt.NDArray[np.bool_]
    ) -> None:
        moved = self.joint[live] @ transition(self.shape, self.parameters, board, stage=stage)
        self.joint[live] = moved / moved.sum((1, 2), keepdims=True)

    def shift(self, situation: Situation, players: Vector, *, type_: int | None) -> Vector:
        """What player-types add to the logits: those of the opponents, and one's own."""
        stage = situation.stage
        logits: Vector = players @ self.shape.block("player_belief", stage).of(self.parameters)
        if type_ is not None:
            logits = logits + self.shape.block("player", stage).of(self.parameters)[type_]
        return logits

    def see_action(self, situation: Situation) -> None:
        actor = situation.actor
        cards, players = (sum_of_others(b, situation) for b in (self.cards, self.players))
        for type_ in self.types:
            shift = self.shift(situation, players, type_=type_)
            policies = type_policies(
                self.shape, self.parameters, situation, belief_sum=cards, shift=shift
            )
            self.joint[actor, type_] *= policies[situation.kind]
        self.joint[actor] /= self.joint[actor].sum()


def trace_with_types(
    shape: NetShape,
    parameters: npt.NDArray[np.floating],
    hand: PlayedHand,
    *,
    seating: Seating,
    inputs_from: npt.NDArray[np.floating] | None = None,
) -> TypedTrace:
    """Play a hand through; beliefs that are inputs are those of ``inputs_from``, if given."""
    replay = _Replay(shape, parameters, hand, seating=seating, inputs_from=inputs_from)
    stage, live = 0, np.ones(shape.definition.player_count, bool)
    for situation in situations(shape, hand):
        live = situation.live.copy()
        while stage < situation.stage:
            stage += 1
            replay.see_board(stage, live)
        replay.see_action(situation)
        live[situation.actor] &= situation.kind != ActionKind.FOLD
    shown = [int(p) for p in np.flatnonzero(live)]
    final = 0.0
    if len(shown) > 1 and stage == shape.definition.round_count - 1:
        believed = replay.path[shown]
        final = showdown(shape, replay.mine.parameters, believed, payoffs=hand.payoffs[shown])
    with_cards = replay.with_cards / replay.with_cards.sum(1, keepdims=True)
    observer = float(np.log(replay.seen).sum())
    return TypedTrace(np.array(replay.play), observer, final, replay.given.players, with_cards)


class _Replay:
    """A hand as far as it was played: joint beliefs, and those with everybody's type as given."""

    def __init__(
        self,
        shape: NetShape,
        parameters: npt.NDArray[np.floating],
        hand: PlayedHand,
        *,
        seating: Seating,
        inputs_from: npt.NDArray[np.floating] | None,
    ) -> None:
        self.shape, self.hand, self.types = shape, hand, seating.types
        self.mine = _TypedBeliefs(shape, parameters, seating.priors)
        given = parameters if inputs_from is None else inputs_from
        self.given = _TypedBeliefs(shape, given, seating.priors)
        self.has_tiles = shape.has_tiles and inputs_from is not None
        self.path = np.tile(first_belief(shape, self.mine.parameters), (len(seating.types), 1))
        self.with_cards = seating.priors.astype(np.float64)
        self.play: list[float] = []
        self.seen: list[float] = []
        self.held = shape.definition.hole_card_count
        self.board = hand.cards[shape.definition.player_count * self.held :]

    def see_board(self, stage: int, live: npt.NDArray[np.bool_]) -> None:
        self.given.see_board(self.board, stage, live=live)
        matrix = transition(self.shape, self.mine.parameters, self.board, stage=stage)
        moved = self.path[live] @ matrix
        self.path[live] = moved / moved.sum(1, keepdims=True)

    def see_action(self, situation: Situation) -> None:
        actor, kind = situation.actor, situation.kind
        others = sum_of_others(self.given.players, situation)
        shift = self.mine.shift(situation, others, type_=self.types[actor])
        self._see_path(situation, shift)
        if self.has_tiles:
            prefix = _prefix(self.hand, len(self.play))
            tiles = _tiles(self.shape, self.mine.parameters, situation, self.given, prefix=prefix)
            shift = shift + tiles
        self.play.append(float(np.log(self._policy(self.mine, situation, shift)[kind])))
        for type_ in self.given.types:
            seen_as = self.given.shift(situation, others, type_=type_)
            self.with_cards[actor, type_] *= self._policy(self.given, situation, seen_as)[kind]
        self.given.see_action(situation)

    def _policy(self, who: _TypedBeliefs, situation: Situation, shift: Vector) -> Vector:
        actor = situation.actor
        hole = self.hand.cards[actor * self.held : (actor + 1) * self.held]
        table = Table(self.given.cards, self.board, hole, shift)
        return policy(self.shape, who.parameters, situation, table=table)

    def _see_path(self, situation: Situation, shift: Vector) -> None:
        cards = sum_of_others(self.given.cards, situation)
        likely = type_policies(
            self.shape, self.mine.parameters, situation, belief_sum=cards, shift=shift
        )[situation.kind]
        own = self.path[situation.actor]
        self.seen.append(float(own @ likely))
        self.path[situation.actor] = own * likely / (own @ likely)


def _prefix(hand: PlayedHand, decisions: int) -> str:
    places = [place for place, letter in enumerate(hand.betting) if letter != "/"]
    return hand.betting[: places[decisions]]


def _tiles(
    shape: NetShape, numbers: Vector, situation: Situation, given: _TypedBeliefs, *, prefix: str
) -> Vector:
    """What the extra layer adds to the logits: a soft-max tile for each opponent still in."""
    stage, actor = situation.stage, situation.actor
    weights = [shape.block(name, stage).of(numbers) for name in TILE_INPUTS]
    total = np.zeros(PLAYER_TYPES)
    for opponent in np.flatnonzero(situation.live).tolist():
        if opponent == actor:
            continue
        features = _position_features(shape, prefix, actor, opponent=opponent)
        seen = (given.cards[opponent], given.players[opponent], features)
        logits = sum(x @ w for x, w in zip(seen, weights, strict=True))
        odds = np.exp(logits - np.max(logits))
        total += odds / odds.sum()
    added: Vector = total @ shape.block("tile", stage).of(numbers)
    return added


@lru_cache(maxsize=4096)
def _position_features(shape: NetShape, prefix: str, actor: int, *, opponent: int) -> Vector:
    definition = shape.definition
    tables = _at(shape, prefix)
    spent = tables.spent[0].astype(float)
    count, unit = definition.player_count, definition.big_blind
    first = definition.first_positions[-1]
    is_heads_up = int((~tables.has_folded[0]).sum()) == 2
    return np.array(
        [
            1,
            (opponent - actor) % count / count,
            opponent in _to_act(shape, prefix),
            (opponent - first) % count > (actor - first) % count,
            spent[opponent] == spent.max(),
            spent[opponent] / unit / 10,
            (spent.max() - spent[opponent]) / unit / 4,
            is_heads_up,
        ],
        float,
    )


def _at(shape: NetShape, prefix: str) -> Tables:
    definition = shape.definition
    tables, row = Tables(definition, 1), np.array([0], np.int32)
    tables.start_hands(row, definition.deck[None, : definition.cards_per_hand])
    tables.play_betting(row, [prefix])
    return tables


def _to_act(shape: NetShape, prefix: str) -> set[int]:
    """Who would still act in the round if everybody called."""
    found: set[int] = set()
    tables = _at(shape, prefix)
    now = int(tables.round_index[0])
    while not tables.is_done[0] and tables.round_index[0] == now:
        found.add(int(tables.acting_position[0]))
        prefix += "c"
        tables = _at(shape, prefix)
    return found
