"""How many hands until the Observer's classes are right: every agent of a run, by its first hands.

A class is right if it is the one that all hands of the run give. Matches need 500 hands. Shares are
over all matches; seatings of a deck share its cards, so they are less certain than their number.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from report import print_table
from rich.table import Table

from railbird.native import STYLE_COUNTERS
from railbird.plugins import QUARTERS, classify_by_quarter, indicator_values
from railbird.results import RunResults, open_run

HAND_COUNTS = (10, 20, 30, 50, 60, 75, 100, 150, 200, 300, 500)
WANTED = 0.95
Counts = npt.NDArray[np.int64]


def collect(run: RunResults) -> tuple[Counts, Counts]:
    """Counters of every agent's first hands, int64[matches, agents, k, counters], and in all."""
    first, rest = [], None
    total = np.zeros((len(run.labels), len(STYLE_COUNTERS)), np.int64)
    for members, counts, is_first in counts_by_part(run):
        rest = counts if is_first else np.concatenate([rest, counts])
        if len(rest) < max(HAND_COUNTS):
            continue
        by_agent = np.empty_like(rest)
        by_agent[:, members] = rest
        sums = by_agent.cumsum(axis=0)
        first.append(sums[np.array(HAND_COUNTS) - 1].transpose(1, 0, 2))
        total += sums[-1]
    return np.stack(first), total


def counts_by_part(run: RunResults) -> Iterator[tuple[npt.NDArray[np.int32], Counts, bool]]:
    """Yield hands of a match as far as they lie together: its agents by seat, their counters
    int64[hands, N, counters], and whether the match begins there."""
    for hands in run.played_hands():
        styles, rows = hands.styles(run.game)
        players = hands.members.shape[1]
        position = (np.arange(players) - hands.hand_index[:, None]) % players
        flat = position + rows[:, None] * players
        counters = styles.counts.reshape(-1, styles.counts.shape[2])
        members = np.take_along_axis(hands.members, position, axis=1)
        starts = np.flatnonzero(np.diff(hands.match, prepend=-1))
        for start, end in zip(starts, [*starts[1:], len(hands)], strict=True):
            counts = counters[flat[start:end]].astype(np.int64)
            yield members[start], counts, bool(hands.hand_index[start] == 0)


def print_classes(run: RunResults) -> None:
    """Print what every agent's hands imply, and how soon they do."""
    first, total = collect(run)
    known = classify_by_quarter(total)
    right = (classify_by_quarter(first) == known[None, :, None]).mean(axis=0)
    table = Table("agent", "VPIP", "AF", "class", *map(str, HAND_COUNTS), "95% from")
    table.title = f"Classed right after so many hands, per cent of {len(first):,} matches"
    vpip = indicator_values(total, "vpip") * 100
    factor = indicator_values(total, "aggression_factor_all_rounds")
    for number, label in enumerate(run.labels):
        enough = [c for c, share in zip(HAND_COUNTS, right[number], strict=True) if share >= WANTED]
        table.add_row(
            label,
            f"{vpip[number]:.1f}",
            f"{factor[number]:.2f}",
            QUARTERS[known[number]],
            *(f"{share * 100:.0f}" for share in right[number]),
            f"{enough[0]}" if enough else "-",
        )
    print_table(table)


def main() -> None:
    """Read a run's folder and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of a run")
    print_classes(open_run(parser.parse_args().folder))


if __name__ == "__main__":
    main()
