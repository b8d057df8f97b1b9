"""The manifest of a run, and how a spec continues a run in its folder."""

from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from railbird.harness.plan.schedule import Schedule, Stage, count_stage_chunks
from railbird.harness.plan.spec import LineUps, Spec
from railbird.harness.players.kind import Entrant
from railbird.harness.players.kinds import AgentSpec, kind_of
from railbird.harness.wording import RESTART
from railbird.native import GENERATOR, format_game
from railbird.native.errors import in_one_line
from railbird.plugins import Game, Registry
from railbird.results import AgentRecord, Manifest, OtherRunError, StageRecord
from railbird.results.folders.run_folder import RunFolder
from railbird.results.luck.adjusted import value_hash
from railbird.results.luck.fitted import read_values
from railbird.results.store.differences import list_differences
from railbird.results.store.manifest import hash_of

# an agent's record has the hash of its files, the game's text how many play; how services are asked
# makes no difference
NOT_COMPARED = ("plugins", "trial_seconds", "players", "services")
GROWING = ("agents", "decks", "deck_seeds")


def make_manifest(
    spec: Spec, game: Game, *, schedule: Schedule, entrants: Sequence[Entrant]
) -> Manifest:
    """Describe a run."""
    return Manifest(
        railbird_version=version("railbird"),
        generator=GENERATOR,
        game_name=game.name,
        game=format_game(game.definition),
        spec=_spec_record(spec, game, schedule),
        agents=tuple(_agent_record(entrant) for entrant in entrants),
        deck_seeds=schedule.deck_seeds,
        seating_count=schedule.seating_count,
        stages=tuple(
            StageRecord(
                chunk_count=count_stage_chunks(schedule, stage),
                match_count=schedule.count_matches(stage),
                detail=msgspec.to_builtins(stage),
                **_secret_record(schedule, number),
            )
            for number, stage in enumerate(schedule.stages)
        ),
    )


def _secret_record(schedule: Schedule, stage: int) -> dict[str, str]:
    if not schedule.secrets:
        return {}
    secret = schedule.secrets[stage]
    told = {} if secret.is_kept else {"secret": secret.value.hex()}
    return {"secret_hash": hash_of(secret.value), **told}


def as_recorded(
    entrants: Sequence[Entrant], registry: Registry, old: Manifest | None
) -> tuple[Entrant, ...]:
    """Return the entrants as recorded in the folder's run.

    They differ from `entrants` only in the hash of their code, and only if a plugin declares that
    the code was moved since and plays the same; edited code keeps its hash, and is refused.
    """
    records = {} if old is None else {agent.label: agent for agent in old.agents}
    return tuple(
        _as_recorded(entrant, registry, records.get(entrant.spec.label)) for entrant in entrants
    )


def _as_recorded(entrant: Entrant, registry: Registry, record: AgentRecord | None) -> Entrant:
    if record is None or _agent_record(entrant) == record:
        return entrant
    before = _before_moves(entrant, registry)
    return before if _agent_record(before) == record else entrant


def _before_moves(entrant: Entrant, registry: Registry) -> Entrant:
    if entrant.members:
        members = tuple(_before_moves(member, registry) for member in entrant.members)
        return replace(entrant, members=members)
    spec = entrant.spec
    if entrant.plugin is not None or not spec.agent:
        return entrant
    return replace(entrant, origin=registry.describe_agent_before(spec.agent, spec.parameters))


def stages_of(manifest: Manifest) -> tuple[Stage, ...]:
    """Return the stages that a run has started; raises OtherRunError if they are not recorded."""
    try:
        return tuple(msgspec.convert(stage.detail, Stage) for stage in manifest.stages)
    except msgspec.ValidationError as error:
        raise OtherRunError(
            f"the folder's run has stages that cannot be continued ({in_one_line(error)}); "
            f"{RESTART}"
        ) from error


def growing_keys(spec: Spec) -> frozenset[str]:
    """Return the keys of a spec that may differ from the folder's, since they only add matches."""
    is_listed = isinstance(spec.line_ups, LineUps) and spec.line_ups.listed is not None
    return frozenset((*GROWING, "line_ups") if is_listed else GROWING)


def continue_spec(spec: Spec, old: Manifest) -> Spec:
    """Return the spec with the entries of the folder's run first, and new entries after them.

    Chunk size and deals that the spec does not set are taken from the folder's run; if the spec has
    fewer deck seeds, those added to the folder's run are kept. Raises OtherRunError if the folder
    has something that the spec lacks, if the deals differ, and if agents are added to sampled
    line-ups. Other differences are found when the manifests are compared.
    """
    before = _read_spec(old)
    decks = _decks_of_both(spec, before)
    deals = before.deals or "acpc"  # missing in manifests from before there were secrets
    if spec.deals and spec.deals != deals:
        raise OtherRunError(
            f"deals: the folder's run has {deals!r} and the spec {spec.deals!r}; use {deals!r}, "
            f"or {RESTART}"
        )
    return msgspec.structs.replace(
        spec,
        agents=_order_agents(spec, before),
        line_ups=_order_line_ups(spec, before),
        hands_per_chunk=spec.hands_per_chunk or before.hands_per_chunk,
        decks=decks,
        deals=deals,
    )


