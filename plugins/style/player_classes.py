"""The player classes implied by indicators: the Observer's four and those of document 000."""

from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition
from railbird.plugins.style.indicators import (
    Counts,
    counter,
    indicator_values,
    occurrences,
    opportunities,
)

UNCLASSIFIED = 0
"""The number, in either classification, of an agent with too few hands."""
QUARTERS = (
    "unclassified",
    "loose passive",
    "loose aggressive",
    "tight passive",
    "tight aggressive",
)
"""The Observer's classes by number, those of its source (document 003, table 5)."""
LOOSE_VPIP = 0.28
"""A player with at least this VPIP is loose."""
AGGRESSIVE_FACTOR = 1.0
"""A player above this aggression factor is aggressive."""
QUARTER_INDICATORS = ("vpip", "aggression_factor_all_rounds")
"""The two indicators that divide players into quarters: loose or tight, aggressive or passive.

The source's equation 5 is (bets + raises) / calls without mentioning rounds, and its Observer
counts calls and raises of the whole hand; where it means only the first round (VPIP), it says so.
Document 000 (table 15) counts its factor from the flop on: so do the classes by table.
"""
SHORT_STACK_BLINDS = 20
"""A player with at most this many big blinds is short-stacked (document 000, table 11 and 6.4)."""
PER_CENT = 100

Classes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class PlayerClass:
    """One class of document 000: bounds of VPIP and PFR in whole per cent, included, and of AF.

    AF is between its bounds, which are included if ``has_factor_bounds``; None means no condition.
    """

    name: str
    vpip: tuple[int, int]
    pfr: tuple[int, int]
    factor: tuple[float, float] | None = None
    has_factor_bounds: bool = False
    is_short_stacked: bool = False


PLAYER_CLASSES = (
    PlayerClass("short stacker", (5, 9), (4, 9), is_short_stacked=True),
    PlayerClass("nit/rock", (7, 11), (5, 7)),
    PlayerClass("tight aggressive", (12, 16), (9, 14), (2.0, inf)),
    PlayerClass("loose aggressive", (17, 24), (15, 22), (2.0, 5.0), has_factor_bounds=True),
    PlayerClass("maniac", (30, 100), (30, 60), (4.0, inf)),
    PlayerClass("loose passive", (31, 100), (0, 14), (-inf, 2.0)),
    PlayerClass("calling station", (18, 100), (0, 15), (-inf, 2.0)),
)
"""Document 000, tables 6 to 12; the first match is used.

The source's order is by number of table (6, 7, 8, 9, 10, 11, 12); there table 12 is entirely within
table 10 and would never be reached, and a short stacker (table 11) with a VPIP of 7 to 9 would be a
rock. So the narrower class is first: short stacker (only for stacks of 20 big blinds or less, as
its text says) before rock, loose passive before calling station; all others are mutually exclusive.
Bounds apply to rounded percentages (halves up), so that no share is between 16 and 17; players that
match no table are unclassified. The source's AF is that from the flop on.
"""
CLASS_NAMES_BY_TABLE = ("unclassified", *(player.name for player in PLAYER_CLASSES))
"""The names of the classes that `classify_by_table` returns by number."""


def classify_by_quarter(counts: Counts, *, least_hands: int = 1) -> Classes:
    """Return the Observer's class of summed counts [..., counters], uint8[...] into ``QUARTERS``.

    Loose from a VPIP of 28% on, aggressive above an AF of 1 over all rounds (document 003, table
    5); a player who neither raised nor called is not aggressive. Fewer than ``least_hands`` hands,
    or none with a decision: unclassified.
    """
    vpip, factor = QUARTER_INDICATORS
    chances = opportunities(counts, vpip)
    is_loose = occurrences(counts, vpip) * PER_CENT >= chances * round(LOOSE_VPIP * PER_CENT)
    is_aggressive = occurrences(counts, factor) > opportunities(counts, factor) * AGGRESSIVE_FACTOR
    classes = np.where(is_loose, 1, 3) + is_aggressive
    is_known = (counter(counts, "hands") >= least_hands) & (chances > 0)
    return np.where(is_known, classes, UNCLASSIFIED).astype(np.uint8)


def starts_short_stacked(definition: GameDefinition) -> bool:
    """Whether any player starts a game's hands with 20 big blinds or less."""
    return min(definition.stacks) <= SHORT_STACK_BLINDS * definition.big_blind


def classify_by_table(
    counts: Counts, *, is_short_stacked: bool = False, least_hands: int = 1
) -> Classes:
    """Return the class of document 000, uint8[...] into ``CLASS_NAMES_BY_TABLE``, of summed counts.

    ``is_short_stacked``: hands start with 20 big blinds or less, see ``starts_short_stacked``. A
    class with a condition on the aggression factor needs a raise or a call from the flop on.
    """
    vpip, pfr = (_rounded_per_cent(counts, name) for name in ("vpip", "pfr"))
    factor = indicator_values(counts, "aggression_factor")
    classes = np.zeros(counts.shape[:-1], np.uint8)
    is_open = (counter(counts, "hands") >= least_hands) & (opportunities(counts, "vpip") > 0)
    for number, player in enumerate(PLAYER_CLASSES, start=1):
        if player.is_short_stacked and not is_short_stacked:
            continue
        fits = is_open & _lies_in(vpip, player.vpip) & _lies_in(pfr, player.pfr)
        fits &= _factor_fits(factor, player)
        classes = np.where(fits, np.uint8(number), classes)
        is_open = is_open & ~fits
    return classes


def _rounded_per_cent(counts: Counts, name: str) -> npt.NDArray[np.int64]:
    possible = np.maximum(opportunities(counts, name), 1)
    rounded: npt.NDArray[np.int64] = (2 * PER_CENT * occurrences(counts, name) + possible) // (
        2 * possible
    )
    return rounded


def _lies_in(values: npt.NDArray[np.int64], bounds: tuple[int, int]) -> npt.NDArray[np.bool_]:
    return (values >= bounds[0]) & (values <= bounds[1])


def _factor_fits(factor: npt.NDArray[np.float64], player: PlayerClass) -> npt.NDArray[np.bool_]:
    if player.factor is None:
        return np.ones(factor.shape, bool)
    least, most = player.factor
    if player.has_factor_bounds:
        return (factor >= least) & (factor <= most)
    return (factor > least) & ((factor < most) | (most == inf)) & ~np.isnan(factor)
