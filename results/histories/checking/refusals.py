"""What an import refuses, counted by reason, with an example of each."""

import csv
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railbird.results.errors import LogError
from railbird.results.histories.checking.parsed_hand import HistoryFault

COLUMNS = ("file", "line", "hand", "reason", "text")
_QUOTED = re.compile(r"(?<!\w)'[^']*'|\[[^\]]*\]|\([^)]*\)")
_AMOUNT = re.compile(r"-?\d+(?:[.,|-]+\d+)*")
_CARD = re.compile(r"\b(?:[2-9TJQKA?][cdhs?]){1,9}\b")
_MOST_REASONS = 1000
OTHERS = "other reasons"


def reason_of(text: str) -> str:
    """Return a fault's text without what differs from hand to hand: names, amounts, cards.

    >>> reason_of("a call of 50 should be 100")
    'a call of N should be N'
    """
    return _AMOUNT.sub("N", _CARD.sub("CARDS", _QUOTED.sub("...", text)))


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason, how often it was met, and the first example: file, line from 1, hand, and text.

    `line` is 0 for a whole file, and `hand` empty where its number is not known.
    """

    reason: str
    count: int
    file: str
    line: int
    hand: str
    text: str


class Refusals:
    """Counts of all faults by reason; with a file, all are written there as CSV."""

    def __init__(self, file: Path | None = None) -> None:
        """Open the file; raises LogError if it cannot be written."""
        self.count = 0
        self._by_reason: dict[str, Refusal] = {}
        self._open = ExitStack()
        self._rows: Any = None
        if file is not None:
            try:
                out = self._open.enter_context(file.open("w", encoding="utf-8", newline=""))
            except OSError as error:
                raise LogError(f"{file} cannot be written: {error.strerror}") from None
            self._rows = csv.writer(out)
            self._rows.writerow(COLUMNS)

    def close(self) -> None:
        """Finish the file."""
        self._open.close()

    def add(self, file: str, fault: HistoryFault) -> None:
        """Count a fault of a file."""
        self.count += 1
        reason = reason_of(fault.text)
        if self._rows is not None:
            self._rows.writerow((file, fault.line or "", fault.hand, reason, fault.text))
        if reason not in self._by_reason and len(self._by_reason) >= _MOST_REASONS:
            reason = OTHERS
        first = self._by_reason.get(reason)
        if first is None:
            first = Refusal(reason, 0, file, fault.line, fault.hand, fault.text)
        self._by_reason[reason] = Refusal(
            reason, first.count + 1, first.file, first.line, first.hand, first.text
        )

    def table(self) -> Iterator[Refusal]:
        """Yield the reasons, the most frequent first."""
        yield from sorted(self._by_reason.values(), key=lambda refusal: -refusal.count)
