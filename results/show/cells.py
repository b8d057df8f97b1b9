"""Single cells of tables for the eye, from a row's values; what is not known is empty."""

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from railbird.results.show.grids import Cell, estimate
from railbird.results.show.units import UNITS, Unit, unit_of

Row = dict[str, Any]


def text_of(name: str) -> Callable[[Row], Cell]:
    """Return what writes this column as it is."""
    return lambda row: "" if row[name] is None else str(row[name])


def count_of(name: str) -> Callable[[Row], Cell]:
    """Return what writes this column as a count."""
    return lambda row: "" if row[name] is None else f"{row[name]:,}"


def joined(name: str) -> Callable[[Row], Cell]:
    """Return what writes the labels of this column."""
    return lambda row: ", ".join(row[name])


def percent_of(name: str) -> Callable[[Row], Cell]:
    """Return what writes a share in this column as a percentage."""
    return lambda row: "" if row[name] is None else f"{100 * row[name]:.1f}%"


def share_text(value: float | None, digits: int) -> str:
    """Write a share, or nothing where it is not known."""
    return "" if value is None else f"{value:.{digits}f}"


def signed_text(value: float | None, digits: int) -> str:
    """Write a number with its sign, or nothing where it is not known."""
    return "" if value is None else f"{value:+.{digits}f}"


def plus_minus(value: float | None, width: float | None) -> str:
    """Write a whole number with half of its interval."""
    tail = "" if width is None else f" ± {width:.0f}"
    return "" if value is None else f"{value:.0f}{tail}"


def share_between(row: Row, name: str, digits: int) -> str:
    """Write a share with the quantiles beside it."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    span = "" if low is None else f" ({low:.{digits}f} to {high:.{digits}f})"
    return f"{share_text(row[name], digits)}{span}"


def places_text(row: Row) -> str:
    """Write the places that a row may hold."""
    first, last = row["first_place"], row["last_place"]
    return f"{first}" if first == last else f"{first}-{last}"


def left_text(row: Row) -> str:
    """Write after which round somebody left."""
    return str(row["last_round"]) if row["is_eliminated"] else "final table"


def unmarked(row: Row) -> Row:
    """Return a row without its mark of significance."""
    return {**row, "p_adjusted": None}


def money_of(table: pa.Table) -> tuple[str, Callable[[Row], Cell]]:
    """Return the heading and the writer of a table's estimates."""
    unit = shown_unit(table)
    return unit.words, lambda row: estimate(row, unit)


def shown_unit(table: pa.Table) -> Unit:
    """Return the unit that a table's estimates are in."""
    return unit_of(table) or UNITS["mbb/hand"]
