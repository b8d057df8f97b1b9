"""Hermes' classes of starting hands: document 000, table 33."""

import numpy as np
import numpy.typing as npt

from railbird.native import HOLDING_CLASSES

TABLE_33 = """
    1 1 2 2 3 5 5 5 5 5 5 5 5
    2 1 2 3 4 6 7 7 7 7 7 7 7
    3 4 1 3 4 5 7 . . . . . .
    4 5 5 1 3 4 6 8 . . . . .
    6 6 6 5 2 4 5 7 . . . . .
    8 8 8 7 7 3 4 5 8 . . . .
    . . . 8 8 7 4 5 6 8 . . .
    . . . . . . 8 5 5 6 8 . .
    . . . . . . . 8 6 7 7 . .
    . . . . . . . . 8 6 6 7 .
    . . . . . . . . . 8 7 7 8
    . . . . . . . . . . . 7 8
    . . . . . . . . . . . . 7
"""
"""Rows and columns A to 2: pairs on the diagonal, above it suited, below it offsuit, in the
numbering of classes; a point is a hand without a class, which is never played."""
NO_CLASS = 0


def _read() -> npt.NDArray[np.uint8]:
    return np.array([0 if cell == "." else int(cell) for cell in TABLE_33.split()], np.uint8)


HAND_CLASSES = _read()
"""The class 1 to 8 of each of the 169 hands, 0 where it has none, uint8[169]."""
CLASSES_OF_HOLDINGS = HAND_CLASSES[HOLDING_CLASSES]
"""The same for the 1,326 holdings."""
