"""Which archetype's pre-flop play the Observer takes on, and how it changes with the table."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.agents.archetype import style_number

ADVICE = {
    "loose passive": "fox",
    "loose aggressive": "ace",
    "tight passive": "gambler",
    "tight aggressive": "rock",
    "calling station": "fox",
    "maniac": "ace",
    "nit/rock": "gambler",
    "short stacker": "gambler",
}
"""What to play where most opponents are of a class, after document 003, section 3.2.

Loose passive: raise good hands alone, they call anyway: fox. Loose aggressive: bet any strong hand
out, take no part with weak ones: ace. Tight passive: a bet makes them fold: gambler. Tight
aggressive: wait for the right opportunity: rock. The last four are classes of document 000 (tables
7, 9, 10 and 11: blind stealing against rock and short stacker, tight play against the others). The
styles are our reading of the advice, which names none.
"""


def choose_styles(
    classes: npt.NDArray[np.uint8], *, names: Sequence[str], otherwise: int
) -> npt.NDArray[np.intp]:
    """The style advised against the class that most are of, intp[n].

    ``classes`` uint8[n, opponents] index ``names``, of which the first is unclassified and counts
    for nothing; of two classes with as many the first counts, and of none ``otherwise``.
    """
    votes = (classes[:, :, None] == np.arange(1, len(names))).sum(axis=1)
    advised = np.array([style_number(ADVICE[name]) for name in names[1:]])
    return np.where(votes.any(axis=1), advised[votes.argmax(axis=1)], otherwise)
