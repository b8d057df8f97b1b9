"""Values of formulas for many hands at once."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from railbird.native.cards.cards import SUITS, format_cards
from railbird.native.scoring.expressions import (
    CardValue,
    Choice,
    Expression,
    Name,
    Negation,
    Number,
    Operation,
)

Values = npt.NDArray[np.int64]
Truth = npt.NDArray[np.bool_]
Part = str | tuple[int, bool]
"""A name, or a card by its index and whether its suit is meant."""

_ARITHMETIC: dict[str, Callable[[Values, Values], Values]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.floor_divide,
    "%": np.remainder,
}
_COMPARISONS: dict[str, Callable[[Values, Values], Truth]] = {
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


class Hands:
    """Hands, their cards in rising order, and what is known of them.

    ``cards`` is uint8[cards of a hand, n]. A part of a formula is evaluated only for the hands that
    need it: the second operand of ``&&`` and ``||`` and both ways of a choice, as in C.
    """

    def __init__(self, cards: npt.NDArray[np.uint8], names: dict[str, Expression]) -> None:
        """Nothing is evaluated yet."""
        self.cards = cards
        self.names = names
        self._values: dict[Part, Values] = {}
        self._of: tuple[Hands, Truth] | None = None

    def __len__(self) -> int:
        """How many hands there are."""
        return int(self.cards.shape[1])

    def where(self, holds: Truth) -> "Hands":
        """Those for which something holds."""
        if holds.all():
            return self
        found = Hands(self.cards[:, holds], self.names)
        found._of = self, holds
        return found

    def read(self, part: CardValue | Name) -> Values:
        """The value of a card or of a name, of each hand; it is evaluated once."""
        key = part.name if isinstance(part, Name) else (part.index, part.is_suit)
        known = self._known(key)
        if known is None:
            known = self._values[key] = self._evaluate(part)
        return known

    def _evaluate(self, part: CardValue | Name) -> Values:
        if isinstance(part, Name):
            return evaluate(self.names[part.name], self)
        cards = self.cards[part.index]
        values: Values = cards % len(SUITS) if part.is_suit else cards // len(SUITS)
        return values.astype(np.int64)

    def _known(self, key: Part) -> Values | None:
        """What was evaluated before, for these hands or for more."""
        if key not in self._values and self._of is not None:
            more, holds = self._of
            values = more._known(key)
            if values is not None:
                self._values[key] = values[holds]
        return self._values.get(key)


def evaluate(expression: Expression, hands: Hands) -> Values:
    """The value of a formula for each hand, int64[n].

    Truth is 1 and 0, and whatever is not 0 counts as true; a quotient is rounded down. Raises
    RankerError for a division by zero, with an example.
    """
    match expression:
        case Number(value=value):
            return np.broadcast_to(np.int64(value), len(hands))
        case CardValue() | Name():
            return hands.read(expression)
        case Negation(sign="-", operand=operand):
            return -evaluate(operand, hands)
        case Choice():
            return _choose(expression, hands)
        case Operation(sign=sign) if sign in _ARITHMETIC:
            return _calculate(expression, hands)
        case _:
            return is_true(expression, hands).astype(np.int64)


def is_true(expression: Expression, hands: Hands) -> Truth:
    """Whether a formula is not 0, of each hand, bool[n]."""
    match expression:
        case Negation(sign="!", operand=operand):
            return ~is_true(operand, hands)
        case Operation(sign="&&", left=left, right=right):
            return _go_on(is_true(left, hands), right, hands, goes_on_if=True)
        case Operation(sign="||", left=left, right=right):
            return _go_on(is_true(left, hands), right, hands, goes_on_if=False)
        case Operation(sign=sign, left=left, right=right) if sign in _COMPARISONS:
            return _COMPARISONS[sign](evaluate(left, hands), evaluate(right, hands))
        case _:
            return np.not_equal(evaluate(expression, hands), 0)


def _go_on(found: Truth, right: Expression, hands: Hands, *, goes_on_if: bool) -> Truth:
    """Ask the second operand where the first one does not decide."""
    open_ones = found if goes_on_if else ~found
    if not open_ones.any():
        return found
    result = found.copy()
    result[open_ones] = is_true(right, hands.where(open_ones))
    return result


def _choose(choice: Choice, hands: Hands) -> Values:
    holds = is_true(choice.condition, hands)
    if holds.all():
        return evaluate(choice.yes, hands)
    if not holds.any():
        return evaluate(choice.no, hands)
    result = np.empty(len(hands), np.int64)
    result[holds] = evaluate(choice.yes, hands.where(holds))
    result[~holds] = evaluate(choice.no, hands.where(~holds))
    return result


def _calculate(operation: Operation, hands: Hands) -> Values:
    left, right = evaluate(operation.left, hands), evaluate(operation.right, hands)
    if operation.sign in "/%" and not right.all():
        hand = format_cards(hands.cards[:, int((right == 0).argmax())])
        raise operation.place.wrong(
            f"division by zero for {hand}; ask first, such as x ? y / x : 0"
        )
    return _ARITHMETIC[operation.sign](left, right)
