"""The observation of an agent in simple form, and the lists that it is read from.

A column that is accessed for any row is converted to a Python list once for all rows; an access
then takes tens of nanoseconds. Slots are used because they are fastest; a column that was not
accessed yet has an empty slot.
"""

from typing import TYPE_CHECKING, Any

from railbird.plugins.contract.columns import SEEN, AsList
from railbird.plugins.contract.decision_batch import DecisionBatch
from railbird.plugins.contract.entries import Game
from railbird.plugins.contract.readable import CardTexts, PastAction
from railbird.plugins.errors import AgentError

if TYPE_CHECKING:
    from railbird.plugins.contract.snapshot import SnapshotLists

DRAWS_FOR_ALL = 4
"""Number of draws per decision that are made for all rows at once; others for single rows."""

DRAWS_PER_BLOCK = 64

LISTS: dict[str, AsList] = {seen.name: seen.as_list for seen in SEEN if seen.as_list is not None}
"""Functions that create the lists of an observation's columns."""


class DecisionLists:
    """The columns of a batch as Python lists, each created on first access."""

    __slots__ = ("_made", "batch", "block", "block_of", "draws", "hand_draws", *LISTS)

    draws: dict[int, list[float]]  # of all rows, by index
    hand_draws: dict[int, list[float]]
    block_of: tuple[int, int]  # the row whose draws `block` are, and the number of the block
    block: list[float]

    def __init__(self, batch: DecisionBatch) -> None:
        """Read from ``batch``, while it is open."""
        self.batch: DecisionBatch | None = batch
        self._made: list[str] = []
        self.draws = {}
        self.hand_draws = {}
        self.block_of = (-1, -1)

    def make(self, name: str) -> None:
        """Create a column, which is an attribute from then on."""
        setattr(self, name, LISTS[name](self.opened()))
        self._made.append(name)

    def close(self) -> None:
        """Clear everything, so that observations cannot be used later."""
        for name in self._made:
            delattr(self, name)
        self._made.clear()
        self.draws, self.hand_draws, self.block_of = {}, {}, (-1, -1)
        self.batch = None

    def opened(self) -> DecisionBatch:
        """The batch, while it may be read."""
        if self.batch is None:
            raise AgentError("an observation was read after its decision; copy the data you need")
        return self.batch

    def draw(self, row: int, draw_index: int) -> float:
        """One draw of one decision."""
        if draw_index < DRAWS_FOR_ALL:
            draws = self.draws.get(draw_index)
            if draws is None:
                draws = self.draws[draw_index] = self.opened().random(draw_index).tolist()
            return draws[row]
        block, place = divmod(draw_index - DRAWS_FOR_ALL, DRAWS_PER_BLOCK)
        if self.block_of != (row, block):
            first = DRAWS_FOR_ALL + block * DRAWS_PER_BLOCK
            draw_block = self.opened().random_block(row, first, count=DRAWS_PER_BLOCK)
            self.block, self.block_of = draw_block.tolist(), (row, block)
        return self.block[place]

    def hand_draw(self, row: int, draw_index: int) -> float:
        """One draw of the hand, for the seat that decides."""
        draws = self.hand_draws.get(draw_index)
        if draws is None:
            draws = self.hand_draws[draw_index] = self.opened().hand_random(draw_index).tolist()
        return draws[row]


class Observation:
    """One decision as visible from its seat; valid while ``act`` runs, a snapshot for ever.

    Chips are integers, cards numbers ``rank * 4 + suit``; tuples of chips are by position. It is a
    lightweight view: ``row`` is the current decision of a batch, and the table loop advances it.
    Each attribute is documented in ``columns.SEEN`` and by its docstring.
    """

    __slots__ = ("_drawn", "_drawn_row", "_lists", "game", "row")

    seat: int
    position: int
    hand_index: int
    round_index: int
    decision: int
    hole_cards: tuple[int, ...]
    board: tuple[int, ...]
    cards: CardTexts
    betting: str
    actions: tuple[PastAction, ...]
    pot: int
    starting_stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    ante: int
    level: int
    players_left: int
    prizes: tuple[float, ...]
    contributions: tuple[int, ...]
    has_folded: tuple[bool, ...]
    seats: tuple[int, ...]
    to_call: int
    legal: int
    can_fold: bool
    can_raise: bool
    min_raise_to: int
    max_raise_to: int
    min_cards: int
    max_cards: int
    up_cards: tuple[tuple[int, ...], ...]
    cards_taken: tuple[tuple[int, ...], ...]
    seen_cards: tuple[int, ...]

    # deprecated: see columns.FORMER_NAMES
    stacks: tuple[int, ...]
    spent: tuple[int, ...]
    least_raise_to: int
    most_raise_to: int

    def __init__(self, lists: "DecisionLists | SnapshotLists", row: int = 0) -> None:
        """View one row."""
        self.game: Game = lists.opened().game
        self._lists = lists
        self.row = row
        self._drawn_row = -1
        self._drawn = 0

    @property
    def seat_count(self) -> int:
        """Seats at the table."""
        return self.game.definition.player_count

    def random(self) -> float:
        """The decision's next draw in [0, 1): the first call gives draw 0, the second draw 1."""
        if self._drawn_row != self.row:
            self._drawn_row, self._drawn = self.row, 0
        self._drawn += 1
        return self._lists.draw(self.row, self._drawn - 1)

    def peek(self, count: int) -> tuple[float, ...]:
        """Return the decision's first draws, without using them up."""
        return tuple(self._lists.draw(self.row, index) for index in range(count))

    def hand_random(self, draw_index: int = 0) -> float:
        """Draw ``draw_index`` of the hand for this seat, the same at each of its decisions."""
        return self._lists.hand_draw(self.row, draw_index)


LOOK = """
def {name}(self):
    try:
        return self._lists.{name}[self.row]
    except AttributeError:
        self._lists.make("{name}")
        return self._lists.{name}[self.row]
"""


def _look(name: str, meaning: str) -> property:
    """Return a property; generated as code, since looking up the slot by name is twice as slow."""
    written: dict[str, Any] = {}
    exec(LOOK.format(name=name), {}, written)
    return property(written[name], doc=meaning)


for _seen in SEEN:
    if _seen.as_list is not None:
        setattr(Observation, _seen.name, _look(_seen.name, _seen.meaning))
