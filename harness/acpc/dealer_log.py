"""Writes the C dealer's match log, byte for byte."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from railbird.harness.errors import DealerError
from railbird.harness.table.remote.remote_connections import Columns
from railbird.native import FileError, GameDefinition, MatchTables, deal_layout, read_file
from railbird.results.histories import StateLines, card_texts
from railbird.results.histories.acpc.log_lines import HEADER

MOST_BYTES = 2**31

LAST_FIELD = 5  # of a STATE line: the names


def format_header(title: Sequence[object], milliseconds: Sequence[int]) -> str:
    """Write the first lines: name, game, hands and seed; then the clocks in milliseconds."""
    clocks = zip(("t_response", "t_hand", "t_per_hand"), milliseconds, strict=True)
    lines = [HEADER + " ".join(map(str, title))]
    lines += [f"#--{name} {limit}" for name, limit in clocks]
    return "".join(f"{line}\n" for line in lines)


def _text_of(log: Path) -> str:
    try:
        return read_file(log, most_bytes=MOST_BYTES).decode("latin-1")
    except FileError as error:
        raise DealerError(str(error)) from error


def check_same_match(log: Path, title: Sequence[object], names: Sequence[str]) -> None:
    """Raise DealerError if the last match of a log has other hands, seed or players (by seat).

    ``title`` is the header; the game may be named by another path. A missing log is accepted.
    """
    lines = _text_of(log).split("\n")[:-1] if log.exists() else []
    headers = [line.removeprefix(HEADER).split(" ") for line in lines if line.startswith(HEADER)]
    if not headers:
        return
    wanted = [str(one) for one in title[2:]]
    if headers[-1][-2:] != wanted:
        raise DealerError(
            f"{log} is of {headers[-1][-2]} hands with seed {headers[-1][-1]}, not {wanted[0]} "
            f"with seed {wanted[1]}; continue the interrupted match, or leave out -a"
        )
    hands = [line.split(":", LAST_FIELD) for line in lines if line.startswith("STATE:")]
    found = sorted(hands[-1][-1].split("|")) if hands else []
    if found and found != sorted("|".join(names).split("|")):
        raise DealerError(
            f"{log} has players {', '.join(found)}, not {', '.join(sorted(names))}; continue the "
            "interrupted match, or leave out -a"
        )


class DealerLog:
    """Writes a STATE line for every hand of the one match that is played."""

    def __init__(self, file: TextIO, definition: GameDefinition, names: Sequence[str]) -> None:
        """Write to ``file``; ``names`` are by seat and need not differ."""
        self._file = file
        self._lines = StateLines(definition)
        self._layout = deal_layout(definition)
        self._names = names

    def write_hands(self, tables: MatchTables, matches: Columns, hands: Columns) -> None:
        """Write hands that ended, in order."""
        payoffs = tables.hand_payoffs(matches, hands).tolist()
        bettings = tables.hand_bettings(matches, hands)
        cards = tables.hand_cards(matches, hands)
        holes = card_texts(self._layout.hole_cards(cards))
        boards = card_texts(self._layout.board(cards))
        rows = zip(hands.tolist(), bettings, holes, boards, payoffs, strict=True)
        for hand, betting, held, board, by_seat in rows:
            seats = tables.seat_order.seat_row(hand)
            line = self._lines.write(
                hand,
                betting,
                cards=(*held, board),
                payoffs=[by_seat[seat] for seat in seats],
                names="|".join([self._names[seat] for seat in seats]),
            )
            self._file.write(line)
        self._file.flush()
