"""Conditions as they are played: columns over a batch, each test computed once."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf, isinf
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from railbird.agents.pokerlang.situation.quantities import Need, Quantity
from railbird.agents.pokerlang.situation.view import Bools, Rows, View

COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
}


MOST_QUANTITY = 1e20
"""More than any number of chips, which are int64."""
NO, UNKNOWN, YES = -1, 0, 1
"""Truths in their order, so that of several the least is that of all, the greatest that of any."""


class Test(Protocol):
    """A condition of a batch."""

    @property
    def is_cheap(self) -> bool:
        """Whether it is computed for all rows at once."""
        ...

    def holds(self, view: View, rows: Rows) -> Bools:
        """Whether it holds, bool[rows]."""
        ...


class Number(Protocol):
    """A number of a batch."""

    @property
    def may_be_unknown(self) -> bool:
        """Whether it is NaN where nothing is known."""
        ...

    @property
    def most(self) -> float:
        """A bound of its size, infinite where it may be infinite."""
        ...

    @property
    def is_cheap(self) -> bool:
        """Whether it is computed for all rows at once."""
        ...

    def values(self, view: View, rows: Rows) -> Any:
        """Values, [rows] or one for all."""
        ...


@dataclass(frozen=True, slots=True)
class Constant:
    """The same number everywhere."""

    value: float
    is_cheap: bool = True
    may_be_unknown: bool = False

    @property
    def most(self) -> float:
        """Its size."""
        return abs(self.value)

    def values(self, view: View, rows: Rows) -> Any:
        """The number."""
        return self.value


@dataclass(frozen=True, slots=True)
class Named:
    """A quantity by name."""

    name: str
    quantity: Quantity

    @property
    def is_cheap(self) -> bool:
        """Whether it is computed for all rows at once."""
        return self.quantity.of_rows is None

    @property
    def may_be_unknown(self) -> bool:
        """Whether it is NaN where nothing is known."""
        return self.quantity.may_be_unknown

    @property
    def most(self) -> float:
        """A bound of its size."""
        return inf if self.quantity.may_be_infinite else MOST_QUANTITY

    def values(self, view: View, rows: Rows) -> Any:
        """Its values, computed once."""
        if self.quantity.of_rows is not None:
            return view.keep_rows(self.name, rows, self.quantity.of_rows)
        assert self.quantity.compute is not None
        column = view.keep(self.name, self.quantity.compute)
        return column if len(rows) == len(column) else column[rows]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two numbers and an operation."""

    operation: Callable[[Any, Any], Any]
    left: Number
    right: Number

    @property
    def is_cheap(self) -> bool:
        """Whether both are."""
        return self.left.is_cheap and self.right.is_cheap

    @property
    def may_be_unknown(self) -> bool:
        """Whether one of them is NaN where nothing is known, or both may come to nothing known.

        Infinite less infinite, or 0 times infinite, is NaN.
        """
        is_endless = isinf(self.left.most) or isinf(self.right.most)
        return is_endless or self.left.may_be_unknown or self.right.may_be_unknown

    @property
    def most(self) -> float:
        """A bound of its size."""
        left, right = self.left.most, self.right.most
        if self.operation in (operator.add, operator.sub):
            return left + right
        if self.operation is operator.mul:
            return inf if isinf(left) or isinf(right) else left * right
        return left / right if right else inf

    def values(self, view: View, rows: Rows) -> Any:
        """What comes out; infinite where it is too large."""
        left, right = (np.asarray(n.values(view, rows), float) for n in (self.left, self.right))
        with np.errstate(over="ignore", invalid="ignore"):
            return self.operation(left, right)


@dataclass(frozen=True, slots=True)
class Compared:
    """Numbers compared, each with the next."""

    numbers: tuple[Number, ...]
    operators: tuple[str, ...]

    @property
    def is_cheap(self) -> bool:
        """Whether all numbers are."""
        return all(number.is_cheap for number in self.numbers)

    def holds(self, view: View, rows: Rows) -> Bools:
        """Whether all comparisons hold."""
        values = [number.values(view, rows) for number in self.numbers]
        found: Any = COMPARE[self.operators[0]](values[0], values[1])
        for place, name in enumerate(self.operators[1:], start=1):
            found = found & COMPARE[name](values[place], values[place + 1])
        held: Bools = np.asarray(found)
        return held if held.ndim else np.full(len(rows), held)


