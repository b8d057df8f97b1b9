"""What a player may do, in numbers, and how an action may be at fault."""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import as_array

PAYOFF_UNIT: int = lib.PAYOFF_UNIT
"""Parts of a chip in which payoffs are counted: every number up to ten divides it."""

UNLIMITED_STACK = 2**31 - 1
"""The stack of a player in a game without a ``stack`` line."""

NO_POSITION: int = lib.NOBODY
"""The acting position of a table where nobody is to act."""


class ActionKind(IntEnum):
    """The kinds of action; the legal ones travel as a bit mask of ``1 << kind``.

    Give numpy the plain ``value``: it looks names up on the class of anything else, which runs
    code of ``enum``, and numpy drops a Ctrl-C that arrives there.
    """

    FOLD = lib.FOLD
    CALL = lib.CALL
    RAISE = lib.RAISE


class Fault(IntEnum):
    """What was wrong with an action before it was fixed."""

    NONE = lib.NO_FAULT
    ILLEGAL_KIND = lib.ILLEGAL_KIND
    SIZE_TOO_SMALL = lib.SIZE_TOO_SMALL
    SIZE_TOO_LARGE = lib.SIZE_TOO_LARGE


def action_columns(
    kinds: npt.ArrayLike, amounts: npt.ArrayLike | None, *, count: int, is_sized: bool
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64] | None]:
    """Check a caller's actions, ``count`` rows of kind and raise-to; amounts may be None where
    raises are not sized."""
    kind_column = as_array(kinds, "kinds", dtype=np.uint8)
    if kind_column.shape != (count,):
        raise ValueError(f"kinds must have shape ({count},), not {kind_column.shape}")
    if amounts is None:
        if not is_sized:
            return kind_column, None
        raise ValueError("amounts must be given in a no-limit game")
    amount_column = as_array(amounts, "amounts", dtype=np.int64)
    if amount_column.shape != (count,):
        raise ValueError(f"amounts must have shape ({count},), not {amount_column.shape}")
    return kind_column, amount_column
