"""Reads what agents answer, and detects invalid answers.

Numbers may be of any type if they are integers and not negative: 40, ``np.int32(40)``,
``Fraction(40)`` and 40.0, but not ``True``, ``"40"`` or NaN. A kind is the number of a kind of
action; an amount is used only for raises, in games with raise sizes, and for cards.
"""

from collections.abc import Sequence
from decimal import Decimal
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.harness.table.judging.incident_text import describe_value
from railbird.plugins import BETTING_KINDS, Action, ActionKind

MOST_AMOUNT = 2**62
"""Larger amounts are read as this, which is more than any stack."""

MOST_BETTING_KIND = max(BETTING_KINDS).value
MOST_KIND = max(ActionKind).value
FOREIGN_SLOT = 1 << 8
"""The slot of a card that is not held, in a game of eight cards too."""

Kinds = npt.NDArray[np.uint8]
Amounts = npt.NDArray[np.int64]


class NonsenseError(Exception):
    """An invalid answer; the text describes it."""


def read_action(
    answer: object, *, is_sized: bool, held: Sequence[int] | None = None
) -> tuple[int, int]:
    """Read kind and amount of an action; raises NonsenseError.

    In games with card rounds ``held`` are the player's hole cards; the amount of an exchange or a
    pass is a bit mask of the slots of the named cards.
    """
    if not isinstance(answer, Action):
        raise NonsenseError(f"answered {describe_value(answer)} instead of an action")
    kind, amount, cards = answer
    if held is not None:
        number, amount = _read_pair(kind, amount, is_sized=is_sized, most_kind=MOST_KIND)
        return number, _slots(cards, held) if number > MOST_BETTING_KIND else amount
    if cards:
        raise NonsenseError("answered with cards, which this game does not use")
    return _read_pair(kind, amount, is_sized=is_sized, most_kind=MOST_BETTING_KIND)


def _slots(cards: Any, held: Sequence[int]) -> int:
    """The slots of the cards named, one bit each."""
    try:
        named = [_read_number(card) for card in cards]
    except TypeError:
        raise NonsenseError(f"cards {describe_value(cards)}") from None
    if None in named or len(set(named)) < len(named):
        raise NonsenseError("invalid or repeated cards")
    return sum(1 << held.index(card) if card in held else FOREIGN_SLOT for card in set(named))


def _read_pair(kind: Any, amount: Any, *, is_sized: bool, most_kind: int) -> tuple[int, int]:
    number = kind if type(kind) is ActionKind else _read_kind(kind, most_kind)
    if number > most_kind:
        raise NonsenseError(f"kind {describe_value(int(number))}")
    if number < ActionKind.RAISE or not is_sized:
        return number, 0
    return number, read_amount(amount)


def _read_kind(kind: Any, most_kind: int) -> int:
    number = _read_number(kind)
    if number is None or number > most_kind:
        raise NonsenseError(f"kind {describe_value(kind)}")
    return number


def read_amount(amount: Any) -> int:
    """Read an amount; raises NonsenseError if it is negative or not an integer."""
    number = _read_number(amount)
    if number is None:
        raise NonsenseError(f"amount {describe_value(amount)}")
    return min(number, MOST_AMOUNT)


def _read_number(value: Any) -> int | None:
    """Return an integer of at least 0, None for anything else."""
    if type(value) is int:
        return value if value >= 0 else None
    if isinstance(value, bool) or not isinstance(value, (Real, Decimal)):
        return None
    try:
        whole = int(value)  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        return None
    return whole if whole >= 0 and whole == value else None


def read_columns(
    answer: Any, row_count: int, *, is_sized: bool, takes_cards: bool = False
) -> tuple[Kinds, Amounts, dict[int, str]]:
    """Read the answer of a batch: kinds, amounts, and the invalid rows, with descriptions.

    Invalid rows become calls. Raises NonsenseError if the answer is not a pair of columns of this
    length.
    """
    try:
        kinds, amounts = answer
    except (TypeError, ValueError) as error:
        text = f"answered {describe_value(answer)} instead of a pair of kinds and amounts"
        raise NonsenseError(text) from error
    kind_column = _column(kinds, "kinds", row_count)
    if is_sized:
        amount_column = _column(amounts, "amounts", row_count)
    else:
        amount_column = np.zeros(row_count, np.int64)
    most_kind = MOST_KIND if takes_cards else MOST_BETTING_KIND
    if _is_whole(kind_column, most_kind) and _is_whole(amount_column, MOST_AMOUNT):
        kinds, amounts = (
            kind_column.astype(np.uint8, copy=False),
            amount_column.astype(np.int64, copy=False),
        )
        return kinds, amounts, {}
    return _read_rows(kind_column, amount_column, is_sized=is_sized, most_kind=most_kind)


def _column(values: Any, name: str, row_count: int) -> npt.NDArray[Any]:
    if isinstance(values, (list, tuple)):
        # In an array, one odd value would change the type of all.
        column = np.fromiter(values, object, len(values))
    else:
        column = np.asarray(values)
    if column.shape != (row_count,):
        raise NonsenseError(f"{name} of shape {column.shape}, not ({row_count},)")
    return column


def _is_whole(column: npt.NDArray[Any], most: int) -> bool:
    """Whether all are integers from 0 to ``most``, so that rows need no further checks."""
    if not len(column):
        return True
    if column.dtype.kind not in "iuf" or not (column.min() >= 0 and column.max() <= most):
        return False
    return column.dtype.kind != "f" or bool((column == np.floor(column)).all())


def _read_rows(
    kinds: npt.NDArray[Any], amounts: npt.NDArray[Any], *, is_sized: bool, most_kind: int
) -> tuple[Kinds, Amounts, dict[int, str]]:
    read_kinds = np.full(len(kinds), ActionKind.CALL.value, np.uint8)
    read_amounts = np.zeros(len(kinds), np.int64)
    nonsense: dict[int, str] = {}
    rows = zip(kinds.tolist(), amounts.tolist(), strict=True)
    for row, (kind, amount) in enumerate(rows):
        try:
            read_kinds[row], read_amounts[row] = _read_pair(
                kind, amount, is_sized=is_sized, most_kind=most_kind
            )
        except NonsenseError as error:
            nonsense[row] = str(error)
    return read_kinds, read_amounts, nonsense
