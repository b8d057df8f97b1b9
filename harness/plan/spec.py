"""The tournament spec: created in Python or read from TOML (`spec_file`), checked and frozen.

`line_ups` is "all" or a table with one of `sampled`, `against`, `listed`; `decks` is the number of
deck seeds to derive, while `deck_seeds` lists them.
"""

from typing import Annotated, Literal

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.plan.evolution_spec import EvolutionSpec
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec
from railbird.harness.plan.ring_spec import RingSpec, check_ring
from railbird.harness.plan.seatings import SeatingRule
from railbird.harness.plan.tournament_plan import check_freeze_out, check_tournament
from railbird.harness.players.kinds import AgentSpec, nearest
from railbird.harness.players.labels import check_label
from railbird.harness.players.outside_spec import Outside, Seconds
from railbird.harness.players.populations import PopulationSpec
from railbird.harness.services.service_settings import ServiceSettings
from railbird.plugins import MisbehaviourRule
from railbird.results.luck.choice import Luck

SPEC_VERSION = 1
TRIAL_SECONDS = 120.0
MOST_HANDS_PER_MATCH = 1_000_000
MOST_DECKS = 10_000_000
DealRule = Literal["keyed", "acpc"]
Mode = Literal["cash", "freeze-out", "tournament", "ring", "evolution"]
TOURNAMENTS: tuple[Mode, ...] = ("freeze-out", "tournament")
MODES_OF_TABLES: dict[str, tuple[Mode, ...]] = {
    "evolution": ("evolution",),
    "tournament": TOURNAMENTS,
    "ring": ("ring",),
}
"""The modes to which a table of the spec belongs."""
HandsPerMatch = Annotated[int, msgspec.Meta(ge=1, le=MOST_HANDS_PER_MATCH)]
Count = Annotated[int, msgspec.Meta(ge=1, le=2**32)]
DeckSeed = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]


class LineUps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice of line-ups other than "all"; exactly one of the three is given."""

    sampled: Count | None = None
    against: str | None = None
    listed: tuple[tuple[str, ...], ...] | None = None

    def __post_init__(self) -> None:
        """Check that there is exactly one choice; raises SpecError."""
        chosen = [key for key in self.__struct_fields__ if getattr(self, key) is not None]
        if len(chosen) != 1:
            raise SpecError(
                "line_ups: exactly one of sampled, against and listed is required, not "
                f"{len(chosen)}; "
                'or write line_ups = "all"'
            )
        if self.listed == ():
            raise SpecError('line_ups: listed is empty; list a line-up, or write line_ups = "all"')


class Plugins(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Plugins that are not installed: paths of modules, relative to the spec's folder."""

    paths: tuple[str, ...] = ()


class Spec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament.

    `game` names a game, or a file that ends in `.game` or `.toml`; `players` is one of its numbers
    of players, by default the smallest. The default of `seatings` depends on it.
    `hands_per_chunk` is the number of hands saved at a time: make it smaller for
    slow agents; the default is computed by `choose_hands_per_chunk`. `trial_seconds` is the time
    limit for the trial hand of an agent in our own processes (default: TRIAL_SECONDS). `deals` are
    derived from a secret ("keyed"), or those of the ACPC's dealer, which can be guessed ("acpc");
    by default a new run is keyed, and a run that is continued keeps its deals. `luck` is what
    results take out of payoffs, chosen before the data are seen, and `luck_values` the file of a
    fitted value function for it. In `mode` "evolution" the parameters of the entries with `evolve`
    change from one run to the next; in "freeze-out" and "tournament" a match is a `tournament`, at
    one table or at several, which says how long it lasts; in "ring" it is a session of ring games.
    """

    name: str
    game: str
    players: Annotated[int, msgspec.Meta(ge=2)] | None = None
    agents: tuple[AgentSpec, ...]
    hands_per_match: HandsPerMatch | msgspec.UnsetType = msgspec.UNSET
    decks: Annotated[int, msgspec.Meta(ge=1, le=MOST_DECKS)] | None = None
    deck_seeds: tuple[DeckSeed, ...] | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    line_ups: Literal["all"] | LineUps = "all"
    seatings: SeatingRule | None = None
    same_team_meets: bool = False
    misbehaviour: MisbehaviourRule = "acpc"
    hands_per_chunk: Count | None = None
    plugins: Plugins = Plugins()
    outside: Outside = Outside()
    services: ServiceSettings = ServiceSettings()
    populations: tuple[PopulationSpec, ...] = ()
    deals: DealRule | msgspec.UnsetType = msgspec.UNSET
    trial_seconds: Seconds | msgspec.UnsetType = msgspec.UNSET
    luck: Luck = "raw"
    luck_values: str = ""
    mode: Mode = "cash"
    evolution: EvolutionSpec | None = None
    tournament: FreezeOutSpec | None = None
    ring: RingSpec | None = None
    spec_version: int = SPEC_VERSION

    def __post_init__(self) -> None:
        """Check keys in combination; raises SpecError."""
        check_label(self.name, what="name")
        if not self.name.strip("."):
            raise SpecError(
                f"name: {self.name!r} is not valid as the name of a folder; use letters or digits"
            )
        if self.spec_version != SPEC_VERSION:
            raise SpecError(
                f"spec_version: {self.spec_version} is not supported; this version of railbird "
                f"reads {SPEC_VERSION}"
            )
        _check_distinct("agents: label", self.labels, remedy="give one of them another label")
        addresses = tuple(agent.remote for agent in self.agents if agent.remote)
        _check_distinct("agents: remote", addresses, remedy="use another port for one of them")
        _check_populations(self)
        _check_decks(self)
        _check_line_ups(self)
        _check_mode(self)

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the agents, in the order of the spec."""
        return tuple(agent.label for agent in self.agents)

    @property
    def most_hands(self) -> int:
        """The hands of a match; of a tournament the most, and of several tables the rounds."""
        if self.ring is not None:
            return self.ring.hands
        if self.tournament is not None:
            return self.tournament.most_hands
        return 0 if self.hands_per_match is msgspec.UNSET else self.hands_per_match

    @property
    def longest_trial(self) -> float:
        """The time limit for the trial hand of an agent in our own processes, in seconds."""
        return TRIAL_SECONDS if self.trial_seconds is msgspec.UNSET else self.trial_seconds

    @property
    def places(self) -> dict[str, PopulationSpec]:
        """The populations of agents that are places, by label."""
        known = {population.name: population for population in self.populations}
        return {a.label: known[a.population] for a in self.agents if a.population}

    @property
    def teams(self) -> dict[str, str]:
        """The teams of agents that may not meet their team-mates, by label."""
        if self.same_team_meets:
            return {}
        return {agent.label: agent.team for agent in self.agents if agent.team}


