"""Answers to a model of the others that do not trust it blindly."""

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.errors import StrategyError
from railbird.native.solver.schedules import find_schedule
from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.workspace import (
    Strategy,
    as_strategy,
    doubles,
    normalised,
    require_deals,
)

ITERATIONS = 1_000
MOST_TRUST = 0.9
HALF_TRUST_AFTER = 10


def restricted_response(
    tree: GameTree,
    model: npt.ArrayLike,
    *,
    weight: float = 0.0,
    trust: npt.ArrayLike | None = None,
    iterations: int = ITERATIONS,
) -> Strategy:
    """Each position's answer to others of whom only a part is known, float64[entries].

    ``weight`` is the chance that another plays ``model`` for a whole hand, and else whatever is
    worst for the one who answers: the restricted Nash response, from an equilibrium at 0 to a best
    response at 1. ``trust`` (float64[entries], the same at all actions of an information set) is
    the chance that he does so at that set: the data-biased response. Both may be given. Solved by
    CFR+, each position by itself; with more than two players nothing is promised, and the others
    are held to the model each by his own chance. Raises StrategyError for numbers outside 0..1.
    Sources: document 000, 3.2.3; Johanson, Zinkevich and Bowling, 2007; Johanson and Bowling, 2009.
    """
    require_deals(tree)
    if not 0.0 <= weight <= 1.0:
        raise StrategyError(f"the weight of the model is {weight}; give a number from 0 to 1")
    model = as_strategy(tree, model)
    trusted = np.zeros(tree.entry_count) if trust is None else np.array(trust, np.float64)
    if trusted.shape != model.shape or not ((trusted >= 0.0) & (trusted <= 1.0)).all():
        raise StrategyError("the trust in the model must be a number from 0 to 1 for each entry")
    sums = np.zeros(tree.entry_count)
    for player in range(tree.definition.player_count):
        _Answering(tree, model, trusted, weight=weight).run(player, iterations, sums)
    return normalised(tree, sums, otherwise=tree.uniform)


def trust_in_counts(
    tree: GameTree,
    counts: npt.NDArray[np.float64],
    *,
    most: float = MOST_TRUST,
    half_after: float = HALF_TRUST_AFTER,
) -> npt.NDArray[np.float64]:
    """Trust float64[entries] in a model made from so many decisions, float64[entries].

    ``most * n / (n + half_after)`` for an information set seen n times: nothing where it was never
    seen, which is what a best response to frequencies gets wrong.
    """
    seen = np.bincount(tree.entry_set, weights=counts, minlength=tree.information_set_count)
    trust: npt.NDArray[np.float64] = (most * seen / (seen + half_after))[tree.entry_set]
    return trust


class _Answering:
    """The vectors of one position's solver."""

    def __init__(self, tree: GameTree, model: Strategy, trust: Strategy, *, weight: float) -> None:
        self.tree = tree
        size, reach = tree.entry_count, tree.layout.reach_size
        self.kept = {
            "regret": np.zeros(size),
            "strategy": np.zeros(size),
            "fallback": tree.uniform.copy(),
            "reach": np.zeros(reach),
            "value": np.zeros(tree.layout.value_size),
        }
        self.held = {
            "model": model,
            "trust": trust,
            "model_reach": np.zeros(reach),
            "seen": np.zeros(reach),
            "acted": np.zeros(size),
        }
        self.weight = weight

    def run(self, player: int, iterations: int, sums: Strategy) -> None:
        """Iterate, and add the player's strategies to the sums."""
        c, held = ffi.new("rb_solver *"), ffi.new("rb_restriction *")
        for struct, arrays in ((c, self.kept), (held, self.held)):
            for name, array in arrays.items():
                setattr(struct, name, doubles(array))
        c.lanes, c.alternates, c.average = 1, True, doubles(sums)
        held.player, held.weight = player, self.weight
        weights = np.ascontiguousarray(find_schedule("cfr+").weights(0, iterations))
        lib.rb_solve_restricted(self.tree.c, c, held, doubles(weights), iterations)
