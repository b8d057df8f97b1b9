"""Games as data: a TOML file that says step by step how a hand is played, as it is written.

The language is ours; what it can say is that of PGDL (document 000, section 4.2), but for wild
cards and hand rankings of a file's own. One file is for several numbers of players.
"""

import re
import tomllib
from typing import Annotated, Literal, get_args

import msgspec

from railbird.native.errors import GameDefinitionError
from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import RANKS, SUITS
from railbird.native.game.variant import First, Structure
from railbird.native.game.variant_checks import MOST_RAISES, PLAYERS
from railbird.native.rankers.rankers import JOKERS
from railbird.native.wording import most_alike

Chips = Annotated[int, msgspec.Meta(ge=0, le=UNLIMITED_STACK)]
Count = Annotated[int, msgspec.Meta(ge=0, le=SUITS * RANKS)]
Raises = Annotated[int, msgspec.Meta(ge=0, le=MOST_RAISES)]


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""


class Deal(_Strict, frozen=True):
    """Cards dealt: to each player face down and face up, and to the board.

    With ``community_if_short`` what the deck is too short for is dealt to the board instead, so
    many cards as each player would have got.
    """

    down: Count = 0
    up: Count = 0
    board: Count = 0
    community_if_short: bool = False


class Bet(_Strict, frozen=True):
    """A round of betting; what it leaves out is as ``betting`` says.

    ``first`` says who acts first: "position" (left of the largest blind in the first round of
    betting, else left of the button), "bring-in" (who posts it), who shows what, or the number of a
    player, of whom 1 is left of the button.
    """

    size: Literal["small", "big"] | Chips = "small"
    first: First | Literal["bring-in"] | int = "position"
    structure: Structure | None = None
    most_raises: Raises | None = None


class PassCards(_Strict, frozen=True):
    """Cards handed on to the next player still in the hand, or with "right" to the one before."""

    cards: Count
    to: Literal["left", "right"] = "left"


class Step(_Strict, frozen=True):
    """One step: one of the keys.

    ``exchange`` is the fewest and the most cards that a player throws away and gets anew,
    ``discard`` how many go without replacement, ``show`` how many of those held are turned up.
    """

    deal: Deal | None = None
    bet: Bet | None = None
    exchange: tuple[Count, Count] | None = None
    discard: Count | None = None
    pass_: PassCards | None = msgspec.field(name="pass", default=None)
    show: Count | None = None


class Betting(_Strict, frozen=True):
    """How bets are limited: ``small`` and ``big`` are the sizes of bets with a fixed limit.

    ``least`` is the least bet without one, by default the largest blind.
    """

    structure: Structure
    small: Chips = 0
    big: Chips = 0
    least: Chips = 0
    most_raises: Raises = MOST_RAISES


class Blinds(_Strict, frozen=True):
    """Chips posted left of the button, or by the button alone.

    Of two players the button posts the small blind.
    """

    small: Chips = 0
    big: Chips = 0
    button: Chips = 0

    def __post_init__(self) -> None:
        """Refuse a button that posts beside others."""
        if self.button and (self.small or self.big):
            raise ValueError("give small and big, or button alone")


class BringIn(_Strict, frozen=True):
    """Chips posted by who shows the lowest or the highest card."""

    chips: Chips
    by: Literal["lowest card", "highest card"] = "lowest card"


class Best(_Strict, frozen=True):
    """A ranking that takes the pot, or half of it.

    It is named by ``rank``, or given by ``formula``: the text of a scoring, or the file ``.score``
    that has it, relative to the game's own. A hand has exactly ``hole`` hole cards and ``board``
    cards of the board, or any where both are 0. With ``at_most`` it qualifies by five different
    ranks up to this one. ``wild`` are cards, ranks and ``joker``; a wild card stands for the best
    card that the hand does not have, and with ``five_of_a_kind`` for a fifth of a rank.
    """

    rank: str = ""
    formula: str = ""
    at_most: Count = 0
    hole: Count = 0
    board: Count = 0
    wild: tuple[str, ...] = ()
    five_of_a_kind: bool = False

    def __post_init__(self) -> None:
        """Refuse what does not say how hands are ranked, or says it twice."""
        if bool(self.rank) == bool(self.formula):
            raise ValueError("give rank or formula, and only one of them")


class GameFile(_Strict, frozen=True):
    """A whole file: one game for the numbers of players from the fewest to the most.

    ``antes`` are posted by everybody. ``dead`` are chips by position that belong to the main pot,
    such as dead blinds; ``big_blind_ante`` is one that the big blind posts for all. ``blinds`` may
    also be a list by position, from the left of the button; straddles are such blinds. ``posts``
    are blinds by position of players who do not change who acts first. Lists that are too short are
    filled up with 0. ``stacks`` are by default without bounds in a game with limits, else 100 big
    blinds. ``best`` are one or two rankings, which halve the pot. ``deck`` are its ranks, ``suits``
    how many suits it has; ``jokers``, 1 or 2, are in it beside. With ``reshuffle`` thrown cards are
    dealt again where the deck is too short for all exchanges.
    """

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
    players: int | tuple[int, int]
    betting: Betting
    steps: tuple[Step, ...]
    summary: str = ""
    antes: Chips = 0
    dead: tuple[Chips, ...] = ()
    blinds: Blinds | tuple[Chips, ...] | None = None
    posts: tuple[Chips, ...] = ()
    big_blind_ante: Chips = 0
    bring_in: BringIn | None = None
    stacks: Chips | tuple[Chips, ...] = 0
    best: tuple[Best, ...] = (Best(rank="high"),)
    deck: str = "2-A"
    suits: Annotated[int, msgspec.Meta(ge=1, le=SUITS)] = SUITS
    jokers: Annotated[int, msgspec.Meta(ge=0, le=len(JOKERS))] = 0
    reshuffle: bool = False

    def __post_init__(self) -> None:
        """Refuse numbers of players that cannot be, and a summary of several lines."""
        fewest, most = self.player_counts
        if not PLAYERS[0] <= fewest <= most <= PLAYERS[1]:
            raise ValueError(
                f"players is {[fewest, most]}; give a number, or [fewest, most], "
                f"from {PLAYERS[0]} to {PLAYERS[1]}"
            )
        if not self.summary.isprintable():
            raise ValueError("summary is not one line; drop line breaks and control characters")

    @property
    def player_counts(self) -> tuple[int, int]:
        """The fewest and the most players that the game is for."""
        return (self.players, self.players) if isinstance(self.players, int) else self.players


