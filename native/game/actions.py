"""What a player may do, in numbers, and how an action may be at fault."""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from railbird.native.arrays import as_array

PAYOFF_UNIT = 2520
"""Parts of a chip in which payoffs are counted: every number up to ten divides it."""

UNLIMITED_STACK = 2**31 - 1
"""The stack of a player in a game without a ``stack`` line."""

NO_POSITION = 255
"""The acting position of a table where nobody is to act."""


class ActionKind(IntEnum):
    """The kinds of action; the legal ones travel as a bit mask of ``1 << kind``.

    Give numpy the plain ``value``: it looks names up on the class of anything else, which runs
    code of ``enum``, and numpy drops a Ctrl-C that arrives there.
    """

    FOLD = 0
    CALL = 1
    RAISE = 2


class Fault(IntEnum):
    """What was wrong with an action before it was mended."""

    NONE = 0
    ILLEGAL_KIND = 1
    SIZE_TOO_SMALL = 2
    SIZE_TOO_LARGE = 3


def action_columns(
    kinds: npt.ArrayLike, amounts: npt.ArrayLike | None, *, count: int, is_limit: bool
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64] | None]:
    """Check a caller's actions, ``count`` rows of kind and raise-to; amounts may lack in limit."""
    kind_column = as_array(kinds, "kinds", dtype=np.uint8)
    if kind_column.shape != (count,):
        raise ValueError(f"kinds must have shape ({count},), not {kind_column.shape}")
    if amounts is None:
        if is_limit:
            return kind_column, None
        raise ValueError("amounts must be given in a no-limit game")
    amount_column = as_array(amounts, "amounts", dtype=np.int64)
    if amount_column.shape != (count,):
        raise ValueError(f"amounts must have shape ({count},), not {amount_column.shape}")
    return kind_column, amount_column
