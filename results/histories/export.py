"""Writes a run's hands for other people's tools: tables, or histories with a file a match."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from railbird.native import format_game
from railbird.results.errors import LogError
from railbird.results.histories import acpc_write, phh_write, stars_write
from railbird.results.histories.hand_tables import write_csv, write_parquet
from railbird.results.histories.holdem import require_holdem
from railbird.results.histories.played import PlayedMatch, played_matches, require_file_name
from railbird.results.run.run_results import RunResults
from railbird.results.store.files import make_folder, unwritable

ExportFormat = Literal["parquet", "csv", "acpc", "phh", "pokerstars"]


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written: `folder`, how many files, and how many matches and hands they hold."""

    folder: str
    files: int
    matches: int
    hands: int


def export_run(run: RunResults, folder: Path, export_format: ExportFormat) -> ExportReport:
    """Write all hands of a run, finished or not, into a new or empty folder.

    Raises LogError where the format cannot tell this game, or the folder holds something else,
    StoreError where it cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise LogError(f"{folder} is not empty; choose another folder with --out")
    if export_format in _HOLDEM:
        require_holdem(run.game, what=_HOLDEM[export_format])
    is_new = not folder.exists()
    try:
        return _export(run, folder, export_format)
    except BaseException:
        _clear(folder, is_new=is_new)
        raise


def _export(run: RunResults, folder: Path, export_format: ExportFormat) -> ExportReport:
    if export_format in ("parquet", "csv"):
        make_folder(folder)
        write = write_parquet if export_format == "parquet" else write_csv
        files, matches, hands = write(run, folder)
        return ExportReport(str(folder), files, matches, hands)
    return _write_histories(run, folder, _files(run, export_format))


def _clear(folder: Path, *, is_new: bool) -> None:
    """Remove what was written before something was found to be wrong; the folder was empty."""
    for path in folder.iterdir() if folder.is_dir() else ():
        path.unlink()
    if is_new and folder.is_dir():
        folder.rmdir()


_HOLDEM = {"phh": "PHH", "pokerstars": "the text of PokerStars"}
_Files = Callable[[PlayedMatch], str]


def _files(run: RunResults, export_format: str) -> tuple[str, _Files]:
    game = run.game
    if export_format == "acpc":
        name = game_file_name(run)
        return acpc_write.SUFFIX, lambda match: acpc_write.acpc_log(match, game, name)
    if export_format == "phh":
        return phh_write.SUFFIX, lambda match: phh_write.phh_file(match, game)
    return stars_write.SUFFIX, lambda match: stars_write.stars_file(match, game)


def game_file_name(run: RunResults) -> str:
    """Return the name under which ACPC logs know the game: an imported run's own, else ours."""
    name = f"{run.manifest.game_name}.game"
    for stage in reversed(run.manifest.stages):
        name = str(stage.detail.get("game_file", name))
    return require_file_name(Path(name).name, run.folder)


def _write_histories(run: RunResults, folder: Path, writer: tuple[str, _Files]) -> ExportReport:
    suffix, text_of = writer
    matches = hands = 0
    game_file, played = game_file_name(run), played_matches(run)
    make_folder(folder)
    for match in played:
        _write(folder / f"{match.name}{suffix}", text_of(match))
        matches += 1
        hands += len(match.bettings)
    _write(folder / game_file, format_game(run.game))
    return ExportReport(str(folder), matches + 1, matches, hands)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise unwritable(path, error) from error
