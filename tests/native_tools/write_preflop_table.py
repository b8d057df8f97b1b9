"""Writes ``native/odds/preflop_table.py`` to standard output, in some minutes."""

import sys

from railbird.native.cards.holdings import CLASS_NAMES
from railbird.native.odds.equities import equity, sample_equity

SAMPLE_COUNT = 4_000_000
MOST_OPPONENTS = 9
HEAD = '''"""Equities before the flop, by class, against 1 to 9 random hands, in millionths.

Written by ``tests/native_tools/write_preflop_table.py``. One opponent: exact. More: from
{samples:,} random deals each, with a standard error of at most 0.00025.
"""

CLASS_EQUITIES = (
'''


def class_cards(name: str) -> str:
    """Two cards of a class: hearts, or hearts and diamonds."""
    return f"{name[0]}h{name[1]}{'h' if name.endswith('s') else 'd'}"


def millionths(name: str, opponent_count: int) -> int:
    """The equity of a class, exact against one opponent."""
    players = [class_cards(name), *["random"] * opponent_count]
    if opponent_count == 1:
        return round(float(equity(players).equity[0]) * 1e6)
    key = CLASS_NAMES.index(name) * 10 + opponent_count
    sample = sample_equity(players, sample_count=SAMPLE_COUNT, key=key)
    return round(float(sample.equity[0]) * 1e6)


def main() -> None:
    """Write the table to standard output."""
    sys.stdout.write(HEAD.format(samples=SAMPLE_COUNT))
    for name in CLASS_NAMES:
        row = [millionths(name, count) for count in range(1, MOST_OPPONENTS + 1)]
        sys.stdout.write(f"    ({', '.join(map(str, row))}),  # {name}\n")
        sys.stdout.flush()
    sys.stdout.write(")\n")


if __name__ == "__main__":
    main()
