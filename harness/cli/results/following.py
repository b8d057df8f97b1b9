"""Follows a run that is being played, here or elsewhere, and shows its results so far."""

import time
from collections.abc import Callable, Sequence

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from railbird.results import RunResults, StoreError, open_run, read_manifest
from railbird.results.folders.run_folder import RunFolder
from railbird.results.store.shard_files import named_shards

SECONDS_BETWEEN_LOOKS = 0.5
RESTING_SHARE = 9
"""Pause between readings, as a multiple of the reading time: at most a tenth of a processor."""

MakeViews = Callable[[RunResults], Sequence[RenderableType]]
OpenRun = Callable[[RunFolder], RunResults]


def follow_run(
    folder: RunFolder, make_views: MakeViews, console: Console, *, open_folder: OpenRun = open_run
) -> RunResults:
    """Show the results of a run, updated with every shard, until it is complete; return it.

    The display is cleared at the end; if the console is not a terminal nothing is shown. Raises
    StoreError if the folder is not a run.
    """
    shown = None
    live = Live(console=console, auto_refresh=False, transient=True, vertical_overflow="ellipsis")
    with live:
        while True:
            begun = time.monotonic()
            is_complete = read_manifest(folder).is_complete
            there = [shard.file.name for shard in named_shards(folder)]
            if there != shown and console.is_terminal:
                live.update(_draw(open_folder(folder), make_views, len(there)), refresh=True)
                shown = there
            if is_complete:
                return open_folder(folder)
            took = time.monotonic() - begun
            time.sleep(max(SECONDS_BETWEEN_LOOKS, RESTING_SHARE * took))


def _draw(run: RunResults, make_views: MakeViews, shard_count: int) -> RenderableType:
    progress = Text(f"{shard_count:,} of {run.manifest.chunk_count:,} chunks played")
    if not shard_count:
        return progress
    try:
        return Group(*make_views(run), progress)
    except StoreError as error:  # no duplicate set is complete yet: there is nothing to rank
        return Group(Text(f"{error}"), progress)
