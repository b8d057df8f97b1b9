"""Kinds of player: how specs name them, what runs record of them, how they take seats."""

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
from railbird.plugins import AgentOrigin, Game, PluginSource, Registry, Services

if TYPE_CHECKING:
    from railbird.harness.players.kinds import AgentSpec
    from railbird.harness.players.populations import PopulationSpec


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent of the tournament, and the code it was entered with."""

    spec: "AgentSpec"
    origin: AgentOrigin
    plugin: PluginSource | None = None
    """The plugin of the agent, if it is imported only in its own process."""
    is_asynchronous: bool = False
    """Whether its agents are asynchronous, so that its answers are kept in the journal."""
    takes_services: bool = False
    """Whether all that its agents learn comes from services, so that they can be replayed."""
    members: tuple["Entrant", ...] = ()
    """The members that may be drawn for it, if it is a place of a population."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """Lookup of the names in a spec; ``populations`` are by label of the agents."""

    game: Game
    registry: Registry
    populations: Mapping[str, "PopulationSpec"]


@dataclass(slots=True, eq=False)
class Seat:
    """One seat of one match with its player: where it is accepted, and its program, if any.

    ``kept_for`` is the label whose next match the program is kept for, if any.
    """

    match: int
    seat: int
    pending: PendingSeat
    program: int | None = None
    kept_for: str = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat in one match of ``hand_count`` hands, for an external player.

    ``stack`` closes what was opened when the match is over.
    """

    entrant: Entrant
    match: int
    seat: int
    hand_count: int
    stack: ExitStack


class Host(Protocol):
    """What external players need: the tournament's settings, and the programs of this process."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        ...

    @property
    def outside(self) -> Outside:
        """Time limits and tokens."""
        ...

    @property
    def plugins(self) -> Sequence[PluginSource]:
        """Plugins by path."""
        ...

    @property
    def folder(self) -> Path | None:
        """The run's folder, which agents must not see."""
        ...

    @property
    def is_session(self) -> bool:
        """Whether stacks are carried on from hand to hand."""
        ...

    @property
    def lasting(self) -> ExitStack:
        """Closes what was opened when all matches are over."""
        ...

    def listen(self, label: str, address: tuple[str, int], stack: ExitStack) -> socket.socket:
        """Listen at an address; raises WorkerError if that fails."""
        ...

    def start(
        self, program: Program, seat: Seat, line: socket.socket | None, *, stack: ExitStack
    ) -> None:
        """Start a seat's program; ``line`` is left open in it."""
        ...


class PlayerKind(Protocol):
    """A kind of player, for the entries of a spec that select it; stateless.

    ``key`` is the key whose presence in the spec selects it, such as `command`; a kind without one
    is selected by ``kind = "NAME"``. ``keys`` are the other keys that belong to it.
    """

    name: str
    key: str = ""
    keys: frozenset[str] = frozenset()
    is_outside: bool = False
    """Whether it plays outside the harness's processes."""
    is_waited_for: bool = False
    """Whether it connects by itself, to one address."""

    def claims(self, spec: "AgentSpec") -> bool:
        """Whether an entry that has the kind's key is of this kind."""
        return True

    def check(self, spec: "AgentSpec") -> None:
        """Check its entry; raises SpecError."""
        return None

    def locate(self, spec: "AgentSpec", folder: Path) -> "AgentSpec":
        """Return the entry with its paths resolved relative to the spec's folder."""
        return spec

    def enter(self, spec: "AgentSpec", lookup: Lookup) -> Entrant:
        """Look up the names in the entry, and describe its code; raises RailbirdError."""
        ...

    def is_asynchronous(self, spec: "AgentSpec", registry: Registry) -> bool:
        """Whether the entry's agent is asynchronous."""
        return False

    def record(self, spec: "AgentSpec") -> dict[str, Any]:
        """Return what a run records of how it is reached, besides its parameters."""
        return {}

    def list_readable(self, spec: "AgentSpec") -> tuple[Path, ...]:
        """Return the folders that its entry allows it to read when it is confined."""
        return ()

    def load(
        self, entrant: Entrant, registry: Registry, services: Services | None
    ) -> AgentFactory | None:
        """Return its factory in this process, None if it plays outside.

        ``services`` are those that its agents may ask, None where they are created to look at them.

        Raises WorkerError if its code here differs from the code that was entered.
        """
        return None

    def invite(self, invitation: Invitation, host: Host) -> Seat:
        """Seat an external player: start it, or wait for it."""
        raise ValueError(f"a {self.name} plays in this process")
