"""The eight archetypes of document 003: styles before the flop, the same play after it."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from railbird.agents.holdem.answers import Answers, Bools, answer, count_opponents, is_holdem
from railbird.agents.holdem.starting_hands import CLASS_GROUPS
from railbird.agents.holdem.strength_cache import strengths_by_income
from railbird.agents.holdem.style_evolution import evolve_shares
from railbird.agents.parameters import require_pot_share, require_shares
from railbird.native import HOLDING_COUNT, effective_hand_strength, holding_class
from railbird.plugins import AgentEntry, AgentError, DecisionBatch

RAISE_FROM = 0.8
CALL_FROM = 0.5

# By style: raise and call in per cent for the groups 1, 2 and 3, 4 and 5, 6, 7 and 8.
_LOW_HANDS = (10, 10)
STYLES: Final = {
    "maniac": ((100, 0), (100, 0), (50, 30), (50, 30), _LOW_HANDS),
    "gambler": ((100, 0), (100, 0), (30, 30), (30, 30), _LOW_HANDS),
    "fish": ((90, 10), (0, 80), (0, 80), (0, 80), (0, 20)),
    "calling-station": ((100, 0), (20, 60), (20, 60), (20, 60), (0, 20)),
    "rock": ((100, 0), (70, 20), (10, 40), (10, 40), (0, 0)),
    "weak-tight": ((100, 0), (50, 30), (0, 70), (0, 70), (0, 0)),
    "fox": ((100, 0), (90, 10), (30, 10), (10, 0), (10, 0)),
    "ace": ((100, 0), (90, 10), (20, 10), (10, 0), (10, 0)),
}
"""Document 003, table 4, as interpreted: Fox plays 40% of groups 4 and 5, although F70 is printed
next to R30 and C10."""
ROW_OF_GROUP = np.array([0, 0, 1, 1, 2, 2, 3, 4, 4])
ROW_COUNT = 5
ROUNDING = 1e-9


def _shares() -> npt.NDArray[np.float64]:
    by_row = np.array(list(STYLES.values()))[:, ROW_OF_GROUP[CLASS_GROUPS]]
    return np.asarray(by_row.cumsum(axis=2) / 100)


STYLE_SHARES = _shares()
"""The draws below which a class is raised, and called, float64[styles, 169, 2]."""


def style_number(name: str) -> int:
    """Return the number of a style; raises AgentError with the valid names."""
    if name not in STYLES:
        raise AgentError(f"there is no style {name!r}; use one of {', '.join(sorted(STYLES))}")
    return list(STYLES).index(name)


class Archetype:
    """Plays one of eight styles before the flop, and by effective hand strength after it.

    How it plays: one draw per hand determines, by the group of its two cards, whether it raises,
    calls or folds before the flop; a hand that raises re-raises up to the cap and then calls. After
    the flop it raises with an effective hand strength of 0.8, calls with 0.5, and otherwise folds.
    It never folds when checking is free. Source: document 003, section 4.1, tables 3 and 4; EHS =
    HS^n + (1 - HS^n) PPot for n opponents still in (equation 4), with the potential to the next
    card, which is allowed after figure 16. Decided here: readings of table 4 that are unclear in
    the scan; if a raise is not legal it calls; in no-limit a raise is by ``pot_share`` of the pot
    after a call, limited only by the stacks; ``raises`` and ``calls`` are the shares of hands to
    play in place of the style's, for the groups 1, 2 and 3, 4 and 5, 6, 7 and 8.
    """

    def __init__(
        self,
        style: str,
        *,
        pot_share: float = 1.0,
        raises: str | Sequence[float] | None = None,
        calls: str | Sequence[float] | None = None,
    ) -> None:
        """Play ``style``, a key of STYLES; raises AgentError for any other."""
        self._shares = STYLE_SHARES[style_number(style)]
        self._pot_share = require_pot_share(pot_share)
        if raises is not None or calls is not None:
            self._shares = _own_shares(style, raises, calls)

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Decide by the hand's draw before the flop, by strength after it."""
        raises, calls = _plan(decisions, self._shares[holding_class(decisions.hole_cards)])
        return answer(decisions, raises=raises, calls=calls, pot_share=self._pot_share)


