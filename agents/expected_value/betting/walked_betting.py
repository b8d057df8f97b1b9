"""Betting that is too large to list, read as it comes: three and more players, or no limit."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import (
    EVENTS,
    LOST,
    SHOWN,
    WON,
    Counts,
    Floats,
    Ints,
    Numbers,
    Passed,
    Situations,
    most_called,
)
from railbird.agents.expected_value.betting.raise_menu import RaiseMenu
from railbird.agents.raise_chips import RaiseChips
from railbird.native import (
    ActionKind,
    ActionWalk,
    BettingError,
    GameDefinition,
    read_steps,
)

LEVELS, MOST_KEPT, NOBODY = 2, 1 << 16, -1
FIRST_RAISE = ActionKind.RAISE
DEPTHS = (1.0, 4.0)
"""Bounds of classes of stacks, in pots: our guess."""


@dataclass(frozen=True, eq=False, slots=True)
class WalkedLine:
    """A betting from the start of the hand: its actions, and the decision or end that it led to.

    Of actions: ``player``, ``paid`` (chips the player had put in before), ``units`` (in which
    chips are summed), ``chains`` [s, levels], ``events`` [s, 4]. Then as in Situations, of one row;
    ``acting`` is -1 at the end of a hand. ``is_round_over`` says that the next round is to come.
    """

    player: Ints
    paid: Ints
    units: Floats
    chains: Ints
    events: npt.NDArray[np.int32]
    acting: int
    is_round_over: bool
    next_chains: Ints
    legal: npt.NDArray[np.bool_]
    raise_to: Ints
    live: npt.NDArray[np.bool_]
    spent: Ints
    left: Ints
    unit: float
    round_index: int
    raises: Counts
    calls: Counts
    raised_last: bool


class WalkedBetting:
    """Chains of the second and third level, numbered by a digest of 64 bits of what they are.

    There is no first level: with more than two players the same betting hardly comes again.
    """

    def __init__(self, definition: GameDefinition, menu: RaiseMenu | None = None) -> None:
        """Read the betting of a limit game in which nobody can be all-in, or one without limits.

        A raise of the latter counts as the nearest size of the menu.
        """
        self._definition = definition
        self._menu = menu or RaiseMenu()

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

        Taken here: after a bet that is called on the last round nobody has to fold, nor without
        chips, one's own or the opponents'.
        """
        legal = np.array([line.legal for line in nodes])
        rounds = np.array([line.round_index for line in nodes], np.int64)
        player = np.array([line.acting for line in nodes], np.int64)
        live, left = np.array([one.live for one in nodes]), np.array([one.left for one in nodes])
        spent = np.array([line.spent for line in nodes])
        raise_to = np.array([line.raise_to for line in nodes])
        price = np.maximum(raise_to, spent.max(axis=1, keepdims=True))
        may_fold = most_called(spent + left, live, player)[:, None] > price
        is_last = rounds == self._definition.round_count - 1
        may_fold[is_last & legal[:, ActionKind.FOLD], ActionKind.CALL] = False
        return Situations(
            legal=legal,
            raise_to=raise_to,
            chains=np.array([line.next_chains for line in nodes]),
            may_fold=may_fold,
            player=player,
            live=live,
            spent=spent,
            left=left,
            unit=np.array([line.unit for line in nodes]),
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
        endings = np.where(live, np.where(is_alone, WON, SHOWN), LOST).astype(np.uint8)
        put = np.where(is_alone, spent, _without_uncalled(spent))
        won = np.minimum(spent[:, None], put[:, :, None]).sum(axis=2)
        pot = np.where(live, won, spent.sum(axis=1, keepdims=True))
        return Passed(
            hand=hand,
            player=player,
            chains=np.concatenate([line.chains for line in ends]),
            bet=put[hand, player] - np.concatenate([line.paid for line in ends]),
            pot=pot[hand, player],
            unit=np.concatenate([line.units for line in ends]),
            events=np.concatenate([line.events for line in ends]),
            endings=endings,
            raises=np.array([line.raises for line in ends]),
            calls=np.array([line.calls for line in ends]),
        )

    def _lines_of(self, bettings: list[str]) -> Numbers:
        found = np.empty(len(bettings), object)
        found[:] = [walk_line(self._definition, self._menu, text) for text in bettings]
        return found


_LOCK = Lock()


@lru_cache(maxsize=16)
def _table(definition: GameDefinition) -> ActionWalk:
    return ActionWalk(definition)


@lru_cache(maxsize=MOST_KEPT)
def walk_line(definition: GameDefinition, menu: RaiseMenu, betting: str) -> WalkedLine:
    """Follow a betting action by action."""
    with _LOCK:
        return _Walker(definition, menu, _table(definition)).follow(betting)


class _Walker:
    """Follows one betting at a table."""

    def __init__(self, definition: GameDefinition, menu: RaiseMenu, walk: ActionWalk) -> None:
        walk.begin(definition.stacks, definition.blinds)
        count = definition.player_count
        self._walk, self._menu, self._is_limit = walk, menu, definition.is_limit
        self._stacks = definition.stacks
        self._raises, self._calls = np.zeros(count, np.uint8), np.zeros(count, np.uint8)
        self._raises_before: tuple[int, ...] = ()
        self._now: tuple[int, ...] = ()
        self._raiser = self._raiser_before = NOBODY

    def follow(self, betting: str) -> WalkedLine:
        """Follow a betting from the start."""
        players, paid, units, chains, events = [], [], [], [], []
        for kind, amount in read_steps(betting):
            if kind is None:
                self._begin_round()
                continue
            player = self._walk.acting
            if player is None:
                raise BettingError(f"{betting!r} goes on after the hand has ended")
            choice = self._choice(kind, amount)
            players.append(player)
            paid.append(self._walk.spent[player])
            units.append(self._unit())
            chains.append(self._chains(player, choice))
            events.append(self._act(player, choice, amount))
        actions: dict[str, npt.NDArray[Any]] = {
            "player": np.array(players, np.int64),
            "paid": np.array(paid, np.int64),
            "units": np.array(units, np.float64),
            "chains": np.array(chains, np.int64).reshape(-1, LEVELS),
            "events": np.array(events, np.int32).reshape(-1, len(EVENTS)),
        }
        return self._line(actions)

    def _line(self, actions: dict[str, npt.NDArray[Any]]) -> WalkedLine:
        """Return the line of some actions, at whose end the walk is."""
        acting = self._walk.acting
        spent = np.array(self._walk.spent, np.int64)
        live = np.zeros(len(spent), np.bool_)
        live[self._walk.live] = True
        raise_to = np.zeros(FIRST_RAISE + self._menu.size, np.int64)
        following = np.zeros((len(raise_to), LEVELS), np.int64)
        legal = np.zeros(len(raise_to), np.bool_)
        if acting is not None:
            raise_to[FIRST_RAISE:] = self._raise_to()
            legal = raise_to > 0
            legal[ActionKind.CALL], legal[ActionKind.FOLD] = True, self._faces_bet(acting)
            for choice in np.flatnonzero(legal).tolist():
                following[choice] = self._chains(acting, choice)
        return WalkedLine(
            **actions,
            acting=NOBODY if acting is None else acting,
            is_round_over=self._walk.rounds_due > 0,
            next_chains=following,
            legal=legal,
            raise_to=raise_to,
            live=live,
            spent=spent,
            left=np.array(self._stacks, np.int64) - spent,
            unit=self._unit(),
            round_index=len(self._raises_before),
            raises=self._raises,
            calls=self._calls,
            raised_last=self._raiser_before == acting,
        )

    def _begin_round(self) -> None:
        self._walk.begin_round()
        self._raises_before = (*self._raises_before, _count_raises(self._now))
        self._now, self._raiser_before, self._raiser = (), self._raiser, NOBODY

    def _faces_bet(self, player: int) -> bool:
        return self._walk.spent[player] < max(self._walk.spent)

    def _raise_to(self) -> list[int]:
        """The raise-to of each place of the menu for who acts, 0 where it is not legal."""
        least, most = self._walk.raise_bounds
        if not most:
            return [0] * self._menu.size
        spent = self._walk.spent
        own = spent[self._walk.acting or 0]
        parts = (sum(spent), max(spent) - own, own, least, most)
        return self._menu.raise_to(RaiseChips(*(np.array([part]) for part in parts)))

    def _choice(self, kind: int, amount: int) -> int:
        """The choice that an action is nearest to."""
        if kind != ActionKind.RAISE or self._is_limit:
            return kind
        price = max(self._walk.spent)
        return FIRST_RAISE + self._menu.nearest(self._raise_to(), amount, price=price)

    def _unit(self) -> float:
        return 1.0 if self._is_limit else float(sum(self._walk.spent))

    def _depth(self, player: int) -> int:
        """The class of the chips that may still be bet, in pots; one in limit games."""
        if self._is_limit:
            return 0
        spent = self._walk.spent
        left = [stack - put for stack, put in zip(self._stacks, spent, strict=True)]
        most = min(left[player], max(left[other] for other in self._walk.live if other != player))
        return sum(most > bound * sum(spent) for bound in DEPTHS)

    def _chains(self, player: int, choice: int) -> tuple[int, int]:
        """The chains of level 2 and 3, as `similar_chains` has them of listed betting.

        Without limits level 3 also has the size of the round's last raise, and how deep stacks are.
        """
        before, number = self._raises_before, len(self._raises_before)
        raises = [one for one in self._now if one >= FIRST_RAISE]
        sizes = () if self._is_limit else (*raises[-1:], self._depth(player))
        return (
            digest((2, player, before, self._now, choice)),
            digest((3, player, number, len(raises), *sizes, choice)),
        )

    def _act(self, player: int, choice: int, amount: int) -> tuple[bool, ...]:
        """Take an action, and return the events of it."""
        kind = min(choice, FIRST_RAISE)
        faces_bet, is_raise = self._faces_bet(player), kind == ActionKind.RAISE
        can_raise = self._walk.raise_bounds[1] > 0
        self._walk.act(kind, amount)
        self._now = (*self._now, choice)
        if is_raise:
            self._raiser = player
        self._raises[player] += is_raise
        self._calls[player] += faces_bet and kind == ActionKind.CALL
        stays = faces_bet and kind != ActionKind.FOLD
        return is_raise, can_raise, stays, faces_bet


def _without_uncalled(spent: Ints) -> Ints:
    """Chips put in, less what is above those of each other player, int64[n, N]."""
    is_same = np.eye(spent.shape[1], dtype=np.bool_)
    return np.asarray(np.minimum(spent, np.where(is_same, 0, spent[:, None]).max(axis=2)))


def _count_raises(choices: tuple[int, ...]) -> int:
    return sum(choice >= FIRST_RAISE for choice in choices)


@lru_cache(maxsize=MOST_KEPT)
def digest(key: tuple[object, ...]) -> int:
    """Return a number of 63 bits that is as good as different for different keys."""
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=8).digest(), "little") >> 1
