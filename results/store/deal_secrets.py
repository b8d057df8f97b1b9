"""The secrets of a run's deals: kept while the run is played, and published afterwards.

While a stage is played the manifest has the SHA-256 of its secret. The secret itself is stored in a
file with that name in the state folder of the dispatching user, readable only by him: not in the
run's folder, which may be in a bucket, on other machines, or readable by an isolated program. When
the run has ended the manifest has the secret too, so that anybody can verify the deals. A secret
derived from the spec's seed is in the manifest from the start. A stage with neither is dealt by the
ACPC's generator.
"""

import os
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import msgspec

from railbird.native import (
    ACPC_DEALS,
    SECRET_BYTES,
    DealSource,
    FileError,
    MissingFileError,
    read_file,
)
from railbird.results.errors import StoreError
from railbird.results.folders.disk_files import make_folder, unwritable, write_whole
from railbird.results.store.manifest import Manifest, StageRecord, hash_of

FindSecret = Callable[[str], bytes | None]
"""Returns the secret with this hash, or None if it is unknown."""


def secret_folder() -> Path:
    """Return where this user's secrets are kept: below XDG_STATE_HOME, or ~/.local/state.

    Raises StoreError for a user without a home.
    """
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    if not state.is_absolute():
        try:
            state = Path.home() / ".local" / "state"
        except RuntimeError:
            raise StoreError(
                "the secret of the deals cannot be stored: this user has no home folder; set "
                "XDG_STATE_HOME to a folder"
            ) from None
    return state / "railbird" / "deal-secrets"


def find_secret(secret_hash: str) -> bytes | None:
    """Return a stored secret by its hash; raises StoreError for a damaged file."""
    path = secret_folder() / secret_hash
    try:
        text = read_file(path, most_bytes=2 * SECRET_BYTES + 1)
        secret = bytes.fromhex(text.decode("ascii"))
    except MissingFileError:
        return None
    except FileError as error:
        raise StoreError(str(error)) from error
    except ValueError:
        secret = b""
    if hash_of(secret) != secret_hash:
        raise StoreError(
            f"{path} is damaged: its content does not match its name; restore the file"
        )
    return secret


def know_none(_: str) -> None:
    """Know only published secrets; a FindSecret."""


def keep_secrets(secrets: Iterable[bytes]) -> None:
    """Store secrets, readable only by this user; raises StoreError."""
    folder = secret_folder()
    make_folder(folder)
    for secret in secrets:
        write_whole(folder / hash_of(secret), f"{secret.hex()}\n".encode(), mode=0o600)


def forget_secrets(secrets: Iterable[bytes]) -> None:
    """Remove the files of secrets that are published; raises StoreError."""
    for secret in secrets:
        path = secret_folder() / hash_of(secret)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise unwritable(path, error) from error


def publish(manifest: Manifest, secrets: Iterable[bytes]) -> Manifest:
    """Return the manifest with the stored secrets of its hashes."""
    by_hash = {hash_of(secret): secret.hex() for secret in secrets}
    stages = (
        msgspec.structs.replace(stage, secret=by_hash.get(stage.secret_hash, stage.secret))
        if isinstance(stage.secret_hash, str)
        else stage
        for stage in manifest.stages
    )
    return msgspec.structs.replace(manifest, stages=tuple(stages))


@dataclass(frozen=True, slots=True)
class RunDeals:
    """The deals of a run's chunks, by stage: None if the secret is unknown."""

    chunk_ends: tuple[int, ...]
    stages: tuple[DealSource | None, ...]

    def of_chunk(self, chunk_index: int) -> DealSource | None:
        """Return the deals of a chunk."""
        stage = bisect_right(self.chunk_ends, chunk_index)
        return self.stages[stage] if stage < len(self.stages) else None


def run_deals(manifest: Manifest, find: FindSecret) -> RunDeals:
    """Return the deals of a run; `find` looks up secrets that are not published."""
    ends = accumulate(stage.chunk_count for stage in manifest.stages)
    return RunDeals(tuple(ends), tuple(deals_of(stage, find) for stage in manifest.stages))


def deals_of(stage: StageRecord, find: FindSecret) -> DealSource | None:
    """Return the deals of a stage, or None if its secret is unknown."""
    if not isinstance(stage.secret_hash, str):
        return ACPC_DEALS
    if isinstance(stage.secret, str):
        return DealSource(bytes.fromhex(stage.secret))
    secret = find(stage.secret_hash)
    return None if secret is None else DealSource(secret)
