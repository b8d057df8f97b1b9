"""The Observer's model of its opponents, and the strength of a hand against them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.holdem.first_round import read_first_rounds, read_moves
from railbird.agents.holdem.opponent_ranges import (
    MOVE_COUNT,
    RangeTable,
    ranges_by_quarter,
    ranges_by_table,
)
from railbird.agents.holdem.starting_hands import CLASS_INCOMES, holdings_from
from railbird.agents.holdem.strength_cache import strengths_by_income
from railbird.native import HOLDING_COUNT, NO_CARD, effective_hand_strength, holding_class
from railbird.plugins import (
    CLASS_NAMES_BY_TABLE,
    QUARTERS,
    AgentError,
    DecisionBatch,
    HandBatch,
    MatchBatch,
    StyleMemory,
    classify_by_quarter,
    classify_by_table,
    starts_short_stacked,
)

CLASSES = ("quarters", "tables")
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]
HOLDINGS_TO_CLASS = np.array([holdings_from(income) for income in CLASS_INCOMES], np.uint16)
"""The bound that includes each class of hands, uint16[169]: 1,326 without an income rate."""


@dataclass(frozen=True, slots=True)
class ModelOptions:
    """How opponents are modelled: see the Observer. Raises AgentError for invalid values."""

    classes: str
    uses_shown: bool
    window: int
    least_hands: int

    def __post_init__(self) -> None:
        """Check the names and numbers."""
        if self.classes not in CLASSES:
            raise AgentError(f"classes is {self.classes!r}; use one of {', '.join(CLASSES)}")
        for name in ("window", "least_hands"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise AgentError(f"{name} is {value!r}; give a number of hands, 1 or more")
        if self.least_hands > self.window:
            raise AgentError(
                f"least_hands is {self.least_hands}, but window {self.window} keeps fewer; no "
                "opponent would ever be classified"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The classes by number, the first unclassified."""
        return QUARTERS if self.classes == "quarters" else CLASS_NAMES_BY_TABLE

    def ranges(self) -> RangeTable:
        """The bounds by class."""
        return ranges_by_quarter() if self.classes == "quarters" else ranges_by_table()


class OpponentModel:
    """Classes and ranges of all opponents in many matches."""

    def __init__(self, matches: MatchBatch, options: ModelOptions) -> None:
        """Start without observations."""
        self._options = options
        self._ranges = options.ranges()
        self._is_short_stacked = starts_short_stacked(matches.game.definition)
        self._memory = StyleMemory(matches, window=options.window)
        shape = (matches.match_count, matches.seat_count, MOVE_COUNT)
        self._shown = np.zeros(shape if options.uses_shown else (0, 0, 0), np.uint16)

    def watch(self, hands: HandBatch) -> None:
        """Add finished hands; repeated hands have no effect."""
        if self._options.uses_shown:
            self._keep_shown(hands.take(hands.showdown))
        self._memory.tell(hands)

    def classes_by_seat(self, match: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
        """Return the class of all players at the tables of some matches, uint8[n, N] by seat."""
        counts, least = self._memory.counts(match), self._options.least_hands
        if self._options.classes == "quarters":
            return classify_by_quarter(counts, least_hands=least)
        return classify_by_table(counts, is_short_stacked=self._is_short_stacked, least_hands=least)

    def effective_strengths(self, decisions: DecisionBatch, rows: Rows) -> Floats:
        """Return the product of effective strengths over remaining opponents, float64[rows]."""
        live = ~decisions.has_folded[rows]
        live[np.arange(len(rows)), decisions.position[rows]] = False
        place, position = np.nonzero(live)
        row = rows[place]
        seat = decisions.seats[row, position].astype(np.intp)
        bounds = self._bounds(decisions, rows, pairs=(place, position, seat))
        cards = decisions.hole_cards[row], decisions.board[row]
        found = strengths_by_income().look_up(*cards, bounds)
        effective = effective_hand_strength(found.strength, found.positive)
        nothing_left = np.isnan(effective)
        if nothing_left.any():
            any_hand = strengths_by_income().look_up(
                cards[0][nothing_left], cards[1][nothing_left], HOLDING_COUNT
            )
            effective[nothing_left] = effective_hand_strength(any_hand.strength, any_hand.positive)
        product = np.ones(len(rows))
        np.multiply.at(product, place, effective)
        return product

    def _bounds(
        self, decisions: DecisionBatch, rows: Rows, *, pairs: tuple[Rows, Rows, Rows]
    ) -> npt.NDArray[np.uint16]:
        """Bounds of the opponents at a place of ``rows``, in a position and seat, uint16[pairs]."""
        place, position, seat = pairs
        asked = decisions.take(rows)
        rounds = read_first_rounds(asked, asked.betting)
        moves = read_moves(rounds, seat_count=decisions.seat_count)
        draws = split_draw(asked.hand_random(1), decisions.seat_count)
        match = decisions.match[rows]
        classes = self.classes_by_seat(match)[place, seat]
        move = moves[place, position]
        bounds = self._ranges.draw(classes, move, draws[place, position])
        if self._options.uses_shown:
            bounds = np.maximum(bounds, self._shown[match[place], seat, move])
        return bounds

    def _keep_shown(self, hands: HandBatch) -> None:
        """Widen the bound of each move to the weakest hand shown after it."""
        rounds = read_first_rounds(hands, hands.betting)
        moves = read_moves(rounds, seat_count=hands.seat_count)
        row, seat = np.nonzero(hands.hole_cards[:, :, 0] != NO_CARD)
        position = hands.positions[row, seat]
        bound = HOLDINGS_TO_CLASS[holding_class(hands.hole_cards[row, seat])]
        where = hands.match[row], seat, moves[row, position]
        np.maximum.at(self._shown, where, bound)


def split_draw(draws: Floats, count: int) -> Floats:
    """Derive ``count`` draws in tenths from each draw: its decimal digits, float64[n, count].

    Figure 21 draws a number from 1 to 10; ten digits are within the 53 bits of a draw.
    """
    return np.asarray(np.floor(draws[:, None] * 10.0 ** np.arange(1, count + 1)) % 10 / 10)