def _own_shares(
    style: str, raises: str | Sequence[float] | None, calls: str | Sequence[float] | None
) -> npt.NDArray[np.float64]:
    """Return shares as those of a style, with what is given in its place; raises AgentError."""
    rows = np.array(STYLES[style]) / 100
    for column, (name, given) in enumerate((("raises", raises), ("calls", calls))):
        if given is not None:
            rows[:, column] = require_shares(name, given, ROW_COUNT)
    played = rows.cumsum(axis=1)
    excess = np.flatnonzero(played[:, 1] > 1 + ROUNDING)
    if len(excess):
        raise AgentError(
            f"raises and calls add up to {played[excess[0], 1]:g} in place {excess[0] + 1}; give "
            "shares of the same hands, together 1 at most"
        )
    return np.asarray(played[ROW_OF_GROUP[CLASS_GROUPS]])


def plan_by_style(decisions: DecisionBatch, styles: npt.NDArray[np.intp]) -> npt.NDArray[np.uint8]:
    """Return the kinds of action of archetypes in a limit game, by the style of each row."""
    raises, calls = _plan(decisions, STYLE_SHARES[styles, holding_class(decisions.hole_cards)])
    return answer(decisions, raises=raises, calls=calls, pot_share=1.0)[0]


def _plan(decisions: DecisionBatch, shares: npt.NDArray[np.float64]) -> tuple[Bools, Bools]:
    raises, calls = _draw_plan(decisions, shares)
    rows = np.flatnonzero(decisions.round_index > 0)
    if len(rows):
        raises[rows], calls[rows] = plan_by_strength(_strength_against_any(decisions, rows))
    return raises, calls


def plan_preflop(
    decisions: DecisionBatch, styles: int | npt.NDArray[np.intp]
) -> tuple[Bools, Bools]:
    """Draw once per hand whether to raise and whether to call, bool[n] each.

    ``styles`` is the number of the style, for each row or for all.
    """
    return _draw_plan(decisions, STYLE_SHARES[styles, holding_class(decisions.hole_cards)])


def _draw_plan(decisions: DecisionBatch, shares: npt.NDArray[np.float64]) -> tuple[Bools, Bools]:
    """Draw by the shares of each row, float64[n, 2]."""
    draws = decisions.hand_random()
    raise_below, call_below = shares.T
    return draws < raise_below, (draws >= raise_below) & (draws < call_below)


def plan_by_strength(effective_strength: npt.NDArray[np.float64]) -> tuple[Bools, Bools]:
    """Raise with 0.8 or more, call with 0.5 or more, bool[n] each."""
    raises = effective_strength >= RAISE_FROM
    return raises, (effective_strength >= CALL_FROM) & ~raises


def _strength_against_any(
    decisions: DecisionBatch, rows: npt.NDArray[np.intp]
) -> npt.NDArray[np.float64]:
    """Return effective hand strength against opponents with any cards, float64[rows]."""
    hole_cards, boards = decisions.hole_cards[rows], decisions.board[rows]
    found = strengths_by_income().look_up(hole_cards, boards, HOLDING_COUNT)
    opponents = count_opponents(decisions)[rows]
    return effective_hand_strength(found.strength, found.positive, opponents)


SUMMARIES = {
    "maniac": "hold'em: loose and aggressive, raises half of its medium hands",
    "gambler": "hold'em: loose and aggressive, plays fewer low hands than the maniac",
    "fish": "hold'em: loose and passive, raises only its best hands",
    "calling-station": "hold'em: loose and passive, calls with most hands",
    "rock": "hold'em: tight, raises good hands and calls with few others",
    "weak-tight": "hold'em: tight and passive, calls with medium hands",
    "fox": "hold'em: tight and aggressive, raises nearly all hands it plays",
    "ace": "hold'em: tight and aggressive, plays fewer medium hands than the fox",
}

AGENTS = tuple(
    AgentEntry(
        style,
        partial(Archetype, style),
        lambda game, _: is_holdem(game),
        summary,
        evolve=evolve_shares(ROW_COUNT),
    )
    for style, summary in SUMMARIES.items()
)
