"""The words of the language: the one table from which the grammar and messages are made."""

ROUNDS = ("preflop", "flop", "turn", "river")
KEYWORDS = (
    *("pokerlang", "strategy", "hands", "stack", "position", "action", "tactic", "when", "plays"),
    *("rule", "often", "otherwise", "per", "decision", "hand", "or", "and", "not", "in", "is"),
    *("fold", "check", "call", "all-in", "raise", "pot", "bb", "x", "to", "min"),
    *("board", "made", "drawing", "opponent", "can", "have", "vs"),
    *ROUNDS,
)
"""Words with a fixed meaning: no definition and no tactic may have one as its name."""

BEGINNERS = ("hands", "stack", "position", "action", "tactic", "rule", "otherwise")
"""The keywords with which a definition, a tactic, a rule or the end of a file begins."""

STYLES = {
    "loose-aggressive": "gambler",
    "loose-passive": "fish",
    "tight-aggressive": "fox",
    "tight-passive": "weak-tight",
}
"""Styles that a tactic can play: the archetype of document 003 that plays it."""

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
RAISERS = ("me", "opponent", "nobody")