@dataclass(frozen=True, slots=True)
class Column:
    """A test that is computed for all rows at once."""

    compute: Callable[[View], Bools]
    is_cheap: bool = True

    def holds(self, view: View, rows: Rows) -> Bools:
        """Its column, of these rows."""
        column = self.compute(view)
        return column if len(rows) == len(column) else column[rows]


@dataclass(frozen=True, slots=True)
class OfRows:
    """A test that is computed for the rows that need it."""

    compute: Callable[[View, Rows], npt.NDArray[Any]]
    is_cheap: bool = False

    def holds(self, view: View, rows: Rows) -> Bools:
        """Its values."""
        return np.asarray(view.keep_rows(self.compute, rows, self.compute), np.bool_)


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A claim that may be unknown: ``truth(view, rows)`` is YES, NO or UNKNOWN, int8[rows].

    It holds where the truth is the ``wanted`` one, so that nothing unknown is read as false.
    """

    truth: Callable[[View, Rows], npt.NDArray[np.int8]]
    wanted: int = YES
    is_cheap: bool = False

    def holds(self, view: View, rows: Rows) -> Bools:
        """Where it is known to be as wanted."""
        return np.asarray(view.keep_rows(self.truth, rows, self.truth) == self.wanted)


@dataclass(frozen=True, slots=True)
class KnownComparison:
    """The truth of comparisons of numbers that may be unknown, each with the next.

    A chain with one comparison that is false is false, whatever the others are.
    """

    numbers: tuple[Number, ...]
    operators: tuple[str, ...]

    def __call__(self, view: View, rows: Rows) -> npt.NDArray[np.int8]:
        """YES, NO or UNKNOWN, int8[rows]."""
        values = [np.broadcast_to(number.values(view, rows), len(rows)) for number in self.numbers]
        truth = np.full(len(rows), YES, np.int8)
        for place, name in enumerate(self.operators):
            left, right = values[place], values[place + 1]
            answer = np.where(COMPARE[name](left, right), YES, NO)
            is_known = ~(np.isnan(left) | np.isnan(right))
            truth = np.minimum(truth, np.where(is_known, answer, UNKNOWN).astype(np.int8))
        return truth


def negate(test: Test) -> Test:
    """A test that holds where another is known not to hold."""
    match test:
        case Uncertain():
            return replace(test, wanted=NO if test.wanted == YES else YES)
        case Several() if _may_be_unknown(test):
            return Several(tuple(map(negate, test.tests)), not test.is_any)
    return Negated(test)


def _may_be_unknown(test: Test) -> bool:
    if isinstance(test, Several):
        return any(map(_may_be_unknown, test.tests))
    return isinstance(test, Uncertain)


@dataclass(frozen=True, slots=True)
class Negated:
    """A condition that does not hold."""

    test: Test

    @property
    def is_cheap(self) -> bool:
        """Whether the condition is."""
        return self.test.is_cheap

    def holds(self, view: View, rows: Rows) -> Bools:
        """Whether the condition does not hold."""
        return ~self.test.holds(view, rows)


@dataclass(frozen=True, slots=True)
class Several:
    """Conditions of which all hold, or any; asked in their order, while it is undecided."""

    tests: tuple[Test, ...]
    is_any: bool

    @property
    def is_cheap(self) -> bool:
        """Whether all are."""
        return all(test.is_cheap for test in self.tests)

    def holds(self, view: View, rows: Rows) -> Bools:
        """Whether they hold; a test is asked only where those before it do not decide."""
        held = self.tests[0].holds(view, rows).copy()
        for test in self.tests[1:]:
            if test.is_cheap:
                answer = test.holds(view, rows)
                held = held | answer if self.is_any else held & answer
                continue
            open_places = np.flatnonzero(held != self.is_any)
            if len(open_places):
                held[open_places] = test.holds(view, rows[open_places])
        return held


@dataclass(frozen=True, slots=True)
class Once:
    """A cheap test, computed once a batch however often it is written."""

    key: str
    test: Test
    is_cheap: bool = True

    def holds(self, view: View, rows: Rows) -> Bools:
        """Its column, of these rows."""
        column = view.keep(("test", self.key), lambda it: self.test.holds(it, it.rows))
        kept: Bools = column if len(rows) == len(column) else column[rows]
        return kept


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a test of a file needs of a game, and where it is written."""

    need: Need
    what: str
    line: int
    column: int