def _check_distinct(what: str, values: tuple[object, ...], *, remedy: str) -> None:
    seen = set()
    for value in values:
        if value in seen:
            raise SpecError(f"{what} {value!r} is used twice; {remedy}")
        seen.add(value)


def _check_populations(spec: Spec) -> None:
    names = tuple(population.name for population in spec.populations)
    _check_distinct("populations: name", names, remedy="give one of them another name")
    for agent in spec.agents:
        if agent.population and agent.population not in names:
            raise SpecError(
                f"agent {agent.label!r}: {agent.population!r} is not a population of this spec; "
                f"{nearest(agent.population, names)}"
            )


def _check_decks(spec: Spec) -> None:
    if (spec.decks is None) == (spec.deck_seeds is None):
        raise SpecError(
            "either decks (a number of deck seeds) or deck_seeds (a list of them) is required"
        )
    if spec.deck_seeds is not None:
        if not spec.deck_seeds:
            raise SpecError("deck_seeds: the list is empty; list a seed, or write decks = 1")
        _check_distinct("deck_seeds: seed", spec.deck_seeds, remedy="every deck needs its own seed")


def _check_line_ups(spec: Spec) -> None:
    if spec.line_ups == "all":
        return
    named = [label for line_up in spec.line_ups.listed or () for label in line_up]
    if spec.line_ups.against is not None:
        named.append(spec.line_ups.against)
    for label in named:
        if label not in spec.labels:
            raise SpecError(
                f"line_ups: {label!r} is not a label of this spec; {nearest(label, spec.labels)}"
            )


def _check_mode(spec: Spec) -> None:
    species = [agent.label for agent in spec.agents if agent.evolve]
    for table, modes in MODES_OF_TABLES.items():
        if spec.mode not in modes and getattr(spec, table) is not None:
            raise SpecError(f'{table}: this table belongs to mode = "{modes[0]}"; set that, too')
    if spec.mode != "evolution" and species:
        raise SpecError(
            f'agent {species[0]!r}: evolve belongs to mode = "evolution"; set that, or remove '
            "evolve"
        )
    if spec.mode in TOURNAMENTS:
        _check_freeze_out(spec)
        return
    if spec.mode == "ring":
        check_ring(spec)
        return
    if spec.hands_per_match is msgspec.UNSET:
        raise SpecError("missing required key 'hands_per_match'")
    if spec.mode == "evolution":
        _check_evolution(spec, species)


def _check_freeze_out(spec: Spec) -> None:
    if spec.tournament is None:
        raise SpecError(
            "tournament: this table is missing; write stack and levels under [tournament]"
        )
    if spec.hands_per_match is not msgspec.UNSET:
        raise SpecError(
            f'hands_per_match: a match of mode = "{spec.mode}" ends when one player has all chips; '
            "remove the key, or limit it by most_hands under [tournament]"
        )
    if spec.mode == "tournament":
        check_tournament(spec)
    else:
        check_freeze_out(spec.tournament)


def _check_evolution(spec: Spec, species: list[str]) -> None:
    if spec.evolution is None:
        raise SpecError(
            "evolution: this table is missing; write population and iterations under [evolution]"
        )
    if not species:
        raise SpecError("agents: none evolves; write evolve = true in the entry of one")
    if spec.luck == "aivat":
        raise SpecError(
            'luck: "aivat" needs declared decisions, which are not asked for in an evolution; use '
            '"chance", or leave it out'
        )
    if len(species) > spec.evolution.population:
        raise SpecError(
            f"evolution: a population of {spec.evolution.population} is too small for "
            f"{len(species)} agents that evolve; each needs one place"
        )
    if spec.line_ups == "all":
        return
    if spec.line_ups.listed is not None:
        raise SpecError(
            'line_ups: listed cannot name individuals, who change; use sampled, against or "all"'
        )
    if spec.line_ups.against in species:
        raise SpecError(
            f"line_ups: against is {spec.line_ups.against!r}, which evolves; name an agent that "
            "does not"
        )
