"""The text of a history file in the encodings that programs write: UTF-8, UTF-16, Windows-1252."""

from railbird.results.errors import LogError
from railbird.results.histories.checking.history_files import HistoryFile, read_bytes

_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_history_text(file: HistoryFile) -> str:
    """Return a file's text with line feeds alone.

    UTF-16 is known by its byte order mark; what is not UTF-8 is read as Windows-1252, which Western
    Latin-1 is a part of. Raises LogError for what is not text or cannot be read.
    """
    data = read_bytes(file)
    text = _decoded(data)
    if "\0" in text:
        raise LogError("it cannot be read: it has NUL bytes; save it as UTF-8 text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    encodings = ("utf-16",) if data.startswith(_UTF_16_MARKS) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise LogError(
        f"it cannot be read: it is not text in {' or '.join(encodings)}; save it as UTF-8"
    )
