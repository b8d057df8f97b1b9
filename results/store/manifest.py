"""The description of a run: the manifest at the root of its folder."""

import hashlib
from math import factorial
from typing import Annotated, Any

import msgspec
import pyarrow as pa

from railbird.native import SECRET_BYTES, FileError, MissingFileError, did_you_mean, stamped
from railbird.native.errors import in_one_line
from railbird.plugins import MisbehaviourRule
from railbird.results.errors import StoreError
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.store.labels import is_readable_label
from railbird.results.store.schema import AGENTS, SCHEMA_VERSION

MANIFEST = "manifest.json"
GENERATIONS = "generations"
"""The folder of an evolution in which each generation is a run."""
MOST_BYTES = 2**29
"""A manifest with the maximum number of deck seeds takes about 150 MB."""
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
DeckSeed = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]
KEPT_WITH_AGENTS = ("railbird_version", "generator", "game_name", "game", "seating_count")
"""The parts of the manifest that agents.arrow also contains, in case the manifest is lost."""
HexBytes = Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{{2 * SECRET_BYTES}}}$")]
DEALS = "deals"
"""The additional parts for stages that are dealt from secrets."""
MISBEHAVIOUR = "misbehaviour"
"""The additional part for a rule other than `acpc`."""
SeatingCount = Annotated[int, msgspec.Meta(ge=0, le=factorial(10))]


class AgentRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One agent of the tournament: `parameters` as canonical JSON, `team` empty for none."""

    label: str
    agent: str
    team: str = ""
    distribution: str = ""
    version: str = ""
    file_hash: str = ""
    parameters: str = "{}"


class StageRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Work added at one time: its chunks follow those of the stages before it.

    `detail` is the schedule's own description (line-ups, decks); results does not read it.
    For `secret` and `secret_hash` see `results.store.deal_secrets`.
    """

    chunk_count: Count
    match_count: Count
    detail: dict[str, Any] = {}
    secret: HexBytes | msgspec.UnsetType = msgspec.UNSET
    secret_hash: HexBytes | msgspec.UnsetType = msgspec.UNSET

    @property
    def is_keyed(self) -> bool:
        """Whether its cards are dealt under a secret, published or not."""
        return isinstance(self.secret_hash, str)


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run's description: enough to play it again and to read its files.

    `game` is the definition in the ACPC format, `deck_seeds` are by deck index, `seating_count` is
    the number of matches in a complete duplicate set, `shards` are the names of the shards once the
    run `is_complete`.
    """

    railbird_version: str
    generator: str
    game_name: str
    game: str
    spec: dict[str, Any]
    agents: tuple[AgentRecord, ...]
    deck_seeds: tuple[DeckSeed, ...]
    seating_count: SeatingCount
    stages: tuple[StageRecord, ...]
    schema_version: int = SCHEMA_VERSION
    is_complete: bool = False
    shards: tuple[str, ...] = ()

    @property
    def chunk_count(self) -> int:
        """Chunks of all stages."""
        return sum(stage.chunk_count for stage in self.stages)

    @property
    def match_count(self) -> int:
        """Matches of all stages."""
        return sum(stage.match_count for stage in self.stages)

    @property
    def misbehaviour(self) -> MisbehaviourRule:
        """The rule by which incidents were judged."""
        return "strict" if self.spec.get(MISBEHAVIOUR) == "strict" else "acpc"

    def agent_table(self) -> pa.Table:
        """Return the agents in schema AGENTS, with what a run's results need to be read again."""
        rows = [msgspec.to_builtins(agent) for agent in self.agents]
        said = {name: str(getattr(self, name)) for name in KEPT_WITH_AGENTS}
        if any(stage.is_keyed for stage in self.stages):
            deals = [
                StageRecord(s.chunk_count, 0, {}, s.secret, s.secret_hash) for s in self.stages
            ]
            said[DEALS] = msgspec.json.encode(deals).decode()
        if self.misbehaviour != "acpc":
            said[MISBEHAVIOUR] = self.misbehaviour
        return stamped(pa.Table.from_pylist(rows, schema=AGENTS), said)


