"""Progress where Python runs: a bar in a notebook, on a terminal, or nothing.

The notebook's bar is plain HTML that IPython shows and shows anew; no widgets are needed. IPython
is there wherever there is a notebook, and is never imported here.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console

from railbird.harness.tournament.progress import (
    Advance,
    ShowProgress,
    Start,
    Tally,
    show_at_times,
    show_nothing,
    show_on,
)
from railbird.plugins import Run
from railbird.results.show.table_text import escape_html

SECONDS_BETWEEN_LOOKS = 0.2

Bundle = Mapping[str, str]
"""What is shown, by media type."""


class Shown(Protocol):
    """Something that a notebook shows, which can be replaced."""

    def update(self, bundle: Bundle, /, *, raw: bool) -> None:
        """Show this in its place."""
        ...


class Display(Protocol):
    """IPython's `display`."""

    def __call__(self, bundle: Bundle, /, *, raw: bool, display_id: bool) -> Shown:
        """Show something."""
        ...


def choose_progress(is_wanted: bool) -> ShowProgress:
    """Return what shows progress here: in a notebook, live on a terminal, or not at all."""
    if not is_wanted:
        return show_nothing
    display = find_display()
    if display is not None:
        return show_in_notebook(display)
    console = Console(stderr=True, highlight=False)
    return show_on(console) if console.is_terminal else show_nothing


def find_display() -> Display | None:
    """Return what shows things in this process's notebook, None where there is none."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if getattr(shell, "kernel", None) is None:
        return None
    display: Display = sys.modules["IPython.display"].display
    return display


def show_in_notebook(display: Display) -> ShowProgress:
    """Return what shows progress in a notebook: a bar and a line, which stay when all is played."""

    @contextmanager
    def show(run: Run, start: Start, /) -> Iterator[Advance]:
        tally = Tally(run.match_count, start.played_matches, first_matches=start.played_matches)
        shown = display(_bundle(run.name, tally), raw=True, display_id=True)

        def update() -> None:
            shown.update(_bundle(run.name, tally), raw=True)

        yield show_at_times(tally, update, seconds=SECONDS_BETWEEN_LOOKS)

    return show


def _bundle(name: str, tally: Tally) -> Bundle:
    line = f"{name}: {tally.describe()}"
    bar = f'<progress value="{tally.matches}" max="{tally.match_count}"></progress>'
    return {"text/plain": line, "text/html": f"<div>{bar} {escape_html(line)}</div>"}
