"""The symbols of OpenPPL that are known, each in the tests of PokerLang; there are no others."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumberSymbol:
    """A number: a sum of quantities.

    ``is_sign_only``: only whether it is above 0 is known. ``more_preflop`` is added before the
    flop.
    """

    quantities: tuple[str, ...]
    needs_board: bool = False
    is_sign_only: bool = False
    more_preflop: float = 0.0


@dataclass(frozen=True, slots=True)
class FlagSymbol:
    """True or false: a condition."""

    condition: str
    needs_board: bool = False


NUMBERS: Mapping[str, NumberSymbol] = {
    "raises": NumberSymbol(("their-raises",)),
    "calls": NumberSymbol(("their-calls",)),
    "amounttocall": NumberSymbol(("to-call",)),
    "potsize": NumberSymbol(("pot",)),
    "stacksize": NumberSymbol(("chips",)),
    "opponents": NumberSymbol(("opponents",)),
    "opponentsleft": NumberSymbol(("opponents",)),
    "nopponentsplaying": NumberSymbol(("opponents",)),
    "nplayersplaying": NumberSymbol(("players",)),
    "nplayersdealt": NumberSymbol(("dealt",)),
    "nplayersround": NumberSymbol(("round-players",)),
    "betposition": NumberSymbol(("order",)),
    "ncallbets": NumberSymbol(("raises",), more_preflop=1.0),
    "nbetstocall": NumberSymbol(("to-call",), is_sign_only=True),
    "nhandshi": NumberSymbol(("higher-hands",), needs_board=True),
    "firstraiserposition": NumberSymbol(("first-raiser-place",)),
    "overcards": NumberSymbol(("overcards",), needs_board=True),
    "botsactionsonthisround": NumberSymbol(("my-raises", "my-calls")),
    "botsactionsonthisroundincludingchecks": NumberSymbol(("my-raises", "my-calls", "my-checks")),
}

FLAGS: Mapping[str, FlagSymbol] = {
    "didrais": FlagSymbol("my-raises > 0"),
    "didcall": FlagSymbol("my-calls > 0"),
    "didchec": FlagSymbol("my-checks > 0"),
    "button": FlagSymbol("button"),
    "cutoff": FlagSymbol("cut-off"),
    "smallblind": FlagSymbol("small-blind"),
    "bigblind": FlagSymbol("big-blind"),
    "intheblinds": FlagSymbol("place <= 1"),
    "middleposition3": FlagSymbol("place = 4"),
    "middleposition2": FlagSymbol("place = 5"),
    "middleposition1": FlagSymbol("place = 6"),
    "inmiddleposition": FlagSymbol("4 <= place <= 6"),
    "earlyposition3": FlagSymbol("place = 7"),
    "earlyposition2": FlagSymbol("place = 8"),
    "earlyposition1": FlagSymbol("place = 9"),
    "inearlyposition": FlagSymbol("7 <= place <= 9"),
    "utg": FlagSymbol("place = dealt - 1"),
    "opponentisallin": FlagSymbol("facing-all-in"),
    "havepair": FlagSymbol("have pair", needs_board=True),
    "havetoppair": FlagSymbol("have top-pair", needs_board=True),
    "haveoverpair": FlagSymbol("have overpair", needs_board=True),
    "havetwopair": FlagSymbol("have two-pair", needs_board=True),
    "haveset": FlagSymbol("have set", needs_board=True),
    "havetrips": FlagSymbol("have trips", needs_board=True),
    "havestraight": FlagSymbol("have straight", needs_board=True),
    "haveflush": FlagSymbol("have flush", needs_board=True),
    "havefullhouse": FlagSymbol("have full-house", needs_board=True),
    "havequads": FlagSymbol("have quads", needs_board=True),
    "havestraightflush": FlagSymbol("have straight-flush", needs_board=True),
    "haveflushdraw": FlagSymbol("drawing flush", needs_board=True),
    "havestraightdraw": FlagSymbol("drawing open-ended", needs_board=True),
    "haveinsidestraightdraw": FlagSymbol(
        "(drawing straight and not drawing open-ended)", needs_board=True
    ),
    "paironboard": FlagSymbol("board paired", needs_board=True),
    "flushpossible": FlagSymbol("board suited", needs_board=True),
    "straightpossible": FlagSymbol("board connected", needs_board=True),
}

ALIASES = {
    f"in{name}": name
    for name in FLAGS
    if name.startswith(("button", "cutoff", "smallblind", "bigblind", "middle", "early", "utg"))
}
ROUND_NUMBERS = {"preflop": 1, "flop": 2, "turn": 3, "river": 4}
BUTTONS = tuple(f"f{number}" for number in range(20))
"""Buttons of OpenHoldem's window, which nobody presses here."""

RAISES = {
    "": "raise min",
    "min": "raise min",
    "max": "all-in",
    "pot": "raise 100%",
    "halfpot": "raise 50%",
    "twothirdpot": "raise 66.6666666667%",
    "threefourthpot": "raise 75%",
}
ACTIONS = {
    "fold": "fold",
    "check": "fold",
    "call": "call",
    "allin": "all-in",
    **{f"{verb}{size}": move for verb in ("raise", "bet") for size, move in RAISES.items()},
}
"""What each action is; to check where there is something to call is to fold, as `fold` is."""
