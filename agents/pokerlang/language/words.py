"""The words of the language: the one table from which the grammar and messages are made."""

from collections.abc import Mapping
from dataclasses import dataclass

ROUNDS = ("preflop", "flop", "turn", "river")
MOVES = ("fold", "check", "call", "all-in", "raise")
LOGIC = ("or", "and", "not", "in", "is", "can", "have")
KEYWORDS = (
    *("pokerlang", "strategy", "hands", "stack", "position", "action", "tune", "tactic", "when"),
    "plays",
    *("rule", "often", "otherwise", "per", "decision", "hand", *LOGIC, *MOVES),
    *("pot", "bb", "x", "to", "min", "board", "made", "drawing", "opponent", "vs", *ROUNDS),
)
"""Words with a fixed meaning: no definition and no tactic may have one as its name."""

BEGINNERS = ("hands", "stack", "position", "action", "tune", "tactic", "rule", "otherwise")
"""The keywords with which a definition, a tactic, a rule or the end of a file begins."""

STYLES = {
    "loose-aggressive": "gambler",
    "loose-passive": "fish",
    "tight-aggressive": "fox",
    "tight-passive": "weak-tight",
}
"""Styles that a tactic can play: the archetype of document 003 that plays it."""


@dataclass(frozen=True, slots=True)
class PredefinedAction:
    """A predefined action of document 002, section 4.3: what it does, and its numbers."""

    meaning: str
    numbers: Mapping[str, float]


PREDEFINED = {
    "steal-the-pot": PredefinedAction(
        "raises by `steal-bet`; later checks, and folds to a bet below this `strength`",
        {"strength": 0.5},
    ),
    "semi-bluff": PredefinedAction(
        "on flop and turn raises by `size` pots while `potential` is at least this; on the river "
        "gives up below this `strength`",
        {"size": 0.75, "potential": 0.15, "strength": 0.5},
    ),
    "squeeze-play": PredefinedAction(
        "after one raise and callers raises to `times` the bet, and `per-caller` more for each",
        {"times": 3.0, "per-caller": 1.0},
    ),
    "check-raise-bluff": PredefinedAction(
        "checks, raises a bet by `size` pots, bets `next` pots in the next round, and then gives "
        "up; gives up to every other bet",
        {"size": 1.0, "next": 0.5},
    ),
    "check-raise-trap": PredefinedAction(
        "checks, raises a bet by `size` pots, and bets or raises `next` pots in each later round; "
        "calls every other bet",
        {"size": 1.0, "next": 0.5},
    ),
    "check-call-trap": PredefinedAction(
        "checks and calls until the river, where it raises once by `size` pots", {"size": 1.0}
    ),
    "post-oak-bluff": PredefinedAction(
        "bets `size` pots on the river where nobody has bet", {"size": 0.25}
    ),
}
"""Predefined actions; giving up is to check, or to fold to a bet."""

ZONES = {
    "green": (20.0, None),
    "yellow": (10.0, 20.0),
    "orange": (5.0, 10.0),
    "red": (1.0, 5.0),
    "dead": (None, 1.0),
}
"""Document 002, table 1: bounds of M, above the first and up to the second."""

POSITIONS = ("bad", "normal", "good")
"""Document 002, equations 13 to 15: thirds of the qualities of positions."""

HARRINGTON = {
    "A": "AA, KK, AKs",
    "B": "QQ, AKo, JJ, TT",
    "C": "AQs, 99, AQo, 88, AJs",
    "D": "77, KQs, 66, ATs, 55, AJo",
    "E": "KQo, 44, KJs, 33, 22, ATo, QJs",
}
"""Document 002, table 2; hands without a mark are offsuit."""

BOARDS = {
    "paired": "two board cards or more have one rank",
    "suited": "three board cards or more have one suit, so that a flush is possible",
    "two-tone": "two board cards of one suit and no three",
    "rainbow": "no two board cards have one suit",
    "connected": "three ranks of the board within five, so that a straight is possible",
}
CATEGORIES = (
    *("high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house"),
    *("four-of-a-kind", "straight-flush"),
)
"""Categories of hands, lowest first, in the order of ``native.hand_categories``."""
DRAWS = {
    "flush": "one more card of a suit makes a flush with a hole card",
    "straight": "one more card of some rank makes a straight that the board alone does not",
    "open-ended": "the same, of two ranks or more",
}
HOLDINGS = {
    "pair": "a hole card has the rank of the other or of a board card",
    "two-pair": "both hole cards, of two ranks, pair the board, and no board pair is above them",
    "set": "a pair in the hand, with a third card on the board",
    "trips": "a hole card, not paired in the hand, has the rank of a pair on the board",
    "overpair": "a pair in the hand above all board cards",
    "top-pair": "a hole card has the rank of the highest board card",
    "straight": "five ranks in a row, of hole cards and board",
    "flush": "five cards of a suit, of hole cards and board",
    "full-house": "a full house, or four of a kind that is not on the board",
    "quads": "four of a kind that is not on the board",
    "straight-flush": "a straight flush, of hole cards and board",
}
RAISERS = ("me", "opponent", "nobody")
