"""What an action is taken to lead to before enough chains are known: the source's heuristics."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting_lines import LOST, SHOWN, WON, BettingLines
from railbird.agents.expected_value.formulas import Estimate
from railbird.native import ActionKind

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Guesses:
    """Shares before data: ``won`` after a bet against one opponent, ``lost_*`` own later folds."""

    won: float = 0.1
    lost_called: float = 0.25
    lost_raised: float = 0.15


def guess_outcomes(lines: BettingLines, guesses: Guesses) -> Estimate:
    """Return what each edge of the betting tree is taken to lead to, an axis of edges first.

    Everybody left calls the action, and one more bet on each round to come. All others fold to a
    raise with the probability ``won`` divided by their number. Where no round is to come and
    nothing was raised, nobody folds any more. The strength is that of any hand, 1/2; what the
    opponents' raises say is for `OpponentHabits`. Document 004 gives no numbers; these are ours.
    """
    tree, definition = lines.tree, lines.definition
    edges = np.arange(len(lines.edge_node))
    node, player = lines.edge_node, lines.edge_player
    is_raise = tree.edge_kind == ActionKind.RAISE
    rounds = tree.node_round[node]
    sizes = np.array(definition.raise_sizes, np.float64)
    later = np.append(np.cumsum(sizes[::-1])[::-1], 0.0)[rounds + 1]
    price = lines.spent[node].max(axis=1) + np.where(is_raise, sizes[rounds], 0.0)
    cost = price - lines.spent[node, player]
    others = lines.live[node].sum(axis=1) - 1
    called = lines.live[node] * np.maximum(price[:, None] - lines.spent[node], 0.0)
    pot = lines.spent[node].sum(axis=1) + called.sum(axis=1) + later * (others + 1)
    shares = np.zeros((len(edges), 3))
    shares[:, WON] = np.where(is_raise, guesses.won / others, 0.0)
    shares[:, LOST] = np.where(is_raise, guesses.lost_raised, guesses.lost_called)
    shares[tree.edge_child < 0, LOST] = 0.0
    shares[:, SHOWN] = 1.0 - shares[:, WON] - shares[:, LOST]
    pots, bets = np.zeros_like(shares), np.repeat(cost[:, None], 3, axis=1)
    pots[:, SHOWN], bets[:, SHOWN] = pot, cost + later
    pots[:, WON] = lines.spent[node].sum(axis=1) + cost
    return Estimate(shares, pots, bets, np.full(len(edges), 0.5))
