"""Hand strength, hand potential and what is made of them, for many hands at once.

Rows are hole cards ``uint8[n, 2]`` with a board ``uint8[b]`` for all or ``uint8[n, b]``, one each;
both may be text for a single hand. The opponent's range is a text, weights ``float64[1326]`` for
all rows or ``float64[n, 1326]``, or ``None`` for any two cards. Rows with the same board share the
ranking of it. Results have a row each, and no axis for a single hand.

Errors: ``CardError`` for invalid cards and cards that are used twice, ``RangeError`` for invalid
weights and for a range with no holding left.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import pointer
from railbird.native.cards.holdings import CardsLike
from railbird.native.odds.ranges import RangeLike
from railbird.native.odds.strength_rows import strength_rows

Floats = npt.NDArray[np.float64]
AHEAD, TIED, BEHIND = range(3)


@dataclass(frozen=True, slots=True)
class HandPotential:
    """Hand strength and potential; ``float64[n]`` each.

    ``positive`` is the chance to get ahead of those not behind now, ``negative`` that of falling
    behind those not ahead; each is 0 where there are none.
    """

    strength: Floats
    positive: Floats
    negative: Floats


def hand_strength(
    hole_cards: CardsLike, board: CardsLike, *, against: RangeLike | None = None
) -> Floats:
    """The share of an opponent's hands that is beaten now, ties counting half.

    The board has 3, 4 or 5 cards. Source: document 003, figure 15; with ranges, figure 22.
    """
    rows = strength_rows(hole_cards, board, against, board_sizes=(3, 4, 5))
    return rows.give_back(rows.ask(lib.rb_hand_strength))


def hand_potential(
    hole_cards: CardsLike,
    board: CardsLike,
    *,
    against: RangeLike | None = None,
    cards_to_come: int | None = None,
) -> HandPotential:
    """Hand strength and its positive and negative potential, on a board of 3 or 4 cards.

    ``cards_to_come`` is 1, the next card, or ``None``, all cards to the river.
    Source: document 003, figure 16, whose parentheses are unbalanced; what is meant is
    PPot = (behind-ahead + behind-tied/2 + tied-ahead/2) / (behind + tied/2), and NPot mirrored,
    each total counted once for every board to come.
    """
    rows = strength_rows(hole_cards, board, against, board_sizes=(3, 4))
    most = 5 - rows.board_count
    to_come = most if cards_to_come is None else cards_to_come
    if not 1 <= to_come <= most:
        raise ValueError(f"cards_to_come must be 1 to {most} on this board, not {cards_to_come}")
    tallies = rows.ask(lib.rb_tally_potential, to_come, width=9).reshape(-1, 3, 3)
    now = tallies.sum(axis=2)
    strength = (now[:, AHEAD] + now[:, TIED] / 2) / now.sum(axis=1)
    positive = _changed(tallies, BEHIND, AHEAD) / _at_least_tiny(now[:, BEHIND] + now[:, TIED] / 2)
    negative = _changed(tallies, AHEAD, BEHIND) / _at_least_tiny(now[:, AHEAD] + now[:, TIED] / 2)
    return HandPotential(*map(rows.give_back, (strength, positive, negative)))


def expected_hand_strength(
    hole_cards: CardsLike,
    board: CardsLike = "",
    *,
    against: RangeLike | None = None,
    powers: tuple[int, ...] = (1, 2),
) -> Floats:
    """The mean of hand strength on the full board, to each power: ``float64[n, len(powers)]``.

    The mean is over boards and opponents' hands together, so that the first power is the equity,
    E[HS]; the second is E[HS^2], and the power m is E[HS] against m opponents as document 000
    (EQ17) has it. The board has 0, 3, 4 or 5 cards; before the flop a row takes some 0.2 s.
    """
    if not all(0 <= power < 2**31 and power == int(power) for power in powers):
        raise ValueError(f"powers must be integers and not negative, not {powers}")
    rows = strength_rows(hole_cards, board, against, board_sizes=(0, 3, 4, 5))
    exponents = np.array(powers, dtype=np.int32)
    arguments = pointer(exponents, "int32_t"), len(powers)
    sums = rows.ask(lib.rb_expect_strength, *arguments, width=1 + len(powers))
    sums = sums.reshape(rows.count, 1 + len(powers))
    return rows.give_back(sums[:, 1:] / sums[:, :1])


def effective_hand_strength(
    strength: npt.ArrayLike, positive_potential: npt.ArrayLike, opponent_count: npt.ArrayLike = 1
) -> Floats:
    """HS^n + (1 - HS^n) * PPot: ahead of n opponents, or to be.

    Source: document 003, equations 3 and 4; equation 3 prints "1 x HS" for "1 - HS".
    """
    ahead = np.asarray(strength, dtype=np.float64) ** np.asarray(opponent_count)
    return np.asarray(ahead + (1.0 - ahead) * np.asarray(positive_potential))


def win_probability(strength: npt.ArrayLike, potential: HandPotential) -> Floats:
    """HS * (1 - NPot) + (1 - HS) * PPot: document 003, equation 2."""
    now = np.asarray(strength, dtype=np.float64)
    return np.asarray(now * (1.0 - potential.negative) + (1.0 - now) * potential.positive)


def _changed(tallies: Floats, now: int, then: int) -> Floats:
    tied = (tallies[:, now, TIED] + tallies[:, TIED, then]) / 2
    return np.asarray(tallies[:, now, then] + tied)


def _at_least_tiny(total: Floats) -> Floats:
    """Where nothing can change the chance is 0 / tiny, not 0 / 0."""
    return np.maximum(total, np.finfo(np.float64).tiny)
