"""Shows the progress of a tournament: live on a terminal, as plain lines elsewhere."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from railbird.harness.tournament.node_tally import NodeTally
from railbird.harness.workers.job import ChunkReport
from railbird.native.wording import counted
from railbird.plugins import Run
from railbird.results import DamagedShard

SECONDS_BETWEEN_LINES = 10.0
SECONDS_A_MINUTE = 60
SECONDS_AN_HOUR = 3600

Advance = Callable[[ChunkReport], None]


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a run: its matches, and shards that were discarded because of damage.

    It has `deck_count` deck seeds, of which `more_decks` are beyond those of the spec.
    """

    played_matches: int = 0
    damaged: Sequence[DamagedShard] = ()
    deck_count: int = 0
    more_decks: int = 0


class ShowProgress(Protocol):
    """Follows a run: called at its start, with a report of every chunk, and at its end."""

    def __call__(self, run: Run, start: Start, /) -> AbstractContextManager[Advance]:
        """Start the display; the context gives the function to call with each report."""
        ...


@dataclass(slots=True)
class Tally:
    """What has been played: all matches, and the hands and incidents of this command."""

    match_count: int
    matches: int
    hands: int = 0
    incidents: int = 0
    begun: float = field(default_factory=time.monotonic)
    first_matches: int = 0
    nodes: NodeTally = field(default_factory=NodeTally)

    def add(self, report: ChunkReport) -> None:
        """Count a chunk."""
        self.matches += report.match_count
        self.hands += report.hand_count
        self.incidents += report.incident_count
        self.nodes.add(report)

    def describe(self) -> str:
        """Return it as one line."""
        seconds = max(time.monotonic() - self.begun, 1e-9)
        played = self.matches - self.first_matches
        words = [
            f"{self.matches:,}/{self.match_count:,} matches",
            f"{self.hands:,} hands",
            f"{self.hands / seconds:,.0f} hands/s",
            counted(self.incidents, "incident"),
        ]
        if played > 0 and self.matches < self.match_count:
            left = (self.match_count - self.matches) * seconds / played
            words.insert(3, f"{describe_seconds(left)} left")
        return ", ".join(words)


def describe_seconds(seconds: float) -> str:
    """Format a duration: `42 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < SECONDS_A_MINUTE:
        return f"{whole} s"
    if whole < SECONDS_AN_HOUR:
        return f"{whole // SECONDS_A_MINUTE} min {whole % SECONDS_A_MINUTE} s"
    minutes = whole // SECONDS_A_MINUTE
    return f"{minutes // SECONDS_A_MINUTE} h {minutes % SECONDS_A_MINUTE} min"


@contextmanager
def show_nothing(run: Run, start: Start, /) -> Iterator[Advance]:
    """Show nothing."""
    yield lambda report: None


def show_on(console: Console) -> ShowProgress:
    """Return the progress display for a console: live if it is a terminal."""

    @contextmanager
    def show(run: Run, start: Start, /) -> Iterator[Advance]:
        for damaged in start.damaged:
            console.print(Text(f"{damaged}; it was discarded, and its matches are played again"))
        tally = Tally(run.match_count, start.played_matches, first_matches=start.played_matches)
        if start.played_matches or start.more_decks:
            console.print(Text(describe_start(run, start)), soft_wrap=True)
        if tally.matches == tally.match_count:  # nothing to follow
            yield tally.add
            return
        follow = _follow_live if console.is_terminal else _follow_in_lines
        with follow(console, run, tally) as advance:
            yield advance

    return show


def describe_start(run: Run, start: Start) -> str:
    """Describe how much of a continued run was played before."""
    decks = counted(start.deck_count, "deck seed")
    if start.more_decks:
        decks += f", {start.more_decks:,} more than in the spec"
    if start.played_matches == run.match_count:
        return f"{run.name} is complete: {counted(run.match_count, 'match')} ({decks})"
    played = f"{run.name}: {start.played_matches:,} matches played before"
    return f"{played}; the run has {decks}" if start.more_decks else played


@contextmanager
def _follow_live(console: Console, run: Run, tally: Tally) -> Iterator[Advance]:
    bar = _NodeProgress(TextColumn(run.name), BarColumn(), _TallyColumn(tally), console=console)
    bar.nodes = tally.nodes
    task = bar.add_task(run.name, total=tally.match_count, completed=tally.matches)

    def advance(report: ChunkReport) -> None:
        tally.add(report)
        bar.update(task, completed=tally.matches)

    with bar:
        yield advance


class _NodeProgress(Progress):
    """A progress bar with a line about each machine below it, if there are several."""

    nodes: NodeTally | None = None

    def get_renderables(self) -> Iterator[RenderableType]:
        """Yield the bar, then the machines."""
        yield from super().get_renderables()
        if self.nodes is not None:
            yield from (Text(f"  {line}") for line in self.nodes.describe())


class _TallyColumn(ProgressColumn):
    """The tally beside the bar."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self.tally = tally

    def render(self, task: Task) -> Text:
        """Show the progress of the run."""
        return Text(self.tally.describe())


@contextmanager
def _follow_in_lines(console: Console, run: Run, tally: Tally) -> Iterator[Advance]:
    def show() -> None:
        console.print(Text(f"{run.name}: {tally.describe()}"), soft_wrap=True)
        for line in tally.nodes.describe():
            console.print(Text(f"  {line}"), soft_wrap=True)

    yield show_at_times(tally, show, seconds=SECONDS_BETWEEN_LINES)


def show_at_times(tally: Tally, show: Callable[[], None], *, seconds: float) -> Advance:
    """Return a function that adds reports to a tally and shows it, periodically and at the end."""
    last = time.monotonic()

    def advance(report: ChunkReport) -> None:
        nonlocal last
        tally.add(report)
        is_last = tally.matches == tally.match_count
        if is_last or time.monotonic() - last >= seconds:
            last = time.monotonic()
            show()

    return advance
