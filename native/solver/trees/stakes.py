"""Two players who win or lose one stake: all deals of an end as one matrix."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native.solver.trees.joint_deals import AllDeals, JointDeals

PAIR = 2
FOUR = 4
MOST_WASTE = 4
"""A matrix may have so many places for each deal; more are slower than a list of the deals."""


def stake_arrays(
    deals: AllDeals, counts: tuple[int, ...], payoffs: npt.NDArray[np.float64]
) -> dict[str, npt.NDArray[Any]]:
    """Arrays of the C struct, or none where a list of deals serves better.

    ``payoffs`` are chips [N, Z, P] by pattern. Between two players who both stay, what one wins at
    an end the other loses, whatever he holds; so an end is a stake, and all ends of a round share
    one matrix: the probability of the two classes, less that of the deals that are lost.
    """
    if len(payoffs) != PAIR or _is_too_sparse(deals, counts):
        return {}
    signs = np.sign(deals.patterns.astype(np.int64) - deals.patterns[:, ::-1]).T
    starts, parts, size = [], [], 0
    for is_shown, by_round in enumerate((deals.folds, deals.showdowns)):
        for joint, width in zip(by_round, counts, strict=True):
            for player in range(PAIR):
                weight = joint.weight * (signs[player, joint.pattern] if is_shown else 1.0)
                starts.append(size)
                parts.append(_matrix(joint, player, weight, width=width).ravel())
                size += parts[-1].size
    most, least = payoffs.max(axis=2), payoffs.min(axis=2)
    return {
        "stake_share": np.concatenate(parts),
        "stake_start": np.array(starts, np.int32),
        # A fold costs or wins the same for every pattern; a showdown wins the most or loses it.
        "end_stake": np.ascontiguousarray(np.where(most > 0.0, most, least)),
    }


def _is_too_sparse(deals: AllDeals, counts: tuple[int, ...]) -> bool:
    places = sum(width * width for width in counts)
    listed = sum(len(joint.weight) for joint in deals.folds)
    return places > MOST_WASTE * listed


def _matrix(
    joint: JointDeals, player: int, weight: npt.NDArray[np.float64], *, width: int
) -> npt.NDArray[np.float64]:
    matrix = np.zeros((width, -(-width // FOUR) * FOUR))
    np.add.at(matrix, (joint.classes[:, 1 - player], joint.classes[:, player]), weight)
    return matrix
