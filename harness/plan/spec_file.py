"""Reads specs: TOML from a file or text, or a shipped spec by name."""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.games.library import is_game_file
from railbird.harness.plan.evolution_spec import FITNESSES, EvolutionSpec, UntilDecided
from railbird.harness.plan.freeze_out_spec import ButtonRule, FreezeOutSpec, LevelSpec
from railbird.harness.plan.ring_spec import BuyIn, RakeSpec, RingSpec, RingTables
from railbird.harness.plan.seatings import SeatingRule
from railbird.harness.plan.spec import LineUps, Mode, Plugins, Spec
from railbird.harness.players.kinds import AgentSpec, kind_of, nearest
from railbird.harness.players.outside_spec import Isolation, Limits, Outside, Reset
from railbird.harness.players.populations import PopulationMember, PopulationSpec
from railbird.harness.services.service_settings import ServiceSettings
from railbird.native import FileError, decode_text, is_game_toml, near_path
from railbird.plugins import MisbehaviourRule

SUFFIX = ".toml"
DEEPEST = 50
_TOO_DEEP = f"tables and lists are nested more than {DEEPEST} levels deep; a spec needs only a few"
SHIPPED = "railbird.tournaments"
CHOICES = {
    "line_ups": ("'all' or a table with sampled, against or listed",),
    "seatings": get_args(SeatingRule),
    "misbehaviour": get_args(MisbehaviourRule),
    "isolation": get_args(Isolation),
    "reset": get_args(Reset),
    "mode": get_args(Mode),
    "fitness": FITNESSES,
    "late_blinds": get_args(ButtonRule),
}


def find_spec(reference: str) -> Spec:
    """Read the spec at a path, or the shipped one of this name; raises SpecError."""
    path = Path(reference)
    if path.is_file():
        return read_spec(path)
    name = reference.removesuffix(SUFFIX)
    if name in shipped_specs():
        text = files(SHIPPED).joinpath(name + SUFFIX).read_text(encoding="utf-8")
        return parse_spec(text, source=name)
    if path.is_dir():
        raise SpecError(f"{reference} is a folder; give the spec file in it")
    near = near_path(path, lambda one: one.suffix == SUFFIX and one.is_file())
    hint = nearest(path.stem, shipped_specs()) if near is None else f"did you mean '{near}'?"
    raise SpecError(f"{reference}: no such file, and no shipped spec of this name; {hint}")


def shipped_specs() -> tuple[str, ...]:
    """Return the names of the specs that railbird ships, sorted."""
    names = (entry.name for entry in files(SHIPPED).iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)))


def read_spec(path: str | Path) -> Spec:
    """Read a spec from a TOML file; raises SpecError naming the file.

    Paths in it, of plugins and of the game's definition, are taken from the file's folder.
    """
    path = Path(path)
    try:
        text = decode_text(path.read_bytes())
    except FileError as error:
        raise SpecError(f"{path}: {error}") from error
    except OSError as error:
        raise SpecError(f"{path}: cannot be read ({error.strerror or error})") from error
    spec = parse_spec(text, source=str(path))
    game = str(path.parent / spec.game) if is_game_file(spec.game) else spec.game
    plugins = tuple(str(path.parent / plugin) for plugin in spec.plugins.paths)
    agents = tuple(kind_of(agent).locate(agent, path.parent) for agent in spec.agents)
    populations = tuple(_beside(population, path.parent) for population in spec.populations)
    services = spec.services
    if services.prices:
        prices = str(path.parent / services.prices)
        services = msgspec.structs.replace(services, prices=prices)
    return msgspec.structs.replace(
        spec,
        services=services,
        game=game,
        plugins=Plugins(paths=plugins),
        agents=agents,
        populations=populations,
        luck_values=str(path.parent / spec.luck_values) if spec.luck_values else "",
    )


def _beside(population: PopulationSpec, folder: Path) -> PopulationSpec:
    if not population.folder:
        return population
    return msgspec.structs.replace(population, folder=str(folder / population.folder))


