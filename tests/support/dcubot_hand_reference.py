"""A whole hand in plain numpy: the observer model's filter, and likelihoods."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt
from dcubot_reference import (
    PlayedHand,
    Situation,
    Table,
    Vector,
    first_belief,
    situations,
    soft_max,
    sum_of_others,
    transition,
    type_policies,
    utilities,
)

from railbird.agents.dcubot.net.shape import CARD_TYPES, NetShape
from railbird.native import ActionKind


@dataclass(frozen=True, slots=True)
class Trace:
    """Logarithms of likelihoods of one hand: of its decisions, seen with and without the cards."""

    policies: Vector  # [decisions, 3] probabilities of fold, call and raise
    utilities: Vector  # [decisions, 3] of the same
    play: Vector  # of each decision, with the private cards
    observer: float
    showdown: float
    beliefs: Vector  # [N, 8] at the end


class _Watcher:
    """What one set of parameters believes of everybody during a hand."""

    def __init__(self, shape: NetShape, parameters: npt.NDArray[np.floating]) -> None:
        self.shape = shape
        self.parameters = parameters.astype(np.float64)
        first = first_belief(shape, self.parameters)
        self.beliefs = np.tile(first, (shape.definition.player_count, 1))

    def see_board(
        self, board: npt.NDArray[np.uint8], stage: int, *, live: npt.NDArray[np.bool_]
    ) -> None:
        matrix = transition(self.shape, self.parameters, board, stage=stage)
        self.beliefs[live] = self.beliefs[live] @ matrix
        self.beliefs /= self.beliefs.sum(1, keepdims=True)

    def see_action(self, situation: Situation, belief_sum: Vector) -> float:
        """Update the actor's belief; returns the logarithm of the action's likelihood."""
        policies = type_policies(self.shape, self.parameters, situation, belief_sum=belief_sum)
        own = self.beliefs[situation.actor]
        likely = own @ policies[situation.kind]
        self.beliefs[situation.actor] = own * policies[situation.kind] / likely
        return float(np.log(likely))


def trace(
    shape: NetShape,
    parameters: npt.NDArray[np.floating],
    hand: PlayedHand,
    *,
    inputs_from: npt.NDArray[np.floating] | None = None,
    seen: Sequence[Situation] | None = None,
) -> Trace:
    """Play a hand through; ``seen`` are its situations, where they are known already.

    ``inputs_from`` are parameters that give the beliefs which decisions take as inputs: gradients
    treat those as given.
    """
    watcher = _Watcher(shape, parameters)
    given = watcher if inputs_from is None else _Watcher(shape, inputs_from)
    held = shape.definition.hole_card_count
    board = hand.cards[shape.definition.player_count * held :]
    stage, policies, worth, play, observer = 0, [], [], [], 0.0
    live = np.ones(shape.definition.player_count, bool)
    for situation in situations(shape, hand) if seen is None else seen:
        live = situation.live.copy()
        while stage < situation.stage:
            stage += 1
            for one in {id(w): w for w in (watcher, given)}.values():
                one.see_board(board, stage, live=live)
        actor = situation.actor
        table = Table(given.beliefs.copy(), board, hand.cards[actor * held : (actor + 1) * held])
        found = utilities(
            shape, watcher.parameters, situation, table=table, seen_by=given.parameters
        )
        policies.append(soft_max(found, situation.legal))
        worth.append(found)
        play.append(np.log(policies[-1][situation.kind]))
        belief_sum = sum_of_others(given.beliefs, situation).copy()
        if given is not watcher:
            given.see_action(situation, belief_sum)
        observer += watcher.see_action(situation, belief_sum)
        live[actor] &= situation.kind != ActionKind.FOLD
    shown = [int(p) for p in np.flatnonzero(live)]
    is_shown = len(shown) > 1 and stage == shape.definition.round_count - 1
    final = 0.0
    if is_shown:
        believed, payoffs = watcher.beliefs[shown], hand.payoffs[shown]
        final = showdown(shape, watcher.parameters, believed, payoffs=payoffs)
    return Trace(
        np.array(policies), np.array(worth), np.array(play), observer, final, watcher.beliefs
    )


def showdown(shape: NetShape, parameters: Vector, beliefs: Vector, *, payoffs: Vector) -> float:
    """The logarithm of the result's likelihood, over all card-types (equations 4-7 and 4-8)."""
    strengths = np.exp(shape.block("showdown").of(parameters)[0])
    wins = payoffs >= payoffs.max() - 1e-4
    likelihood = 0.0
    for types in product(range(CARD_TYPES), repeat=len(beliefs)):
        joint = np.prod([belief[c] for belief, c in zip(beliefs, types, strict=True)])
        strength = strengths[list(types)]
        likelihood += joint * strength[wins].sum() / (wins.sum() * strength.sum())
    return float(np.log(likelihood))
