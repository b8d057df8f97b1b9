"""Times several ways to do a thing in turns, so that a wandering clock wanders for all of them."""

from collections.abc import Callable, Mapping
from importlib.metadata import version
from statistics import median
from time import perf_counter

from report import print_table
from rich.table import Table

REPEATS = 11
Work = Callable[[], int]
"""Does something once and returns how many items it did."""


def take_turns(
    works: Mapping[str, Work], *, repeats: int = REPEATS, clock: Callable[[], float] = perf_counter
) -> dict[str, list[float]]:
    """Seconds an item by name, one value a round; each is run once before, to warm up.

    On a busy machine ``process_time`` is the fairer clock, for what runs in this thread alone.
    """
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(repeats):
        for name, work in works.items():
            started = clock()
            count = work()
            seconds[name].append((clock() - started) / count)
    return seconds


def time_table(title: str, *, unit: str) -> Table:
    """Return an empty table for ``add_times``."""
    return Table(
        "what", "who", f"{unit}/s", f"time of one {unit}", "spread", "ours is", title=title
    )


def add_times(table: Table, what: str, seconds: Mapping[str, list[float]]) -> None:
    """Add a row for each way; the first one is ours, and the others say how much faster it is."""
    ours = median(next(iter(seconds.values())))
    for place, (name, times) in enumerate(seconds.items()):
        middle = median(times)
        spread = f"{min(times) / middle - 1:+.0%} {max(times) / middle - 1:+.0%}"
        ratio = "" if place == 0 else f"{middle / ours:,.1f} x faster"
        rate = f"{1 / middle:,.0f}" if middle < 1 else f"{1 / middle:.3f}"
        table.add_row(what if place == 0 else "", name, rate, _time(middle), spread, ratio)
    table.add_section()


def named(package: str) -> str:
    """Return a package's name with its version."""
    return f"{package} {version(package)}"


def print_times(table: Table, missing: list[str]) -> None:
    """Print the table, and the peers that are not installed here."""
    for name in missing:
        table.add_row("", name, "not installed", "", "", "")
    print_table(table)


def _time(seconds: float) -> str:
    for scale, unit in ((1e-6, "ns"), (1e-3, "us"), (1.0, "ms")):
        if seconds < scale:
            return f"{seconds / scale * 1e3:.3g} {unit}"
    return f"{seconds:.3g} s"