def _read_spec(manifest: Manifest) -> Spec:
    try:
        return msgspec.convert(manifest.spec, Spec)
    except msgspec.ValidationError as error:
        raise OtherRunError(
            "the spec of the folder's run cannot be read by this version of railbird "
            f"({in_one_line(error)}); "
            f"{RESTART}"
        ) from error


def _decks_of_both(spec: Spec, before: Spec) -> int | None:
    there, here = _deck_count(before), _deck_count(spec)
    if spec.decks is not None and before.decks is not None:
        return max(here, there)
    if here < there:
        raise OtherRunError(
            f"deck_seeds: the folder's run has {there} deck seeds and the spec {here}; list "
            f"{there} or more, or {RESTART}"
        )
    return spec.decks


def require_same(
    old: Manifest,
    new: Manifest,
    *,
    spec: Spec,
    entrants: Sequence[Entrant],
    place: RunFolder | None,
) -> None:
    """Raise OtherRunError, naming what has changed, if `new` cannot continue the folder's run."""
    files = _name_files(entrants)
    found = list_differences(old, new, growing=growing_keys(spec), files=files)
    if found:
        raise OtherRunError(f"{place} belongs to another run: {found}; {RESTART}")


def _name_files(entrants: Sequence[Entrant]) -> dict[str, str]:
    """Return the names of the files that agents read, as in `list_differences`."""
    own = {entrant.spec.label: entrant.origin.file for entrant in entrants}
    members = {
        f"{entrant.spec.label}:{member.spec.label}": member.origin.file
        for entrant in entrants
        for member in entrant.members
    }
    return own | members


def _deck_count(spec: Spec) -> int:
    return len(spec.deck_seeds) if spec.deck_seeds is not None else spec.decks or 0


def _order_agents(spec: Spec, before: Spec) -> tuple[AgentSpec, ...]:
    here = {agent.label: agent for agent in spec.agents}
    missing = [label for label in before.labels if label not in here]
    if missing:
        raise OtherRunError(
            f"agent {missing[0]!r} is in the folder's run and not in the spec; enter it again, or "
            f"{RESTART}"
        )
    new = [agent for agent in spec.agents if agent.label not in before.labels]
    if new and isinstance(spec.line_ups, LineUps) and spec.line_ups.sampled is not None:
        raise OtherRunError(
            f"agent {new[0].label!r} is new, and sampled line-ups cannot be extended: with more "
            "agents other line-ups are drawn, and those already played would no longer be "
            f"balanced; {RESTART}"
        )
    return (*(here[label] for label in before.labels), *new)


def _order_line_ups(spec: Spec, before: Spec) -> Any:
    here, there = spec.line_ups, before.line_ups
    if not isinstance(here, LineUps) or not isinstance(there, LineUps):
        return here
    if here.listed is None or there.listed is None:
        return here
    wanted = {tuple(sorted(line_up)): line_up for line_up in here.listed}
    played = [tuple(sorted(line_up)) for line_up in there.listed]
    for line_up in played:
        if line_up not in wanted:
            raise OtherRunError(
                f"line_ups: '{', '.join(line_up)}' is in the folder's run and not in the spec; "
                f"list it again, or {RESTART}"
            )
    new = [line_up for key, line_up in wanted.items() if key not in played]
    return LineUps(listed=(*there.listed, *new))


def _spec_record(spec: Spec, game: Game, schedule: Schedule) -> dict[str, Any]:
    # through JSON, so that it equals what is read back from the manifest
    record: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(spec))
    record["game"] = game.name
    record["hands_per_chunk"] = schedule.hands_per_chunk
    for key in NOT_COMPARED:
        record.pop(key, None)
    later = (
        (a, key) for a in record["agents"] for key in ("population", "service", "kind", "evolve")
    )
    for agent in record["agents"]:
        del agent["resources"]  # where it is played makes no difference
    tables = ((record, key) for key in ("populations", "evolution", "tournament", "ring"))
    for holder, key in (*tables, *later):
        if not holder[key]:  # as in manifests from before there were any
            del holder[key]
    values = read_values(Path(spec.luck_values)) if spec.luck_values else None
    chosen = value_hash(game.definition, spec.luck, values)
    record["luck_values"] = "" if spec.luck == "raw" else chosen
    for key, first in (("deals", "acpc"), ("mode", "cash"), ("luck", "raw"), ("luck_values", "")):
        if record[key] == first:  # likewise
            del record[key]
    return record


def _agent_record(entrant: Entrant) -> AgentRecord:
    spec = entrant.spec
    if entrant.members:
        return _population_record(entrant)
    how = kind_of(spec).record(spec)
    # if there is nothing else, only an agent's parameters are recorded, as always
    parameters = {**spec.parameters, **({"outside": how} if how else {})}
    return AgentRecord(
        label=spec.label,
        agent=spec.agent or entrant.origin.distribution,
        team=spec.team,
        distribution=entrant.origin.distribution,
        version=entrant.origin.version,
        file_hash=entrant.origin.file_hash,
        parameters=msgspec.json.encode(parameters, order="sorted").decode(),
    )


def _population_record(entrant: Entrant) -> AgentRecord:
    """Describe a place of a population, each member like an agent."""
    members = [msgspec.to_builtins(_agent_record(member)) for member in entrant.members]
    return AgentRecord(
        label=entrant.spec.label,
        agent=entrant.spec.population,
        team=entrant.spec.team,
        distribution=entrant.origin.distribution,
        parameters=msgspec.json.encode({"members": members}, order="sorted").decode(),
    )
