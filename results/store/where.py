"""Parts of a run: line-ups with or without an agent, and some of the decks."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native.errors import RailbirdError
from railbird.plugins import unknown_name

Flags = npt.NDArray[np.bool_]
_DECKS = re.compile(r"(\d+)-(\d+)")


class WhereError(RailbirdError):
    """A condition that cannot be read."""


@dataclass(frozen=True, slots=True)
class Where:
    """A choice of matches: all of `together` at the table, none of `absent`, decks in `decks`."""

    together: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    decks: range | None = None

    @property
    def is_everything(self) -> bool:
        """Whether nothing is left out."""
        return not self.together and not self.absent and self.decks is None

    def keeps(self, batch: pa.RecordBatch) -> Flags:
        """Say of each row of matches, hands or incidents whether it is chosen, bool[rows]."""
        kept = np.ones(batch.num_rows, bool)
        if self.decks is not None:
            decks = batch.column("deck_index").to_numpy()
            kept &= (decks >= self.decks.start) & (decks < self.decks.stop)
        if self.together or self.absent:
            labels = batch.column("agents").flatten().dictionary_encode()
            words = labels.dictionary.to_pylist()
            seats = labels.indices.to_numpy().reshape(batch.num_rows, -1)
            for label in sorted(self.together):
                kept &= _seated(seats, words, label)
            for label in sorted(self.absent):
                kept &= ~_seated(seats, words, label)
        return kept

    def choose(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Return the chosen rows of a batch."""
        return batch if self.is_everything else batch.filter(pa.array(self.keeps(batch)))

    def __str__(self) -> str:
        """Return the conditions in words."""
        parts = [f"with {label}" for label in sorted(self.together)]
        parts += [f"without {label}" for label in sorted(self.absent)]
        if self.decks is not None:
            parts.append(f"decks {self.decks.start} to {self.decks.stop - 1}")
        return ", ".join(parts)


EVERYTHING = Where()


def parse_where(conditions: Iterable[str], labels: Sequence[str]) -> Where:
    """Read `with=LABEL`, `without=LABEL` and `decks=FIRST-LAST`; all of them hold.

    Raises WhereError, and UnknownNameError for a label that nobody has.
    """
    where = Where()
    for condition in conditions:
        key, _, value = condition.partition("=")
        if key in ("with", "without") and value not in labels:
            raise unknown_name("agent", value, labels)
        if key == "with":
            where = replace(where, together=where.together | {value})
        elif key == "without":
            where = replace(where, absent=where.absent | {value})
        else:
            where = replace(where, decks=_read_decks(key, value, condition))
    return where


def _read_decks(key: str, value: str, condition: str) -> range:
    match = _DECKS.fullmatch(value)
    if key != "decks" or match is None or int(match[1]) > int(match[2]):
        raise WhereError(
            f"{condition!r} is not a condition; say with=LABEL, without=LABEL or decks=FIRST-LAST"
        )
    return range(int(match[1]), int(match[2]) + 1)


def _seated(seats: npt.NDArray[np.int32], words: list[str], label: str) -> Flags:
    number = words.index(label) if label in words else -1
    seated: Flags = (seats == number).any(axis=1)
    return seated
