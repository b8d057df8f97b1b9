"""How bettings stood when each of their rounds ended, for many hands at once."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer
from railbird.native.game.bettings import lend_bettings
from railbird.native.game.definition import GameDefinition


@dataclass(frozen=True, slots=True, eq=False)
class RoundEnds:
    """n hands in a game of R betting rounds for N players, by position.

    ``spent`` int64[n, R, N] are the chips put in until the end of each round, ``live``
    bool[n, R, N] says who had not folded then; rounds that were not reached stand as the last one.
    ``closing_round`` uint8[n] is the round of the last action, 0 where nobody acted, ``last_round``
    uint8[n] the last one whose cards were dealt.
    """

    spent: npt.NDArray[np.int64]
    live: npt.NDArray[np.bool_]
    closing_round: npt.NDArray[np.uint8]
    last_round: npt.NDArray[np.uint8]


def find_round_ends(  # noqa: PLR0913  (all that hands have of their own)
    definition: GameDefinition,
    betting: npt.NDArray[np.uint8],
    offsets: npt.NDArray[np.int64],
    *,
    stacks: npt.ArrayLike | None = None,
    blinds: npt.ArrayLike | None = None,
    antes: npt.ArrayLike | None = None,
) -> RoundEnds:
    """Follow whole hands: betting i is the ASCII ``betting[offsets[i]:offsets[i + 1]]``.

    ``stacks`` and ``blinds`` (int64[n, N] by position) and ``antes``
    (int64[n]) default to the definition's. Raises
    BettingError, naming the betting and the place, for what the rules do not allow or that breaks
    off, ValueError for games in which cards are exchanged or say who acts first.
    """
    players, rounds = definition.player_count, definition.round_count
    with lend_bettings(
        definition, betting, offsets, stacks=stacks, blinds=blinds, antes=antes
    ) as lent:
        spent = np.empty((lent.count, rounds, players), np.int64)
        live = np.empty((lent.count, rounds), np.uint16)
        closing_round, last_round = np.empty((2, lent.count), np.uint8)
        ends = ffi.new("rb_round_ends *")
        ends.spent, ends.live = pointer(spent, "int64_t"), pointer(live, "uint16_t")
        ends.closing_round = pointer(closing_round, "uint8_t")
        ends.last_round = pointer(last_round, "uint8_t")
        lent.refuse(lib.rb_find_round_ends(lent.tables, lent.c, ends, lent.fault, lent.place))
    is_live = (live[:, :, None] >> np.arange(players, dtype=np.uint16) & 1).astype(np.bool_)
    return RoundEnds(spent, is_live, closing_round, last_round)
