"""Style counters summed over a run: by agent, and optionally by position and by time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from railbird.native import STYLE_COUNTERS, GameDefinition, position_names
from railbird.plugins import counter, starts_short_stacked
from railbird.results.estimate.uncertainty.intervals import Integers
from railbird.results.hands.counted_hands import count_styles
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, text_of
from railbird.results.show.table_layout import MakeCell, Row

MOST_HANDS = 1_000_000
"""Maximum number of hands of a window, the same as of a match."""


@dataclass(frozen=True, slots=True)
class StyleTotals:
    """Summed counters, a row per group: `counts` int64[agents, positions, windows, counters].

    Without a breakdown by position (no `position_names`) or by time that axis has one entry; a
    window is `window` hands of every match.
    """

    agents: Sequence[str]
    counts: Integers
    position_names: Sequence[str] | None
    window: int | None
    is_short_stacked: bool


def style_totals(
    definition: GameDefinition,
    hands: Iterable[PlayedHands],
    agents: Sequence[str],
    *,
    by_position: bool = False,
    window: int | None = None,
) -> StyleTotals:
    """Sum the counters of all hands, in windows of hands counted from the start of a match.

    Raises ValueError for a window outside 1 to MOST_HANDS, BettingError for betting that is not
    valid in the game.
    """
    if window is not None and not 1 <= window <= MOST_HANDS:
        raise ValueError(f"window {window} is not valid; use 1 to {MOST_HANDS:,} hands")
    players = definition.player_count
    position_count = players if by_position else 1
    totals = np.zeros((0, len(agents), position_count, len(STYLE_COUNTERS)), np.int64)
    positions = np.arange(players) if by_position else np.zeros(players, np.int64)
    for part in hands:
        windows = part.hand_index // window if window else np.zeros(len(part), np.int64)
        totals = _grown(totals, int(windows.max(initial=-1)) + 1)
        groups = (windows[:, None] * len(agents) + part.members) * position_count + positions
        count_styles(definition, part).add(groups, totals.reshape(-1, len(STYLE_COUNTERS)))
    return StyleTotals(
        agents=agents,
        counts=np.moveaxis(_grown(totals, 1), 0, 2),
        position_names=position_names(definition) if by_position else None,
        window=window,
        is_short_stacked=starts_short_stacked(definition),
    )


def run_totals(
    reading: RunReading, *, by_position: bool = False, window: int | None = None
) -> StyleTotals:
    """Sum the counters of a run, like `style_totals`."""
    hands = reading.hands_as_played()
    return style_totals(reading.game, hands, reading.labels, by_position=by_position, window=window)


def _grown(totals: Integers, window_count: int) -> Integers:
    missing = window_count - len(totals)
    if missing <= 0:
        return totals
    return np.concatenate([totals, np.zeros((missing, *totals.shape[1:]), np.int64)])


def style_groups(totals: StyleTotals) -> tuple[Integers, list[list[object]]]:
    """Return the groups with hands, int64[G, counters], and their key columns."""
    played = np.argwhere(counter(totals.counts, "hands") > 0)
    agent, position, window = played.T.tolist() if len(played) else ([], [], [])
    width = totals.window or 0
    rows = totals.counts[agent, position, window]
    keys: list[list[object]] = [
        [totals.agents[number] for number in agent],
        list(position) if totals.position_names else [None] * len(agent),
        [totals.position_names[p] if totals.position_names else None for p in position],
        [number * width if width else None for number in window],
        [(number + 1) * width - 1 if width else None for number in window],
        counter(rows, "hands").tolist(),
    ]
    return rows, keys


def style_keys(rows: Sequence[Row]) -> list[tuple[str, MakeCell]]:
    """Return the headings and cells of the keys that distinguish rows."""
    columns = [
        ("agent", "agent", text_of("agent")),
        ("position_name", "position", text_of("position_name")),
        ("first_hand", "from hand", count_of("first_hand")),
        ("last_hand", "to hand", count_of("last_hand")),
        ("hands", "hands", count_of("hands")),
    ]
    return [
        (head, cell) for name, head, cell in columns if any(row[name] is not None for row in rows)
    ]
