"""Which cards go in an exchange, a discard or a pass: those without which the hand is strongest."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, CardsInSight, GameDefinition, showdown_strength
from railbird.plugins import DecisionBatch

Slots = npt.NDArray[np.int64]


def choose_slots(
    decisions: DecisionBatch, seen: CardsInSight, rows: npt.NDArray[np.intp], *, samples: int
) -> Slots:
    """Return sets of slots for ``rows``, int64[len(rows)]; ``seen`` is all rows'.

    Of all sets that may go the one with the highest expected strength, of equal ones one of the
    fewest cards.
    """
    held = (seen.hole_cards[rows] != NO_CARD).sum(axis=1)
    bounds = np.column_stack([held, decisions.min_cards[rows], decisions.max_cards[rows]])
    chosen = np.zeros(len(rows), np.int64)
    for one in np.unique(bounds, axis=0):
        places = np.flatnonzero((bounds == one).all(axis=1))
        sets = list_sets(*one.tolist())
        definition = decisions.game.definition
        best = _best_sets(definition, seen.take(rows[places]), sets, samples=samples)
        chosen[places] = sets[best]
    return chosen


def _best_sets(
    definition: GameDefinition,
    seen: CardsInSight,
    sets: npt.NDArray[np.uint8],
    *,
    samples: int,
) -> npt.NDArray[np.intp]:
    """Return places in ``sets``; the first of equal ones, which has the fewest cards."""
    strength = showdown_strength(definition, seen, slots=sets, samples=samples)
    return np.asarray(strength.argmax(axis=1))


@lru_cache(maxsize=256)
def list_sets(held: int, fewest: int, most: int) -> npt.NDArray[np.uint8]:
    """List the sets of ``fewest`` to ``most`` of the first ``held`` slots, small ones first."""
    sets = [one for one in range(1 << held) if fewest <= one.bit_count() <= most]
    return np.array(sorted(sets, key=lambda one: (one.bit_count(), one)), np.uint8)
