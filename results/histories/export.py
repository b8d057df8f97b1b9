"""Writes a run's hands for other tools: as tables, or as histories with a file per match."""

from dataclasses import dataclass

from railbird.native import PlaceError, atomic_folder
from railbird.results.errors import LogError, StoreError
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.disk_files import make_folder
from railbird.results.histories.format_list import find_format
from railbird.results.run.run_results import RunResults


@dataclass(frozen=True, slots=True)
class ExportReport:
    """The result of an export: `folder`, and the numbers of files, matches and hands."""

    folder: str
    files: int
    matches: int
    hands: int


def export_run(run: RunResults, folder: RunPlace, export_format: str) -> ExportReport:
    """Write all hands of a run, finished or not, to a new or empty folder, or nothing on errors.

    Raises LogError if there is no such format, it does not support this game or mode of play, or
    the folder is not empty, StoreError if it cannot be written.
    """
    history_format = find_format(export_format)
    target = open_folder(folder)
    if target.names():
        raise LogError(f"{target} is not empty; choose another folder with --out")
    history_format.require(run.game)
    if run.reading.mode != "cash":
        history_format.require_session(run.game)
    if not run.reading.holdings.shards:
        raise LogError(f"{run.folder} has no hands yet; run the tournament first")
    with target.filled() as path:
        make_folder(path.parent)
        try:
            with atomic_folder(path) as unfinished:
                written = history_format.write(run, unfinished)
        except PlaceError as error:
            raise StoreError(str(error)) from error
    return ExportReport(str(target), written.files, written.matches, written.hands)
