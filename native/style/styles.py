"""Counters of playing style, computed from the betting of many finished hands at once.

Counters are in pairs, an opportunity and whether it was taken; for the indicators that use them see
``railbird.plugins.style.indicators``.
"""

from dataclasses import dataclass
from functools import lru_cache
from threading import get_ident

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, pointer, writable
from railbird.native.cards.cards import NO_CARD
from railbird.native.errors import BettingError
from railbird.native.game.actions import PAYOFF_UNIT
from railbird.native.game.compile import compile_game
from railbird.native.game.definition import GameDefinition
from railbird.native.game.hand_setup import set_up_hands
from railbird.native.game.table_state import TableState
from railbird.native.game.tables import BETTING_FAULTS
from railbird.native.struct_dtype import enum_names
from railbird.native.style.style_seats import style_seats

STYLE_COUNTERS = enum_names("rb_style_counter")
"""The counters of a player in a hand, in their order.

Raises, calls and folds are numbers of actions (a check is none of them, a bet is a raise), all
others 0 or 1.
"""

SHOWDOWNS = STYLE_COUNTERS.index("showdowns")
"""The place of the counter of showdowns among `STYLE_COUNTERS`."""
SHOWDOWNS_WON = STYLE_COUNTERS.index("showdowns_won")
"""The place of the counter of showdowns that were won among `STYLE_COUNTERS`."""


@dataclass(frozen=True, slots=True, eq=False)
class HandStyles:
    """Style counters of n hands for their N players, by position.

    ``counts`` uint8[n, N, counters] in the order of ``STYLE_COUNTERS``, with 0 for showdowns won;
    ``spent`` int64[n, N] chips put in; ``closing_round`` uint8[n] the round of the last action, 0
    where nobody acted; ``live`` bool[n, N] who had not folded at the end.
    """

    counts: npt.NDArray[np.uint8]
    spent: npt.NDArray[np.int64]
    closing_round: npt.NDArray[np.uint8]
    live: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        """The number of hands."""
        return len(self.counts)

    def showdowns_won(
        self, payoffs: npt.NDArray[np.int64], rows: npt.NDArray[np.integer] | slice = slice(None)
    ) -> npt.NDArray[np.bool_]:
        """Who won chips of others at a showdown, a share of a split pot included, bool[m, N].

        ``payoffs`` int64[m, N] by position, in 1/2520 chip; ``rows`` are the hands they belong to.
        What nobody else matched is no stake: it goes back to who put it in.
        """
        second_most = np.sort(self.spent, axis=1)[:, -2:-1]
        stake = np.minimum(self.spent, second_most) * PAYOFF_UNIT
        is_shown = self.counts[:, :, SHOWDOWNS] != 0
        least = np.where(is_shown, -stake, np.iinfo(np.int64).max)
        won: npt.NDArray[np.bool_] = payoffs > least[rows]
        return won


def read_styles(  # noqa: PLR0913  (all that hands have of their own)
    definition: GameDefinition,
    betting: npt.NDArray[np.uint8],
    offsets: npt.NDArray[np.int64],
    *,
    stacks: npt.ArrayLike | None = None,
    blinds: npt.ArrayLike | None = None,
    antes: npt.ArrayLike | None = None,
    cards: npt.ArrayLike | None = None,
) -> HandStyles:
    """Count what whole hands tell: hand i is the ASCII ``betting[offsets[i]:offsets[i + 1]]``.

    Games in which cards say who acts first need the deals, ``cards`` uint8[n, W]; ValueError
    without.

    ``stacks`` and ``blinds`` (int64[n, N] by position) and ``antes`` (int64[n]) default to the
    definition's; who posts a blind at all is always as in the definition. Raises BettingError,
    naming the hand, its text and the place, for a betting that the rules do not allow or that
    breaks off.
    """
    text, ends = _checked(betting, offsets)
    state = _one_table(definition, get_ident())
    state.arrays["stacks"][:], state.arrays["blinds"][:] = definition.stacks, definition.blinds
    state.arrays["antes"][:] = definition.ante
    count, players = len(ends) - 1, definition.player_count
    hands = ffi.new("rb_style_hands *")
    hands.count, hands.text, hands.offsets = count, pointer(text, "char"), pointer(ends, "int64_t")
    own = _own_chips(definition, count, stacks=stacks, blinds=blinds, antes=antes)
    dealt = _dealt(definition, cards, count)
    hands.cards = ffi.NULL if dealt is None else pointer(dealt, "uint8_t")
    hands.stacks, hands.blinds, hands.antes = (
        ffi.NULL if chips is None else pointer(chips, "int64_t") for chips in own
    )
    styles = HandStyles(
        counts=np.empty((count, players, len(STYLE_COUNTERS)), np.uint8),
        spent=np.empty((count, players), np.int64),
        closing_round=np.empty(count, np.uint8),
        live=np.empty((count, players), np.bool_),
    )
    live = np.empty(count, np.uint16)
    fault, place = ffi.new("int32_t *"), ffi.new("int64_t *")
    out = _rows(styles, live)
    bad = lib.rb_read_styles(state.c, style_seats(definition), hands, out, fault, place)
    if bad >= 0:
        raise _refusal(text[ends[bad] : ends[bad + 1]], bad, fault=fault[0], place=place[0])
    styles.live[:] = live[:, None] >> np.arange(players, dtype=np.uint16) & 1
    return styles


