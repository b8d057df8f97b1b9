"""The secrets that a run's stages are dealt under: kept while the run is played, published after.

While a stage is played its secret lies in a file of the run's folder that its owner alone may read,
and the manifest has the secret's SHA-256. When the run has ended the manifest has the secret
itself, so that anybody can check the deals. A secret that follows from the spec's seed is public
from the start. A stage that has neither is dealt by the ACPC's stream.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

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
from railbird.results.store.files import write_whole
from railbird.results.store.manifest import HexBytes, Manifest, StageRecord

SECRET_FILE = "deal-secrets.json"
_MOST_BYTES = 2**24


def hash_of(secret: bytes) -> str:
    """Return what the manifest says of a secret that is kept."""
    return hashlib.sha256(secret).hexdigest()


def read_secrets(folder: Path) -> dict[int, bytes]:
    """Return the kept secrets by stage, none where there is no file; raises StoreError."""
    path = folder / SECRET_FILE
    try:
        kept = msgspec.json.decode(
            read_file(path, most_bytes=_MOST_BYTES), type=dict[int, HexBytes]
        )
    except MissingFileError:
        return {}
    except FileError as error:
        raise StoreError(str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise StoreError(
            f"{path} is damaged: {in_one_line(error)}; put it back as it was"
        ) from error
    return {stage: bytes.fromhex(secret) for stage, secret in kept.items()}


def write_secrets(folder: Path, secrets: Mapping[int, bytes]) -> None:
    """Keep secrets by stage, to be read by their owner alone; raises StoreError."""
    texts = {stage: secret.hex() for stage, secret in sorted(secrets.items())}
    write_whole(folder / SECRET_FILE, msgspec.json.encode(texts) + b"\n", mode=0o600)


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


def run_deals(manifest: Manifest, secrets: Mapping[int, bytes]) -> RunDeals:
    """Return what deals the cards of a run; `secrets` are those kept, by stage."""
    ends = accumulate(stage.chunk_count for stage in manifest.stages)
    sources = (deals_of(stage, secrets.get(n)) for n, stage in enumerate(manifest.stages))
    return RunDeals(tuple(ends), tuple(sources))


def deals_of(stage: StageRecord, kept: bytes | None) -> DealSource | None:
    """Return what deals the cards of a stage; a kept secret counts if it has the stage's hash."""
    if isinstance(stage.secret, str):
        return DealSource(bytes.fromhex(stage.secret))
    if not isinstance(stage.secret_hash, str):
        return ACPC_DEALS
    if kept is None or hash_of(kept) != stage.secret_hash:
        return None
    return DealSource(kept)
