"""Units of winnings: mbb per hand, as stored, and those that a game supports."""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from railbird.native import GameDefinition
from railbird.native.errors import RailbirdError
from railbird.results.store.schema import MONEY, MONEY_UNIT


class UnitError(RailbirdError):
    """An unknown unit, or one that this game does not support."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit with its `name`; `words` are for headings, `digits` are printed decimals."""

    name: str
    words: str
    digits: int

    @property
    def column(self) -> str:
        """The name of its column."""
        return self.words.replace(" ", "_")


UNITS = {
    unit.name: unit
    for unit in (
        Unit("mbb/hand", "mbb per hand", 1),
        Unit("bb/100", "bb per 100 hands", 2),
        Unit("small-bets/hand", "small bets per hand", 4),
        Unit("small-blinds/hand", "small blinds per hand", 4),
        Unit("blinds/1000", "blinds per 1000 hands", 1),
        Unit("chips/hand", "chips per hand", 4),
    )
}
"""All units by name; "blind" alone means the big blind."""


def find_unit(name: str) -> Unit:
    """Return the unit with this name; raises UnitError."""
    if name not in UNITS:
        raise UnitError(f"there is no unit {name!r}; use one of {', '.join(UNITS)}")
    return UNITS[name]


def unit_size(unit: Unit, game: GameDefinition) -> float:
    """Return how many of the unit are one mbb per hand; raises UnitError if not supported.

    A small bet is the raise of a limit game's first round, the small blind the smaller of two.
    """
    chips_per_hand = game.big_blind / 1000
    match unit.name:
        case "mbb/hand" | "blinds/1000":
            return 1.0
        case "bb/100":
            return 0.1
        case "small-bets/hand":
            return chips_per_hand / _small_bet(game)
        case "small-blinds/hand":
            return chips_per_hand / _small_blind(game)
        case _:
            return chips_per_hand


def in_unit(table: pa.Table, unit: Unit, game: GameDefinition) -> pa.Table:
    """Return a table with mbb per hand converted to another unit, and its column renamed."""
    size = unit_size(unit, game)
    for index, field in enumerate(table.schema):
        if (field.metadata or {}).get(b"unit") != MONEY_UNIT:
            continue
        name = unit.column if field.name == MONEY else field.name
        scaled = table.column(index) if size == 1 else pc.multiply(table.column(index), size)
        other = pa.field(name, field.type, metadata={b"unit": unit.words.encode()})
        table = table.set_column(index, other, scaled)
    return table


def unit_of(table: pa.Table) -> Unit | None:
    """Return the unit of a table's estimates, or None."""
    columns = {unit.column: unit for unit in UNITS.values()}
    return next((columns[name] for name in table.column_names if name in columns), None)


def _small_bet(game: GameDefinition) -> int:
    if not game.raise_sizes:
        raise UnitError("this game is no-limit and has no small bet; use bb/100 or mbb/hand")
    return game.raise_sizes[0]


def _small_blind(game: GameDefinition) -> int:
    blinds = sorted({blind for blind in game.blinds if blind})
    if len(blinds) < 2:  # noqa: PLR2004  (a small and a big one)
        raise UnitError(
            "this game has no small blind, since all players post the same; use blinds/1000"
        )
    return blinds[0]
