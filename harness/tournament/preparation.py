"""Prepares a tournament: looks up everything its spec names, and plans all matches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.games.library import find_game
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec
from railbird.harness.plan.planning import Reach, plan_tournament, usual_hands
from railbird.harness.plan.schedule import Schedule
from railbird.harness.plan.seatings import count_seatings, default_seating_rule
from railbird.harness.plan.spec import Spec
from railbird.harness.players.isolated import IsolatedPlayer
from railbird.harness.players.kind import Entrant
from railbird.harness.players.kinds import kind_of
from railbird.harness.players.populations import list_members
from railbird.harness.tournament.resume import (
    as_recorded,
    continue_spec,
    make_manifest,
    require_same,
    stages_of,
)
from railbird.harness.tournament.stage_secrets import require_unread, stage_secrets
from railbird.harness.workers.job import Job, enter_agents
from railbird.native import SessionError, require_acpc
from railbird.plugins import ClassSource, Game, Registry, Run, load_registry, read_plugin
from railbird.results import Manifest
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.luck.choice import require_chance, require_luck
from railbird.results.luck.fitted import read_values
from railbird.results.store.deal_secrets import secret_folder
from railbird.results.store.manifest import find_manifest, read_manifest


@dataclass(frozen=True, slots=True)
class Tournament:
    """A spec with everything it names; in the order of the folder's run, if it is continued."""

    spec: Spec
    registry: Registry
    game: Game
    schedule: Schedule
    job: Job
    recorded: tuple[Entrant, ...]
    """The entrants as recorded in the manifest: see `as_recorded`."""
    more_decks: int = 0
    """The number of deck seeds of the folder's run beyond those of the spec."""

    @property
    def manifest(self) -> Manifest:
        """The run's description."""
        return make_manifest(self.spec, self.game, schedule=self.schedule, entrants=self.recorded)

    @property
    def secrets(self) -> tuple[bytes, ...]:
        """The secrets that are not published until the run has ended."""
        return tuple(secret.value for secret in self.schedule.secrets if secret.is_kept)

    def list_agents(self) -> list[str]:
        """List the names of the agents that are looked up, members of populations included."""
        named = [one.agent for one in self.spec.agents if not one.plugin]
        return named + [m.agent for p in self.spec.populations for m in p.members]

    @property
    def run(self) -> Run:
        """The description for listeners."""
        return Run(
            name=self.spec.name,
            game=self.game,
            agents=self.spec.labels,
            match_count=self.schedule.match_count,
            hand_count=self.schedule.hand_count,
            folder=None if self.job.folder is None else self.job.folder.local,
        )


def prepare(  # noqa: PLR0913  (as `run`)
    spec: Spec,
    folder: RunPlace | None = None,
    *,
    raise_agent_errors: bool = False,
    reach: Reach | None = None,
    secret: bytes | None = None,
    fresh: bool = False,
    classes: Sequence[ClassSource] = (),
    replay: RunPlace | None = None,
) -> Tournament:
    """Look up everything a spec names, and plan what the folder lacks; nothing is written.

    `secret` is the content of a secret file; without one secrets are derived from the seed, or
    random. With `fresh` it is planned as if the folder were empty. `replay` is a run that is played
    again from its journal. Raises a RailbirdError for what is missing or invalid, OtherRunError if
    the folder, or `replay`, has another run.
    """
    spec = _one_tournament(spec)
    sources = tuple(read_plugin(path) for path in spec.plugins.paths)
    registry = load_registry(sources, classes=classes)
    game = _find_game(spec, registry)
    place, source = (None if one is None else open_folder(one) for one in (folder, replay))
    slow = _asynchronous_labels(spec, registry)
    old = None if place is None or fresh else find_manifest(place)
    model = old if source is None else read_manifest(source)
    asked, players = spec.decks, game.definition.player_count
    spec = _new_spec(spec) if model is None else continue_spec(spec, model)
    spec = _in_duplicate_sets(spec, players) if slow else spec
    played = () if model is None else stages_of(model)
    schedule = plan_tournament(spec, players, played=played, reach=reach, fewest_decks=asked)
    secrets = stage_secrets(spec, schedule, old=model, text=secret)
    schedule = replace(schedule, secrets=secrets)
    if any(secret.is_kept for secret in secrets):
        require_unread(spec, secret_folder())
    job = Job(
        schedule=schedule,
        game=game,
        entrants=enter_agents(spec.agents, game, registry, places=spec.places),
        plugins=sources,
        folder=place,
        misbehaviour=spec.misbehaviour,
        raise_agent_errors=raise_agent_errors,
        outside=spec.outside,
        trial_seconds=spec.longest_trial,
        files=_list_files(spec, registry),
        classes=tuple(classes),
        replay=source,
        services=spec.services,
    )
    more = 0 if asked is None else len(schedule.deck_seeds) - asked
    recorded = as_recorded(job.entrants, registry, model)
    tournament = Tournament(spec, registry, game, schedule, job, recorded, more_decks=more)
    for run, where in ((old, place), (model, source)):
        if run is not None and where is not None:
            require_same(run, tournament.manifest, spec=spec, entrants=job.entrants, place=where)
    return tournament