def parse_spec(text: str, *, source: str = "spec") -> Spec:
    """Read a spec from TOML; raises SpecError that begins with `source` and names the key."""
    try:
        raw = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise SpecError(f"{source}: not valid TOML: {error}") from error
    except RecursionError as error:
        raise SpecError(f"{source}: {_TOO_DEEP}") from error
    if _depth_of(raw) > DEEPEST:
        raise SpecError(f"{source}: {_TOO_DEEP}")
    if is_game_toml(text):
        raise SpecError(
            f"{source}: this is a game, not a tournament spec; play it with `railbird match AGENT "
            "AGENT --game FILE`, or name it as `game` in a spec"
        )
    try:
        for unknown, valid in _unknown_keys(raw):
            raise SpecError(f"unknown key {unknown!r}; {nearest(unknown, valid)}")
        return msgspec.convert(raw, Spec)
    except SpecError as error:
        raise SpecError(f"{source}: {error}") from error
    except msgspec.ValidationError as error:
        raise SpecError(f"{source}: {_describe(error)}") from error


def check_spec(spec: Spec) -> Spec:
    """Check the types and bounds of a spec created in Python; raises SpecError."""
    try:
        return msgspec.convert(msgspec.to_builtins(spec), Spec)
    except msgspec.ValidationError as error:
        raise SpecError(_describe(error)) from error


def _depth_of(raw: Any) -> int:
    """Return the nesting depth of tables and lists, at most `DEEPEST` + 1."""
    depth, level = 0, [raw]
    while level and depth <= DEEPEST:
        depth += 1
        holders = [part for part in level if isinstance(part, (dict, list))]
        level = [v for part in holders for v in (part.values() if isinstance(part, dict) else part)]
    return depth


def _unknown_keys(raw: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each key that no table of the spec has, with the keys that its table does have."""
    agents = raw.get("agents")
    entries = agents if isinstance(agents, list) else []
    populations = raw.get("populations")
    groups = populations if isinstance(populations, list) else []
    members = [
        member
        for group in groups
        if isinstance(group, dict) and isinstance(group.get("members"), list)
        for member in group["members"]
    ]
    tournament = raw.get("tournament")
    listed = tournament.get("levels") if isinstance(tournament, dict) else None
    levels = listed if isinstance(listed, list) else []
    ring = raw.get("ring")
    kinds = ring.get("tables") if isinstance(ring, dict) else None
    tables = [
        (raw, Spec),
        (raw.get("line_ups"), LineUps),
        (raw.get("plugins"), Plugins),
        (raw.get("outside"), Outside),
        (raw.get("services"), ServiceSettings),
        (raw.get("evolution"), EvolutionSpec),
        (tournament, FreezeOutSpec),
        *((level, LevelSpec) for level in levels),
        (ring, RingSpec),
        *((kind, RingTables) for kind in (kinds if isinstance(kinds, list) else ())),
        (_inner(ring, "buy_in"), BuyIn),
        (_inner(ring, "rake"), RakeSpec),
        (_inner(raw.get("evolution"), "until_decided"), UntilDecided),
        *((agent, AgentSpec) for agent in entries),
        *((group, PopulationSpec) for group in groups),
        *((member, PopulationMember) for member in members),
        *((agent.get("limits"), Limits) for agent in entries if isinstance(agent, dict)),
    ]
    for table, kind in tables:
        for key in table if isinstance(table, dict) else ():
            if key not in kind.__struct_fields__:
                yield key, kind.__struct_fields__


def _inner(table: Any, key: str) -> Any:
    return table.get(key) if isinstance(table, dict) else None


def _describe(error: msgspec.ValidationError) -> str:
    """Turn 'Expected `int | null`, got `str` - at `$.decks`' into "decks: expected int ..."."""
    what, _, place = str(error).replace("`", "").partition(" - at ")
    where = place.removeprefix("$").removeprefix(".")
    choices = CHOICES.get(where.rpartition(".")[2])
    if choices is not None and what.startswith("Invalid enum value"):
        what = what.replace("Invalid enum value", f"one of {', '.join(choices)} is needed, not")
    what = re.sub(r"^Object missing required field (\w+)", r"missing required key '\1'", what)
    for word, ours in (("Object", "the table"), ("object", "a table"), (" | null", "")):
        what = what.replace(word, ours)
    return f"{where}: {what[0].lower()}{what[1:]}" if where else what
