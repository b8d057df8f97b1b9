"""Writes matches as ACPC dealer logs, byte for byte like the C dealer (server 1.0.42)."""

from collections.abc import Iterator, Sequence

import numpy as np

from railbird.native import ROUND_LETTER, GameDefinition, deal_layout
from railbird.results.histories.acpc.log_lines import DEALS
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN, card_texts
from railbird.results.histories.notation.payoff_text import format_payoff
from railbird.results.histories.storing.played import PlayedMatch

_TIMES = "#--t_response 600000\n#--t_hand 600000\n#--t_per_hand 7000\n"


def acpc_log(match: PlayedMatch, game: GameDefinition, game_file: str) -> str:
    """Return a match as the dealer's log; `game_file` is the game in the header.

    A match without a deck seed, or dealt under a secret that is not published, is written with seed
    0, which does not match its cards; a published secret is written in a line of our own.
    """
    seed = match.open_seed or 0
    header = f"# name/game/hands/seed {match.name} {game_file} {len(match.bettings)} {seed}\n"
    deals = f"{DEALS}{match.deals_text}\n" if match.deals_text else ""
    score = format_score(match.payoffs.sum(axis=0).tolist(), match.agents)
    return "".join([header, deals, _TIMES, *_hands(match, game), score])


def format_score(totals: Sequence[int], names: Sequence[str]) -> str:
    """Write the SCORE line: totals in 1/2520 chip and names, by seat."""
    return f"SCORE:{'|'.join(map(format_payoff, totals))}:{'|'.join(names)}\n"


def _hands(match: PlayedMatch, game: GameDefinition) -> Iterator[str]:
    lines, layout, seats = StateLines(game), deal_layout(game), match.seats
    payoffs = seats.by_position(match.payoffs, np.arange(len(match.payoffs))).tolist()
    holes, boards = (
        card_texts(layout.hole_cards(match.cards)),
        card_texts(layout.board(match.cards)),
    )
    every_names = map("|".join, seats.hand_after_hand(match.agents))  # without a line end
    rows = zip(match.bettings, holes, boards, payoffs, every_names, strict=False)
    for index, (betting, held, board, won, names) in enumerate(rows):
        yield lines.write(index, betting, cards=(*held, board), payoffs=won, names=names)


class StateLines:
    """Writes the STATE lines of one game."""

    def __init__(self, game: GameDefinition) -> None:
        """Compute which part of the board belongs to each round."""
        self._board_ends = [end * LETTERS for end in deal_layout(game).board_ends]

    def write(
        self, index: int, betting: str, *, cards: Sequence[str], payoffs: Sequence[int], names: str
    ) -> str:
        """Write a hand.

        `cards` are the hole cards by position and then the whole board, a text each; payoffs and
        names are by position.
        """
        *holes, board = cards
        ends = self._board_ends
        reached = range(1, betting.count(ROUND_LETTER) + 1)
        laid = "".join(["/" + board[ends[r - 1] : ends[r]] for r in reached])
        shown = ("|".join(holes) + board[: ends[0]] + laid).replace(UNKNOWN, "")
        won = "|".join(map(format_payoff, payoffs))
        return f"STATE:{index}:{betting}:{shown}:{won}:{names}\n"
