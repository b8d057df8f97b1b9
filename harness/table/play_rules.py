"""The rules for playing matches, as values."""

from collections.abc import Callable
from dataclasses import dataclass

from railbird.native import ACPC_DEALS, NO_PLAYER, DealSource, FreezeOut, RingRule
from railbird.plugins import AnyAgent, MatchMode, MisbehaviourRule

NO_SEAT = -1
"""The seat of a moment at which a player of ring games chooses a table."""
AgentFactory = Callable[[], AnyAgent]
"""Returns a new instance of one agent; its parameters are already bound."""
Groups = tuple[tuple[str, ...], ...]
"""Labels in the order in which they are numbered; those of a group are asked together."""


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match for the table loop: its deck, and the agents' labels by seat.

    `deck_seed` has 32 bits, `match_key`, the key of all draws, 64.
    """

    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


@dataclass(frozen=True, slots=True)
class PlannedTournament(PlannedMatch):
    """A tournament of several tables for the table loop, a `Field`, or a session of ring games.

    `agents` are the labels that the list of entries repeats: entry e is the label e modulo their
    number. Each table has its deck seed and the key of its draws; `draw_key` is that of who sits
    where first, and of draws between equally long tables.
    """

    table_seeds: tuple[int, ...]
    table_keys: tuple[int, ...]
    draw_key: int


@dataclass(frozen=True, slots=True)
class Field:
    """The players of a tournament, at most `seat_count` of them at a table."""

    entrant_count: int
    seat_count: int

    @property
    def table_count(self) -> int:
        """Tables at the start."""
        return -(-self.entrant_count // self.seat_count)


@dataclass(frozen=True, slots=True)
class CallPoint:
    """A moment at which an agent is called.

    ``match`` numbers the matches of one call of the table loop from 0; ``decision`` is the number
    of actions taken in the hand, all of them when the end of the hand is reported to the agent.
    In tournaments of several tables and ring games a table is a match, ``hand`` counts its hands,
    and ``player`` numbers the players of the tournament. At a choice of tables ``match`` is the
    session, ``seat`` is NO_SEAT, and ``hand`` the round of hands that it comes before.
    """

    match: int
    seat: int
    hand: int
    decision: int
    player: int = NO_PLAYER


@dataclass(frozen=True, slots=True)
class PlayRules:
    """How matches are played.

    With ``raise_agent_errors`` an agent's exception stops the play and is raised to the caller.
    ``forfeits`` are imposed by the caller, at most one per player: from that moment on, it is not
    asked any more (its agent killed its process there). ``watch(label, moment)`` is called
    before every call of an agent, each of which is then about a single decision. With
    ``fixed_seats`` the button does not move: every seat plays one position. With ``shared_seats``
    an agent may have several seats in a match. ``deals`` deal the cards. With a ``session`` rule
    matches end when it says so, after ``hand_count`` hands at the latest; ``mode`` and
    ``prizes``, in percent, are for the agents to read. With a ``field``, and where the session is
    one of ring games, every match is a PlannedTournament.
    """

    hand_count: int
    misbehaviour: MisbehaviourRule = "acpc"
    raise_agent_errors: bool = False
    forfeits: tuple[CallPoint, ...] = ()
    watch: Callable[[str, CallPoint], None] | None = None
    fixed_seats: bool = False
    shared_seats: bool = False
    deals: DealSource = ACPC_DEALS
    session: FreezeOut | RingRule | None = None
    mode: MatchMode = "cash"
    prizes: tuple[float, ...] = ()
    field: Field | None = None

    @property
    def table_count(self) -> int:
        """Tables of a match that has several; 0 where it is played at one."""
        if isinstance(self.session, RingRule):
            return self.session.table_count
        return 0 if self.field is None else self.field.table_count
