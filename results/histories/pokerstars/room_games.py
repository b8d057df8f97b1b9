"""The games of hands with antes, straddles and dead chips, which are games of steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from railbird.native import GameDefinition, GameDefinitionError, GameFile, game_of_file
from railbird.results.histories.notation.holdem import HEADS_UP, LIMIT_RAISES, flop_steps, holdem
from railbird.results.histories.notation.stakes import name_by_stakes


@dataclass(frozen=True, slots=True)
class Posts:
    """What is posted, by position: blinds and straddles, which are bets, and dead chips.

    `ante` is that of everybody; `big` the big blind.
    """

    blinds: tuple[int, ...]
    dead: tuple[int, ...]
    straddlers: frozenset[int]
    ante: int
    big: int

    @property
    def are_usual(self) -> bool:
        """Whether nothing but blinds is posted, and the big blind is where it should be."""
        big_place = 0 if len(self.blinds) == HEADS_UP else 1
        is_in_place = self.blinds[big_place] >= self.big or max(self.blinds) < self.big
        return not (self.ante or any(self.dead) or self.straddlers) and is_in_place


@lru_cache(maxsize=2**12)
def game_of_posts(posts: Posts, bets: tuple[int, int] | None) -> GameDefinition:
    """Return hold'em with these posts; with `bets`, small and big, it is limit.

    Raises GameDefinitionError if there is no such game.
    """
    if posts.are_usual:
        return holdem(len(posts.blinds), blinds=posts.blinds, bets=bets)
    betting = "nolimit" if bets is None else "limit"
    sizes = {"least": posts.big} if bets is None else {"small": bets[0], "big": bets[1]}
    if bets is not None:
        sizes["most_raises"] = max(LIMIT_RAISES)
    firsts, others = _by_order(posts)
    table = {
        "name": _name(posts, betting, bets or ()),
        "players": len(posts.blinds),
        "betting": {"structure": betting, **sizes},
        "antes": posts.ante,
        "dead": posts.dead,
        "blinds": firsts,
        "posts": others,
        "stacks": [
            posts.ante + sum(both) + 1 for both in zip(posts.blinds, posts.dead, strict=True)
        ],
        "steps": flop_steps(2),
    }
    try:
        return game_of_file(msgspec.convert(table, GameFile))
    except msgspec.ValidationError as error:
        raise GameDefinitionError(str(error)) from None


def _by_order(posts: Posts) -> tuple[list[int], list[int]]:
    """Return the blinds that say who acts first, and those of players who missed theirs."""
    count = len(posts.blinds)
    big_place = next(
        (place for place, blind in enumerate(posts.blinds) if blind == posts.big), count - 1
    )
    places = {*range(big_place + 1), *posts.straddlers} if count > HEADS_UP else set(range(count))
    firsts = [blind if place in places else 0 for place, blind in enumerate(posts.blinds)]
    others = [0 if place in places else blind for place, blind in enumerate(posts.blinds)]
    return firsts, others


def _name(posts: Posts, betting: str, bets: Sequence[int]) -> str:
    name = name_by_stakes(f"holdem-{betting}", posts.blinds, bets=bets, ante=posts.ante)
    dead = [f"{place + 1}-{chips}" for place, chips in enumerate(posts.dead) if chips]
    return "-".join([name, "dead", *dead])[:60].rstrip("-") if dead else name
