"""The secrets of a tournament's stages: those of stages that were begun, and what new ones get."""

from collections.abc import Mapping
from pathlib import Path

from railbird.harness.plan.deal_secrets import (
    DealSecret,
    derive_secret,
    draw_secret,
    secret_from,
)
from railbird.harness.plan.schedule import Schedule
from railbird.harness.plan.spec import Spec
from railbird.harness.players.kinds import kind_of
from railbird.results import Manifest, OtherRunError, StageRecord
from railbird.results.store.deal_secrets import SECRET_FILE, hash_of, read_secrets


def stage_secrets(
    spec: Spec,
    schedule: Schedule,
    *,
    old: Manifest | None,
    folder: Path | None,
    text: bytes | None = None,
) -> tuple[DealSecret, ...]:
    """Return the secret of every stage, none where the ACPC's stream deals.

    `text` is what a secret file holds, if there is one. Raises OtherRunError where the secret of a
    stage that the folder's run has begun is not there any more.
    """
    if spec.deals == "acpc":
        return ()
    begun = () if old is None else old.stages
    kept = read_secrets(folder) if begun and folder is not None else {}
    found = [
        _begun(stage, number, folder, candidates=_candidates(spec, number, kept, text=text))
        for number, stage in enumerate(begun)
    ]
    new = range(len(begun), len(schedule.stages))
    return (*found, *(_new(spec, number, text) for number in new))


def _candidates(
    spec: Spec, stage: int, kept: Mapping[int, bytes], *, text: bytes | None
) -> list[bytes]:
    told = [] if text is None else [secret_from(text, name=spec.name, stage=stage).value]
    return [kept[stage], *told] if stage in kept else told


def _begun(
    stage: StageRecord, number: int, folder: Path | None, *, candidates: list[bytes]
) -> DealSecret:
    if isinstance(stage.secret, str):
        return DealSecret(bytes.fromhex(stage.secret), is_kept=False)
    for secret in candidates:
        if hash_of(secret) == stage.secret_hash:
            return DealSecret(secret, is_kept=True)
    raise OtherRunError(
        f"the folder's run cannot go on: the secret of its stage {number} is not in {SECRET_FILE}; "
        f"put that file back into {folder}, or choose another folder"
    )


def _new(spec: Spec, number: int, text: bytes | None) -> DealSecret:
    if text is not None:
        return secret_from(text, name=spec.name, stage=number)
    is_trusted = not any(kind_of(agent).is_outside for agent in spec.agents)
    return derive_secret(spec.seed) if is_trusted else draw_secret()
