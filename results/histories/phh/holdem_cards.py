"""The cards of a hand of hold'em, as a PHH file shows them."""

from railbird.native import HOLDEM_BOARDS
from railbird.results.errors import LogError
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN
from railbird.results.histories.notation.payoff_text import shorten
from railbird.results.histories.phh.phh_actions import refuse_action

_BOARD_LETTERS = sum(HOLDEM_BOARDS) * LETTERS
_GAME = "hold'em"


class HoldemCards:
    """Two hole cards of each player, dealt or shown, and the board."""

    def __init__(self, count: int) -> None:
        """Start a hand of this number of players without any card."""
        self.holes = [UNKNOWN * 2] * count
        self.board = ""
        self.rounds = 0
        self.mucked: list[int] = []

    def deal_hole(self, player: int, cards: str) -> None:
        """Deal or show a player's two cards; raises LogError if others are known."""
        if player >= len(self.holes):
            raise LogError(f"there is no player {player + 1} of {len(self.holes)}")
        if "?" in cards:
            return
        known = self.holes[player]
        if UNKNOWN not in known and not _are_same(known, cards):
            raise LogError(f"player {player + 1} has {known}, but shows {shorten(cards)}")
        self.holes[player] = cards

    show = deal_hole

    def muck(self, player: int) -> None:
        """Throw a player's hand away without showing it."""
        self.mucked.append(player)

    def deal_board(self, cards: str) -> None:
        """Add a round's board cards."""
        self.rounds += 1
        wanted = HOLDEM_BOARDS[self.rounds] if self.rounds < len(HOLDEM_BOARDS) else 0
        if len(cards) != wanted * LETTERS:
            raise LogError(f"'{shorten(cards)}' is dealt, {wanted} board cards expected")
        self.board += cards

    def discard(self, player: int, cards: str) -> int:
        """Refuse a discard."""
        refuse_action(f"p{player + 1} sd {cards}".strip(), _GAME)

    def require_bring_in(self) -> None:
        """Refuse a bring-in."""
        refuse_action("pb", _GAME)

    def text(self) -> str:
        """Return all cards of the deal, two letters each."""
        return "".join(self.holes) + self.board.ljust(_BOARD_LETTERS, "?")


def _are_same(first: str, second: str) -> bool:
    return {first[:LETTERS], first[LETTERS:]} == {second[:LETTERS], second[LETTERS:]}
