"""Texas hold'em: the games that PHH and the text of card rooms support."""

from collections.abc import Sequence
from typing import Any

from railbird.native import (
    HOLDEM_BOARDS,
    UNLIMITED_STACK,
    GameDefinition,
    has_holdem_cards,
    has_holdem_rounds,
)
from railbird.results.errors import LogError

HEADS_UP = 2
LIMIT_RAISES = (3, 4, 4, 4)
"""Raises per round: four bets, of which the big blind is one."""
BET, BIG_BET = {"bet": {"size": "small"}}, {"bet": {"size": "big"}}
"""Steps of a game file: rounds of betting with small and with big bets."""
UNCAPPED = (255, 255, 255, 255)


def first_positions(player_count: int) -> tuple[int, ...]:
    """Return who acts first in each round: after the big blind, then from the small blind on.

    For two the big blind is position 0, and the small blind acts first before the flop.
    """
    return (1, 0, 0, 0) if player_count == HEADS_UP else (2, 0, 0, 0)


def flop_steps(hole: int) -> list[dict[str, Any]]:
    """Return the steps of a game with a flop, a turn and a river, and this many hole cards."""
    flop, card = ({"deal": {"board": count}} for count in (3, 1))
    return [{"deal": {"down": hole}}, BET, flop, BET, card, BIG_BET, card, BIG_BET]


def holdem(
    player_count: int,
    *,
    blinds: Sequence[int],
    bets: tuple[int, int] | None = None,
    stacks: Sequence[int] | None = None,
) -> GameDefinition:
    """Return hold'em with these blinds by position; with `bets`, small and big, it is limit."""
    return GameDefinition(
        betting="nolimit" if bets is None else "limit",
        player_count=player_count,
        round_count=len(HOLDEM_BOARDS),
        stacks=tuple(stacks or (UNLIMITED_STACK,) * player_count),
        blinds=tuple(blinds),
        raise_sizes=() if bets is None else (bets[0], bets[0], bets[1], bets[1]),
        first_positions=first_positions(player_count),
        max_raises=UNCAPPED if bets is None else LIMIT_RAISES,
        suit_count=4,
        rank_count=13,
        hole_card_count=2,
        board_card_counts=HOLDEM_BOARDS,
    )


def bets_of(game: GameDefinition) -> tuple[int, int] | None:
    """Return the small and the big bet of a limit game, None in no-limit."""
    return (game.raise_sizes[0], game.raise_sizes[-1]) if game.is_limit else None


def require_holdem(game: GameDefinition, *, what: str) -> None:
    """Raise LogError if a format for hold'em does not support this game; `what` is the format."""
    if not (has_holdem_cards(game) and has_holdem_rounds(game)):
        raise LogError(f"{what} supports only Texas hold'em; export as acpc, csv or parquet")
    usual = holdem(game.player_count, blinds=game.blinds, bets=bets_of(game), stacks=game.stacks)
    for name in ("first_positions", "raise_sizes", "max_raises"):
        if getattr(game, name) != getattr(usual, name):
            raise LogError(
                f"{what} cannot describe hold'em with {name.replace('_', ' ')} "
                f"{getattr(game, name)}; export as acpc, csv or parquet"
            )
    small, big = sorted(game.blinds, reverse=True)[1::-1]
    order = (big, small) if game.player_count == HEADS_UP else (small, big)
    if game.blinds != order + (0,) * (game.player_count - HEADS_UP) or not 0 < small < big:
        raise LogError(
            f"{what} needs a small blind below a big one, not {game.blinds}; export as acpc, csv "
            "or parquet"
        )
