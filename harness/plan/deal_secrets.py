"""The secrets from which a tournament's cards and its agents' random draws are derived.

If all agents are trusted plugins, everything is derived from the spec's seed, the secret too. If
any agent plays outside our own processes, it must not be able to guess the secret: each stage then
has a random secret, or one derived from a secret file.
"""

import secrets
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from railbird.harness.errors import SpecError
from railbird.native import SECRET_BYTES, FileError, read_file
from railbird.results.store.match_keys import digest_of

FEWEST_BYTES, MOST_BYTES = 16, 2**16


@dataclass(frozen=True, slots=True)
class DealSecret:
    """The secret of a stage; if `is_kept`, it is not published before the run has ended."""

    value: bytes = field(repr=False)
    is_kept: bool


def derive_secret(seed: int) -> DealSecret:
    """Return the secret derived from a spec's seed, the same for all stages."""
    return DealSecret(digest_of(b"railbird-deals", (seed,), size=SECRET_BYTES), is_kept=False)


def draw_secret() -> DealSecret:
    """Return a random secret."""
    return DealSecret(secrets.token_bytes(SECRET_BYTES), is_kept=True)


def secret_from(text: bytes, *, name: str, stage: int) -> DealSecret:
    """Return the secret of a stage of the tournament `name`, derived from a secret file."""
    state = blake2b(digest_size=SECRET_BYTES, key=blake2b(text).digest(), person=b"railbird-stage")
    state.update(digest_of(b"railbird-stage", (stage,), (name,), size=SECRET_BYTES))
    return DealSecret(state.digest(), is_kept=True)


def read_secret_file(path: Path) -> bytes:
    """Return the content of a secret file, without surrounding white space; raises SpecError."""
    try:
        text = read_file(path, most_bytes=MOST_BYTES).strip()
    except FileError as error:
        raise SpecError(f"--secret: {error}") from error
    if len(text) < FEWEST_BYTES:
        raise SpecError(
            f"--secret: {path} has {len(text)} bytes, which is too easy to guess; use "
            f"{FEWEST_BYTES} random bytes or more, such as the output of openssl rand -hex 32"
        )
    return text
