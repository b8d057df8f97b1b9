"""One run has one game: checks that hands have the same stakes and number of players."""

from railbird.native import GameDefinition
from railbird.results.errors import LogError
from railbird.results.histories.notation.holdem import bets_of


def require_stakes(hand: GameDefinition, game: GameDefinition) -> None:
    """Raise LogError if a hand's game is not that of the run.

    Who posts which blind may differ from hand to hand; the big blind, the bets and the number of
    players may not.
    """
    if hand.player_count != game.player_count:
        raise _other(f"{hand.player_count} players", f"{game.player_count}")
    if hand.betting != game.betting:
        raise _other(hand.betting, game.betting)
    if hand.big_blind != game.big_blind:
        raise _other(f"a big blind of {hand.big_blind}", f"{game.big_blind}")
    if bets_of(hand) != bets_of(game):
        raise _other(f"bets of {bets_of(hand)}", f"{bets_of(game)}")


def _other(here: str, there: str) -> LogError:
    return LogError(
        f"this hand has {here}, the run {there}; import each game into a run of its own"
    )
