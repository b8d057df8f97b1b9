"""The eleven variants of the poker hand history format (PHH), as games of steps.

Kim (2024, "Recording and describing poker hands"), required fields. Where the format says nothing,
rules are PokerKit's, its parser: four raises a round in games with a limit, cards that lie face up
say who acts first in stud.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from railbird.native import (
    GameDefinition,
    GameDefinitionError,
    GameFile,
    game_of_file,
    has_holdem_cards,
)
from railbird.results.errors import LogError
from railbird.results.histories.notation.holdem import BET, BIG_BET, flop_steps, require_holdem
from railbird.results.histories.notation.stakes import name_by_stakes

LIMIT_RAISES = 4
_Table = dict[str, Any]
_LOW = {"rank": "ace-to-five", "at_most": 8}


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a hand is played for: blinds by position, bets 0 where there is no limit.

    `least_bet` is 0 where it is the largest blind.
    """

    ante: int
    blinds: tuple[int, ...]
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    least_bet: int = 0


@dataclass(frozen=True, slots=True)
class PhhVariant:
    """A variant: its code, our name, the structure of betting, steps, and rules of a game file."""

    code: str
    name: str
    structure: str
    steps: Sequence[_Table]
    rules: _Table = field(default_factory=dict)

    @property
    def has_bring_in(self) -> bool:
        """Whether there is a bring-in instead of blinds."""
        return "bring_in" in self.rules

    @property
    def has_limit(self) -> bool:
        """Whether bets have a fixed size, a small and a big one."""
        return self.structure == "limit"

    def game(self, stakes: Stakes, name: str | None = None) -> GameDefinition:
        """Return the game for these stakes, named by them by default; stacks are what is posted.

        Raises GameDefinitionError if there is no such game.
        """
        table = {
            "name": name or self._name_by_stakes(stakes),
            "players": len(stakes.blinds),
            "betting": {"structure": self.structure, **self._sizes(stakes)},
            "antes": stakes.ante,
            "blinds": stakes.blinds,
            "stacks": [stakes.ante + max(blind, stakes.bring_in, 1) for blind in stakes.blinds],
            "steps": self.steps,
            **self.rules,
        }
        if self.has_bring_in:
            table["bring_in"] = {**self.rules["bring_in"], "chips": stakes.bring_in}
        try:
            return game_of_file(msgspec.convert(table, GameFile))
        except msgspec.ValidationError as error:
            raise GameDefinitionError(f"{self.code}: {error}") from None

    def _name_by_stakes(self, stakes: Stakes) -> str:
        bets = (stakes.small_bet, stakes.big_bet)
        ante, bring_in = stakes.ante, stakes.bring_in
        return name_by_stakes(self.name, stakes.blinds, bets=bets, ante=ante, bring_in=bring_in)

    def _sizes(self, stakes: Stakes) -> dict[str, int]:
        if not self.has_limit:
            return {"least": stakes.least_bet} if stakes.least_bet else {}
        sizes = {"small": stakes.small_bet, "big": stakes.big_bet}
        return {**sizes, "most_raises": LIMIT_RAISES}


def _stud(showing: str) -> list[_Table]:
    def street(size: str, first: str = showing, **cards: Any) -> list[_Table]:
        return [{"deal": cards}, {"bet": {"size": size, "first": first}}]

    return [
        *street("small", "bring-in", down=2, up=1),
        *street("small", up=1),
        *street("big", up=1) * 2,
        *street("big", down=1, community_if_short=True),
    ]


def _draw(held: int, *bets: _Table) -> list[_Table]:
    first, *later = bets
    draw = {"exchange": [0, held]}
    return [{"deal": {"down": held}}, first, *(step for bet in later for step in (draw, bet))]


def _best(*rankings: _Table) -> _Table:
    return {"best": list(rankings)}


def _draws(ranking: str) -> _Table:
    return {**_best({"rank": ranking}), "reshuffle": True}


def _bring_in(by: str) -> _Table:
    return {"bring_in": {"by": f"{by} card"}}


