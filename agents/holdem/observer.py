"""The Observer: an archetype that observes its opponents and models their ranges."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.agents.holdem.answers import Answers, answer, is_holdem
from railbird.agents.holdem.archetype import plan_by_strength, plan_preflop, style_number
from railbird.agents.holdem.opponent_model import ModelOptions, OpponentModel
from railbird.agents.parameters import require_flag, require_pot_share
from railbird.plugins import (
    UNCLASSIFIED,
    AgentEntry,
    AgentError,
    DecisionBatch,
    HandBatch,
    MatchBatch,
)

WINDOW = 100
LEAST_HANDS = 20
ADVICE = {
    "loose passive": "fox",
    "loose aggressive": "ace",
    "tight passive": "gambler",
    "tight aggressive": "rock",
    "calling station": "fox",
    "maniac": "ace",
    "nit/rock": "gambler",
    "short stacker": "gambler",
}
"""The style to play if most opponents are of a class, after document 003, section 3.2.

Loose passive: raise only good hands, since they call anyway: fox. Loose aggressive: bet strong
hands, and stay out with weak ones: ace. Tight passive: a bet makes them fold: gambler. Tight
aggressive: wait for the right opportunity: rock. The last four are classes of document 000 (tables
7, 9, 10 and 11: blind stealing against rock and short stacker, tight play against the others). The
styles are our reading of the advice, which names none.
"""


class Observer:
    """Plays like an archetype before the flop, and by strength against ranges after it.

    How it plays: every opponent is classified by his last 100 hands as loose or tight (VPIP of 28%)
    and passive or aggressive (AF of 1); his class, and whether he called or raised before the flop,
    bound his range. Hand strength against that range and potential to the next card give an
    effective strength for each remaining opponent; their product decides as for the archetypes:
    raise from 0.8, call from 0.5. Source: document 003, section 4.2, figures 21 to 23, equation 6.
    Decided here: with fewer than ``least_hands`` hands an opponent is unclassified and may hold any
    hand; figure 21 is drawn once per hand and opponent; the strengths of equation 6 are multiplied;
    if a range is empty, any hand is possible. ``acts_like`` is the archetype. With ``adapts`` it
    changes to the style that the source's section 3.2 recommends against the most common class of
    opponents. Future work of the source: ``classes="tables"`` uses the classes of document 000
    (tables 6 to 12), ``uses_shown`` widens an opponent's range to the weakest hand he has shown
    after such a move.
    """

    def __init__(  # noqa: PLR0913 - an agent's parameters are its factory's
        self,
        *,
        acts_like: str = "rock",
        adapts: bool = False,
        classes: str = "quarters",
        uses_shown: bool = False,
        window: int = WINDOW,
        least_hands: int = LEAST_HANDS,
        pot_share: float = 1.0,
    ) -> None:
        """Set the parameters; raises AgentError for invalid ones."""
        self._style = style_number(acts_like)
        self._adapts = require_flag("adapts", adapts)
        self._options = ModelOptions(
            classes, require_flag("uses_shown", uses_shown), window=window, least_hands=least_hands
        )
        self._pot_share = require_pot_share(pot_share)
        self._model: OpponentModel | None = None

    def start_matches(self, matches: MatchBatch) -> None:
        """Start observing."""
        self._model = OpponentModel(matches, self._options)

    def end_hands(self, hands: HandBatch) -> None:
        """Observe the actions of all players."""
        self._opened().watch(hands)

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Decide like the archetype before the flop, by strength against ranges after it."""
        raises, calls = plan_preflop(decisions, self._styles(decisions))
        rows = np.flatnonzero(decisions.round_index > 0)
        if len(rows):
            strengths = self._opened().effective_strengths(decisions, rows)
            raises[rows], calls[rows] = plan_by_strength(strengths)
        return answer(decisions, raises=raises, calls=calls, pot_share=self._pot_share)

    def _styles(self, decisions: DecisionBatch) -> int | npt.NDArray[np.intp]:
        if not self._adapts:
            return self._style
        classes = self._opened().classes_by_seat(decisions.match)
        classes[np.arange(len(decisions)), decisions.seat] = UNCLASSIFIED
        return choose_styles(classes, names=self._options.names, otherwise=self._style)

    def _opened(self) -> OpponentModel:
        if self._model is None:
            raise AgentError("observer was called before its matches were started")
        return self._model


def choose_styles(
    classes: npt.NDArray[np.uint8], *, names: Sequence[str], otherwise: int
) -> npt.NDArray[np.intp]:
    """Return the style recommended against the most common class, intp[n].

    ``classes`` uint8[n, opponents] index ``names``, of which the first is unclassified and is
    ignored; ties go to the first class, and without classes the result is ``otherwise``.
    """
    votes = (classes[:, :, None] == np.arange(1, len(names))).sum(axis=1)
    advised = np.array([style_number(ADVICE[name]) for name in names[1:]])
    return np.where(votes.any(axis=1), advised[votes.argmax(axis=1)], otherwise)


AGENTS = (
    AgentEntry(
        "observer",
        Observer,
        lambda game, _: is_holdem(game),
        "hold'em: an archetype that observes its opponents",
    ),
)
