"""Reads hold'em in the poker hand history format (PHH), one or many hands per file.

A line `key = value` is read directly if the value is valid JSON; other TOML goes through the
standard library's reader, which is a hundred times slower.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from railbird.native import (
    ACPC_DEALS,
    HOLDEM_BOARDS,
    PAYOFF_UNIT,
    ActionWalk,
    GameDefinition,
    RailbirdError,
)
from railbird.results.errors import LogError
from railbird.results.histories.checking.parsed_hand import (
    Chips,
    HandOrFault,
    HistoryFault,
    ParsedHand,
    Session,
)
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN
from railbird.results.histories.notation.deals_text import parse_deals
from railbird.results.histories.notation.holdem import HEADS_UP, holdem
from railbird.results.histories.notation.parsed_actions import (
    CALL,
    FOLD,
    RAISE,
    ParsedAction,
    begin_walk,
    betting_of,
)
from railbird.results.histories.notation.payoff_text import shorten
from railbird.results.histories.notation.stakes import require_stakes

_SECTION = re.compile(r"\s*\[\s*\d+\s*\]\s*(#.*)?")
_Fields = dict[str, Any]
_VARIANTS = ("NT", "FT")
_PLAYERS = (2, 10)
_BOARD_LETTERS = sum(HOLDEM_BOARDS) * LETTERS


def game_in(text: str, chips: Chips) -> GameDefinition | None:
    """Return the game of the first hand that can be read, or None."""
    for line, lines in _sections(text):
        try:
            return _game(_parse(lines, line), chips)
        except RailbirdError:
            continue  # `read_phh` reports its fault
    return None


def read_phh(
    text: str, path: Path, game: GameDefinition | None, *, chips: Chips
) -> Iterator[HandOrFault]:
    """Yield the hands and faults of a file; without a game each hand has its own."""
    walk = None if game is None else ActionWalk(game)
    for line, lines in _sections(text):
        try:
            yield _hand(_parse(lines, line), line, path, walk=walk, chips=chips)
        except RailbirdError as error:
            yield HistoryFault(line, str(error))


def _sections(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the first line number and the lines of each hand; without sections, the whole file.

    The line of the section's name is replaced by an empty one.
    """
    start, lines = 1, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("[") and _SECTION.fullmatch(line):
            if any(map(str.strip, lines)):
                yield start, lines
            start, lines = number, [""]
        else:
            lines.append(line)
    if any(map(str.strip, lines)):
        yield start, lines


def _parse(lines: Sequence[str], start: int) -> _Fields:
    fields: _Fields = {}
    for line in lines:
        key, equals, value = line.partition(" = ")
        try:
            if equals:
                fields[key] = _value(value)
            elif line and not line.isspace():
                raise msgspec.DecodeError
        except (msgspec.DecodeError, RecursionError):
            return _parse_slowly(lines, start)
    return fields


def _value(text: str) -> Any:
    """Read a value that is valid JSON after its quotes are replaced by double ones."""
    if "\\" in text or ("'" in text and '"' in text):
        raise msgspec.DecodeError
    return msgspec.json.decode(text.replace("'", '"'))


