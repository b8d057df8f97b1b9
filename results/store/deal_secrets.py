"""The secrets that a run's stages are dealt under: kept while the run is played, published after.

While a stage is played its secret lies in a file that its owner alone may read, in the run's folder
or, for a run in object storage, on the dispatching machine, and the manifest has the secret's
SHA-256. When the run has ended the manifest has the secret itself, so that anybody can check the
deals. A secret that follows from the spec's seed is public from the start. A stage that has neither
is dealt by the ACPC's stream.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

import msgspec

from railbird.native import (
    ACPC_DEALS,
    DealSource,
    FileError,
    MissingFileError,
    read_file,
)
from railbird.native.errors import in_one_line
from railbird.results.errors import StoreError
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.disk_files import make_folder, unwritable, write_whole
from railbird.results.store.manifest import HexBytes, Manifest, StageRecord

SECRET_FILE = "deal-secrets.json"
_MOST_BYTES = 2**24


def hash_of(secret: bytes) -> str:
    """Return what the manifest says of a secret that is kept."""
    return hashlib.sha256(secret).hexdigest()


def read_secrets(folder: RunPlace) -> dict[str, bytes]:
    """Return the secrets that are kept, by their hashes, none without a file; raises StoreError."""
    path = open_folder(folder).private / SECRET_FILE
    try:
        texts = msgspec.json.decode(read_file(path, most_bytes=_MOST_BYTES), type=list[HexBytes])
    except MissingFileError:
        return {}
    except FileError as error:
        raise StoreError(str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise StoreError(
            f"{path} is damaged: {in_one_line(error)}; put it back as it was"
        ) from error
    return {hash_of(secret): secret for secret in map(bytes.fromhex, texts)}


def keep_secrets(folder: RunPlace, secrets: Iterable[bytes]) -> None:
    """Keep secrets with those that are kept, for their owner alone to read; raises StoreError.

    None is taken away: another process may have begun the run with it at the same time.
    """
    private = open_folder(folder).private
    make_folder(private)
    every = dict.fromkeys([*read_secrets(folder).values(), *secrets])
    data = msgspec.json.encode([secret.hex() for secret in every]) + b"\n"
    write_whole(private / SECRET_FILE, data, mode=0o600)


def forget_secrets(folder: RunPlace) -> None:
    """Remove the file of a run whose secrets are published; raises StoreError."""
    path = open_folder(folder).private / SECRET_FILE
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error


def kept_stages(manifest: Manifest) -> frozenset[int]:
    """Return the numbers of the stages whose secrets are not published."""
    return frozenset(
        number for number, stage in enumerate(manifest.stages) if isinstance(stage.secret_hash, str)
    )


def publish(manifest: Manifest, secrets: Mapping[int, bytes]) -> Manifest:
    """Return the manifest with the secrets that were kept in place of their hashes."""
    kept = kept_stages(manifest)
    stages = (
        msgspec.structs.replace(stage, secret=secrets[number].hex(), secret_hash=msgspec.UNSET)
        if number in kept
        else stage
        for number, stage in enumerate(manifest.stages)
    )
    return msgspec.structs.replace(manifest, stages=tuple(stages))


@dataclass(frozen=True, slots=True)
class RunDeals:
    """What dealt the cards of a run's chunks, by stage: None where the secret is not known."""

    chunk_ends: tuple[int, ...]
    stages: tuple[DealSource | None, ...]

    def of_chunk(self, chunk_index: int) -> DealSource | None:
        """Return what dealt the cards of a chunk."""
        stage = bisect_right(self.chunk_ends, chunk_index)
        return self.stages[stage] if stage < len(self.stages) else None


def run_deals(manifest: Manifest, kept: Mapping[str, bytes]) -> RunDeals:
    """Return what deals the cards of a run; `kept` are secrets by their hashes."""
    ends = accumulate(stage.chunk_count for stage in manifest.stages)
    return RunDeals(tuple(ends), tuple(deals_of(stage, kept) for stage in manifest.stages))


def deals_of(stage: StageRecord, kept: Mapping[str, bytes]) -> DealSource | None:
    """Return what deals the cards of a stage, None where its secret is not known."""
    if isinstance(stage.secret, str):
        return DealSource(bytes.fromhex(stage.secret))
    if not isinstance(stage.secret_hash, str):
        return ACPC_DEALS
    secret = kept.get(stage.secret_hash)
    return None if secret is None else DealSource(secret)
