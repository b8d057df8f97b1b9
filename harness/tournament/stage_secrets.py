"""The secrets of a tournament's stages: those of stages that were begun, and what new ones get."""

from collections.abc import Mapping

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
from railbird.results.folders.run_folder import RunFolder
from railbird.results.store.deal_secrets import SECRET_FILE, deals_of, hash_of, read_secrets


def stage_secrets(
    spec: Spec,
    schedule: Schedule,
    *,
    old: Manifest | None,
    folder: RunFolder | None,
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
    if text is not None:
        told = [secret_from(text, name=spec.name, stage=n).value for n in range(len(begun))]
        kept |= {hash_of(secret): secret for secret in told}
    found = [_begun(stage, number, folder, kept) for number, stage in enumerate(begun)]
    new = range(len(begun), len(schedule.stages))
    return (*found, *(_new(spec, number, text) for number in new))


def _begun(
    stage: StageRecord, number: int, folder: RunFolder | None, kept: Mapping[str, bytes]
) -> DealSecret:
    source = deals_of(stage, kept)
    if source is None or source.secret is None:
        there = SECRET_FILE if folder is None else folder.private / SECRET_FILE
        raise OtherRunError(
            f"the folder's run cannot go on: the secret of its stage {number} is not in {there}; "
            "put that file back, or choose another folder"
        )
    return DealSecret(source.secret, is_kept=not isinstance(stage.secret, str))


def _new(spec: Spec, number: int, text: bytes | None) -> DealSecret:
    if text is not None:
        return secret_from(text, name=spec.name, stage=number)
    is_trusted = not any(kind_of(agent).is_outside for agent in spec.agents)
    return derive_secret(spec.seed) if is_trusted else draw_secret()
