"""Who acted at each letter of many bettings at once, whole hands or hands so far."""

from functools import lru_cache
from threading import get_ident

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, pointer
from railbird.native.cards.cards import NO_CARD
from railbird.native.errors import BettingError
from railbird.native.game.compile import compile_game
from railbird.native.game.definition import GameDefinition
from railbird.native.game.hand_setup import set_up_hands
from railbird.native.game.table_state import TableState
from railbird.native.game.tables import BETTING_FAULTS


def find_actors(
    definition: GameDefinition,
    betting: npt.NDArray[np.uint8],
    offsets: npt.NDArray[np.int64],
    *,
    stacks: npt.ArrayLike | None = None,
    blinds: npt.ArrayLike | None = None,
) -> npt.NDArray[np.uint8]:
    """Return the position that acted at each letter, uint8[letters], 255 for digits and slashes.

    Betting i is the ASCII ``betting[offsets[i]:offsets[i + 1]]``, a whole hand or the beginning of
    one. ``stacks`` and ``blinds`` (int64[n, N] by position) default to the definition's. Raises
    BettingError, naming the betting and the place, for what the rules do not allow, ValueError for
    games in which cards are exchanged or say who acts first.
    """
    if definition.has_card_rounds or definition.first_depends_on_cards:
        raise ValueError("in this game the betting alone does not say who acts")
    text = as_array(betting, "betting", dtype=np.uint8)
    ends = as_array(offsets, "offsets", dtype=np.int64)
    if not len(ends) or ends[0] != 0 or (np.diff(ends) < 0).any() or ends[-1] != len(text):
        raise ValueError(f"offsets must ascend from 0 to the {len(text)} characters of betting")
    state = _one_table(definition, get_ident())
    state.arrays["stacks"][:], state.arrays["blinds"][:] = definition.stacks, definition.blinds
    own: dict[str, npt.NDArray[np.int64] | None] = {"stacks": None, "blinds": None}
    if stacks is not None or blinds is not None:
        setup = set_up_hands(definition, len(ends) - 1, stacks=stacks, blinds=blinds)
        own = {name: np.ascontiguousarray(getattr(setup, name)) for name in own}
    bettings = ffi.new("rb_bettings *")
    bettings.count = len(ends) - 1
    bettings.text, bettings.offsets = pointer(text, "char"), pointer(ends, "int64_t")
    for name, chips in own.items():
        setattr(bettings, name, ffi.NULL if chips is None else pointer(chips, "int64_t"))
    actors = np.empty(len(text), np.uint8)
    fault, place = ffi.new("int32_t *"), ffi.new("int64_t *")
    bad = lib.rb_find_actors(state.c, bettings, pointer(actors, "uint8_t"), fault, place)
    if bad >= 0:
        letters = text[ends[bad] : ends[bad + 1]].tobytes().decode("ascii", "replace")
        raise BettingError(
            f"betting {bad}, {letters!r}, place {place[0]}: {BETTING_FAULTS[fault[0]]}"
        )
    return actors


@lru_cache(maxsize=16)
def _one_table(definition: GameDefinition, thread: int) -> TableState:
    """A table to follow hands at, kept for further calls of the same thread: C runs unlocked."""
    compiled = compile_game(definition)
    return TableState(compiled, 1, np.full((1, compiled.cards_per_hand), NO_CARD, np.uint8))
