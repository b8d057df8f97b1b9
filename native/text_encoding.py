"""Text files written by users: UTF-8, with or without a byte order mark."""

from railbird.native.errors import FileError

BYTE_ORDER_MARKS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""Those of other encodings than UTF-8, the longer ones first."""


def require_narrow(data: bytes) -> None:
    """Refuse text in UTF-16 or UTF-32, which some editors write: FileError says how to save it."""
    encoding = next((name for mark, name in BYTE_ORDER_MARKS.items() if data.startswith(mark)), "")
    if encoding or b"\0" in data:
        what = encoding or "UTF-16, or not as text (it has NUL bytes)"
        raise FileError(f"it is encoded in {what}; save it as UTF-8")


def decode_text(data: bytes) -> str:
    """Return text in UTF-8 without its byte order mark; FileError for another encoding."""
    require_narrow(data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(
            f"it is not UTF-8 text (line {line} has the byte 0x{data[error.start]:02x}); "
            "save it as UTF-8"
        ) from error
