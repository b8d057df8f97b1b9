"""What a kind of player is: how specs name it, what runs record of it, how it takes its seat."""

import socket
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from railbird.harness.acpc.accept import PendingSeat
from railbird.harness.players.outside_spec import Outside
from railbird.harness.supervision.programs import Program
from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import AgentOrigin, Game, PluginSource, Registry

if TYPE_CHECKING:
    from railbird.harness.players.kinds import AgentSpec
    from railbird.harness.players.populations import PopulationSpec


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent of the tournament, and the code it was entered with."""

    spec: "AgentSpec"
    origin: AgentOrigin
    plugin: PluginSource | None = None
    """Where the agent comes from, if it is imported in its own process alone."""
    members: tuple["Entrant", ...] = ()
    """Who may be drawn for it, if it is a place for members of a population."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where the names of a spec are looked up; ``populations`` are by label of the agents."""

    game: Game
    registry: Registry
    populations: Mapping[str, "PopulationSpec"]


@dataclass(slots=True, eq=False)
class Seat:
    """One seat of one match with its player: where it waits, and its program, if it has one.

    ``kept_for`` is the label for whose next match the program is to stay, if it is.
    """

    match: int
    seat: int
    pending: PendingSeat
    program: int | None = None
    kept_for: str = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat in one match of ``hand_count`` hands, for a player outside.

    ``stack`` closes what is opened when the match is over.
    """

    entrant: Entrant
    match: int
    seat: int
    hand_count: int
    stack: ExitStack


class Host(Protocol):
    """What seats players outside: the tournament's settings, and the programs of this process."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        ...

    @property
    def outside(self) -> Outside:
        """Clocks and tokens."""
        ...

    @property
    def plugins(self) -> Sequence[PluginSource]:
        """Plugins by path."""
        ...

    @property
    def folder(self) -> Path | None:
        """The run's folder, which no agent is to see."""
        ...

    @property
    def lasting(self) -> ExitStack:
        """Closes what is opened when all matches are over."""
        ...

    def listen(self, label: str, address: tuple[str, int], stack: ExitStack) -> socket.socket:
        """Listen at an address; raises WorkerError where that cannot be done."""
        ...

    def start(
        self, program: Program, seat: Seat, line: socket.socket | None, *, stack: ExitStack
    ) -> None:
        """Start a seat's program; ``line`` is left open in it."""
        ...


class PlayerKind(Protocol):
    """A kind of player, made for a spec's entries that say so; stateless.

    ``key`` is the spec's key that says so by being there, as `command` does; a kind without one is
    named by ``kind = "NAME"``. ``keys`` are the other keys that go with it.
    """

    name: str
    key: str = ""
    keys: frozenset[str] = frozenset()
    is_outside: bool = False
    """Whether it plays outside the harness's processes, and is invited to its seats."""
    is_waited_for: bool = False
    """Whether it comes by itself, to one address."""

    def claims(self, spec: "AgentSpec") -> bool:
        """Whether an entry that has the kind's key is of this kind."""
        return True

    def check(self, spec: "AgentSpec") -> None:
        """Check its entry; raises SpecError."""
        return None

    def locate(self, spec: "AgentSpec", folder: Path) -> "AgentSpec":
        """Return the entry with its paths taken from the spec's folder."""
        return spec

    def enter(self, spec: "AgentSpec", lookup: Lookup) -> Entrant:
        """Look up what the entry names, and describe its code; raises RailbirdError."""
        ...

    def record(self, spec: "AgentSpec") -> dict[str, Any]:
        """Return what a run records of how it is reached, besides its parameters."""
        return {}

    def list_readable(self, spec: "AgentSpec") -> tuple[Path, ...]:
        """Return the folders that its entry lets it read where it is confined."""
        return ()

    def load(self, entrant: Entrant, registry: Registry) -> AgentFactory | None:
        """Return what makes instances of it here, None where it plays outside.

        Raises WorkerError where its code here is not the code that was entered.
        """
        return None

    def invite(self, invitation: Invitation, host: Host) -> Seat:
        """Have a player outside take a seat: start it, or wait for it."""
        raise ValueError(f"a {self.name} plays in this process")
