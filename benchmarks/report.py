"""Prints what was measured, with the versions and the processor it was measured on."""

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

VERSIONED = ("railbird", "numpy", "pyarrow")


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something was done a second, in each repeat."""

    what: str
    per_second: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle repeat: the clock of a shared machine wanders, and a mean wanders with it."""
        return median(self.per_second)


def processor() -> str:
    """Return the processor's name and the cores this process may use."""
    name = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            name = line.partition(":")[2].strip()
            break
    return f"{name}, {len(os.sched_getaffinity(0))} core(s)"


def versions() -> str:
    """Return the versions of Python and of what the measured code stands on."""
    packages = ", ".join(f"{name} {version(name)}" for name in VERSIONED)
    return f"Python {platform.python_version()}, {packages}"


def print_rates(
    title: str, rates: Sequence[Rate], *, unit: str, missing: Iterable[str] = ()
) -> None:
    """Print a row for each rate, with its ratio to the last row, and what was not measured."""
    table = Table("what", f"{unit}/s", "least", "most", "repeats", "ratio", title=title)
    for rate in rates:
        table.add_row(
            rate.what,
            f"{rate.median:,.0f}",
            f"{min(rate.per_second):,.0f}",
            f"{max(rate.per_second):,.0f}",
            str(len(rate.per_second)),
            f"{rate.median / rates[-1].median:,.1f}",
        )
    for name in missing:
        table.add_row(name, "not measured", "", "", "", "")
    print_table(table)


def print_table(table: Table) -> None:
    """Print a table, with versions and processor below it; wide where no terminal limits it."""
    console = Console() if os.isatty(1) else Console(width=120)
    table.caption = f"{processor()}\n{versions()}"
    for column in table.columns[1:]:
        column.justify = "right"
    console.print(table)
