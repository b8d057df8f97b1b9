"""Lucifer: a team of equilibria and an aggressive player, chosen by recent results."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.parameters import list_files, read_names
from railbird.agents.strategy.current_best_utility import CurrentBestUtility
from railbird.agents.strategy.files import (
    declare,
    find_strategy_set,
    plays_strategy_set,
)
from railbird.native.solver import StrategySet, StrategyTable
from railbird.plugins import (
    ActionKind,
    AgentEntry,
    AgentError,
    DecisionBatch,
    Distribution,
    Game,
    HandBatch,
    MatchBatch,
)

BEST_UTILITY, RANDOM, AGGRESSIVE = MEMBERS = ("best-utility", "random", "aggressive")
TOP_RANKS = 2
CARDS_OF_A_RANK = 4


class Lucifer:
    """Chooses one of three members at the start of each hand, by their recent results.

    Best Utility plays in each position the equilibrium, of a thousand computed from random starts,
    that wins most there; Random plays one of them, drawn for each hand; Aggressive bets or calls
    with the two best cards and otherwise checks or folds. K-Current-Best-Utility chooses (see
    ``current_best_utility``).

    Source: document 000, section 6.3 with figure 64: second in three-player Kuhn in 2014, K = 10.
    Decided here: ``k`` and ``members`` (names of the three, in order of preference) are parameters,
    ``file`` a set of strategies for another game (``railbird solve --starts``). The source's ``new
    CFR`` is outside its loop; we read it as one for each start. Random draws at the start of a hand
    among all computed equilibria, while the listing draws for each action among the three best
    ones. Aggressive with a top card facing a bet calls, since no raise is legal; in games with
    several ranks or hole cards a top card is any of the two highest ranks, and a raise is the
    smallest.
    """

    stationary = False

    def __init__(
        self,
        *,
        k: int = 10,
        members: str | Sequence[str] = MEMBERS,
        file: str = "",
        listed_raises: bool = False,
    ) -> None:
        """Set the parameters; the strategies are read when the game is known."""
        self._members = read_names(members)
        for name in self._members:
            if name not in MEMBERS:
                raise AgentError(
                    f"lucifer has no member {name!r}; use some of {', '.join(MEMBERS)}"
                )
        self._selector = CurrentBestUtility(len(self._members), k=k)
        self._file = file

    def start_matches(self, matches: MatchBatch) -> None:
        """Reset, and read the strategies of the game."""
        self._selector.start(matches)
        self._team = _team_for(matches.game, self._file)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Return the probabilities of the member that plays this hand."""
        names = np.array(self._members)[self._selector.members(decisions.match, decisions.seat)]
        return self._team.declare(decisions, hole_cards, names)

    def end_hands(self, hands: HandBatch) -> None:
        """Record the results of the members that played."""
        self._selector.record(hands)


class _Team:
    """The strategies of one game, and which of them each member uses."""

    def __init__(self, strategies: StrategySet) -> None:
        self._count = len(strategies)
        self._table = StrategyTable(strategies.tree, strategies.probability)
        self._best = strategies.values().argmax(axis=0)

    def declare(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8], names: npt.NDArray[Any]
    ) -> Distribution:
        drawn = (decisions.hand_random() * self._count).astype(np.int64)
        chosen = np.where(names == RANDOM, drawn, self._best[decisions.position])
        declared = declare(self._table, decisions, hole_cards, members=chosen)
        _play_aggressively(decisions, hole_cards, names == AGGRESSIVE, declared=declared)
        return declared


@cache
def _team_for(game: Game, file: str) -> _Team:
    """Cached, since an agent is created for every chunk of a tournament."""
    return _Team(find_strategy_set(game, file))


def _play_aggressively(
    decisions: DecisionBatch,
    hole_cards: npt.NDArray[np.uint8],
    rows: npt.NDArray[np.bool_],
    *,
    declared: Distribution,
) -> None:
    """Overwrite some rows: raise or call with a top card, check or fold without one."""
    ranks = np.unique(decisions.game.definition.deck // CARDS_OF_A_RANK)
    has_top = (hole_cards // CARDS_OF_A_RANK >= ranks[-TOP_RANKS]).any(axis=1)
    kinds = np.full(len(decisions), ActionKind.CALL.value)
    kinds[has_top & decisions.can_raise] = ActionKind.RAISE.value
    kinds[~has_top & decisions.can_fold] = ActionKind.FOLD.value
    declared.probability[rows] = 0.0
    declared.probability[rows, kinds[rows]] = 1.0
    if declared.least is not None and declared.most is not None:
        raises = rows & (kinds == ActionKind.RAISE)
        for bound in (declared.least, declared.most):
            bound[raises, ActionKind.RAISE.value] = decisions.min_raise_to[raises]


AGENTS = (
    AgentEntry(
        "lucifer",
        Lucifer,
        plays_strategy_set,
        "a team of equilibria, chosen by recent results",
        parts=list_files,
    ),
)