_OMAHA = {"hole": 2, "board": 3}
_TRIPLE = (BET, BET, BIG_BET, BIG_BET)
VARIANTS: dict[str, PhhVariant] = {
    variant.code: variant
    for variant in (
        PhhVariant("FT", "holdem-limit", "limit", flop_steps(2)),
        PhhVariant("NT", "holdem-nolimit", "nolimit", flop_steps(2)),
        PhhVariant(
            "NS",
            "short-deck",
            "nolimit",
            flop_steps(2),
            {"deck": "6-A", **_best({"rank": "short-deck"})},
        ),
        PhhVariant(
            "PO",
            "omaha-pot-limit",
            "potlimit",
            flop_steps(4),
            _best({"rank": "high", **_OMAHA}),
        ),
        PhhVariant(
            "FO/8",
            "omaha-8",
            "limit",
            flop_steps(4),
            _best({"rank": "high", **_OMAHA}, {**_LOW, **_OMAHA}),
        ),
        PhhVariant(
            "F7S", "seven-card-stud", "limit", _stud("highest showing"), _bring_in("lowest")
        ),
        PhhVariant(
            "F7S/8",
            "seven-card-stud-8",
            "limit",
            _stud("highest showing"),
            {**_bring_in("lowest"), **_best({"rank": "high"}, _LOW)},
        ),
        PhhVariant(
            "FR",
            "razz",
            "limit",
            _stud("lowest showing"),
            {**_bring_in("highest"), **_best({"rank": "ace-to-five"})},
        ),
        PhhVariant(
            "N2L1D",
            "deuce-to-seven-single-draw",
            "nolimit",
            _draw(5, BET, BET),
            _draws("deuce-to-seven"),
        ),
        PhhVariant(
            "F2L3D",
            "deuce-to-seven-triple-draw",
            "limit",
            _draw(5, *_TRIPLE),
            _draws("deuce-to-seven"),
        ),
        PhhVariant("FB", "badugi", "limit", _draw(4, *_TRIPLE), _draws("badugi")),
    )
}
"""The variants by their codes, with the names of our games of the same rules."""


def require_phh(game: GameDefinition) -> None:
    """Raise LogError, naming what differs most, if a game is none of the variants."""
    if game.variant is None and not has_holdem_cards(game):
        raise LogError(
            f"PHH has no variant for this game; it has {len(VARIANTS)}, {', '.join(VARIANTS)}; "
            "export as acpc, csv or parquet"
        )
    if game.variant is None:
        require_holdem(game, what="PHH")
    else:
        variant_of(game)


@lru_cache
def variant_of(game: GameDefinition) -> PhhVariant:
    """Return the variant whose rules a game has; raises LogError, naming what differs most.

    Of games that an ACPC definition can describe only hold'em is looked at.
    """
    if game.variant is None:
        return VARIANTS["FT" if game.is_limit else "NT"]
    compared = [(list(_differences(game, one)), one) for one in VARIANTS.values()]
    differences, nearest = min(compared, key=lambda pair: len(pair[0]))
    if differences:
        raise LogError(
            f"PHH has no variant for {game.variant.name}: the nearest, {nearest.code} "
            f"({nearest.name}), differs in {_listed(differences)}; use csv or parquet"
        )
    return nearest


@lru_cache
def game_of(code: str, stakes: Stakes, name: str | None) -> GameDefinition:
    """Return a variant's game by its code, see PhhVariant.game."""
    return VARIANTS[code].game(stakes, name)


def stakes_of(game: GameDefinition) -> Stakes:
    """Return the stakes of a game."""
    sizes = [size for size in game.raise_sizes if size] or [0]
    variant = game.variant
    if variant is None:
        return Stakes(0, game.blinds, 0, sizes[0], sizes[-1])
    least = 0 if game.is_limit else variant.least_bet
    return Stakes(variant.ante, game.blinds, variant.bring_in, sizes[0], sizes[-1], least)


def _differences(game: GameDefinition, variant: PhhVariant) -> Iterator[str]:
    """Yield in words how a game of steps differs from a variant for the same stakes."""
    stakes = stakes_of(game)
    try:
        wanted = variant.game(stakes)
    except GameDefinitionError:
        yield from ("the number of players", *_FACTS)
        return
    if variant.has_bring_in != bool(stakes.bring_in):
        yield "the bring-in"
    for what, fact in _FACTS.items():
        if fact(game) != fact(wanted):
            yield what


def _rounds(game: GameDefinition, *names: str) -> Any:
    rounds = () if game.variant is None else game.variant.rounds
    return [[getattr(rule, name) for name in names] for rule in rounds]


_FACTS: dict[str, Any] = {
    "the cards that are dealt": lambda game: (
        game.board_card_counts,
        _rounds(game, "down", "up", "show"),
    ),
    "the exchanges, discards and passes": lambda game: _rounds(game, "kind", "least", "most"),
    "the deck": lambda game: (game.suit_count, game.rank_count),
    "what wins": lambda game: game.variant and game.variant.best,
    "the structure of betting": lambda game: _rounds(game, "kind", "structure"),
    "the sizes of bets": lambda game: game.raise_sizes,
    "who acts first": lambda game: (game.first_positions, _rounds(game, "first")),
    "the most raises of a round": lambda game: game.max_raises,
    "the dead chips": lambda game: game.variant and any(game.variant.dead),
    "the least bet": lambda game: game.variant and (game.variant.least_bet or game.big_blind),
    "what is shuffled again": lambda game: game.variant and game.variant.shares_stub,
}
"""What makes the rules of a game, in words, each as it is compared."""


def _listed(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