def manifest_bytes(manifest: Manifest) -> bytes:
    """Return the manifest as canonical JSON: keys sorted, two spaces a level, a line end."""
    return msgspec.json.format(msgspec.json.encode(manifest, order="sorted"), indent=2) + b"\n"


def read_manifest(folder: RunPlace) -> Manifest:
    """Read a run's manifest; raises StoreError if there is none that this version can read."""
    manifest = find_manifest(folder)
    if manifest is None:
        raise no_run(folder)
    return manifest


def no_run(folder: RunPlace) -> StoreError:
    """Return the error for a folder without a run; suggests a similar name, or a generation."""
    there = open_folder(folder)
    local = there.local
    is_there = local is not None and local.is_dir()
    near = "" if local is None else did_you_mean(local, lambda one: (one / MANIFEST).is_file())
    why = f"{MANIFEST} is missing" if is_there or local is None else "there is no such folder"
    if runs := sorted(name for name in there.names(GENERATIONS) if name.isdecimal()):
        first = there.path_of(f"{GENERATIONS}/{runs[0]}")
        return StoreError(
            f"{folder} is an evolution, of which each generation is a run; name one, such as "
            f"{first}, or see `railbird generations` and `railbird report`"
        )
    return StoreError(f"{folder} is not a run folder: {why}{near}")


def find_manifest(folder: RunPlace) -> Manifest | None:
    """Read a run's manifest, or return None; raises StoreError like `read_manifest`."""
    there = open_folder(folder)
    path = there.path_of(MANIFEST)
    try:
        data = there.read(MANIFEST, most_bytes=MOST_BYTES)
    except MissingFileError:
        return None
    except FileError as error:
        raise StoreError(str(error)) from error
    try:
        version = msgspec.json.decode(data, type=_Versioned).schema_version
        if version != SCHEMA_VERSION:
            raise StoreError(
                f"{path} has schema version {version}; this version of railbird reads "
                f"{SCHEMA_VERSION}"
            )
        manifest = msgspec.json.decode(data, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise StoreError(f"{path} is damaged: {in_one_line(error)}") from error
    except RecursionError as error:
        raise StoreError(f"{path} is damaged: it is nested too deeply") from error
    _require_sound(path, manifest)
    return manifest


def _require_sound(path: str, manifest: Manifest) -> None:
    """Refuse an invalid description."""
    labels = [agent.label for agent in manifest.agents]
    wrong = [label for label in labels if not is_readable_label(label) or labels.count(label) > 1]
    if wrong:
        raise StoreError(f"{path} is damaged: {wrong[0]!r} is not a valid label, or is used twice")
    for stage in manifest.stages:
        if stage.chunk_count > stage.match_count:
            raise StoreError(
                f"{path} is damaged: a stage has {stage.chunk_count} chunks and "
                f"{stage.match_count} matches"
            )
        _require_secret(path, stage, is_keyed=manifest.spec.get("deals") == "keyed")


def _require_secret(path: str, stage: StageRecord, *, is_keyed: bool) -> None:
    """Refuse a secret that does not match the hash of the stage."""
    if isinstance(stage.secret, str) and hash_of(bytes.fromhex(stage.secret)) != stage.secret_hash:
        raise StoreError(f"{path} is damaged: the secret of a stage does not match its secret_hash")
    if is_keyed and not stage.is_keyed:
        raise StoreError(f"{path} is damaged: a stage of keyed deals has no secret_hash")


def hash_of(secret: bytes) -> str:
    """Return the SHA-256 of a secret, which a manifest contains before it is published."""
    return hashlib.sha256(secret).hexdigest()


class _Versioned(msgspec.Struct):
    schema_version: int