def add_styles(
    totals: npt.NDArray[np.int64],
    styles: HandStyles,
    *,
    rows: npt.ArrayLike,
    groups: npt.ArrayLike,
) -> None:
    """Add counters of hands to ``totals`` (int64[groups, counters]), in place.

    ``rows`` (int32[m]) are rows of ``styles``, repeats allowed; ``groups`` (int32[m, N]) say by
    position where each player's counters go, a negative number nowhere.
    """
    row_column = as_array(rows, "rows", dtype=np.int32)
    group_rows = as_array(groups, "groups", dtype=np.int32)
    players = styles.counts.shape[1]
    if row_column.ndim != 1 or group_rows.shape != (len(row_column), players):
        raise ValueError(f"groups must have shape ({len(row_column)}, {players}), a row per hand")
    if totals.ndim != 2 or totals.shape[1] != len(STYLE_COUNTERS) or totals.dtype != np.int64:  # noqa: PLR2004
        raise ValueError(f"totals must be int64[groups, {len(STYLE_COUNTERS)}]")
    if row_column.size and not (row_column.min() >= 0 and row_column.max() < len(styles)):
        raise ValueError(f"rows must be between 0 and {len(styles) - 1}")
    if group_rows.size and group_rows.max() >= len(totals):
        raise ValueError(f"groups must be below {len(totals)}")
    lib.rb_add_styles(
        pointer(styles.counts, "uint8_t"),
        pointer(row_column, "int32_t"),
        pointer(group_rows, "int32_t"),
        len(row_column),
        players,
        writable(totals, "int64_t"),
    )


def _checked(
    betting: npt.ArrayLike, offsets: npt.ArrayLike
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    text = as_array(betting, "betting", dtype=np.uint8)
    ends = as_array(offsets, "offsets", dtype=np.int64)
    if text.ndim != 1 or ends.ndim != 1 or not len(ends):
        raise ValueError("betting must be uint8[characters], offsets int64[hands + 1]")
    if ends[0] < 0 or ends[-1] > len(text) or (np.diff(ends) < 0).any():
        raise ValueError(f"offsets must ascend within the {len(text)} characters of betting")
    return text, ends


def _own_chips(
    definition: GameDefinition,
    count: int,
    *,
    stacks: npt.ArrayLike | None,
    blinds: npt.ArrayLike | None,
    antes: npt.ArrayLike | None,
) -> tuple[npt.NDArray[np.int64] | None, ...]:
    """Stacks, blinds and antes of each hand, None where they are the definition's in all."""
    if all(chips is None for chips in (stacks, blinds, antes)):
        return None, None, None
    setup = set_up_hands(definition, count, stacks=stacks, blinds=blinds, antes=antes)
    return tuple(np.ascontiguousarray(c) for c in (setup.stacks, setup.blinds, setup.antes))


def _dealt(
    definition: GameDefinition, cards: npt.ArrayLike | None, count: int
) -> npt.NDArray[np.uint8] | None:
    """The deals of a game in which cards say who acts first."""
    if not definition.first_depends_on_cards:
        return None
    if cards is None:
        raise ValueError("cards say who acts first in this game; give cards")
    dealt = as_array(cards, "cards", dtype=np.uint8)
    if dealt.shape != (count, definition.cards_per_hand):
        raise ValueError(f"cards must have shape ({count}, {definition.cards_per_hand})")
    return np.ascontiguousarray(dealt)


@lru_cache(maxsize=64)
def _one_table(definition: GameDefinition, thread: int) -> TableState:
    """A table to replay hands at, kept for further calls of the same thread: C runs unlocked."""
    compiled = compile_game(definition)
    return TableState(compiled, 1, np.full((1, compiled.cards_per_hand), NO_CARD, np.uint8))


def _rows(styles: HandStyles, live: npt.NDArray[np.uint16]) -> object:
    rows = ffi.new("rb_style_rows *")
    rows.counts = pointer(styles.counts, "uint8_t")
    rows.spent = pointer(styles.spent, "int64_t")
    rows.closing_round = pointer(styles.closing_round, "uint8_t")
    rows.live = pointer(live, "uint16_t")
    return rows


def _refusal(text: npt.NDArray[np.uint8], hand: int, *, fault: int, place: int) -> BettingError:
    letters = text.tobytes().decode("ascii", "replace")
    where = repr(letters[place]) if place < len(letters) else "end"
    return BettingError(
        f"hand {hand}, betting {letters!r}, place {place} ({where}): {BETTING_FAULTS[fault]}"
    )