def _find_game(spec: Spec, registry: Registry) -> Game:
    """Return the game of a spec; raises GameDefinitionError if something else in it needs more."""
    game = find_game(spec.game, registry, spec.players)
    if any(kind_of(agent).is_outside for agent in spec.agents):
        require_acpc(game.definition, "the protocol of players outside (isolated or programs)")
    require_luck(game.definition, spec.luck)
    if spec.luck != "raw" and spec.ring is not None:
        raise SpecError(f'luck: "{spec.luck}" is for cash games; leave it out in ring games')
    if spec.luck != "raw" and spec.tournament is not None:
        raise SpecError(
            f'luck: "{spec.luck}" is for cash games: it corrects chips of a hand, and what wins a '
            f"tournament are prizes; leave it out in a {spec.mode}"
        )
    if spec.luck_values:
        require_chance(spec.luck)
        read_values(Path(spec.luck_values)).require(game.definition)
    if spec.tournament is not None or spec.ring is not None:
        _require_told(spec)
    if spec.tournament is not None:
        return tournament_game(game, spec.tournament)
    if spec.ring is not None:
        ring = spec.ring.game_of(game.definition, len(spec.agents))
        return replace(game, definition=ring)
    return game


def _one_tournament(spec: Spec) -> Spec:
    """Return the spec of a tournament with its populations' members; SpecError if it is many."""
    if spec.mode == "evolution":
        raise SpecError(
            f"mode: a spec of mode {spec.mode!r} is many tournaments; play it with `railbird run`, "
            "or in Python with railbird.harness.evolve"
        )
    listed = tuple(list_members(population) for population in spec.populations)
    return msgspec.structs.replace(spec, populations=listed)


def _asynchronous_labels(spec: Spec, registry: Registry) -> list[str]:
    """Return the labels of asynchronous agents; raises SpecError where they cannot play."""
    slow = [one.label for one in spec.agents if kind_of(one).is_asynchronous(one, registry)]
    _require_modes(spec, slow)
    _require_one_table(spec, slow)
    return slow


def _require_modes(spec: Spec, slow: Sequence[str]) -> None:
    """Raise SpecError where asynchronous agents cannot play yet."""
    if not slow:
        return
    label = slow[0]
    if spec.ring is not None:
        raise SpecError(
            f"agent '{label}' is asynchronous, and ring games are not played by such agents yet; "
            "enter one that is not"
        )
    outside = [one.label for one in spec.agents if kind_of(one).is_outside]
    if outside:
        raise SpecError(
            f"agent '{label}' is asynchronous, and '{outside[0]}' plays in a process of its own: "
            "they cannot meet yet; leave out one of them"
        )


def _require_one_table(spec: Spec, slow: Sequence[str]) -> None:
    """Raise SpecError for asynchronous agents that do not play the spec's tournaments yet."""
    if spec.tournament is None or not slow:
        return
    if spec.mode != "freeze-out":
        raise SpecError(
            f"agent '{slow[0]}' is asynchronous, and tournaments of several tables are not played "
            "by such agents yet; enter one that is not"
        )


def _in_duplicate_sets(spec: Spec, count: int) -> Spec:
    """Return a spec whose chunks are duplicate sets, so that a run that stops early has whole ones.

    Chunks whose size the spec sets stay as they are.
    """
    if spec.hands_per_chunk is not None:
        return spec
    seatings = count_seatings(spec.seatings or default_seating_rule(count), count)
    return msgspec.structs.replace(spec, hands_per_chunk=seatings * usual_hands(spec, count))


def tournament_game(game: Game, tournament: FreezeOutSpec) -> Game:
    """Return the game of the first hand of a tournament; SpecError if it cannot be played."""
    tournament.check_players(game.definition.player_count)
    try:
        definition = tournament.rule.first_hand(game.definition)
    except SessionError as error:
        raise SpecError(f"tournament: {error}") from error
    return replace(game, definition=definition)


def _require_told(spec: Spec) -> None:
    """Refuse players outside whose protocol lacks words for tournaments and ring games: SpecError.

    Isolated agents receive every decision whole.
    """
    for agent in spec.agents:
        kind = kind_of(agent)
        if not kind.is_outside or isinstance(kind, IsolatedPlayer):
            continue
        service = ", or behind an address (service = ...)" if spec.mode == "freeze-out" else ""
        raise SpecError(
            f"agent '{agent.label}': the protocol of the ACPC has no words for stacks and blinds "
            "that change from hand to hand, nor for players who are out; enter an agent that "
            f"plays in our own processes{service}"
        )


def _new_spec(spec: Spec) -> Spec:
    """Return the spec of a new run: dealt under a secret, unless it says otherwise."""
    return msgspec.structs.replace(spec, deals=spec.deals or "keyed")


def _list_files(spec: Spec, registry: Registry) -> tuple[str, ...]:
    """Return the paths of files that agents read, as given in their parameters."""
    members = (member for population in spec.populations for member in population.members)
    named = [(one.agent, one.parameters) for one in spec.agents]
    named += [(one.agent, one.parameters) for one in members]
    found = [
        path
        for agent, parameters in named
        if agent in registry.agent_offers
        for path in registry.list_files(agent, parameters)
    ]
    return tuple(sorted(set(found)))
