"""The formats of histories, in the order in which they are offered."""

from railbird.results.errors import LogError
from railbird.results.histories.acpc.acpc_format import ACPC
from railbird.results.histories.flat.flat_formats import CSV, PARQUET
from railbird.results.histories.history_format import HistoryFormat, HistoryReader
from railbird.results.histories.phh.phh_format import PHH, PHH_COMMENTS
from railbird.results.histories.pokerstars.stars_format import POKERSTARS

FORMATS: dict[str, HistoryFormat] = {
    history_format.name: history_format
    for history_format in (PARQUET, CSV, ACPC, PHH, PHH_COMMENTS, POKERSTARS)
}
READERS: dict[str, HistoryReader] = {
    name: history_format.reader for name, history_format in FORMATS.items() if history_format.reader
}
SUFFIXES: dict[str, str] = {
    suffix: name for name, reader in READERS.items() for suffix in reader.suffixes
}
"""The format of each readable suffix."""


def find_format(name: str) -> HistoryFormat:
    """Return a format by its name; raises LogError."""
    if name not in FORMATS:
        raise LogError(f"there is no format '{name}'; use one of {', '.join(FORMATS)}")
    return FORMATS[name]


def find_reader(name: str) -> HistoryReader:
    """Return the reader of a format; raises LogError if it has none."""
    if name not in READERS:
        raise LogError(f"there is no readable format '{name}'; use one of {', '.join(READERS)}")
    return READERS[name]
