"""The part of a spec that a run of mode "freeze-out" or "tournament" adds."""

from math import isfinite
from typing import Annotated, Literal

import msgspec

from railbird.harness.errors import SpecError
from railbird.native import (
    PRIZE_DECIMALS,
    USUAL_MOST_HANDS,
    FreezeOut,
    Level,
    SessionError,
    prize_percents,
    prize_units,
)
from railbird.results.estimate.uncertainty.intervals import NORMAL_95

ButtonRule = Literal["dead button", "moving button"]
WINNER: Literal["winner"] = "winner"
PERCENT = 100
Chips = Annotated[int, msgspec.Meta(ge=1)]


class LevelSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The blinds of a level, the smallest first, and the number of hands for which they hold.

    Everybody posts the `ante` beside the blinds.
    """

    blinds: tuple[int, ...]
    hands: int
    ante: int = 0


class FreezeOutSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament: everybody starts with `stack`, and out is who has lost it.

    The last of `levels` repeats with its blinds and ante doubled. `prizes` are shares of the sum of
    the entries, of first place, second and so on, in percent or as parts of 1; "winner" takes all.
    A match ends after `most_hands`, and the stacks say the places. With `entrants` it has several
    tables of at most `seats` players (by default as many as the game has), and hands are counted in
    rounds, one hand at each table. `late_blinds` says who has button and blinds after somebody is
    out: see `FreezeOut`.
    """

    stack: Chips
    levels: tuple[LevelSpec, ...]
    prizes: Literal["winner"] | tuple[float, ...] = WINNER
    most_hands: int = USUAL_MOST_HANDS
    entrants: int | None = None
    seats: int | None = None
    late_blinds: ButtonRule = "dead button"

    def __post_init__(self) -> None:
        """Check what does not depend on the game; raises SpecError."""
        _ = self.rule
        if not self.prizes:
            raise SpecError('tournament: prizes is empty; list shares, or write prizes = "winner"')
        if not all(map(isfinite, self._listed)):
            raise SpecError("tournament: a prize is not a number; give shares that add up to 100")
        if min(self.percents) < 0 or list(self.percents) != sorted(self.percents, reverse=True):
            raise SpecError(
                "tournament: prizes must not be negative or rise; list the highest first"
            )
        total = round(sum(self.percents), PRIZE_DECIMALS)
        if total != PERCENT:
            raise SpecError(
                f"tournament: the prizes add up to {sum(self._listed):g}; they must add up to 100 "
                "(percent) or to 1"
            )
        if any(abs(round(p, PRIZE_DECIMALS) - p) > 1e-9 for p in self.percents):  # noqa: PLR2004
            raise SpecError("tournament: a prize has more than two decimals of a percent; round it")

    @property
    def rule(self) -> FreezeOut:
        """The session rule; raises SpecError."""
        levels = tuple(Level(level.blinds, level.hands, level.ante) for level in self.levels)
        try:
            return FreezeOut(
                self.stack,
                levels,
                self.most_hands,
                player_count=self.entrants,
                late_blinds=self.late_blinds,
            )
        except SessionError as error:
            raise SpecError(f"tournament: {error}") from error

    @property
    def has_antes(self) -> bool:
        """Whether some level has an ante."""
        return any(level.ante for level in self.levels)

    @property
    def _listed(self) -> tuple[float, ...]:
        return (1.0,) if isinstance(self.prizes, str) else self.prizes

    @property
    def percents(self) -> tuple[float, ...]:
        """The prizes in percent of the entries, of first place, second and so on."""
        return prize_percents(self.prizes)

    @property
    def prize_units(self) -> tuple[int, ...]:
        """The same in the units in which prizes are stored."""
        return prize_units(self.prizes)

    def tournaments_for(self, certainty: float, player_count: int) -> int:
        """Return how many independent tournaments know a return to this, at 95%.

        The return of a player who is as good as all others has the variance N * sum of p**2 - 1, p
        the prizes as shares of N entries: N - 1 where the winner takes all.
        """
        player_count = self.entrants or player_count
        variance = player_count * sum((p / PERCENT) ** 2 for p in self.percents) - 1
        return round(variance * (NORMAL_95 / certainty) ** 2)

    def check_players(self, player_count: int) -> None:
        """Refuse more prizes than players, and more seats; raises SpecError."""
        if self.seats is not None and self.seats > player_count:
            raise SpecError(
                f"tournament: seats is {self.seats}, and the game is for {player_count} players; "
                "give as many or fewer"
            )
        player_count = self.entrants or player_count
        if len(self._listed) > player_count:
            raise SpecError(
                f"tournament: there are {len(self._listed)} prizes and {player_count} players; "
                "give one a player or fewer"
            )
