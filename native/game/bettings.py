"""Bettings of many hands, lent to C with a table to follow them at."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from threading import get_ident
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi
from railbird.native.arrays import as_array, pointer
from railbird.native.cards.cards import NO_CARD
from railbird.native.errors import BettingError
from railbird.native.game.compile import compile_game
from railbird.native.game.definition import GameDefinition
from railbird.native.game.hand_setup import set_up_hands
from railbird.native.game.table_state import TableState
from railbird.native.game.tables import BETTING_FAULTS


@dataclass(frozen=True, slots=True)
class LentBettings:
    """n bettings in C: ``c`` is the ``rb_bettings *``, ``tables`` has the table for them."""

    tables: Any
    c: Any
    count: int
    text: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]
    fault: Any
    place: Any

    def refuse(self, bad: int) -> None:
        """Raise BettingError for the betting that C refused; -1 is none."""
        if bad < 0:
            return
        letters = self.text[self.offsets[bad] : self.offsets[bad + 1]].tobytes()
        raise BettingError(
            f"betting {bad}, {letters.decode('ascii', 'replace')!r}, place {self.place[0]}: "
            f"{BETTING_FAULTS[self.fault[0]]}"
        )


@contextmanager
def lend_bettings(  # noqa: PLR0913  (all that hands have of their own)
    definition: GameDefinition,
    betting: npt.NDArray[np.uint8],
    offsets: npt.NDArray[np.int64],
    *,
    stacks: npt.ArrayLike | None,
    blinds: npt.ArrayLike | None,
    antes: npt.ArrayLike | None,
) -> Iterator[LentBettings]:
    """Lend bettings: i is the ASCII ``betting[offsets[i]:offsets[i + 1]]``.

    ``stacks`` and ``blinds`` (int64[n, N] by position) and ``antes`` (int64[n]) default to the
    definition's. Raises ValueError for games in which cards are exchanged or determine who acts
    first.
    """
    if definition.has_card_rounds or definition.first_depends_on_cards:
        raise ValueError("in this game the betting alone does not say who acts")
    text = as_array(betting, "betting", dtype=np.uint8)
    ends = as_array(offsets, "offsets", dtype=np.int64)
    if not len(ends) or ends[0] != 0 or (np.diff(ends) < 0).any() or ends[-1] != len(text):
        raise ValueError(f"offsets must ascend from 0 to the {len(text)} characters of betting")
    state = _one_table(definition, get_ident())
    state.arrays["stacks"][:], state.arrays["blinds"][:] = definition.stacks, definition.blinds
    state.arrays["antes"][:] = definition.ante
    own: dict[str, npt.NDArray[np.int64] | None] = dict.fromkeys(("stacks", "blinds", "antes"))
    if any(chips is not None for chips in (stacks, blinds, antes)):
        setup = set_up_hands(definition, len(ends) - 1, stacks=stacks, blinds=blinds, antes=antes)
        own = {name: np.ascontiguousarray(getattr(setup, name)) for name in own}
    bettings = ffi.new("rb_bettings *")
    bettings.count = len(ends) - 1
    bettings.text, bettings.offsets = pointer(text, "char"), pointer(ends, "int64_t")
    for name, chips in own.items():
        setattr(bettings, name, ffi.NULL if chips is None else pointer(chips, "int64_t"))
    fault, place = ffi.new("int32_t *"), ffi.new("int64_t *")
    yield LentBettings(state.c, bettings, len(ends) - 1, text, ends, fault, place)
    del own  # C read the chips until here


@lru_cache(maxsize=16)
def _one_table(definition: GameDefinition, thread: int) -> TableState:
    """A table to follow hands at, kept for further calls of the same thread: C runs unlocked."""
    compiled = compile_game(definition)
    return TableState(compiled, 1, np.full((1, compiled.cards_per_hand), NO_CARD, np.uint8))
