"""Game definitions as text: ACPC files read and written here, and files of ours.

Facts of the format: ``GAMEDEF`` line optional, reading stops at ``END GAMEDEF``, keywords in any
case at the start of a line, ``=`` and spaces interchangeable, ``#`` starts a comment.
"""

import re

from railbird.native.errors import GameDefinitionError
from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import ROUNDS, GameDefinition, require_between
from railbird.native.game.file_compiler import game_of_file
from railbird.native.game.file_format import format_game_file
from railbird.native.game.game_file import is_game_toml, read_game_toml
from railbird.native.game.variant_checks import MOST_RAISES, PLAYERS
from railbird.native.wording import most_alike

LONGEST_SHOWN = 60
PLAYERS_WITHOUT_STACKS = 4
"""The C dealer refuses a game of more players that has no ``stack`` line."""

SINGLE_KEYWORDS = ("numPlayers", "numRounds", "numSuits", "numRanks", "numHoleCards")
LIST_KEYWORDS = ("stack", "blind", "raiseSize", "firstPlayer", "maxRaises", "numBoardCards")
BARE_KEYWORDS = ("limit", "nolimit")
KEYWORDS = {
    keyword.lower(): keyword for keyword in (*SINGLE_KEYWORDS, *LIST_KEYWORDS, *BARE_KEYWORDS)
}
_NUMBERS = re.compile(r"[\s=]*(?:[+-]?[0-9]{1,18}(?:[\s=]+|\Z))*\Z")

_Lines = dict[str, tuple[int, ...]]


def parse_game(
    text: str, *, source: str = "game definition", players: int | None = None
) -> GameDefinition:
    """Read a game: an ACPC definition, or a file of ours that tells it step by step.

    ``players`` picks one of the numbers that a file is for, by default the fewest. Raises
    GameDefinitionError, naming ``source`` and where it can the line, for lines of an ACPC
    definition that the C reader would silently skip as well as for games that contradict
    themselves.
    """
    try:
        if is_game_toml(text):
            return game_of_file(read_game_toml(text), players)
        return _build(_read_lines(text))
    except GameDefinitionError as error:
        raise GameDefinitionError(f"{source}: {error}") from None


def format_game(definition: GameDefinition) -> str:
    """Write a definition, for the C dealer where it can play the game; ``parse_game`` reads it."""
    if definition.variant is not None:
        return format_game_file(definition, definition.variant)
    lines = ["GAMEDEF", definition.betting]
    lines += [f"numPlayers = {definition.player_count}", f"numRounds = {definition.round_count}"]
    if definition.player_count > PLAYERS_WITHOUT_STACKS or min(definition.stacks) < UNLIMITED_STACK:
        lines.append(_format_list("stack", definition.stacks))
    lines.append(_format_list("blind", definition.blinds))
    if definition.raise_sizes:
        lines.append(_format_list("raiseSize", definition.raise_sizes))
    lines.append(
        _format_list("firstPlayer", tuple(first + 1 for first in definition.first_positions))
    )
    if min(definition.max_raises) < MOST_RAISES:
        lines.append(_format_list("maxRaises", definition.max_raises))
    lines += [
        f"numSuits = {definition.suit_count}",
        f"numRanks = {definition.rank_count}",
        f"numHoleCards = {definition.hole_card_count}",
        _format_list("numBoardCards", definition.board_card_counts),
        "END GAMEDEF",
    ]
    return "\n".join(lines) + "\n"


def _format_list(keyword: str, values: tuple[int, ...]) -> str:
    return f"{keyword} = {' '.join(map(str, values))}"


def _read_lines(text: str) -> _Lines:
    found: _Lines = {}
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].rstrip()
        words = content.lower().split()
        if words[:2] == ["end", "gamedef"]:
            break
        if not words or words == ["gamedef"]:
            continue
        keyword, values = _read_line(content, number)
        if keyword in found:
            raise GameDefinitionError(f"line {number} gives {keyword} again; keep one of them")
        found[keyword] = values
    return found


