"""Progress display for Python: a bar in a notebook, live on a terminal, or nothing.

The notebook's bar is plain HTML that IPython displays and updates; no widgets are needed. In a
notebook IPython is already imported; it is never imported here.
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
    describe_start,
    show_at_times,
    show_nothing,
    show_on,
)
from railbird.plugins import Run
from railbird.results.show.table_text import escape_html

SECONDS_BETWEEN_LOOKS = 0.2

Bundle = Mapping[str, str]
"""The content to display, by media type."""


class Shown(Protocol):
    """A display in a notebook, which can be updated."""

    def update(self, bundle: Bundle, /, *, raw: bool) -> None:
        """Replace the display."""
        ...


class Display(Protocol):
    """IPython's `display`."""

    def __call__(self, bundle: Bundle, /, *, raw: bool, display_id: bool) -> Shown:
        """Show something."""
        ...


def choose_progress(is_wanted: bool) -> ShowProgress:
    """Return the progress display for this process: notebook, terminal, or none."""
    if not is_wanted:
        return show_nothing
    display = find_display()
    if display is not None:
        return show_in_notebook(display)
    console = Console(stderr=True, highlight=False)
    return show_on(console) if console.is_terminal else show_nothing


def find_display() -> Display | None:
    """Return the display function of this process's notebook, or None."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if getattr(shell, "kernel", None) is None:
        return None
    display: Display = sys.modules["IPython.display"].display
    return display


def show_in_notebook(display: Display) -> ShowProgress:
    """Return the progress display for a notebook: a bar and a line, which remain at the end."""

    @contextmanager
    def show(run: Run, start: Start, /) -> Iterator[Advance]:
        tally = Tally(run.match_count, start.played_matches, first_matches=start.played_matches)
        if tally.matches == tally.match_count:  # nothing to follow
            said = describe_start(run, start)
            display({"text/plain": said}, raw=True, display_id=True)
            yield tally.add
            return
        shown = display(_bundle(run.name, tally), raw=True, display_id=True)

        def update() -> None:
            shown.update(_bundle(run.name, tally), raw=True)

        yield show_at_times(tally, update, seconds=SECONDS_BETWEEN_LOOKS)

    return show


def _bundle(name: str, tally: Tally) -> Bundle:
    line = f"{name}: {tally.describe()}"
    bar = f'<progress value="{tally.matches}" max="{tally.match_count}"></progress>'
    return {"text/plain": line, "text/html": f"<div>{bar} {escape_html(line)}</div>"}
