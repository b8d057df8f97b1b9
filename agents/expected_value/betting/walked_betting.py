"""Betting that is too large to list, read as it comes: limit hold'em for three and more."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from threading import Lock

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import (
    EVENTS,
    LOST,
    SHOWN,
    WON,
    Counts,
    Ints,
    Numbers,
    Passed,
    Situations,
)
from railbird.native import (
    ACTION_LETTERS,
    ActionKind,
    ActionWalk,
    BettingError,
    GameDefinition,
    read_steps,
)

RAISE_LETTER = ACTION_LETTERS[ActionKind.RAISE]
LEVELS, KINDS, MOST_KEPT, NOBODY = 2, 3, 1 << 16, -1


@dataclass(frozen=True, eq=False, slots=True)
class WalkedLine:
    """A betting from the start of the hand: its actions, and the decision or end that it led to.

    Of actions: ``player``, ``paid`` (chips the player had put in before), ``chains`` [s, levels],
    ``events`` [s, 4]. Then as in Situations, of one row; ``acting`` is -1 at the end of a hand.
    """

    player: Ints
    paid: Ints
    chains: Ints
    events: npt.NDArray[np.int32]
    acting: int
    next_chains: Ints
    legal: npt.NDArray[np.bool_]
    live: npt.NDArray[np.bool_]
    spent: Ints
    round_index: int
    raises: Counts
    calls: Counts
    raised_last: bool


class WalkedBetting:
    """Chains of the second and third level, numbered by a digest of 64 bits of what they are.

    There is no first level: with more than two players the same betting hardly comes again.
    """

    def __init__(self, definition: GameDefinition) -> None:
        """Read the betting of a limit game in which nobody can be all-in."""
        self._definition = definition

    @property
    def definition(self) -> GameDefinition:
        """The game."""
        return self._definition

    def nodes_of(self, bettings: list[str]) -> Numbers:
        """Return the lines of decisions, an array of WalkedLine."""
        return self._lines_of(bettings)

    def ends_of(self, bettings: list[str]) -> Numbers:
        """Return the lines of finished hands, an array of WalkedLine."""
        return self._lines_of(bettings)

    def situations(self, nodes: Numbers) -> Situations:
        """Return the situations of decisions.

        Taken here: after a bet that is called on the last round nobody has to fold.
        """
        legal = np.array([line.legal for line in nodes])
        rounds = np.array([line.round_index for line in nodes], np.int64)
        may_fold = np.ones_like(legal)
        is_last = rounds == self._definition.round_count - 1
        may_fold[is_last & legal[:, ActionKind.FOLD], ActionKind.CALL] = False
        return Situations(
            legal=legal,
            chains=np.array([line.next_chains for line in nodes]),
            may_fold=may_fold,
            player=np.array([line.acting for line in nodes], np.int64),
            live=np.array([line.live for line in nodes]),
            spent=np.array([line.spent for line in nodes]),
            round_index=rounds,
            raises=np.array([line.raises for line in nodes]),
            calls=np.array([line.calls for line in nodes]),
            raised_last=np.array([line.raised_last for line in nodes], np.bool_),
        )

    def passed(self, ends: Numbers) -> Passed:
        """Return the actions of finished hands."""
        hand = np.repeat(np.arange(len(ends)), [len(line.player) for line in ends])
        player = np.concatenate([line.player for line in ends])
        live, spent = (
            np.array([line.live for line in ends]),
            np.array([line.spent for line in ends]),
        )
        is_alone = live.sum(axis=1, keepdims=True) == 1
        return Passed(
            hand=hand,
            player=player,
            chains=np.concatenate([line.chains for line in ends]),
            bet=spent[hand, player] - np.concatenate([line.paid for line in ends]),
            events=np.concatenate([line.events for line in ends]),
            endings=np.where(live, np.where(is_alone, WON, SHOWN), LOST).astype(np.uint8),
            pot=spent.sum(axis=1),
            raises=np.array([line.raises for line in ends]),
            calls=np.array([line.calls for line in ends]),
        )

    def _lines_of(self, bettings: list[str]) -> Numbers:
        found = np.empty(len(bettings), object)
        found[:] = [walk_line(self._definition, text) for text in bettings]
        return found


_LOCK = Lock()


@lru_cache(maxsize=16)
def _table(definition: GameDefinition) -> ActionWalk:
    return ActionWalk(definition)


@lru_cache(maxsize=MOST_KEPT)
def walk_line(definition: GameDefinition, betting: str) -> WalkedLine:
    """Follow a betting action by action."""
    with _LOCK:
        return _Walker(definition, _table(definition)).follow(betting)


class _Walker:
    """Follows one betting at a table."""

    def __init__(self, definition: GameDefinition, walk: ActionWalk) -> None:
        walk.begin(definition.stacks, definition.blinds)
        count = definition.player_count
        self._walk, self._most_raises = walk, definition.max_raises
        self._raises, self._calls = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
        self._raises_before: tuple[int, ...] = ()
        self._now = ""
        self._raiser = self._raiser_before = NOBODY

    def follow(self, betting: str) -> WalkedLine:
        """Follow a betting from the start."""
        players, paid, chains, events = [], [], [], []
        for kind, _ in read_steps(betting):
            if kind is None:
                self._begin_round()
                continue
            player = self._walk.acting
            if player is None:
                raise BettingError(f"{betting!r} goes on after the hand has ended")
            players.append(player)
            paid.append(self._walk.spent[player])
            chains.append(self._chains(player, kind))
            events.append(self._act(player, kind))
        acting = self._walk.acting
        live = np.zeros(len(self._raises), np.bool_)
        live[self._walk.live] = True
        legal, following = np.zeros(KINDS, np.bool_), np.zeros((KINDS, LEVELS), np.int64)
        if acting is not None:
            for kind in self._legal(acting):
                legal[kind], following[kind] = True, self._chains(acting, kind)
        return WalkedLine(
            player=np.array(players, np.int64),
            paid=np.array(paid, np.int64),
            chains=np.array(chains, np.int64).reshape(-1, LEVELS),
            events=np.array(events, np.int32).reshape(-1, len(EVENTS)),
            acting=NOBODY if acting is None else acting,
            next_chains=following,
            legal=legal,
            live=live,
            spent=np.array(self._walk.spent, np.int64),
            round_index=len(self._raises_before),
            raises=self._raises,
            calls=self._calls,
            raised_last=self._raiser_before == acting,
        )

    def _begin_round(self) -> None:
        self._walk.begin_round()
        self._raises_before = (*self._raises_before, self._now.count(RAISE_LETTER))
        self._now, self._raiser_before, self._raiser = "", self._raiser, NOBODY

    def _legal(self, player: int) -> tuple[ActionKind, ...]:
        spent = self._walk.spent
        fold = (ActionKind.FOLD,) if spent[player] < max(spent) else ()
        may_raise = self._now.count(RAISE_LETTER) < self._most_raises[len(self._raises_before)]
        return (*fold, ActionKind.CALL, *((ActionKind.RAISE,) if may_raise else ()))

    def _chains(self, player: int, kind: int) -> tuple[int, int]:
        """The chains of level 2 and 3, as `similar_chains` has them of listed betting."""
        raises = self._now.count(RAISE_LETTER)
        before, number = self._raises_before, len(self._raises_before)
        return (
            digest((2, player, before, self._now, int(kind))),
            digest((3, player, number, raises, int(kind))),
        )

    def _act(self, player: int, kind: int) -> tuple[bool, ...]:
        """Take an action, and return the events of it."""
        legal = self._legal(player)
        faces_bet, is_raise = ActionKind.FOLD in legal, kind == ActionKind.RAISE
        self._walk.act(kind)
        self._now += ACTION_LETTERS[kind]
        if is_raise:
            self._raiser = player
        self._raises[player] += is_raise
        self._calls[player] += faces_bet and kind == ActionKind.CALL
        stays = faces_bet and kind != ActionKind.FOLD
        return is_raise, ActionKind.RAISE in legal, stays, faces_bet


@lru_cache(maxsize=MOST_KEPT)
def digest(key: tuple[object, ...]) -> int:
    """Return a number of 63 bits that is as good as different for different keys."""
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=8).digest(), "little") >> 1
