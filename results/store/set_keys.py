"""Keys of duplicate sets: line-up and deck of each match."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class SetKeys:
    """Some duplicate sets of a run whose agents are `labels`.

    A row of `keys` int64[n, 1 + N] is a set: its deck index, then the line-up's members as numbers
    into `labels`, ascending. Rows are different.
    """

    labels: tuple[str, ...]
    keys: Integers

    def __len__(self) -> int:
        """Return the number of sets."""
        return len(self.keys)

    def contain(self, decks: npt.NDArray[np.integer], members: npt.NDArray[np.integer]) -> Flags:
        """Return for each match whether its set is one of these, bool[n].

        For match i, `decks[i]` is the deck index and `members[i]` the agents, numbers into `labels`
        in any order.
        """
        if not len(self) or not len(decks):
            return np.zeros(len(decks), bool)
        both = np.concatenate([self.keys, set_keys(decks, members)])
        numbers = _numbered(both)
        return np.isin(numbers[len(self) :], numbers[: len(self)])


def set_keys(decks: npt.NDArray[np.integer], members: npt.NDArray[np.integer]) -> Integers:
    """Return the key of each match's set, int64[n, 1 + N]; matches of one set have the same."""
    keys: Integers = np.column_stack([decks, np.sort(members, axis=1)]).astype(np.int64)
    return keys


def seat_numbers(batch: pa.RecordBatch, labels: tuple[str, ...]) -> Integers:
    """Return the agents of each row by seat, numbers into `labels`, int64[n, N]; -1 for others."""
    words = batch.column("agents").flatten().dictionary_encode()
    numbers = {label: number for number, label in enumerate(labels)}
    of_word = np.array([numbers.get(word, -1) for word in words.dictionary.to_pylist()], np.int64)
    seats: Integers = of_word[words.indices.to_numpy()].reshape(batch.num_rows, -1)
    return seats


def _numbered(rows: Integers) -> Integers:
    """Return a number for each row, the same only for equal rows."""
    number = np.zeros(len(rows), np.int64)
    for column in (rows - rows.min(axis=0)).T:
        # both are below the number of rows, or of agents or decks: no product overflows
        wide = number * (column.max() + 1) + column
        number = np.unique(wide, return_inverse=True)[1].astype(np.int64)
    return number
