"""Matches as logs of the ACPC dealer, byte for byte as the C dealer (server 1.0.42) writes them."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from railbird.native import GameDefinition
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN, card_rows
from railbird.results.histories.notation.payoff_text import format_payoff
from railbird.results.histories.storing.played import PlayedMatch

_TIMES = "#--t_response 600000\n#--t_hand 600000\n#--t_per_hand 7000\n"


def acpc_log(match: PlayedMatch, game: GameDefinition, game_file: str) -> str:
    """Return a match as the dealer's log; `game_file` is what the header calls the game.

    A match without a deck seed is written with seed 0, which its cards then contradict.
    """
    seed = match.deck_seed or 0
    header = f"# name/game/hands/seed {match.name} {game_file} {len(match.bettings)} {seed}\n"
    score = format_score(match.payoffs.sum(axis=0).tolist(), match.agents)
    return "".join([header, _TIMES, *_hands(match, game), score])


def format_score(totals: Sequence[int], names: Sequence[str]) -> str:
    """Write the SCORE line: totals in 1/2520 chip and names, by seat."""
    return f"SCORE:{'|'.join(map(format_payoff, totals))}:{'|'.join(names)}\n"


def _hands(match: PlayedMatch, game: GameDefinition) -> Iterator[str]:
    count = game.player_count
    lines = StateLines(game)
    names = ["|".join(match.names(turn)) for turn in range(count)]
    rows = zip(match.bettings, card_rows(match.cards), match.payoffs.tolist(), strict=True)
    for index, (betting, cards, payoffs) in enumerate(rows):
        turn = index % count
        by_position = payoffs[turn:] + payoffs[:turn]
        yield lines.write(index, betting, cards=cards, payoffs=by_position, names=names[turn])


class StateLines:
    """Writes the STATE lines of one game."""

    def __init__(self, game: GameDefinition) -> None:
        """Work out where in a deal which cards stand."""
        self._width = game.hole_card_count * LETTERS
        ends = [game.player_count * self._width, *accumulate(game.board_card_counts, initial=0)]
        self._holes_end = ends[0]
        self._boards = [ends[0] + end * LETTERS for end in ends[1:]]

    def write(
        self, index: int, betting: str, *, cards: str, payoffs: Sequence[int], names: str
    ) -> str:
        """Write a hand: `cards` as dealt, two letters each, payoffs and names by position."""
        boards = self._boards
        starts = range(0, self._holes_end, self._width)
        holes = "|".join([cards[start : start + self._width] for start in starts])
        reached = range(1, betting.count("/") + 1)
        board = "".join(["/" + cards[boards[r] : boards[r + 1]] for r in reached])
        shown = (holes + cards[boards[0] : boards[1]] + board).replace(UNKNOWN, "")
        won = "|".join(map(format_payoff, payoffs))
        return f"STATE:{index}:{betting}:{shown}:{won}:{names}\n"
