"""The betting from a decision to the end of its round, in a game that is too large to list."""

from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import Bools, Counts, Ints
from railbird.agents.expected_value.betting.raise_menu import RaiseMenu
from railbird.agents.expected_value.betting.round_starts import count_raises, start_chains
from railbird.agents.expected_value.betting.walked_betting import LEVELS, WalkedLine, walk_line
from railbird.native import ACTION_LETTERS, GameDefinition
from railbird.plugins import BETTING_KINDS

MOST_NODES, MOST_KEPT = 200, 1 << 10
KINDS = len(BETTING_KINDS)
NO_MENU = RaiseMenu()


@dataclass(frozen=True, eq=False, slots=True)
class Leaves:
    """Where a search ends, m rows; N players by position.

    ``player`` int64[m] is the one who searches. ``live``, ``spent``, ``raises`` and ``calls`` are
    as in Situations. ``is_open`` bool[m] says that a round is to come, or that somebody is to act
    whose decisions are not in the tree: then ``spent`` has what all who are left come to by calls.
    ``starts`` int64[m, levels] are the chains of `start_chains` for the player, ``last`` those of
    his last action before.
    """

    player: Ints
    live: Bools
    spent: Ints
    raises: Counts
    calls: Counts
    is_open: Bools
    starts: Ints
    last: Ints

    def take(self, rows: npt.NDArray[np.intp]) -> "Leaves":
        """Return some of the leaves."""
        return Leaves(*(getattr(self, field.name)[rows] for field in fields(self)))


@dataclass(frozen=True, eq=False, slots=True)
class RoundAhead:
    """The decisions of a round from one on, n of them, in the order of the number of actions.

    ``player`` int64[n] decides, ``child`` int64[n, 3] is a decision, or ``~leaf``, 0 where the kind
    is not legal; ``legal`` bool[n, 3]; ``chains`` int64[n, 3, levels]. ``stayed`` int64[n] are the
    raises and calls of bets that the player made in the hand.
    """

    player: Ints
    child: Ints
    legal: Bools
    chains: Ints
    stayed: Ints
    leaves: Leaves


@lru_cache(maxsize=MOST_KEPT)
def look_ahead(definition: GameDefinition, betting: str) -> RoundAhead:
    """List the betting of a limit game from a decision to the end of the round.

    What follows after ``MOST_NODES`` decisions is left out.
    """
    texts, lines = [betting], [walk_line(definition, NO_MENU, betting)]
    hero = lines[0].acting
    last, child = [np.zeros(LEVELS, np.int64)], list[list[int]]()
    leaves, last_of_leaves = list[WalkedLine](), list[Ints]()
    starts: list[tuple[int, int]] = []
    for text in texts:
        line, before, row = lines[len(child)], last[len(child)], [0] * KINDS
        for kind in np.flatnonzero(line.legal).tolist():
            following = text + ACTION_LETTERS[kind]
            found = walk_line(definition, NO_MENU, following)
            own = line.next_chains[kind] if line.acting == hero else before
            if found.acting < 0 or found.is_round_over or len(texts) >= MOST_NODES:
                row[kind] = ~len(leaves)
                leaves.append(found)
                last_of_leaves.append(own)
                starts.append(start_chains(count_raises(following), found.live, hero))
            else:
                row[kind] = len(texts)
                texts.append(following)
                lines.append(found)
                last.append(own)
        child.append(row)
    return RoundAhead(
        player=np.array([line.acting for line in lines], np.int64),
        child=np.array(child, np.int64),
        legal=np.array([line.legal for line in lines]),
        chains=np.array([line.next_chains for line in lines]).reshape(-1, KINDS, LEVELS),
        stayed=np.array(
            [int(one.raises[one.acting]) + int(one.calls[one.acting]) for one in lines]
        ),
        leaves=_gather(leaves, (starts, last_of_leaves), player=hero),
    )


def _gather(
    lines: list[WalkedLine], chains: tuple[list[tuple[int, int]], list[Ints]], *, player: int
) -> Leaves:
    live = np.array([line.live for line in lines])
    spent = np.array([line.spent for line in lines])
    return Leaves(
        player=np.full(len(lines), player),
        live=live,
        spent=np.where(live, spent.max(axis=1, keepdims=True), spent),
        raises=np.array([line.raises for line in lines]),
        calls=np.array([line.calls for line in lines]),
        is_open=np.array([line.acting >= 0 for line in lines]),
        starts=np.array(chains[0], np.int64),
        last=np.array(chains[1]),
    )
