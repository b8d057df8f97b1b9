"""Conditions and sums of quantities while they are translated: simplified, and written out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

CLOSE = 1e-12


@dataclass(frozen=True, slots=True)
class Test:
    """A test of PokerLang as text, or its negation."""

    text: str
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """Conditions of which all hold (``and``), or any (``or``); of none, True or False."""

    operator: Literal["and", "or"]
    parts: tuple["Condition", ...] = ()


Condition = Test | Joined
TRUE, FALSE = Joined("and"), Joined("or")


def all_of(*parts: Condition) -> Condition:
    """All of some conditions."""
    return _join("and", parts)


def any_of(*parts: Condition) -> Condition:
    """Any of some conditions."""
    return _join("or", parts)


def _join(operator: Literal["and", "or"], parts: Iterable[Condition]) -> Condition:
    neutral, decisive = (TRUE, FALSE) if operator == "and" else (FALSE, TRUE)
    kept: dict[Condition, None] = {}
    for part in parts:
        is_same = isinstance(part, Joined) and part.operator == operator and part.parts
        for one in part.parts if is_same else (part,):  # type: ignore[union-attr]
            if one == decisive:
                return decisive
            if one != neutral:
                kept[one] = None
    return next(iter(kept)) if len(kept) == 1 else Joined(operator, tuple(kept))


def no(condition: Condition) -> Condition:
    """The negation of a condition."""
    if isinstance(condition, Test):
        return Test(condition.text, not condition.is_negated)
    parts = tuple(map(no, condition.parts))
    return any_of(*parts) if condition.operator == "and" else all_of(*parts)


def count_tests(condition: Condition) -> int:
    """How many tests a condition has, written out."""
    return 1 if isinstance(condition, Test) else sum(map(count_tests, condition.parts))


def write(condition: Condition) -> str:
    """The text of a condition that is neither always nor never true."""
    if isinstance(condition, Test):
        return f"not {condition.text}" if condition.is_negated else condition.text
    texts = (f"({write(p)})" if isinstance(p, Joined) else write(p) for p in condition.parts)
    return f" {condition.operator} ".join(texts)


@dataclass(frozen=True, slots=True)
class Sum:
    """A constant and quantities with factors; ``sign_only`` are those known by their sign alone."""

    constant: float = 0.0
    factors: Mapping[str, float] = field(default_factory=dict)
    sign_only: frozenset[str] = frozenset()

    def plus(self, other: "Sum", factor: float = 1.0) -> "Sum":
        """This and so many times the other."""
        names = [*self.factors, *(name for name in other.factors if name not in self.factors)]
        factors = {
            name: self.factors.get(name, 0.0) + factor * other.factors.get(name, 0.0)
            for name in names
        }
        left = {name: value for name, value in factors.items() if abs(value) > CLOSE}
        constant = self.constant + factor * other.constant
        return Sum(constant, left, self.sign_only | other.sign_only)

    def times(self, factor: float) -> "Sum":
        """So many times this."""
        return Sum(0.0).plus(self, factor)

    @property
    def is_constant(self) -> bool:
        """Whether it has no quantities."""
        return not self.factors

    def needs_more_than_a_sign(self) -> bool:
        """Whether comparing it with 0 asks more of a quantity than its sign."""
        known = self.sign_only & set(self.factors)
        return bool(known) and (len(self.factors) > 1 or self.constant != 0.0)


_HOLDS = {
    "<": lambda value: value < -CLOSE,
    "<=": lambda value: value <= CLOSE,
    ">": lambda value: value > CLOSE,
    ">=": lambda value: value >= -CLOSE,
    "=": lambda value: abs(value) <= CLOSE,
}


def compare_with_zero(difference: Sum, operator: str) -> Condition:
    """The condition that a sum is ``<``, ``<=``, ``>``, ``>=``, ``=`` or ``!=`` 0."""
    if operator == "!=":
        return no(compare_with_zero(difference, "="))
    if difference.is_constant:
        return TRUE if _HOLDS[operator](difference.constant) else FALSE
    left, right = (" + ".join(_side(difference, sign)) or "0" for sign in (1.0, -1.0))
    return Test(f"{left} {operator} {right}")


def plain(number: float) -> str:
    """The text of a number to 12 digits, without an exponent."""
    return f"{Decimal(f'{number:.12g}'):f}"


def _side(total: Sum, sign: float) -> Iterator[str]:
    for name, factor in total.factors.items():
        if factor * sign > 0:
            yield name if abs(abs(factor) - 1) < CLOSE else f"{plain(abs(factor))} * {name}"
    if total.constant * sign > CLOSE:
        yield plain(abs(total.constant))
