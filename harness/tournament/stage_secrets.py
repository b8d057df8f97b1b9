"""The secrets of a tournament's stages, both of started and of new ones."""

from pathlib import Path

from railbird.harness.errors import SpecError
from railbird.harness.plan.deal_secrets import (
    DealSecret,
    derive_secret,
    draw_secret,
    secret_from,
)
from railbird.harness.plan.schedule import Schedule
from railbird.harness.plan.spec import Spec
from railbird.harness.players.kinds import kind_of
from railbird.harness.wording import RESTART
from railbird.results import Manifest, OtherRunError, StageRecord
from railbird.results.store.deal_secrets import deals_of, find_secret, secret_folder
from railbird.results.store.manifest import hash_of


def stage_secrets(
    spec: Spec, schedule: Schedule, *, old: Manifest | None, text: bytes | None = None
) -> tuple[DealSecret, ...]:
    """Return the secret of every stage, none with deals by the ACPC's generator.

    `text` is the content of a secret file, if there is one. Raises OtherRunError if the secret of a
    started stage of the folder's run is missing.
    """
    if spec.deals == "acpc":
        return ()
    begun = () if old is None else old.stages
    found = [_begun(spec, stage, number, text) for number, stage in enumerate(begun)]
    new = range(len(begun), len(schedule.stages))
    return (*found, *(_new(spec, number, text) for number in new))


def require_unread(spec: Spec, path: Path) -> None:
    """Refuse a confined player that can read a secret; raises SpecError."""
    for agent in spec.agents:
        for place in map(Path.resolve, kind_of(agent).list_readable(agent)):
            if path.resolve().is_relative_to(place):
                raise SpecError(
                    f"agent {agent.label!r}: its folder {place} contains {path}, where the secret "
                    "of the deals is stored; give the agent a folder of its own"
                )


def _begun(spec: Spec, stage: StageRecord, number: int, text: bytes | None) -> DealSecret:
    def find(secret_hash: str) -> bytes | None:
        told = None if text is None else secret_from(text, name=spec.name, stage=number).value
        is_of_file = told is not None and hash_of(told) == secret_hash
        return told if is_of_file else find_secret(secret_hash)

    source = deals_of(stage, find)
    if source is None or source.secret is None:
        raise OtherRunError(
            f"the folder's run cannot be continued: the secret of its stage {number} is not in "
            f"{secret_folder()} (file {stage.secret_hash}); restore that file, give --secret with "
            f"the file that the run was started with, or {RESTART}"
        )
    return DealSecret(source.secret, is_kept=not isinstance(stage.secret, str))


def _new(spec: Spec, number: int, text: bytes | None) -> DealSecret:
    if text is not None:
        return secret_from(text, name=spec.name, stage=number)
    is_trusted = not any(kind_of(one).is_outside or one.service for one in spec.agents)
    return derive_secret(spec.seed) if is_trusted else draw_secret()
