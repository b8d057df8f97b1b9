"""Formulas over the cards of a hand, as trees."""

from dataclasses import dataclass

from railbird.native.errors import RankerError

CARD_ATTRIBUTES = ("rank", "value", "suit")
"""``value`` is another word for ``rank``: document 000 has both."""
LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part of a formula stands in its file, both from 1."""

    line: int
    column: int

    def wrong(self, what: str) -> RankerError:
        """An error that names the place."""
        return RankerError(f"line {self.line}, column {self.column}: {what}")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    place: Place
    value: int


@dataclass(frozen=True, slots=True)
class CardValue:
    """The rank of a card, 0 for a two to 12 for an ace, or its suit, 0 to 3 for c, d, h and s.

    ``index`` counts the hand's cards in rising order from 0.
    """

    place: Place
    index: int
    is_suit: bool


@dataclass(frozen=True, slots=True)
class Name:
    """What a ``let`` before it has named."""

    place: Place
    name: str


@dataclass(frozen=True, slots=True)
class Negation:
    """``-`` or ``!`` of an operand."""

    place: Place
    sign: str
    operand: "Expression"


@dataclass(frozen=True, slots=True)
class Operation:
    """Two operands and the sign between them."""

    place: Place
    sign: str
    left: "Expression"
    right: "Expression"


@dataclass(frozen=True, slots=True)
class Choice:
    """``condition ? yes : no``."""

    place: Place
    condition: "Expression"
    yes: "Expression"
    no: "Expression"


Expression = Number | CardValue | Name | Negation | Operation | Choice
Bounds = tuple[int, int]
_TRUTH: Bounds = (0, 1)


def depth_of(expression: Expression, named: dict[str, int]) -> int:
    """How deep a formula is nested, that of names included; ``named`` has theirs."""
    match expression:
        case Name(name=name):
            return 1 + named[name]
        case Negation(operand=operand):
            return 1 + depth_of(operand, named)
        case Operation(left=left, right=right):
            return 1 + max(depth_of(left, named), depth_of(right, named))
        case Choice(condition=condition, yes=yes, no=no):
            return 1 + max(depth_of(part, named) for part in (condition, yes, no))
        case _:
            return 1


def value_bounds(expression: Expression, named: dict[str, Bounds]) -> Bounds:
    """The least and the largest value that a formula may have, or a wider interval.

    ``named`` has those of names. Raises RankerError for an unknown name, and for a part that could
    be too large for a 64-bit integer.
    """
    low, high = _bounds(expression, named)
    if max(-low, high) > LARGEST:
        raise expression.place.wrong("this may be larger than 2^62; use smaller weights")
    return low, high


def _bounds(expression: Expression, named: dict[str, Bounds]) -> Bounds:
    match expression:
        case Number(value=value):
            return value, value
        case CardValue(is_suit=is_suit):
            return (0, 3) if is_suit else (0, 12)
        case Name(place=place, name=name):
            if name not in named:
                known = f"; there are {', '.join(named)}" if named else "; `let` gives names"
                raise place.wrong(f"unknown name {name!r}{known}")
            return named[name]
        case Negation(sign=sign, operand=operand):
            low, high = value_bounds(operand, named)
            return (-high, -low) if sign == "-" else _TRUTH
        case Operation(sign=sign, left=left, right=right):
            return _operation_bounds(sign, value_bounds(left, named), value_bounds(right, named))
        case Choice(condition=condition, yes=yes, no=no):
            value_bounds(condition, named)
            ways = value_bounds(yes, named), value_bounds(no, named)
            return min(low for low, _ in ways), max(high for _, high in ways)


def _operation_bounds(sign: str, left: Bounds, right: Bounds) -> Bounds:
    if sign == "+":
        return left[0] + right[0], left[1] + right[1]
    if sign == "-":
        return left[0] - right[1], left[1] - right[0]
    if sign == "*":
        products = [one * other for one in left for other in right]
        return min(products), max(products)
    if sign == "/":
        most = max(-left[0], left[1])
        return -most, most
    if sign == "%":
        most = max(-right[0], right[1])
        return -most, most
    return _TRUTH
