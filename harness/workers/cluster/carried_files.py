"""Files that agents read, such as weights: sent with the job, with their paths adapted.

A worker keeps them in a temporary folder of its machine, named by their content: they are stored
once for all workers and runs.
"""

import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from railbird.harness.errors import WorkerError
from railbird.harness.players.kind import Entrant
from railbird.harness.workers.job import Job
from railbird.native import atomic_write

Files = Mapping[str, bytes]
"""The contents of files, by the paths given in agents' parameters."""

PRIVATE = 0o700


def read_carried(paths: Iterable[str]) -> dict[str, bytes]:
    """Read the files to send; raises WorkerError for a missing one."""
    try:
        return {path: Path(path).read_bytes() for path in paths}
    except OSError as error:
        raise WorkerError(
            f"{error.filename} cannot be sent to the workers: {error.strerror}; restore the file"
        ) from error


def settle_files(job: Job, files: Files) -> Job:
    """Write files to this machine; return the job with its agents' paths pointing to them."""
    if not files:
        return job
    places = {
        str(Path(path)): str(_settle(Path(path).name, content)) for path, content in files.items()
    }
    return replace(job, entrants=tuple(_point(entrant, places) for entrant in job.entrants))


def _settle(name: str, content: bytes) -> Path:
    folder = _private_folder() / blake2b(content, digest_size=16).hexdigest()
    path = folder / name
    if not path.is_file() or path.read_bytes() != content:
        folder.mkdir(mode=PRIVATE, exist_ok=True)
        with atomic_write(path) as beside:
            beside.write_bytes(content)
    return path


def _private_folder() -> Path:
    """Return a folder that only this user can write; raises WorkerError if it is another's."""
    folder = Path(tempfile.gettempdir()) / f"railbird-files-{os.getuid()}"
    folder.mkdir(mode=PRIVATE, exist_ok=True)
    state = folder.lstat()
    if folder.is_symlink() or state.st_uid != os.getuid() or state.st_mode & 0o077:
        raise WorkerError(f"{folder} does not belong only to this user; remove it")
    return folder


def _point(entrant: Entrant, places: Mapping[str, str]) -> Entrant:
    parameters = _replaced(entrant.spec.parameters, places)
    return replace(
        entrant,
        spec=msgspec.structs.replace(entrant.spec, parameters=parameters),
        members=tuple(_point(member, places) for member in entrant.members),
    )


def _replaced(value: Any, places: Mapping[str, str]) -> Any:
    match value:
        case str():
            return places.get(str(Path(value)), value)
        case dict():
            return {key: _replaced(inner, places) for key, inner in value.items()}
        case list() | tuple():
            return [_replaced(inner, places) for inner in value]
        case _:
            return value