def _parse_slowly(lines: Sequence[str], start: int) -> _Fields:
    before = "\n" * (start - 1)  # so that line numbers in errors are those of the file
    try:
        return tomllib.loads(before + "\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        raise LogError(f"this is not valid TOML: {error}") from None
    except RecursionError:
        raise LogError("this is not valid TOML of hands: it is nested too deeply") from None


def _field(fields: _Fields, name: str, kind: type) -> Any:
    value = fields.get(name)
    if not isinstance(value, kind):
        raise LogError(f"the field {name} is missing or not a {kind.__name__}")
    return value


def _numbers(fields: _Fields, name: str, chips: Chips) -> tuple[int, ...]:
    return tuple(chips.read(str(_amount(value))) for value in _field(fields, name, list))


def _amount(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise LogError(f"{value!r} is not an amount")
    return value


def _blinds(fields: _Fields, chips: Chips) -> tuple[int, ...]:
    blinds = _numbers(fields, "blinds_or_straddles", chips)
    if any(map(_amount, fields.get("antes", ()))):
        raise LogError("antes together with blinds are not supported")
    # For two, the blind listed first is the second player's.
    return blinds[::-1] if len(blinds) == HEADS_UP else blinds


def _game(fields: _Fields, chips: Chips) -> GameDefinition:
    variant = fields.get("variant")
    if variant not in _VARIANTS:
        raise LogError(f"variant {variant!r} is not supported; use NT or FT")
    blinds = _blinds(fields, chips)
    if not _PLAYERS[0] <= len(blinds) <= _PLAYERS[1]:
        raise LogError(f"{len(blinds)} players are listed; a hand has 2 to 10")
    bets = None
    if variant == "FT":
        small, big = (chips.read(str(fields.get(name))) for name in ("small_bet", "big_bet"))
        bets = (small, big)
    return holdem(len(blinds), blinds=blinds, bets=bets)


def _hand(
    fields: _Fields, line: int, path: Path, *, walk: ActionWalk | None, chips: Chips
) -> ParsedHand:
    own = _game(fields, chips)
    walk = walk or ActionWalk(own)
    game = walk.definition
    require_stakes(own, game)
    count = game.player_count
    stacks, blinds = _numbers(fields, "starting_stacks", chips), _blinds(fields, chips)
    if len(stacks) != count:
        raise LogError(f"{len(stacks)} starting stacks found, {count} expected")
    blinds = tuple(map(min, stacks, blinds))  # a player posts at most his stack
    cards = _Cards(count)
    told = (_parsed(a, cards, chips) for a in _field(fields, "actions", list))
    begin_walk(walk, stacks, blinds)
    betting, _ = betting_of(walk, chain.from_iterable(told))
    names = fields.get("players") or [f"p{number + 1}" for number in range(count)]
    if len(names) != count or not all(isinstance(name, str) for name in names):
        raise LogError(f"{len(names)} players are named, {count} expected")
    table = fields.get("table", path.stem)
    seed = fields.get("_deck_seed")
    deals = parse_deals(_field(fields, "_deals", str)) if "_deals" in fields else ACPC_DEALS
    known = seed if isinstance(seed, int) and 0 <= seed < 2**32 else None
    session = Session(str(table), known, deals)
    payoffs = _payoffs(fields, stacks, chips)
    return ParsedHand(line, session, tuple(names), betting, cards.text(), payoffs, stacks, blinds)


def _payoffs(fields: _Fields, stacks: Sequence[int], chips: Chips) -> tuple[int, ...] | None:
    if "finishing_stacks" not in fields:
        return None
    ends = _numbers(fields, "finishing_stacks", chips)
    if len(ends) != len(stacks):
        raise LogError(f"{len(ends)} finishing stacks found, {len(stacks)} expected")
    return tuple((end - stack) * PAYOFF_UNIT for end, stack in zip(ends, stacks, strict=True))


class _Cards:
    """The cards of a hand, as far as its actions show them."""

    def __init__(self, count: int) -> None:
        self.holes = [UNKNOWN * 2] * count
        self.board = ""
        self.rounds = 0

    def show(self, player: int, cards: str) -> None:
        if player >= len(self.holes):
            raise LogError(f"there is no player {player + 1} of {len(self.holes)}")
        if "?" in cards:
            return
        known = self.holes[player]
        if UNKNOWN not in known and not _are_same(known, cards):
            raise LogError(f"player {player + 1} has {known}, but shows {shorten(cards)}")
        self.holes[player] = cards

    def deal(self, cards: str) -> None:
        """Add a round's board cards."""
        self.rounds += 1
        wanted = HOLDEM_BOARDS[self.rounds] if self.rounds < len(HOLDEM_BOARDS) else 0
        if len(cards) != wanted * LETTERS:
            raise LogError(f"'{shorten(cards)}' is dealt, {wanted} board cards expected")
        self.board += cards

    def text(self) -> str:
        return "".join(self.holes) + self.board.ljust(_BOARD_LETTERS, "?")


def _parsed(action: Any, cards: _Cards, chips: Chips) -> Iterator[ParsedAction]:
    if not isinstance(action, str):
        raise LogError(f"{action!r} is not an action")
    words = action.partition("#")[0].split()
    match words:
        case ["d", "dh", player, hole]:
            cards.show(_player(player), hole)
        case ["d", "db", board]:
            cards.deal(board)
            yield ParsedAction(-1, None)
        case [player, "f"]:
            yield ParsedAction(_player(player), FOLD)
        case [player, "cc"]:
            yield ParsedAction(_player(player), CALL)
        case [player, "cbr", amount]:
            yield ParsedAction(_player(player), RAISE, chips.read(amount))
        case [player, "sm"] | [player, "sm", "-"]:
            _player(player)
        case [player, "sm", hole]:
            cards.show(_player(player), hole)
        case []:
            pass
        case _:
            raise LogError(f"'{shorten(action)}' is not an action of hold'em")


def _are_same(first: str, second: str) -> bool:
    return {first[:LETTERS], first[LETTERS:]} == {second[:LETTERS], second[LETTERS:]}


def _player(text: str) -> int:
    if text[:1] == "p" and text[1:].isdecimal() and text[1:] != "0":
        return int(text[1:]) - 1
    raise LogError(f"'{shorten(text)}' is not a player")
