"""Session rules: how a match goes on from one hand to the next."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, Protocol, get_args

import numpy as np
import numpy.typing as npt

from railbird.native.errors import SessionError
from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import GameDefinition

Integers = npt.NDArray[np.int64]
MOST_HANDS = 1_000_000
LateBlinds = Literal["players left", "dead button", "moving button"]
"""Who has button and blinds when somebody is out: see FreezeOut. With "players left" the big blind
moves on by one player left a hand, and the players left before him have the small blind and the
button, so that some have them twice running."""
USUAL_MOST_HANDS = 10_000
"""The most hands of a freeze-out, unless a rule says otherwise."""


@dataclass(frozen=True, slots=True)
class Level:
    """Blinds for a number of hands, the smallest first: one for each position that posts.

    Everybody posts the ``ante`` beside; it does not count toward a call.
    """

    blinds: tuple[int, ...]
    hand_count: int
    ante: int = 0


@dataclass(frozen=True, slots=True)
class FreezeOut:
    """Chips are carried on from hand to hand; out is who has none, and the last player wins.

    Everybody starts with ``stack`` chips. The last of ``levels`` repeats with its blinds and ante
    doubled. A stack pays the ante, then the blind with what is left; a call costs the whole. After
    ``most_hands`` nobody plays on. ``late_blinds`` says who has button and blinds when somebody is
    out. With a "dead button" the largest blind moves on by one player left a hand, and the others
    go where the next larger one was: one that falls on somebody who is out is not posted, his
    position is empty, and the button may be at an empty seat. With a "moving button" the button
    moves on by one player left, and those after him have positions 0, 1, ...; then somebody may
    pass over a blind. Heads-up the button posts the small blind, and nobody the large one twice
    running. Where a table of a tournament is seated anew the players there have positions 0, 1, ...
    in that hand. Winnings are rounded down to whole chips, and the chips
    left over go one each to those whose part was rounded, in order from the left of the button:
    payoffs of sessions are whole chips. A tournament of several tables has ``player_count``
    players; its levels and ``most_hands`` count rounds of hands. Raises SessionError for what no
    game can be played with.
    """

    stack: int
    levels: tuple[Level, ...]
    most_hands: int = USUAL_MOST_HANDS
    player_count: int | None = None
    late_blinds: LateBlinds = "dead button"

    def __post_init__(self) -> None:
        """Check what does not depend on the game."""
        if self.late_blinds not in get_args(LateBlinds):
            raise SessionError(
                f'late_blinds is {self.late_blinds!r}; write "dead button" or "moving button"'
            )
        if not 1 <= self.stack <= UNLIMITED_STACK:
            raise SessionError(f"stack is {self.stack}; give 1 to {UNLIMITED_STACK} chips")
        if not 1 <= self.most_hands <= MOST_HANDS:
            raise SessionError(f"most_hands is {self.most_hands}; give 1 to {MOST_HANDS:,}")
        if not self.levels:
            raise SessionError("levels: there is none; give blinds and hands of one or more")
        for number, level in enumerate(self.levels, start=1):
            if level.hand_count < 1:
                raise SessionError(f"levels: level {number} has no hands; give it 1 or more")
            if not all(1 <= blind <= UNLIMITED_STACK for blind in level.blinds):
                raise SessionError(
                    f"levels: level {number} has blinds {_shown(level.blinds)}; give each 1 to "
                    f"{UNLIMITED_STACK} chips"
                )
            if not 0 <= level.ante <= UNLIMITED_STACK:
                raise SessionError(
                    f"levels: level {number} has an ante of {level.ante}; give 0 to "
                    f"{UNLIMITED_STACK} chips"
                )
            if list(level.blinds) != sorted(level.blinds):
                raise SessionError(
                    f"levels: the blinds of level {number} are {_shown(level.blinds)}; give the "
                    "smallest first"
                )
        for number, (before, level) in enumerate(pairwise(self.levels), start=2):
            if any(new < old for old, new in zip(before.blinds, level.blinds, strict=False)):
                raise SessionError(
                    f"levels: the blinds fall from {_shown(before.blinds)} to "
                    f"{_shown(level.blinds)} at level {number}; they may only rise"
                )
            if level.ante < before.ante:
                raise SessionError(
                    f"levels: the ante falls from {before.ante} to {level.ante} at level {number}; "
                    "it may only rise"
                )

    def first_hand(self, game: GameDefinition) -> GameDefinition:
        """The definition of the first hand of a session of ``game``; raises SessionError.

        Whether a session fits a game does not depend on the stacks and blinds of its definition,
        except for games in which bets do not follow from the blinds alone.
        """
        posting = posting_positions(game)
        own = tuple(game.blinds[position] for position in posting)
        for number, level in enumerate(self.levels, start=1):
            if len(level.blinds) != len(posting):
                raise SessionError(
                    f"levels: level {number} has {len(level.blinds)} blinds, and in this game "
                    f"{len(posting)} are posted; give as many"
                )
            if _rises(level.blinds) != _rises(own):
                raise SessionError(
                    f"levels: the blinds of level {number} are {_shown(level.blinds)}, and those "
                    f"of the game {_shown(own)}; blinds must differ where those of the game do"
                )
        players = self.player_count or game.player_count
        if self.stack * players > UNLIMITED_STACK:
            raise SessionError(
                f"stack: {self.stack} chips of {players} players are more than "
                f"{UNLIMITED_STACK}; give fewer"
            )
        if game.is_limit or game.variant is not None:
            self._require_constant(own)
        blinds, ante = self.levels[0].blinds, self.levels[0].ante
        if max(blinds, default=0) + ante > self.stack:
            beside = f" and an ante of {ante}" if ante else ""
            raise SessionError(
                f"levels: the first level has a blind of {max(blinds, default=0)}{beside}, above "
                f"the stack of {self.stack}; lower it or raise the stack"
            )
        return replace(
            game,
            stacks=(self.stack,) * game.player_count,
            blinds=tuple(blinds_by_position(game, blinds).tolist()),
        )

    def level_ends(self, definition: GameDefinition) -> npt.NDArray[np.int32]:
        """The first hand after each level of a session, int32[levels]; the last never ends."""
        counts = [level.hand_count for level in self._unrolled(definition.player_count)]
        ends: npt.NDArray[np.int32] = np.minimum(np.cumsum(counts), MOST_HANDS).astype(np.int32)
        return ends

    def level_blinds(self, definition: GameDefinition) -> Integers:
        """The blinds of each level, int64[levels, N] by position."""
        levels = self._unrolled(definition.player_count)
        return np.stack([blinds_by_position(definition, level.blinds) for level in levels])

    def level_antes(self, definition: GameDefinition) -> Integers:
        """The ante of each level, int64[levels]: that of the game where the level has none."""
        levels = self._unrolled(definition.player_count)
        return np.array([definition.ante + level.ante for level in levels], np.int64)

    def hands_until(self, blind: int, player_count: int) -> int:
        """Hands before the largest blind is at least ``blind``: 1 or more."""
        count = 0
        for level in self._unrolled(player_count):
            if max(level.blinds, default=0) >= blind:
                break
            count += level.hand_count
        return min(max(count, 1), self.most_hands)

    def _unrolled(self, player_count: int) -> list[Level]:
        """The levels until everybody is all-in by any blind; the last stands for all after it."""
        most = self.stack * (self.player_count or player_count)
        levels, played = [], 0
        for level in self._endless():
            levels.append(level)
            played += level.hand_count
            least = min((blind for blind in level.blinds if blind), default=most)
            if played >= self.most_hands or least >= most:
                return levels
        raise AssertionError("levels do not end")

    def _endless(self) -> Iterator[Level]:
        yield from self.levels
        level = self.levels[-1]
        while True:
            doubled = tuple(2 * blind for blind in level.blinds)
            level = Level(doubled, level.hand_count, 2 * level.ante)
            yield level

    def _require_constant(self, blinds: tuple[int, ...]) -> None:
        """Refuse levels where bets do not follow from the blinds, and would not rise with them."""
        (level, *others) = self.levels
        if others or level.blinds != blinds or level.hand_count < self.most_hands or level.ante:
            raise SessionError(
                "levels: the bets of this game do not rise with its blinds; give one level with "
                f"its own blinds, {_shown(blinds)}, without an ante, and as many hands as "
                f"most_hands, {self.most_hands}"
            )


class SessionRule(Protocol):
    """What matches need to know of a session, of which FreezeOut is one kind.

    Matches without one start every hand as the definition says.
    """

    @property
    def most_hands(self) -> int:
        """The most hands of a match; of tables that play in rounds, the most rounds."""

    @property
    def late_blinds(self) -> LateBlinds:
        """Who has button and blinds when somebody is out."""

    def level_ends(self, definition: GameDefinition) -> npt.NDArray[np.int32]:
        """The first hand after each level, int32[levels]; the last never ends."""

    def level_blinds(self, definition: GameDefinition) -> Integers:
        """The blinds of each level, int64[levels, N] by position."""

    def level_antes(self, definition: GameDefinition) -> Integers:
        """What everybody posts beside in each level, int64[levels]."""


def big_blind_position(definition: GameDefinition) -> int:
    """The position that posts the largest blind, of equal ones the first."""
    return definition.blinds.index(max(definition.blinds))


def first_odd_positions(definition: GameDefinition) -> tuple[int, int]:
    """The first position to the left of the button: where three or more play, and where two do.

    Heads-up the button posts the small blind.
    """
    blinds = definition.blinds[:2]
    heads_up = 0 if len(set(blinds)) == 1 else blinds.index(max(blinds))
    is_heads_up = definition.player_count == len(blinds)
    return heads_up if is_heads_up else 0, heads_up


def posting_positions(definition: GameDefinition) -> list[int]:
    """Positions that post a blind, the smallest first."""
    posting = [position for position, blind in enumerate(definition.blinds) if blind]
    return sorted(posting, key=lambda position: definition.blinds[position])


def blinds_by_position(definition: GameDefinition, blinds: tuple[int, ...]) -> Integers:
    """Blinds, the smallest first, as int64[N] by the positions that post them."""
    by_position = np.zeros(definition.player_count, np.int64)
    by_position[posting_positions(definition)] = blinds
    return by_position


def _rises(blinds: tuple[int, ...]) -> list[bool]:
    return [small < large for small, large in pairwise(blinds)]


def _shown(blinds: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, blinds))}]"
