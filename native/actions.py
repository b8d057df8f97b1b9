"""What a player may do, in numbers, and how an action may be at fault."""

from enum import IntEnum

PAYOFF_UNIT = 2520
"""Parts of a chip in which payoffs are counted: every number up to ten divides it."""

UNLIMITED_STACK = 2**31 - 1
"""The stack of a player in a game without a ``stack`` line."""

NO_POSITION = 255
"""The acting position of a table where nobody is to act."""


class ActionKind(IntEnum):
    """The kinds of action; the legal ones travel as a bit mask of ``1 << kind``."""

    FOLD = 0
    CALL = 1
    RAISE = 2


class Fault(IntEnum):
    """What was wrong with an action before it was mended."""

    NONE = 0
    ILLEGAL_KIND = 1
    SIZE_TOO_SMALL = 2
    SIZE_TOO_LARGE = 3
