"""Tables as Markdown, LaTeX and HTML. Labels are escaped."""

import html
import re

from railbird.results.show.table_layout import Cell, Estimate, Grid

_MARKDOWN = re.compile(r"([\\`*_{}\[\]#.!|<>~&$:@])")
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "±": r"$\pm$",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "*": r"\textasteriskcentered{}",
    "[": "{[}",  # after the end of a row it would be an option of that command
}


def printable(text: str) -> str:
    """Return text with question marks for unprintable characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def to_markdown(grid: Grid) -> str:
    """Return a grid as a Markdown table under its title."""
    lines = [
        f"**{escape_markdown(grid.title)}**",
        "",
        _markdown_row(grid.names),
        "|" + "|".join(":--" if is_text else "--:" for is_text in grid.is_text) + "|",
        *map(_markdown_row, grid.rows),
    ]
    return "\n".join(lines)


def to_latex(grid: Grid) -> str:
    """Return a grid as a LaTeX table, without any packages."""
    columns = "".join("l" if is_text else "r" for is_text in grid.is_text)
    lines = [
        r"\begin{table}",
        rf"\caption{{{escape_latex(grid.title)}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\hline",
        _latex_row(grid.names),
        r"\hline",
        *map(_latex_row, grid.rows),
        r"\hline",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines)


def to_html(grid: Grid) -> str:
    """Return a grid as an HTML table, plain, with row and column headings."""
    head = "".join(f'<th scope="col">{escape_html(name)}</th>' for name in grid.names)
    body = "".join(_html_row(row, grid.is_text) for row in grid.rows)
    caption = f"<caption>{escape_html(grid.title)}</caption>"
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def escape_markdown(text: str) -> str:
    """Return text escaped for Markdown."""
    return _MARKDOWN.sub(r"\\\1", printable(text))


def escape_latex(text: str) -> str:
    """Return text escaped for LaTeX."""
    return "".join(_LATEX.get(letter, letter) for letter in printable(text))


def escape_html(text: str) -> str:
    """Return text escaped for HTML."""
    return html.escape(printable(text), quote=True)


def _markdown_row(cells: tuple[Cell, ...]) -> str:
    return "| " + " | ".join(map(_markdown_cell, cells)) + " |"


def _markdown_cell(cell: Cell) -> str:
    if isinstance(cell, Estimate):
        return str(cell).replace("*", r"\*")
    return escape_markdown(cell)


def _latex_row(cells: tuple[Cell, ...]) -> str:
    return " & ".join(escape_latex(str(cell)) for cell in cells) + r" \\"


def _html_row(cells: tuple[Cell, ...], is_text: tuple[bool, ...]) -> str:
    parts = []
    for number, (cell, left) in enumerate(zip(cells, is_text, strict=True)):
        tag = 'th scope="row"' if number == 0 else "td"
        style = "left" if left else "right"
        end = tag.split(maxsplit=1)[0]
        parts.append(f'<{tag} style="text-align:{style}">{escape_html(str(cell))}</{end}>')
    return f"<tr>{''.join(parts)}</tr>"
