"""Converts rich renderables to text that fits the terminal."""

import shutil
from io import StringIO

from rich.console import Console, RenderableType

USUAL_COLUMNS = 100


def drawn_text(view: RenderableType) -> str:
    """Return the rendered text, without colours, in lines of the terminal's width."""
    width = shutil.get_terminal_size((USUAL_COLUMNS, 0)).columns
    text = StringIO()
    console = Console(
        file=text, width=width, color_system=None, force_terminal=False, force_jupyter=False
    )
    console.print(view)
    return "\n".join(line.rstrip() for line in text.getvalue().rstrip().splitlines())
