"""Addresses of runs: paths of this machine, and URLs of object storage."""

import re
from pathlib import Path
from typing import TypeAlias

from railbird.results.errors import StoreError
from railbird.results.folders.local_folder import LocalFolder
from railbird.results.folders.object_client import PACKAGES
from railbird.results.folders.object_folder import ObjectFolder
from railbird.results.folders.run_folder import RunFolder, StoredFile

FILE = "file"
RunPlace: TypeAlias = str | Path | RunFolder
"""The address of a run, as accepted by `open_folder`."""
# a Path made from a URL has only one slash; one letter and a colon is a drive, not a scheme
_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,221}")
_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(?://?(.*)|)", re.DOTALL)


def open_folder(place: RunPlace) -> RunFolder:
    """Return the folder at an address: a path, or a URL such as `s3://`, `gs://` or `file://`.

    The folder is not accessed. Raises StoreError for an invalid address.
    """
    if not isinstance(place, (str, Path)):
        return place
    url = _URL.fullmatch(str(place))
    if url is None:
        return LocalFolder(Path(place))
    scheme, rest = url[1].lower(), url[2] or ""
    if "@" in rest:
        raise StoreError(
            f"an address of {scheme}:// must not contain credentials (or an @); set them in the "
            "environment, see docs/object_storage.md"
        )
    if scheme == FILE:
        return LocalFolder(_path_of(str(place)))
    if scheme not in PACKAGES:
        known = ", ".join(f"{name}://" for name in (*PACKAGES, FILE))
        raise StoreError(
            f"{scheme}:// is not supported; use {known} or a path (./{scheme}: for a folder of "
            "that name)"
        )
    return _object_folder(scheme, rest)


def open_file(place: str | Path) -> StoredFile:
    """Return the file at an address, with its folder; raises the errors of `open_folder`."""
    folder, _, name = str(place).rpartition("/")
    if _URL.fullmatch(str(place)) is None:
        path = Path(place)
        return StoredFile(LocalFolder(path.parent), path.name)
    if not folder.rstrip("/").rpartition(":")[2]:
        raise StoreError(f"{place} is not the address of a file; add a name")
    return StoredFile(open_folder(folder), name)


def _path_of(url: str) -> Path:
    path = url[len(FILE) + 1 :].removeprefix("//localhost")
    if path.startswith("//") and not path.startswith("///"):
        raise StoreError(f"{url} refers to another machine; write file:///FOLDER/RUN")
    return Path("/", path.lstrip("/"))


def _object_folder(scheme: str, rest: str) -> ObjectFolder:
    bucket, *parts = rest.rstrip("/").split("/")
    if not _BUCKET.fullmatch(bucket):  # which is not shown: it may be a secret
        raise StoreError(f"{scheme}:// is not followed by a bucket; write {scheme}://BUCKET/RUN")
    if {"", ".", ".."} & set(parts) or set("?#*[]") & set(rest):
        raise StoreError(
            f"the path after {scheme}://{bucket} is not a valid name of a run; "
            "leave out // . .. ? # * [ ]"
        )
    return ObjectFolder(scheme, bucket, "/".join(parts))