def _read_line(content: str, number: int) -> tuple[str, tuple[int, ...]]:
    word, rest = _split_word(content)
    keyword = KEYWORDS.get(word.lower())
    if keyword is None:
        raise GameDefinitionError(
            f"line {number} ({_shown(content)!r}) is not a line of a game definition; "
            f"{_nearest(word)}"
        )
    if not _NUMBERS.match(rest):
        raise GameDefinitionError(
            f"line {number} ({_shown(content)!r}) must be {keyword} and "
            "whole numbers only, in figures"
        )
    values = tuple(int(item) for item in rest.replace("=", " ").split())
    _check_value_count(keyword, values, number)
    return keyword, values


def _split_word(content: str) -> tuple[str, str]:
    end = next((i for i, letter in enumerate(content) if not letter.isalpha()), len(content))
    return content[:end], content[end:]


def _shown(content: str) -> str:
    return content if len(content) <= LONGEST_SHOWN else content[:LONGEST_SHOWN] + "..."


def _nearest(word: str) -> str:
    if not word:
        return "begin the line with a keyword, in its first column"
    near = most_alike(word.lower(), KEYWORDS)
    if near is not None:
        return f"did you mean {KEYWORDS[near]}?"
    return f"the keywords are {', '.join(KEYWORDS.values())}"


def _check_value_count(keyword: str, values: tuple[int, ...], number: int) -> None:
    if keyword in BARE_KEYWORDS:
        if values:
            raise GameDefinitionError(f"line {number}: {keyword} stands alone; drop the numbers")
    elif keyword in SINGLE_KEYWORDS and len(values) != 1:
        raise GameDefinitionError(
            f"line {number}: {keyword} has {len(values)} numbers; give exactly one"
        )
    elif not values:
        raise GameDefinitionError(f"line {number}: {keyword} has no numbers; give them")


def _build(lines: _Lines) -> GameDefinition:
    if "limit" in lines and "nolimit" in lines:
        raise GameDefinitionError("both limit and nolimit are given; keep one of them")
    players, rounds = _single(lines, "numPlayers"), _single(lines, "numRounds")
    require_between("numPlayers", players, PLAYERS)
    require_between("numRounds", rounds, ROUNDS)
    return GameDefinition(
        betting="nolimit" if "nolimit" in lines else "limit",
        player_count=players,
        round_count=rounds,
        stacks=_stacks(lines, players),
        blinds=_required(lines, "blind"),
        raise_sizes=_raise_sizes(lines),
        first_positions=tuple(
            first - 1 for first in _by_round(lines, "firstPlayer", rounds, default=1)
        ),
        max_raises=_by_round(lines, "maxRaises", rounds, default=MOST_RAISES),
        suit_count=_single(lines, "numSuits"),
        rank_count=_single(lines, "numRanks"),
        hole_card_count=_single(lines, "numHoleCards"),
        board_card_counts=_required(lines, "numBoardCards"),
    )


def _required(lines: _Lines, keyword: str) -> tuple[int, ...]:
    if keyword not in lines:
        raise GameDefinitionError(f"the line {keyword} is missing; add it")
    return lines[keyword]


def _single(lines: _Lines, keyword: str) -> int:
    return _required(lines, keyword)[0]


def _stacks(lines: _Lines, players: int) -> tuple[int, ...]:
    if "stack" in lines:
        return lines["stack"]
    if players > PLAYERS_WITHOUT_STACKS:
        raise GameDefinitionError(
            f"a game of more than {PLAYERS_WITHOUT_STACKS} players has no line stack; add it "
            f"(the C dealer asks for it; {UNLIMITED_STACK} is unlimited)"
        )
    return (UNLIMITED_STACK,) * players


def _raise_sizes(lines: _Lines) -> tuple[int, ...]:
    if "nolimit" in lines:
        return lines.get("raiseSize", ())
    return _required(lines, "raiseSize")


def _by_round(lines: _Lines, keyword: str, rounds: int, *, default: int) -> tuple[int, ...]:
    """Numbers by round; the C reader fills rounds that the line leaves out with its default."""
    values = lines.get(keyword, ())
    return values + (default,) * (rounds - len(values))
