"""The part of a spec that a run of mode "ring" adds."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.plan.tournament_plan import FEWEST_AGENTS, MOST_AGENTS, refuse_unfit
from railbird.native import GameDefinition, Rake, RingRule, SessionError, Stakes

STAKES = re.compile(r"(?:(nl|pl|fl)-)?(\d+(?:-\d+)*)")
BETTINGS = {"nl": "nolimit", "pl": "potlimit", "fl": "limit"}
PARTS = 10_000
MOST_DIGITS = 10


class RingTables(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tables of the same stakes, such as "nl-1-2": the blinds of each, its seats, how many."""

    stakes: str
    seats: int
    count: int = 1


class BuyIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The chips that a player may sit down with, in big blinds of the table."""

    least: int
    most: int


class RakeSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the house takes: a share of each pot, at most `cap` big blinds of the table."""

    share: float
    cap: Annotated[int, msgspec.Meta(ge=0)] | None = None


class RingSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ring games: every agent has a `bankroll`, and sits at one of the `tables` or at none.

    All choose a table before the first hand, and again after every `choose_every` hands. A session
    ends after so many `hands` of a table that never rests.
    """

    bankroll: Annotated[int, msgspec.Meta(ge=1)]
    tables: tuple[RingTables, ...]
    buy_in: BuyIn
    hands: int
    choose_every: int = 30
    rake: RakeSpec = RakeSpec(share=0.0)

    def __post_init__(self) -> None:
        """Check what does not depend on the game; raises SpecError."""
        _ = self.rule

    @property
    def rule(self) -> RingRule:
        """The session rule; raises SpecError."""
        if not 0 <= self.rake.share < 1:
            raise SpecError(
                f"ring: the rake's share is {self.rake.share:g}; give 0 or more and less than 1, "
                "such as 0.05"
            )
        parts = round(self.rake.share * PARTS)
        if abs(parts / PARTS - self.rake.share) > 1e-9:  # noqa: PLR2004
            raise SpecError("ring: the rake's share has more than four decimals; round it")
        stakes = [_stakes(tables) for tables in self.tables]
        ordered = sorted(stakes, key=lambda one: max(one.blinds))
        try:
            return RingRule(
                self.bankroll,
                tuple(ordered),
                self.buy_in.least,
                self.buy_in.most,
                choose_every=self.choose_every,
                most_hands=self.hands,
                rake=Rake(parts, self.rake.cap),
            )
        except SessionError as error:
            raise SpecError(f"ring: {error}") from error

    def game_of(self, definition: GameDefinition, player_count: int) -> GameDefinition:
        """Return the game of a hand at the lowest stakes; SpecError if it cannot be played."""
        for tables in self.tables:
            prefix = tables.stakes.partition("-")[0]
            betting = BETTINGS.get(prefix, definition.betting)
            if betting != definition.betting:
                raise SpecError(
                    f"ring: {tables.stakes} is {betting}, and the game is {definition.betting}; "
                    "name another game, or change the stakes"
                )
        try:
            return self.rule.first_hand(definition, player_count)
        except SessionError as error:
            raise SpecError(f"ring: {error}") from error


def _stakes(tables: RingTables) -> Stakes:
    found = STAKES.fullmatch(tables.stakes)
    if found is None or max(map(len, found[2].split("-"))) > MOST_DIGITS:
        raise SpecError(
            f"ring: stakes {tables.stakes!r} are not known; write the blinds from the smallest, "
            'such as "nl-1-2" (no limit), "pl-1-2" or "fl-1-2"'
        )
    blinds = tuple(int(blind) for blind in found[2].split("-"))
    return Stakes(tables.stakes, blinds, tables.seats, tables.count)


def check_ring(spec: Any) -> None:
    """Check a spec of mode "ring" apart from its game; raises SpecError."""
    if spec.ring is None:
        raise SpecError(
            "ring: this table is missing; write bankroll, tables, buy_in and hands under [ring]"
        )
    unfit: dict[str, tuple[bool, str]] = {
        "hands_per_match": (
            spec.hands_per_match is not msgspec.UNSET,
            "a session of ring games has as many as hands under [ring] says; remove the key",
        ),
        "deck_seeds": (
            spec.deck_seeds is not None,
            "tables have deck seeds of their own, derived from seed; write decks, the number of "
            "sessions",
        ),
        "line_ups": (spec.line_ups != "all", "all agents meet in a session; remove the key"),
        "seatings": (spec.seatings is not None, "agents choose their tables; remove the key"),
        "populations": (
            any(agent.population for agent in spec.agents),
            "members of populations are not drawn in ring games yet; enter agents",
        ),
        "same_team_meets": (
            bool(spec.teams),
            "team-mates meet in ring games, since all agents do; write same_team_meets = true",
        ),
    }
    refuse_unfit(unfit)
    _check_agents(spec.labels)


def _check_agents(labels: Sequence[str]) -> None:
    if not FEWEST_AGENTS <= len(labels) <= MOST_AGENTS:
        raise SpecError(
            f"agents: {len(labels)} are entered; ring games need {FEWEST_AGENTS} to {MOST_AGENTS}"
        )
