"""Where commands draw: the terminal, or a pipe."""

from rich.console import Console

PIPE_WIDTH = 10_000
"""Characters a line may have where no terminal would have to fold it."""


def find_console() -> Console:
    """Return where to draw: the terminal, or a pipe that folds nothing."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)
