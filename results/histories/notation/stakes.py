"""One run has one game: checks that hands have the same stakes and players, and names them."""

from collections.abc import Callable, Sequence

from railbird.native import GameDefinition
from railbird.results.errors import LogError
from railbird.results.histories.notation.holdem import bets_of


def name_by_stakes(
    kind: str, blinds: Sequence[int], *, bets: Sequence[int] = (), ante: int = 0, bring_in: int = 0
) -> str:
    """Return a game's name with what it is played for, such as `holdem-nolimit-50-100-3p`.

    `bets` are the small and the big bet of a limit game.
    """
    chips = [size for size in bets if size] or sorted({blind for blind in blinds if blind})
    posts = {"ante": ante, "bring-in": bring_in}
    named = [f"{what}-{amount}" for what, amount in posts.items() if amount]
    return "-".join([kind, *map(str, chips), *named, f"{len(blinds)}p"])


class OtherStakesError(LogError):
    """A hand of another game than that of the run."""


def require_stakes(hand: GameDefinition, game: GameDefinition) -> None:
    """Raise OtherStakesError if a hand's game is not that of the run.

    Who posts which blind may differ from hand to hand; the big blind, the antes, the bets and the
    number of players may not.
    """
    if hand.player_count != game.player_count:
        raise _other(f"{hand.player_count} players", f"{game.player_count}")
    if hand.betting != game.betting:
        raise _other(hand.betting, game.betting)
    if hand.big_blind != game.big_blind:
        raise _other(f"a big blind of {hand.big_blind}", f"{game.big_blind}")
    if bets_of(hand) != bets_of(game):
        raise _other(f"bets of {bets_of(hand)}", f"{bets_of(game)}")
    for what, of in _POSTS.items():
        if of(hand) != of(game):
            raise _other(f"{what} {of(hand)}", f"{of(game)}")
    if _dead(hand) != _dead(game):
        raise _other(f"dead chips by position {_dead(hand)}", f"{_dead(game)}")
    if game.variant is not None and hand.first_positions != game.first_positions:
        first, usual = hand.first_positions[0] + 1, game.first_positions[0] + 1
        raise _other(f"player {first} first to act, by its blinds", f"player {usual}")


_POSTS: dict[str, Callable[[GameDefinition], int]] = {
    "an ante of": lambda game: game.variant.ante if game.variant else 0,
    "a bring-in of": lambda game: game.variant.bring_in if game.variant else 0,
    "a least bet of": lambda game: game.variant.least_bet if game.variant else 0,
}


def _dead(game: GameDefinition) -> tuple[int, ...]:
    dead = game.variant.dead if game.variant else ()
    return dead if any(dead) else ()


def _other(here: str, there: str) -> OtherStakesError:
    return OtherStakesError(
        f"this hand has {here}, the run {there}; import each game into a run of its own"
    )
