"""Reads hold'em from the text of PokerStars' hand histories for import.

Payoffs are those before the rake, which the summary names: each winner gets his share of it back.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from railbird.native import PAYOFF_UNIT, GameDefinition, RailbirdError
from railbird.results.errors import LogError
from railbird.results.histories.action_walk import CALL, FOLD, RAISE, HandWalk, Step, betting_of
from railbird.results.histories.card_text import UNKNOWN
from railbird.results.histories.holdem import HEADS_UP, holdem
from railbird.results.histories.payoff_text import shorten
from railbird.results.histories.read_hand import Chips, Fault, ReadHand, Session
from railbird.results.histories.stakes import require_stakes

START = "PokerStars "
_AMOUNT = r"\D?([\d.,]+)"
_HEAD = re.compile(
    rf"PokerStars .*?#(\d+):.*? Hold'em (No Limit|Limit) .*?\({_AMOUNT}/{_AMOUNT}[^)]*\)"
)
_TABLE = re.compile(r"Table '(.*?)(?: seed(\d+))?' .*Seat #(\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \({_AMOUNT} in chips")
_POST = re.compile(rf"(.+): posts (?:small|big|small & big) blinds? {_AMOUNT}")
_ACTION = re.compile(
    rf"(.+): (?:(folds)|(checks|calls)|(?:bets|raises {_AMOUNT} to) {_AMOUNT})(?: |$)"
)
_DEALT = re.compile(r"(?:Dealt to (.+)|(.+): shows) \[(.. ..)\]")
_MUCKED = re.compile(r"Seat \d+: (.+?) (?:\(.*?\) )*(?:mucked|showed) \[(.. ..)\]")
_COLLECTED = re.compile(rf"(.+) collected {_AMOUNT} from ")
_RAKE = re.compile(rf"Total pot .*\| Rake {_AMOUNT}")
_BOARD = re.compile(r"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*.* ?\[([^\]]+)\]$")
_BOARD_LETTERS = 10


@dataclass(slots=True)
class _Told:
    """What the lines of one hand have told so far, by name; amounts in chips."""

    stacks: dict[str, int] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)
    posts: dict[str, int] = field(default_factory=dict)
    actions: list[tuple[str, str, int | None]] = field(default_factory=list)
    holes: dict[str, str] = field(default_factory=dict)
    collected: dict[str, int] = field(default_factory=dict)
    board: str = ""
    rake: int = 0
    limit_bets: tuple[int, int] | None = None
    session: Session = field(default_factory=lambda: Session(""))
    button: int = 0


def game_in(text: str, chips: Chips) -> GameDefinition:
    """Return the game of the first hand; raises LogError where there is none to read."""
    for _, lines in _hands(text):
        told = _read(lines, chips)
        names = _names(told)
        return _game(told, names)
    raise LogError("there is no hand in it")


def read_stars(
    text: str, path: Path, game: GameDefinition, *, chips: Chips
) -> Iterator[ReadHand | Fault]:
    """Yield the hands of a file and what is wrong in it."""
    for line, lines in _hands(text):
        try:
            yield _hand(_read(lines, chips), line, game)
        except RailbirdError as error:
            yield Fault(line, str(error))


def _hands(text: str) -> Iterator[tuple[int, list[str]]]:
    start, lines = 0, list[str]()
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip()
        if line.startswith(START):
            if start:
                yield start, lines
            start, lines = number, [line]
        elif start and line:
            lines.append(line)
        elif line.strip("\ufeff"):
            raise LogError(f"line {number} ('{shorten(line)}') is no beginning of a hand")
    if start:
        yield start, lines


def _read(lines: Sequence[str], chips: Chips) -> _Told:
    told = _Told()
    head, table = _HEAD.match(lines[0]), _TABLE.match(lines[1]) if len(lines) > 1 else None
    if head is None:
        raise LogError(f"'{shorten(lines[0])}' is no hold'em at no limit or limit")
    if table is None:
        raise LogError("the line of the table is missing")
    if head[2] == "Limit":
        told.limit_bets = (chips.read(head[3]), chips.read(head[4]))
    told.session = Session(table[1], None if table[2] is None else int(table[2]))
    told.button = int(table[3])
    for line in lines[2:]:
        _read_line(line, told, chips)
    return told


def _read_line(line: str, told: _Told, chips: Chips) -> None:
    if match := _ACTION.match(line):
        name, folds, calls, _, raise_to = match.groups()
        letter = FOLD if folds else CALL if calls else RAISE
        told.actions.append((name, letter, chips.read(raise_to) if raise_to else None))
    elif line.startswith("Seat "):
        _read_seat(line, told, chips)
    elif match := _DEALT.match(line):
        told.holes[match[1] or match[2]] = match[3].replace(" ", "")
    elif match := _BOARD.match(line):
        told.actions.append(("", "/", None))
        told.board += match[1].replace(" ", "")
    elif match := _COLLECTED.match(line):
        told.collected[match[1]] = told.collected.get(match[1], 0) + chips.read(match[2])
    elif match := _POST.match(line):
        told.posts[match[1]] = told.posts.get(match[1], 0) + chips.read(match[2])
    elif match := _RAKE.match(line):
        told.rake = chips.read(match[1])
    elif ": posts " in line:
        raise LogError(f"'{shorten(line)}': antes and straddles are not played here")


def _read_seat(line: str, told: _Told, chips: Chips) -> None:
    if match := _SEAT.match(line):
        told.seats[match[2]] = int(match[1])
        told.stacks[match[2]] = chips.read(match[3])
    elif match := _MUCKED.match(line):
        told.holes.setdefault(match[1], match[2].replace(" ", ""))


def _names(told: _Told) -> tuple[str, ...]:
    """Return who plays, from the first after the button on; for two the button comes last too."""
    active = {name for name, letter, _ in told.actions if letter != "/"} | set(told.posts)
    strange = active - told.seats.keys()
    if strange:
        raise LogError(f"'{shorten(min(strange))}' acts without a seat")
    by_seat = sorted(active, key=told.seats.__getitem__)
    after = [name for name in by_seat if told.seats[name] > told.button]
    return tuple(after + [name for name in by_seat if told.seats[name] <= told.button])


def _game(told: _Told, names: Sequence[str]) -> GameDefinition:
    if len(names) < HEADS_UP:
        raise LogError("fewer than two players are in it")
    return holdem(len(names), blinds=_blinds(told, names), bets=told.limit_bets)


def _blinds(told: _Told, names: Sequence[str]) -> tuple[int, ...]:
    blinds = tuple(told.posts.get(name, 0) for name in names)
    if not max(blinds):
        raise LogError("nobody posts a blind")
    return blinds


def _hand(told: _Told, line: int, game: GameDefinition) -> ReadHand:
    names = _names(told)
    require_stakes(_game(told, names), game)
    stacks, blinds = tuple(told.stacks[name] for name in names), _blinds(told, names)
    places = {name: place for place, name in enumerate(names)} | {"": -1}
    walk = HandWalk.begin(game, stacks, blinds)
    steps = (Step(places[name], letter, amount) for name, letter, amount in told.actions)
    betting = betting_of(walk, steps)
    holes = "".join([told.holes.get(name, UNKNOWN * 2) for name in names])
    cards = holes + told.board.ljust(_BOARD_LETTERS, "?")
    payoffs = _payoffs(told, walk, names)
    return ReadHand(line, told.session, names, betting, cards, payoffs, stacks, blinds)


def _payoffs(told: _Told, walk: HandWalk, names: Sequence[str]) -> tuple[int, ...]:
    """Return payoffs before the rake, 1/2520 chip, shared out among winners as they collected."""
    position, uncalled = walk.uncalled()
    spent = list(walk.spent)
    spent[position] -= uncalled
    collected = [told.collected.get(name, 0) for name in names]
    total = sum(collected)
    if total + told.rake != sum(spent):
        raise LogError(
            f"{total} collected and {told.rake} of rake do not make the pot of {sum(spent)} chips"
        )
    shares = [chips * PAYOFF_UNIT * sum(spent) // total if total else 0 for chips in collected]
    winner = max(range(len(names)), key=collected.__getitem__)
    shares[winner] += sum(spent) * PAYOFF_UNIT - sum(shares)
    return tuple(share - chips * PAYOFF_UNIT for share, chips in zip(shares, spent, strict=True))
