"""Definitions of the indicators of style, used during play and afterwards.

An indicator is the share of opportunities taken (for aggression factors, a ratio), summed over
hands: occurrences / opportunities. Counters are computed from the betting
(``railbird.native.read_styles``); the terms are those of hold'em, and apply to every game:
*pre-flop* is the first betting round, the *flop* the second, a bet counts as a raise, and a check
is not a call. In games without blinds (antes only) the first bet of the first round is bet one, its
raise the two-bet; with blinds the blinds are bet one.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import STYLE_COUNTERS

Counts = npt.NDArray[np.integer]
"""Counters, [..., len(STYLE_COUNTERS)], of a hand or summed over many."""


@dataclass(frozen=True, slots=True)
class Indicator:
    """One indicator: the counters whose sums are its occurrences and its opportunities.

    ``is_ratio``: occurrences are not a subset of the opportunities, so that it may exceed 1.
    """

    name: str
    occurrences: tuple[str, ...]
    opportunities: tuple[str, ...]
    meaning: str
    is_ratio: bool = False


INDICATORS = (
    Indicator(
        "vpip",
        ("voluntary",),
        ("first_rounds",),
        "put chips in voluntarily pre-flop (call or raise, but not a blind or a free check), of "
        "hands with a decision pre-flop",
    ),
    Indicator(
        "pfr",
        ("raised_first_round",),
        ("first_rounds",),
        "raised pre-flop, of hands with a decision pre-flop",
    ),
    Indicator(
        "three_bet",
        ("three_bets",),
        ("three_bet_chances",),
        "raised the first raise pre-flop, of hands where he faced it and could raise",
    ),
    Indicator(
        "fold_to_three_bet",
        ("folds_to_three_bet",),
        ("three_bets_faced",),
        "folded to a 3-bet, of hands where his own first raise met one",
    ),
    Indicator(
        "aggression_factor",
        ("later_raises",),
        ("later_calls",),
        "bets and raises per call, from the flop on",
        is_ratio=True,
    ),
    Indicator(
        "aggression_factor_all_rounds",
        ("first_round_raises", "later_raises"),
        ("first_round_calls", "later_calls"),
        "bets and raises per call, in all rounds",
        is_ratio=True,
    ),
    Indicator(
        "aggression_frequency",
        ("later_raises",),
        ("later_raises", "later_calls", "later_folds"),
        "bets and raises, of all actions except checks, from the flop on",
    ),
    Indicator(
        "continuation_bet",
        ("continuation_bets",),
        ("continuation_chances",),
        "bet the flop, of hands where he was the last to raise pre-flop and could bet first",
    ),
    Indicator(
        "fold_to_continuation_bet",
        ("folds_to_continuation_bet",),
        ("continuation_bets_faced",),
        "folded to a continuation bet, of hands where he faced it before any raise of it",
    ),
    Indicator(
        "went_to_showdown",
        ("showdowns",),
        ("second_rounds",),
        "reached a showdown, of hands where he saw the flop (of all hands in games with one round)",
    ),
    Indicator(
        "won_at_showdown",
        ("showdowns_won",),
        ("showdowns",),
        "won chips from others, including a share of a split pot, of hands that he showed",
    ),
    Indicator(
        "won_without_showdown",
        ("won_without_showdown",),
        ("without_showdown",),
        "won the pot because all others folded, of hands that he did not show",
    ),
    Indicator(
        "blind_steal",
        ("steals",),
        ("steal_chances",),
        "raised from cut-off, button or small blind, of hands where all before him had folded and "
        "he could raise",
    ),
    Indicator(
        "blind_defence",
        ("defences",),
        ("defence_chances",),
        "did not fold, of hands where he had posted a blind and faced a steal and no further raise",
    ),
)
"""All indicators that depend only on the betting; ``all_in_equity`` needs the cards as well.

Where the sources differ from common usage, which we follow:

- Document 000 (section 3.6.1, table 15) has PFR as raises / (calls + folds) of the pre-flop round,
  and AF as raises / calls, of the flop; its VPIP is of all hands, walks included. Its "continuation
  bet" is more than one raise on the same flop, and the fold to it a fold after two raises of one's
  own. Its 3-bet (table 34) is "raises after any opponent has raised", later raises included, and
  its stealing any raise from cut-off, button or small blind, regardless of earlier players;
  defending there is any response to a raise from a blind.
- Document 003 (section 3.2, Eq 5) counts AF = (bets + raises) / calls over the whole hand: here
  ``aggression_factor_all_rounds``. Its VP$IP agrees, except for walks.
"""

_BY_NAME = {indicator.name: indicator for indicator in INDICATORS}
_PLACES = {name: place for place, name in enumerate(STYLE_COUNTERS)}


def indicator(name: str) -> Indicator:
    """Return the indicator with this name; raises ValueError with the valid names."""
    if name not in _BY_NAME:
        raise ValueError(f"there is no indicator {name!r}; use one of {', '.join(_BY_NAME)}")
    return _BY_NAME[name]


def counter(counts: Counts, name: str) -> npt.NDArray[np.int64]:
    """One counter out of counts [..., counters], int64[...]."""
    return counts[..., _PLACES[name]].astype(np.int64)


def occurrences(counts: Counts, name: str) -> npt.NDArray[np.int64]:
    """Return the occurrences of the indicator, int64[...] of counts [..., counters]."""
    return _sum(counts, indicator(name).occurrences)


def opportunities(counts: Counts, name: str) -> npt.NDArray[np.int64]:
    """Return the opportunities of the indicator, int64[...] of counts [..., counters]."""
    return _sum(counts, indicator(name).opportunities)


def indicator_values(counts: Counts, name: str) -> npt.NDArray[np.float64]:
    """Return occurrences / opportunities, float64[...]: nan without data, inf for x / 0."""
    happened, possible = occurrences(counts, name), opportunities(counts, name)
    with np.errstate(divide="ignore", invalid="ignore"):
        values: npt.NDArray[np.float64] = happened / possible
    return values


def _sum(counts: Counts, names: Iterable[str]) -> npt.NDArray[np.int64]:
    total: npt.NDArray[np.int64] = counts[..., [_PLACES[name] for name in names]].sum(
        axis=-1, dtype=np.int64
    )
    return total
