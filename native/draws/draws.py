"""Counter-based draws, Philox4x32-10, and sampling actions with them (docs/contracts/draws.md)."""

from typing import cast

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, as_column, pointer

GENERATOR = "philox4x32-10/1"
"""The generator of agents' draws, as manifests name it."""
PURPOSE_DECISION = 0
"""Purpose of the draws of a decision."""
PURPOSE_HAND_START = 1
"""Purpose of the draws of the start of a hand."""
PURPOSE_MATCH_START = 2
"""Purpose of the draws of the start of a match."""
PURPOSE_CONFORMANCE = 3
"""Purpose of the draws of private cards that the conformance suite asks about."""
PURPOSE_REPRODUCTION = 4
"""Purpose of the draws of a child's parameters, and of its parents."""
PURPOSE_SEAT_DRAW = 6
"""Purpose of the draws of who sits where at the start of a tournament of several tables."""
PURPOSE_BALANCE = 7
"""Purpose of the draws between equally long tables of a tournament."""
PURPOSE_TABLE_CHOICE = 8
"""Purpose of the draws of ring games: who chooses a table first, and which one."""
SEAT_BITS = 8
MOST_PURPOSES = 1 << 24


def draw_uniform(  # noqa: PLR0913
    keys: npt.ArrayLike,
    *,
    purpose: int,
    seats: npt.ArrayLike,
    hands: npt.ArrayLike,
    decisions: npt.ArrayLike,
    draw_index: npt.ArrayLike,
) -> npt.NDArray[np.float64]:
    """Draws ``float64[n]`` in [0, 1), a pure function of the arguments.

    ``keys`` are match keys ``uint64[n]``; ``seats``, ``hands``, ``decisions`` and ``draw_index``
    are columns of n or single numbers (seat 0 to 255, the others 32 bits).
    """
    if not 0 <= purpose < MOST_PURPOSES:
        raise ValueError(f"purpose must be 0 to {MOST_PURPOSES - 1}, not {purpose}")
    key_column = np.atleast_1d(as_array(keys, "keys", dtype=np.uint64))
    count = len(key_column)
    seat_column = as_column(seats, "seats", dtype=np.uint8, length=count)
    purposes_and_seats = seat_column.astype(np.uint32) | np.uint32(purpose << SEAT_BITS)
    hand_column = as_column(hands, "hands", dtype=np.uint32, length=count)
    decision_column = as_column(decisions, "decisions", dtype=np.uint32, length=count)
    index_column = as_column(draw_index, "draw_index", dtype=np.uint32, length=count)
    draws = np.empty(count, dtype=np.float64)
    lib.rb_draw_uniform(
        pointer(key_column, "uint64_t"),
        pointer(purposes_and_seats, "uint32_t"),
        pointer(hand_column, "uint32_t"),
        pointer(decision_column, "uint32_t"),
        pointer(index_column, "uint32_t"),
        count,
        pointer(draws, "double"),
    )
    return draws


def sample_actions(
    probability: npt.ArrayLike,
    kinds: npt.ArrayLike,
    *,
    draws: npt.ArrayLike,
    least: npt.ArrayLike | None = None,
    most: npt.ArrayLike | None = None,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Kinds ``uint8[n]`` and amounts ``int64[n]``, one draw in [0, 1) a row.

    ``probability`` is ``float64[n, m]``, ``kinds`` ``uint8[m]``, ``least`` and ``most`` ``int64[n,
    m]``, ``int64[n]`` (for all raises of a row, not for other kinds) or both ``None`` (amounts are
    then 0). The draw picks the alternative; its remainder, scaled to [0, 1), picks the amount,
    uniform over the integers ``least..most``. Raises ``ValueError`` for a row that is negative, NaN
    or does not sum to one within 1e-6, and for bounds of the chosen alternative that are negative
    or crossed.
    """
    table = as_array(probability, "probability", dtype=np.float64)
    if table.ndim != 2:  # noqa: PLR2004
        raise ValueError(f"probability must have shape (n, m), not {table.shape}")
    row_count, alternative_count = table.shape
    kind_column = as_column(kinds, "kinds", dtype=np.uint8, length=alternative_count)
    draw_column = as_column(draws, "draws", dtype=np.float64, length=row_count)
    if row_count and not (draw_column.min() >= 0.0 and draw_column.max() < 1.0):
        raise ValueError("draws must be in [0, 1)")
    bounds = [_bound(least, "least", table.shape), _bound(most, "most", table.shape)]
    if (bounds[0] is None) != (bounds[1] is None):
        raise ValueError("least and most must be given together, or neither")
    if bounds[0] is not None and bounds[1] is not None and bounds[0].shape != bounds[1].shape:
        raise ValueError("least and most must have the same shape")
    chosen = np.empty(row_count, dtype=np.uint8)
    amounts = np.empty(row_count, dtype=np.int64)
    declared = ffi.new("rb_declared *")
    declared.probability = pointer(table, "double")
    declared.kinds = pointer(kind_column, "uint8_t")
    declared.alternative_count = alternative_count
    if bounds[0] is not None and bounds[1] is not None:
        declared.least = pointer(bounds[0], "int64_t")
        declared.most = pointer(bounds[1], "int64_t")
        declared.is_by_row = bounds[0].ndim == 1
    bad = lib.rb_sample_actions(
        declared,
        pointer(draw_column, "double"),
        row_count,
        pointer(chosen, "uint8_t"),
        pointer(amounts, "int64_t"),
    )
    if bad != -1:
        raise ValueError(_complaint(bad, table, bounds))
    return chosen, amounts


def _complaint(
    code: int, table: npt.NDArray[np.float64], bounds: list[npt.NDArray[np.int64] | None]
) -> str:
    if code >= 0:
        return f"row {code} is not a distribution over actions: {table[code].tolist()}"
    row = -2 - code
    least, most = (bound[row].tolist() for bound in bounds if bound is not None)
    return (
        f"row {row} draws an amount from {least} to {most}; bounds must be in order and not "
        "negative"
    )


def _bound(
    bound: npt.ArrayLike | None, name: str, shape: tuple[int, ...]
) -> npt.NDArray[np.int64] | None:
    if bound is None:
        return None
    array = as_array(bound, name, dtype=np.int64)
    if array.shape not in (shape, shape[:1]):
        raise ValueError(f"{name} must have shape {shape} or {shape[:1]}, not {array.shape}")
    return cast("npt.NDArray[np.int64]", array)
