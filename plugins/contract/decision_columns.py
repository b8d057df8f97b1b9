"""Columns of a batch of decisions, each made when it is first asked for.

They are attributes of the class: what Python asks only where there is no attribute costs ten times
as much, and few rows are asked about at a time.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import ActionKind, Pending
from railbird.plugins.contract.decision_source import DecisionSource

Make = Callable[[Any, DecisionSource], Any]
"""Makes a column of a batch of decisions."""


class Column:
    """A column that is made when it is first asked for; it is an attribute from then on."""

    __slots__ = ("_make", "_name")

    def __init__(self, name: str, make: Make) -> None:
        """Make the column of this name by ``make``."""
        self._name = name
        self._make = make

    def __get__(self, batch: Any, owner: type) -> Any:
        """The column, from now on an attribute of the batch."""
        column = batch.__dict__[self._name] = self._make(batch, batch._opened())
        return column


class ListedColumn(Column):
    """A column that comes with the list of pending decisions, where the batch is of such."""

    __slots__ = ("_is_own", "_place")

    def __init__(self, name: str, make: Make, *, listed: str, is_own: bool) -> None:
        """Take the column of the list, a copy where it is the agent's own, or else make it."""
        super().__init__(name, make)
        self._place = Pending._fields.index(listed)
        self._is_own = is_own

    def __get__(self, batch: Any, owner: type) -> Any:
        """The column, from now on an attribute of the batch."""
        if batch._pending is None:
            return super().__get__(batch, owner)
        batch._opened()
        column = batch._pending[self._place][batch._first : batch._end]
        if self._is_own:
            column = column.copy()
        batch.__dict__[self._name] = column
        return column


def _stacks(batch: Any, source: DecisionSource) -> Any:
    return source.columns.chips_left(batch.match) + batch.spent


def _legal_bit(kind: ActionKind) -> Make:
    bit = np.uint8(1 << kind)
    return lambda batch, _: (batch.legal & bit) != 0


def _bound(index: int) -> Make:
    def make(batch: Any, source: DecisionSource) -> npt.NDArray[np.int64]:
        if batch._pending is not None and source.pending_draws is not None:
            bounds = source.pending_draws.raise_bounds(batch._first, batch._end)
        else:
            bounds = source.columns.raise_bounds(batch.match)
        batch.least_raise_to, batch.most_raise_to = bounds
        return bounds[index]

    return make


def _never_missing(batch: Any, source: DecisionSource) -> None:
    raise AssertionError("every batch is made with these columns, or with a list that has them")


MADE: dict[str, Make] = {
    "round_index": lambda batch, source: source.columns.round_indexes(batch.match),
    "board": lambda batch, source: source.columns.boards(batch.match),
    "betting": lambda batch, source: source.columns.bettings(batch.match),
    "betting_texts": lambda batch, source: source.columns.betting_texts(batch.match),
    "pot": lambda batch, source: source.columns.pots(batch.match),
    "stacks": _stacks,
    "spent": lambda batch, source: source.columns.spent(batch.match),
    "has_folded": lambda batch, source: source.columns.has_folded(batch.match),
    "seats": lambda batch, source: source.columns.seats(batch.match),
    "to_call": lambda batch, source: source.columns.to_call(batch.match),
    "can_fold": _legal_bit(ActionKind.FOLD),
    "can_raise": _legal_bit(ActionKind.RAISE),
    "least_raise_to": _bound(0),
    "most_raise_to": _bound(1),
}

LISTED: dict[str, tuple[str, Make]] = {
    "match": ("table", _never_missing),
    "seat": ("seat", _never_missing),
    "position": ("position", _never_missing),
    "hand_index": ("hand_index", lambda batch, source: source.hand_index[batch.match]),
    "decision": ("decision", lambda batch, source: source.columns.action_counts(batch.match)),
    "hole_cards": ("hole_cards", lambda batch, source: source.columns.hole_cards(batch.match)),
    "legal": ("legal_kinds", lambda batch, source: source.columns.legal_kinds(batch.match)),
}
"""Columns that come with the list of pending decisions: under which name, or else how."""

OWN = ("legal", "hole_cards")
"""Those of them that are the agent's own, to write into."""

COLUMNS: dict[str, Column] = {
    **{name: Column(name, make) for name, make in MADE.items()},
    **{
        name: ListedColumn(name, make, listed=listed, is_own=name in OWN)
        for name, (listed, make) in LISTED.items()
    },
}
