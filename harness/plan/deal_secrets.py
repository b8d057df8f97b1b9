"""The secrets under which a tournament's cards are dealt and its agents' draws are made.

Where all agents are trusted plugins, everything follows from the spec's seed, the secret too. Where
any plays outside our own processes, nobody may guess it: each stage then has a secret that was
drawn for it, or that follows from a secret file.
"""

import secrets
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from railbird.harness.errors import SpecError
from railbird.harness.plan.keys import digest_of
from railbird.native import SECRET_BYTES, FileError, read_file

FEWEST_BYTES, MOST_BYTES = 16, 2**16


@dataclass(frozen=True, slots=True)
class DealSecret:
    """The secret of a stage; one that `is_kept` is not published before the run has ended."""

    value: bytes = field(repr=False)
    is_kept: bool


def derive_secret(seed: int) -> DealSecret:
    """Return the secret that follows from a spec's seed, the same for all stages."""
    return DealSecret(digest_of(b"railbird-deals", (seed,), size=SECRET_BYTES), is_kept=False)


def draw_secret() -> DealSecret:
    """Return a secret that nobody knows."""
    return DealSecret(secrets.token_bytes(SECRET_BYTES), is_kept=True)


def secret_from(text: bytes, *, name: str, stage: int) -> DealSecret:
    """Return the secret of a stage of the tournament `name` that follows from a secret file."""
    state = blake2b(digest_size=SECRET_BYTES, key=blake2b(text).digest(), person=b"railbird-stage")
    state.update(digest_of(b"railbird-stage", (stage,), (name,), size=SECRET_BYTES))
    return DealSecret(state.digest(), is_kept=True)


def read_secret_file(path: Path) -> bytes:
    """Return what a secret file holds, without white space at its ends; raises SpecError."""
    try:
        text = read_file(path, most_bytes=MOST_BYTES).strip()
    except FileError as error:
        raise SpecError(f"--secret: {error}") from error
    if len(text) < FEWEST_BYTES:
        raise SpecError(
            f"--secret: {path} has {len(text)} bytes, which can be guessed; write {FEWEST_BYTES} "
            "random bytes or more, as openssl rand -hex 32 does"
        )
    return text
