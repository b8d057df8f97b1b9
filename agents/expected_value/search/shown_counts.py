"""What opponents showed after chains of betting: counts that take memory only where any were."""

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.memory.key_table import KeyTable

FIRST_SIZE = 256
Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.intp]


class ShownCounts:
    """Counts by cell, chain, own class and class shown, of which most are never met."""

    def __init__(self, chain_count: int, *, own_count: int, shown_count: int) -> None:
        """Start without counts."""
        self._chain_count = chain_count
        self._table = KeyTable()
        self._cells = np.zeros(FIRST_SIZE, np.intp)
        # the last place stays empty: the number of what was never met, -1, leads there
        self._counts = np.zeros((FIRST_SIZE, own_count, shown_count), np.float32)

    def add(self, cells: Ints, chains: Ints, classes: tuple[Ints, Ints], *, weight: Floats) -> None:
        """Add weights to own and shown classes after chains, no place twice."""
        numbers = self._table.number(self._keys(cells, chains))
        self._make_room()
        self._cells[numbers] = cells
        self._counts[numbers, *classes] += weight

    def read(self, cells: Ints, chains: Ints) -> Floats:
        """Return the counts after chains, [..., own, shown]; cells and chains are broadcast."""
        keys = self._keys(cells, chains)
        return self._counts[self._table.find(keys.ravel()).reshape(keys.shape)]

    def divide(self, cells: Ints, by: float) -> None:
        """Divide all counts of some cells."""
        used = np.flatnonzero(np.isin(self._cells[: self._table.count], cells))
        self._counts[used] /= by

    def _keys(self, cells: Ints, chains: Ints) -> npt.NDArray[np.int64]:
        return np.asarray(cells * self._chain_count + chains, np.int64)

    def _make_room(self) -> None:
        if self._table.count < len(self._counts):
            return
        size = self._table.count * 3 // 2 + 1
        counts = np.zeros((size, *self._counts.shape[1:]), np.float32)
        cells = np.zeros(size, np.intp)
        counts[: len(self._counts)], cells[: len(self._cells)] = self._counts, self._cells
        self._counts, self._cells = counts, cells