def require_players(name: str, player_counts: tuple[int, int], players: int) -> None:
    """Refuse a number of players that a game is not for, the fewest and the most: raises
    GameDefinitionError."""
    fewest, most = player_counts
    if not fewest <= players <= most:
        numbers = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise GameDefinitionError(
            f"{name} is for {numbers} players, not {players}; give another number or game"
        )


FORMULA_SUFFIX = ".score"
"""How the name of a file ends that has the text of a formula."""
TABLES: dict[str, type[msgspec.Struct]] = {
    "": GameFile,
    "betting": Betting,
    "blinds": Blinds,
    "bring_in": BringIn,
    "best": Best,
    "steps": Step,
    "deal": Deal,
    "bet": Bet,
    "pass": PassCards,
}
"""The tables of a file by the key that holds them."""

_CHOICES = {
    "structure": get_args(Structure),
    "first": (*get_args(First), "bring-in", "or the number of a player"),
    "by": get_args(BringIn.__annotations__["by"]),
    "to": get_args(PassCards.__annotations__["to"]),
    "size": ("small", "big", "or a number of chips"),
}
_STEPS = re.compile(r"^\s*\[\[\s*steps\s*\]\]|^\s*steps\s*=", re.MULTILINE)


def is_game_toml(text: str) -> bool:
    """Whether a text describes a game step by step, as a file of ours does."""
    return _STEPS.search(text) is not None


def read_game_toml(text: str) -> GameFile:
    """Read a file; raises GameDefinitionError with the line, or the key that is wrong."""
    try:
        return msgspec.convert(tomllib.loads(text), GameFile)
    except tomllib.TOMLDecodeError as error:
        raise GameDefinitionError(f"not valid TOML: {error}") from None
    except RecursionError:
        raise GameDefinitionError("not valid TOML: nested too deep") from None
    except msgspec.ValidationError as error:
        raise GameDefinitionError(_explain(str(error), text)) from None


def _explain(message: str, text: str) -> str:
    """Say in our words what msgspec found: which step or key, and what it may be."""
    what, _, place = message.partition(" - at ")
    where = _place(place.strip("`").removeprefix("$").removeprefix("."))
    unknown = re.search(r"contains unknown field `([^`]*)`", what)
    if unknown is not None:
        keys = _keys_of(place.strip("`"))
        near = most_alike(unknown[1], keys)
        hint = f"did you mean {near!r}?" if near else f"the keys are {', '.join(keys)}"
        return f"{_line_of(unknown[1], text)}{where}unknown key {unknown[1]!r}; {hint}"
    key = place.strip("`").rpartition(".")[2]
    if key in _CHOICES and ("enum" in what or "Expected" in what):
        return f"{where}give one of {', '.join(_CHOICES[key])}"
    if "matching regex" in what:
        return f"{where}give small letters, digits and hyphens"
    for theirs, ours in _WORDS:
        what = re.sub(theirs, ours, what)
    return f"{where}{what[0].lower()}{what[1:]}"


_WORDS = (
    (r"Expected `array` of length (\d+), got (\d+)", r"has \2 numbers; give \1"),
    (r" >= (\d+)", r" of \1 or more"),
    (r" <= (\d+)", r" of \1 or less"),
    (r"Object missing required field `(\w+)`", r"the key '\1' is missing; add it"),
    (r" \| null", ""),
    (r"`(int|str|bool|array|object|float)( \| \w+)*`", lambda found: _words_of(found[0])),
    (r"Expected (.*), got (.*)", r"is \2; give \1"),
    (r"Expected (.*)", r"give \1"),
)
_TYPES = {
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "float": "a fraction",
}


def _keys_of(place: str) -> tuple[str, ...]:
    """The keys of the table at a place such as ``$.steps[0].deal``."""
    holder = re.sub(r"\[[^]]*\]", "", place.removeprefix("$")).rpartition(".")[2]
    return tuple(field.encode_name for field in msgspec.structs.fields(TABLES[holder]))


def _words_of(types: str) -> str:
    names = [_TYPES.get(name.strip(), name.strip()) for name in types.strip("`").split("|")]
    return " or ".join(names)


def _place(place: str) -> str:
    """Where it stands in the file, as ``step 2 (bet.size): ``."""
    found = re.match(r"steps\[(\d+)\]\.?(.*)", place)
    if found is None:
        return f"{place}: " if place else ""
    return f"step {int(found[1]) + 1}{f' ({found[2]})' if found[2] else ''}: "


def _line_of(key: str, text: str) -> str:
    """The line in which a key stands, where it stands once."""
    given = re.compile(rf"(?:^|[{{,.\s\[]){re.escape(key)}[\"']?\s*(?:=|\.|\]\])")
    lines = [n for n, line in enumerate(text.splitlines(), start=1) if given.search(line)]
    return f"line {lines[0]}: " if lines else ""
