"""The independent chip model: what stacks in a tournament are worth in prizes.

A player takes first place with the probability of his share of the chips; given who took the first
places, the next is taken with the share of what the others hold (Harville, for horse races;
Malmuth, for poker). Document 000 does not have it; its tournaments (4.1.2) need it to value stacks.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, pointer
from railbird.native.errors import PrizeError

Floats = npt.NDArray[np.float64]

MOST_EXACT_PLAYERS = 16
"""With more players prizes are sampled: there are 2 to the number of players sets of them."""
_ROWS_AT_ONCE = 4096


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedPrizes:
    """Sampled ``expected`` prizes of N players, and their ``standard_error``, float64[N]."""

    expected: Floats
    standard_error: Floats


def expected_prizes(stacks: npt.ArrayLike, prizes: npt.ArrayLike) -> Floats:
    """Return the exact expected prizes of stacks, float64[..., N] as ``stacks``.

    ``prizes`` [P] are those of first place, second and so on, and add up to what is shared. Raises
    PrizeError for stacks that are not above 0, negative prizes, more prizes than players, and more
    than 16 players.
    """
    held, paid = _checked(stacks, prizes)
    if held.shape[-1] > MOST_EXACT_PLAYERS:
        raise PrizeError(
            f"{held.shape[-1]} players are too many for exact prizes; sample them, or give up to "
            f"{MOST_EXACT_PLAYERS}"
        )
    expected = np.empty_like(held)
    reached = np.empty(1 << held.shape[-1])
    model = ffi.new("rb_prize_model *")
    model.stacks, model.prizes = pointer(held, "double"), pointer(paid, "double")
    model.row_count, model.player_count = held.size // held.shape[-1], held.shape[-1]
    model.prize_count, model.reached = len(paid), pointer(reached, "double")
    lib.rb_expected_prizes(model, pointer(expected, "double"))
    return expected


def sample_expected_prizes(
    stacks: npt.ArrayLike, prizes: npt.ArrayLike, *, sample_count: int, key: int = 0
) -> ExpectedPrizes:
    """Return expected prizes of stacks [N] from ``sample_count`` (2 or more) random orders.

    The orders follow from ``key``. Raises PrizeError as ``expected_prizes``.
    """
    held, paid = _checked(stacks, prizes)
    if held.ndim != 1:
        raise PrizeError(f"stacks must have shape (players,), not {held.shape}")
    if sample_count < 2:  # noqa: PLR2004  (one has no deviation)
        raise PrizeError(f"{sample_count} random orders are too few; take 2 or more")
    generator = np.random.Generator(np.random.Philox(key=key))
    total, squares = np.zeros(len(held)), np.zeros(len(held))
    for start in range(0, sample_count, _ROWS_AT_ONCE):
        count = min(_ROWS_AT_ONCE, sample_count - start)
        # who waits for the shortest time, at a rate of his chips, is next with his share of them
        times = generator.standard_exponential((count, len(held))) / held
        order = np.argsort(times, axis=1)[:, : len(paid)]
        won = np.broadcast_to(paid, order.shape).ravel()
        total += np.bincount(order.ravel(), won, len(held))
        squares += np.bincount(order.ravel(), won**2, len(held))
    mean = total / sample_count
    variance = np.maximum(squares / sample_count - mean**2, 0)
    return ExpectedPrizes(mean, np.sqrt(variance / (sample_count - 1)))


def _checked(stacks: npt.ArrayLike, prizes: npt.ArrayLike) -> tuple[Floats, Floats]:
    held: Floats = as_array(stacks, "stacks", dtype=np.float64)
    paid: Floats = as_array(prizes, "prizes", dtype=np.float64)
    if not held.ndim or not held.size:
        raise PrizeError(f"stacks must have shape (..., players), not {held.shape}")
    if not np.isfinite(held).all() or held.min() <= 0:
        raise PrizeError("a stack is not above 0; leave out players who are out of the tournament")
    if paid.ndim != 1 or not len(paid) or not np.isfinite(paid).all() or paid.min() < 0:
        raise PrizeError("prizes must be numbers from 0 on, one or more")
    if len(paid) > held.shape[-1]:
        raise PrizeError(
            f"there are {len(paid)} prizes for {held.shape[-1]} players; give one a player or fewer"
        )
    return held, paid
