"""What an agent in simple form sees of one decision.

A look has to be quick, and reading a slot is quickest; a column not asked for yet has none.
"""

from railbird.plugins.contract.decision_lists import DecisionLists
from railbird.plugins.contract.game import Game


class Observation:
    """One decision as its seat sees it; valid while ``act`` runs.

    Chips are whole, cards numbers ``rank * 4 + suit``; tuples of chips are by position. It is a
    light view: ``row`` says which decision of a batch is looked at, and the table loop moves it.
    """

    __slots__ = ("_drawn", "_drawn_row", "_lists", "game", "row")

    def __init__(self, lists: DecisionLists, row: int = 0) -> None:
        """Look at one row."""
        self.game: Game = lists.opened().game
        self._lists = lists
        self.row = row
        self._drawn_row = -1
        self._drawn = 0

    @property
    def seat(self) -> int:
        """The seat that decides, the same over the whole match."""
        try:
            return self._lists.seat[self.row]
        except AttributeError:
            self._lists.make("seat")
            return self._lists.seat[self.row]

    @property
    def position(self) -> int:
        """The seat's position in this hand; 0 posts the first blind of the definition."""
        try:
            return self._lists.position[self.row]
        except AttributeError:
            self._lists.make("position")
            return self._lists.position[self.row]

    @property
    def seat_count(self) -> int:
        """Seats at the table."""
        return self.game.definition.player_count

    @property
    def hand_index(self) -> int:
        """Number of the hand in the match, from 0."""
        try:
            return self._lists.hand_index[self.row]
        except AttributeError:
            self._lists.make("hand_index")
            return self._lists.hand_index[self.row]

    @property
    def round_index(self) -> int:
        """Betting round, from 0."""
        try:
            return self._lists.round_index[self.row]
        except AttributeError:
            self._lists.make("round_index")
            return self._lists.round_index[self.row]

    @property
    def decision(self) -> int:
        """Actions already taken in the hand, by anybody."""
        try:
            return self._lists.decision[self.row]
        except AttributeError:
            self._lists.make("decision")
            return self._lists.decision[self.row]

    @property
    def hole_cards(self) -> tuple[int, ...]:
        """The seat's own cards."""
        try:
            return self._lists.hole_cards[self.row]
        except AttributeError:
            self._lists.make("hole_cards")
            return self._lists.hole_cards[self.row]

    @property
    def board(self) -> tuple[int, ...]:
        """The board cards dealt so far."""
        try:
            return self._lists.board[self.row]
        except AttributeError:
            self._lists.make("board")
            return self._lists.board[self.row]

    @property
    def betting(self) -> str:
        """The betting so far as the ACPC writes it, rounds joined by a slash: ``cr300c/cc/``."""
        try:
            return self._lists.betting[self.row]
        except AttributeError:
            self._lists.make("betting")
            return self._lists.betting[self.row]

    @property
    def pot(self) -> int:
        """Chips put in by all."""
        try:
            return self._lists.pot[self.row]
        except AttributeError:
            self._lists.make("pot")
            return self._lists.pot[self.row]

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips at the start of the hand; what is left is ``stacks[p] - spent[p]``."""
        try:
            return self._lists.stacks[self.row]
        except AttributeError:
            self._lists.make("stacks")
            return self._lists.stacks[self.row]

    @property
    def spent(self) -> tuple[int, ...]:
        """Chips put in during the hand, all rounds."""
        try:
            return self._lists.spent[self.row]
        except AttributeError:
            self._lists.make("spent")
            return self._lists.spent[self.row]

    @property
    def has_folded(self) -> tuple[bool, ...]:
        """Who has folded, by position."""
        try:
            return self._lists.has_folded[self.row]
        except AttributeError:
            self._lists.make("has_folded")
            return self._lists.has_folded[self.row]

    @property
    def to_call(self) -> int:
        """Chips that a call costs; 0 for a check."""
        try:
            return self._lists.to_call[self.row]
        except AttributeError:
            self._lists.make("to_call")
            return self._lists.to_call[self.row]

    @property
    def legal(self) -> int:
        """The legal kinds as a bit mask of ``1 << kind``."""
        try:
            return self._lists.legal[self.row]
        except AttributeError:
            self._lists.make("legal")
            return self._lists.legal[self.row]

    @property
    def can_fold(self) -> bool:
        """Whether folding is legal: it is not where checking is free."""
        try:
            return self._lists.can_fold[self.row]
        except AttributeError:
            self._lists.make("can_fold")
            return self._lists.can_fold[self.row]

    @property
    def can_raise(self) -> bool:
        """Whether raising (or betting) is legal."""
        try:
            return self._lists.can_raise[self.row]
        except AttributeError:
            self._lists.make("can_raise")
            return self._lists.can_raise[self.row]

    @property
    def least_raise_to(self) -> int:
        """The least raise-to, total chips of the hand; 0 where no raise is legal."""
        try:
            return self._lists.least_raise_to[self.row]
        except AttributeError:
            self._lists.make("least_raise_to")
            return self._lists.least_raise_to[self.row]

    @property
    def most_raise_to(self) -> int:
        """The most raise-to, total chips of the hand; 0 where no raise is legal."""
        try:
            return self._lists.most_raise_to[self.row]
        except AttributeError:
            self._lists.make("most_raise_to")
            return self._lists.most_raise_to[self.row]

    def random(self) -> float:
        """The decision's next draw in [0, 1): the first call gives draw 0, the second draw 1."""
        if self._drawn_row != self.row:
            self._drawn_row, self._drawn = self.row, 0
        self._drawn += 1
        return self._lists.draw(self.row, self._drawn - 1)

    def hand_random(self, draw_index: int = 0) -> float:
        """Draw ``draw_index`` of the hand for this seat, the same at each of its decisions."""
        return self._lists.hand_draw(self.row, draw_index)
