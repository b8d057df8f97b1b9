"""Who acted at each letter of many bettings at once, whole hands or hands so far."""

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import pointer
from railbird.native.game.bettings import lend_bettings
from railbird.native.game.definition import GameDefinition


def find_actors(  # noqa: PLR0913  (all that hands have of their own)
    definition: GameDefinition,
    betting: npt.NDArray[np.uint8],
    offsets: npt.NDArray[np.int64],
    *,
    stacks: npt.ArrayLike | None = None,
    blinds: npt.ArrayLike | None = None,
    antes: npt.ArrayLike | None = None,
) -> npt.NDArray[np.uint8]:
    """Return the position that acted at each letter, uint8[letters], 255 for digits and slashes.

    Betting i is the ASCII ``betting[offsets[i]:offsets[i + 1]]``, a whole hand or the beginning of
    one. ``stacks`` and ``blinds`` (int64[n, N] by position) and ``antes``
    (int64[n]) default to the definition's. Raises
    BettingError, naming the betting and the place, for what the rules do not allow, ValueError for
    games in which cards are exchanged or say who acts first.
    """
    with lend_bettings(
        definition, betting, offsets, stacks=stacks, blinds=blinds, antes=antes
    ) as lent:
        actors = np.empty(len(lent.text), np.uint8)
        into = pointer(actors, "uint8_t")
        lent.refuse(lib.rb_find_actors(lent.tables, lent.c, into, lent.fault, lent.place))
    return actors
