"""The console that commands print to: a terminal, or a pipe."""

from rich.console import Console

PIPE_WIDTH = 10_000
"""The line width where there is no terminal, so that no line wraps."""


def find_console() -> Console:
    """Return the console: the terminal, or a pipe, where no line wraps."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)
