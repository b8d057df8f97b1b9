"""Parts of a run: line-ups with or without an agent, some of the decks, forfeits left out."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native.errors import RailbirdError
from railbird.plugins import unknown_name
from railbird.results.store.set_keys import Flags, SetKeys, seat_numbers

LEAVE_OUT_FORFEITS = "forfeits=out"
_DECKS = re.compile(r"(\d+)-(\d+)")


class WhereError(RailbirdError):
    """An invalid condition."""


@dataclass(frozen=True, slots=True)
class Where:
    """A selection of matches: all of `together` at the table, none of `absent`, decks in `decks`.

    `leaves_out_forfeits` selects the duplicate sets without a forfeited match. The run's reading
    finds the sets with one and stores them in `forfeited`; only these are left out.
    """

    together: frozenset[str] = frozenset()
    absent: frozenset[str] = frozenset()
    decks: range | None = None
    leaves_out_forfeits: bool = False
    forfeited: SetKeys | None = None

    @property
    def is_everything(self) -> bool:
        """Whether everything is selected."""
        return self == EVERYTHING

    def keeps(self, batch: pa.RecordBatch) -> Flags:
        """Return for each row of matches, hands or incidents whether it is selected, bool[rows]."""
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
        if self.forfeited is not None and len(self.forfeited):
            kept &= ~_in_sets(batch, self.forfeited)
        return kept

    def choose(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Return the selected rows of a batch."""
        return batch if self.is_everything else batch.filter(pa.array(self.keeps(batch)))

    def __str__(self) -> str:
        """Return the conditions as text."""
        parts = [f"with {label}" for label in sorted(self.together)]
        parts += [f"without {label}" for label in sorted(self.absent)]
        if self.decks is not None:
            parts.append(f"decks {self.decks.start} to {self.decks.stop - 1}")
        if self.leaves_out_forfeits:
            parts.append("without forfeits")
        return ", ".join(parts)


EVERYTHING = Where()


def parse_where(conditions: Iterable[str], labels: Sequence[str]) -> Where:
    """Read `with=LABEL`, `without=LABEL`, `decks=FIRST-LAST`, `forfeits=out`; all must hold.

    Raises WhereError, and UnknownNameError for an unknown label.
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
        elif condition == LEAVE_OUT_FORFEITS:
            where = replace(where, leaves_out_forfeits=True)
        else:
            where = replace(where, decks=_read_decks(key, value, condition))
    return where


def _read_decks(key: str, value: str, condition: str) -> range:
    match = _DECKS.fullmatch(value)
    if key != "decks" or match is None or int(match[1]) > int(match[2]):
        raise WhereError(
            f"{condition!r} is not a valid condition; use with=LABEL, without=LABEL, "
            "decks=FIRST-LAST or "
            f"{LEAVE_OUT_FORFEITS}"
        )
    return range(int(match[1]), int(match[2]) + 1)


def _seated(seats: npt.NDArray[np.int32], words: list[str], label: str) -> Flags:
    number = words.index(label) if label in words else -1
    seated: Flags = (seats == number).any(axis=1)
    return seated


def _in_sets(batch: pa.RecordBatch, sets: SetKeys) -> Flags:
    """Return for each row whether its match is in one of these sets; matches are contiguous."""
    seats, decks = seat_numbers(batch, sets.labels), batch.column("deck_index").to_numpy()
    is_new = np.ones(len(decks), bool)
    is_new[1:] = (decks[1:] != decks[:-1]) | (seats[1:] != seats[:-1]).any(axis=1)
    match = np.cumsum(is_new) - 1
    kept: Flags = sets.contain(decks[is_new], seats[is_new])[match]
    return kept
