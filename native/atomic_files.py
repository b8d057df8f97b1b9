"""Files that appear whole or not at all, and only where a file can be."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from railbird.native.errors import PlaceError


def require_place(path: Path) -> None:
    """Refuse a path where no file can be written, before any work is spent on one.

    Raises PlaceError for a folder, for what is no file (a device or a pipe would be lost for
    everybody when a file took its name), and where there is no folder to write into.
    """
    folder = path.parent
    if path.is_dir():
        why = "it is a folder; name a file in it"
    elif path.exists() and not path.is_file():
        why = "it is no file but a device or a pipe; name another"
    elif not folder.is_dir():
        why = f"there is no folder {folder}; make it first"
    elif not os.access(folder, os.W_OK):
        why = f"the folder {folder} is not to be written to; choose another"
    else:
        return
    raise PlaceError(f"cannot write {path}: {why}")


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a path beside ``path`` to write to; at the end what is there takes its name at once.

    Raises PlaceError as ``require_place`` does, and where writing fails; what stood at ``path``
    stays then, and nothing beside it.
    """
    require_place(path)
    beside = path.with_name(path.name + ".part")
    try:
        try:
            yield beside
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise PlaceError(
            f"cannot write {path}: {os.strerror(error.errno) if error.errno else error}; "
            "make room or choose another place"
        ) from error
