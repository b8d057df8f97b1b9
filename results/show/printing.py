"""Prints tables with rich.

Labels, and even whole run folders, may come from others: all text goes through `plain`, so that
neither rich interprets it as markup nor a terminal as commands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table
from rich.text import Text

from railbird.results.hands.hand_report import HandReport, RoundReport
from railbird.results.show.fitting import (
    column_width,
    fit,
    folded,
    label_widths,
    wrapped_label,
)
from railbird.results.show.table_layout import Cell, Grid
from railbird.results.show.table_text import printable

MOST_INCIDENTS = 5
"""Maximum number of incidents printed for a hand."""


def plain(text: str = "") -> Text:
    """Return text to print literally; unprintable characters become question marks."""
    return Text(printable(text))


@dataclass(frozen=True, slots=True)
class GridView:
    """A grid that adapts to the width of the console: see `fitting`."""

    grid: Grid

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        """Render the grid, in parts if it is too wide."""
        for number, part in enumerate(fit(self.grid, options.max_width)):
            if number:
                yield Text()
            yield _table(part, options.max_width)


def draw(grid: Grid) -> GridView:
    """Draw a table."""
    return GridView(grid)


def _table(grid: Grid, width: int) -> Table:
    view = Table(title=plain(grid.title), title_justify="left")
    headings = folded(grid, width)
    for column, (name, is_text) in enumerate(zip(headings, grid.is_text, strict=True)):
        view.add_column(
            Text("\n").join(map(plain, name.split("\n"))),
            justify="left" if is_text else "right",
            no_wrap=not is_text,
            overflow="fold",
            min_width=column_width(grid, column),
        )
    widths = label_widths(grid, width)
    for row in grid.rows:
        view.add_row(*(_draw_cell(cell, widths.get(column)) for column, cell in enumerate(row)))
    return view


def notes_view(notes: Sequence[str]) -> Text:
    """Render notes, one per line."""
    return Text("\n").join(plain(f"Note: {note}.") for note in notes)


def hand_view(story: HandReport) -> Group:
    """Render one hand: players and cards, the rounds as text, and incidents."""
    seed = "" if story.deck_seed is None else f" (seed {story.deck_seed})"
    where = f"on deck {story.deck_index}{seed}, seating {story.seating_index}"
    names = ("position", "seat", "agent", "hole cards", "stack", "payoff", "shown")
    rows = [
        tuple(str(getattr(player, name.replace(" ", "_"))) for name in names)
        for player in story.players
    ]
    is_text = tuple(name in ("position", "agent", "shown") for name in names)
    grid = Grid(f"hand {story.hand_index} {where}", names, tuple(rows), is_text)
    return Group(draw(grid), *map(_round_line, story.rounds), *_incident_lines(story))


def _round_line(told: RoundReport) -> Text:
    board = f" {told.board}" if told.board else ""
    return plain(f"  {told.name}{board}: {', '.join(told.actions) or 'nobody acts'}")


def _incident_lines(story: HandReport) -> Iterator[Text]:
    for agent in story.forfeited:
        yield plain(f"  forfeited before: {agent}, which checks or else folds")
    for one in story.incidents[:MOST_INCIDENTS]:
        when = "1 action" if one.decision == 1 else f"{one.decision} actions"
        outcome = "" if one.outcome == "none" else f" ({one.outcome})"
        text = f": {one.text}" if one.text else ""
        yield plain(f"  incident after {when}: {one.agent}, {one.kind}{outcome}{text}")
    if len(story.incidents) > MOST_INCIDENTS:
        yield plain(f"  and {len(story.incidents) - MOST_INCIDENTS:,} more incidents in this hand")


def _draw_cell(cell: Cell, most: int | None) -> Text:
    """Render a cell; a label in lines of at most so many characters."""
    if isinstance(cell, str):
        lines = [cell] if most is None else wrapped_label(cell, most).split("\n")
        return Text("\n").join(map(plain, lines))
    width = f" ± {cell.half_width}" if cell.half_width else ""
    return plain(cell.value) + Text(width, style="dim") + plain(cell.mark)
