"""Kuhn poker for three by agents of fictitious play, as OpenSpiel's example of alpha-rank has it.

Each of the three players is played by one of four strategies, from the first, uniform one to that
after three iterations, 100 hands a profile. OpenSpiel's documents print the shares to two digits.
"""

import numpy as np
import numpy.typing as npt

_HUNDREDTHS = (
    """
    30 -44 -35 -35 -9 -76 -83 -21 23 -54 -71 -46 38 -42 -43 -44
    84 -8 4 -6 14 27 -3 2 59 -33 -34 -28 8 -38 -8 -76
    54 57 5 48 -5 20 12 20 33 49 14 -3 27 -21 28 -18
    103 28 49 30 -5 8 39 20 51 1 -5 -33 16 4 11 -15
    """,
    """
    -5 23 -22 -28 85 16 49 -3 37 97 15 14 4 0 -3 8
    -44 -65 -61 -49 38 -9 -20 -37 -1 -29 54 -27 36 48 16 52
    -25 -51 -26 -65 65 12 -31 -11 10 -30 -3 -31 -2 40 9 16
    -68 -27 -90 -83 54 -2 -17 -3 9 28 -11 5 35 50 9 -21
    """,
)
PUBLISHED = {
    (2, 3, 3): 0.22,
    (3, 3, 3): 0.14,
    (3, 2, 3): 0.12,
    (2, 2, 3): 0.09,
    (3, 1, 3): 0.08,
    (2, 1, 3): 0.05,
    (1, 2, 3): 0.04,
    (2, 3, 1): 0.02,
}
"""The eight profiles with the largest shares at alpha 100, in populations of 50."""


def kuhn_payoffs() -> npt.NDArray[np.float64]:
    """Return what each player wins, chips a hand, float64[3, 4, 4, 4]."""
    first, second = (np.array(table.split(), np.float64) / 100 for table in _HUNDREDTHS)
    return np.array([first, second, -first - second]).reshape(3, 4, 4, 4)
