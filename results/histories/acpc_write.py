"""Matches as logs of the ACPC dealer, byte for byte as the C dealer (server 1.0.42) writes them."""

from collections.abc import Iterator
from itertools import accumulate

from railbird.native import GameDefinition
from railbird.results.histories.card_text import LETTERS, UNKNOWN, card_rows
from railbird.results.histories.payoff_text import format_payoff
from railbird.results.histories.played import PlayedMatch

SUFFIX = ".log"
_TIMES = "#--t_response 600000\n#--t_hand 600000\n#--t_per_hand 7000\n"


def acpc_log(match: PlayedMatch, game: GameDefinition, game_file: str) -> str:
    """Return a match as the dealer's log; `game_file` is what the header calls the game.

    A match without a deck seed is written with seed 0, which its cards then contradict.
    """
    seed = match.deck_seed or 0
    header = f"# name/game/hands/seed {match.name} {game_file} {len(match.bettings)} {seed}\n"
    totals = "|".join(map(format_payoff, match.payoffs.sum(axis=0).tolist()))
    score = f"SCORE:{totals}:{'|'.join(match.agents)}\n"
    return "".join([header, _TIMES, *_hands(match, game), score])


def _hands(match: PlayedMatch, game: GameDefinition) -> Iterator[str]:
    count = game.player_count
    width = game.hole_card_count * LETTERS
    ends = [count * width, *accumulate(game.board_card_counts, initial=0)]
    boards = [ends[0] + end * LETTERS for end in ends[1:]]
    names = ["|".join(match.names(turn)) for turn in range(count)]
    rows = zip(match.bettings, card_rows(match.cards), match.payoffs.tolist(), strict=True)
    for index, (betting, cards, payoffs) in enumerate(rows):
        turn = index % count
        by_position = payoffs[turn:] + payoffs[:turn]
        holes = "|".join([cards[start : start + width] for start in range(0, ends[0], width)])
        reached = range(1, betting.count("/") + 1)
        board = "".join(["/" + cards[boards[r] : boards[r + 1]] for r in reached])
        shown = (holes + board).replace(UNKNOWN, "")
        won = "|".join(map(format_payoff, by_position))
        yield f"STATE:{index}:{betting}:{shown}:{won}:{names[turn]}\n"
