"""Writes the C dealer's match log, byte for byte."""

from collections.abc import Sequence
from typing import TextIO

from railbird.harness.acpc.log import HEADER
from railbird.harness.table.lines import Columns
from railbird.native import GameDefinition, MatchTables
from railbird.results.histories import StateLines, card_rows


def format_header(title: Sequence[object], milliseconds: Sequence[int]) -> str:
    """Write the first lines: name, game, hands and seed; then the clocks in milliseconds."""
    clocks = zip(("t_response", "t_hand", "t_per_hand"), milliseconds, strict=True)
    lines = [HEADER + " ".join(map(str, title))]
    lines += [f"#--{name} {limit}" for name, limit in clocks]
    return "".join(f"{line}\n" for line in lines)


class DealerLog:
    """Writes a STATE line for every hand of the one match that is played."""

    def __init__(
        self, file: TextIO, definition: GameDefinition, names: Sequence[str], *, fixed_seats: bool
    ) -> None:
        """Write to ``file``; ``names`` are by seat and need not differ."""
        self._file = file
        self._lines = StateLines(definition)
        self._names = names
        self._fixed_seats = fixed_seats

    def write_hands(self, tables: MatchTables, matches: Columns, hands: Columns) -> None:
        """Write hands that ended, in order."""
        payoffs = tables.hand_payoffs(matches, hands).tolist()
        bettings = tables.hand_bettings(matches, hands)
        cards = card_rows(tables.hand_cards(matches, hands))
        rows = zip(hands.tolist(), bettings, cards, payoffs, strict=True)
        for hand, betting, deal, by_seat in rows:
            first = 0 if self._fixed_seats else hand % len(self._names)
            line = self._lines.write(
                hand,
                betting,
                cards=deal,
                payoffs=by_seat[first:] + by_seat[:first],
                names="|".join((*self._names[first:], *self._names[:first])),
            )
            self._file.write(line)
        self._file.flush()
