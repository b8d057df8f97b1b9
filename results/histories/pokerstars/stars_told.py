"""What the lines of one hand in PokerStars' text tell, held to each other as they are read.

A line that contradicts another, or that looks like play and cannot be read, is refused: what is
left out in silence would be missed in the results.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from railbird.results.errors import LogError
from railbird.results.histories.checking.read_hand import Chips, Session
from railbird.results.histories.notation.parsed_actions import CALL, FOLD, RAISE
from railbird.results.histories.notation.payoff_text import shorten

START = "PokerStars "
_AMOUNT = r"[$€£]?([\d.,]+)"
_HEAD = re.compile(
    rf"PokerStars .*?#(\d+):.*? Hold'em (No Limit|Limit) .*?\({_AMOUNT}/{_AMOUNT}[^)]*\)"
)
_TABLE = re.compile(r"Table '(.*?)(?: seed(\d+))?' .*Seat #(\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \({_AMOUNT} in chips")
_POST = re.compile(rf"(.+): posts (?:small|big|small & big) blinds? {_AMOUNT}(?: |$)")
_ACTION = re.compile(
    rf"(.+): (?:(folds)|(checks)|calls {_AMOUNT}|bets {_AMOUNT}|raises {_AMOUNT} to {_AMOUNT})"
    r"(?: |$)"
)
_DEALT = re.compile(r"(?:Dealt to (.+)|(.+): (?:shows|folds|mucks hand)) \[(.. ..)\]")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (?:\[([^\]]+)\] )?\[([^\]]+)\]$")
_COLLECTED = re.compile(rf"(.+) collected {_AMOUNT} from ")
_UNCALLED = re.compile(rf"Uncalled bet \({_AMOUNT}\) returned to (.+)")
_TOTAL = re.compile(rf"Total pot {_AMOUNT}.*\| Rake {_AMOUNT}")
_BOARD = re.compile(r"Board \[([^\]]+)\]$")
_SUMMED = re.compile(r"Seat (\d+): (.+)")
_SUMMED_CARDS = re.compile(r"(?:mucked|showed) \[(.. ..)\]")
_SUMMED_CHIPS = re.compile(rf"(?:won|collected) \({_AMOUNT}\)")
_IDLE = re.compile(r"doesn't show hand|mucks hand|sits out|is sitting out|shows \[..\]")
_STREETS = (("FLOP", 6), ("TURN", 2), ("RIVER", 2))
_QUIET = ("*** HOLE CARDS ***", "*** SHOW DOWN ***")
_SUMMARY = "*** SUMMARY ***"


@dataclass(frozen=True, slots=True)
class ToldAction:
    """An action, or with a kind of None a round that begins; amounts as the line names them."""

    line: int
    name: str
    kind: int | None
    raise_to: int | None = None
    paid: int | None = None
    raised_by: int | None = None


@dataclass(slots=True)
class Told:
    """One hand so far, by name, amounts in chips; `line` is the line that is looked at."""

    line: int
    session: Session = field(default_factory=lambda: Session(""))
    button: int = 0
    limit_bets: tuple[int, int] | None = None
    stacks: dict[str, int] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)
    posts: dict[str, int] = field(default_factory=dict)
    actions: list[ToldAction] = field(default_factory=list)
    holes: dict[str, str] = field(default_factory=dict)
    board: str = ""
    uncalled: dict[str, int] = field(default_factory=dict)
    collected: dict[str, int] = field(default_factory=dict)
    pot: int | None = None
    rake: int = 0
    is_over: bool = False
    summed: set[str] = field(default_factory=set)


def read_told(told: Told, lines: Sequence[tuple[int, str]], chips: Chips) -> None:
    """Read a hand's lines, numbered; raises LogError with `told.line` at the culprit."""
    start = told.line
    _read_head(told, lines, chips)
    for told.line, line in lines[2:]:
        if told.is_over:
            _read_summary(told, line, chips)
        else:
            _read_line(told, line, chips)
    told.line = start
    if not told.is_over or told.pot is None:
        raise LogError("the hand is cut short: its summary is missing")


def _read_head(told: Told, lines: Sequence[tuple[int, str]], chips: Chips) -> None:
    first = lines[0][1]
    if not first.startswith(START):
        raise LogError(f"'{shorten(first)}' is no beginning of a hand")
    head, table = _HEAD.match(first), _TABLE.match(lines[1][1]) if len(lines) > 1 else None
    if head is None:
        raise LogError(f"'{shorten(first)}' is no hold'em at no limit or limit")
    if table is None:
        raise LogError("the line of the table is missing")
    if head[2] == "Limit":
        told.limit_bets = (chips.read(head[3]), chips.read(head[4]))
    told.session = Session(table[1], None if table[2] is None else int(table[2]))
    told.button = int(table[3])


def _read_line(told: Told, line: str, chips: Chips) -> None:
    if match := _ACTION.match(line):
        told.actions.append(_action(told.line, match, chips))
        if shown := _DEALT.match(line):
            _show(told, shown[2], shown[3])
    elif line.startswith("*** "):
        _read_street(told, line)
    elif line.startswith("Seat "):
        _read_seat(told, line, chips)
    elif match := _DEALT.match(line):
        _show(told, match[1] or match[2], match[3])
    elif match := _COLLECTED.match(line):
        name = _seated(told, match[1])
        told.collected[name] = told.collected.get(name, 0) + chips.read(match[2])
    elif match := _POST.match(line):
        name = _seated(told, match[1])
        told.posts[name] = told.posts.get(name, 0) + chips.read(match[2])
    elif match := _UNCALLED.match(line):
        told.uncalled[_seated(told, match[2])] = chips.read(match[1])
    else:
        _require_idle(told, line)


def _action(line: int, match: re.Match[str], chips: Chips) -> ToldAction:
    name, folds, checks, called, bet, raised_by, raise_to = match.groups()
    if folds:
        return ToldAction(line, name, FOLD)
    if checks or called:
        return ToldAction(line, name, CALL, paid=chips.read(called) if called else 0)
    amount = chips.read(bet or raise_to)
    return ToldAction(line, name, RAISE, amount, raised_by=chips.read(raised_by or bet))


def _read_street(told: Told, line: str) -> None:
    if line == _SUMMARY:
        told.is_over = True
        return
    match = _STREET.match(line)
    if match is None:
        if not line.startswith(_QUIET):
            raise LogError(f"'{shorten(line)}' is no round of a hand that is played here")
        return
    number = sum(action.kind is None for action in told.actions)
    name, letters = _STREETS[min(number, len(_STREETS) - 1)]
    before, cards = (match[2] or "").replace(" ", ""), match[3].replace(" ", "")
    if number == len(_STREETS) or (match[1], len(cards)) != (name, letters):
        raise LogError(f"'{shorten(line)}' stands where the {name} with {letters // 2} belongs")
    if before != told.board:
        raise LogError(f"the board was [{told.board}] before this round, not [{before}]")
    told.actions.append(ToldAction(told.line, "", None))
    told.board += cards


def _read_seat(told: Told, line: str, chips: Chips) -> None:
    match = _SEAT.match(line)
    if match is None:
        raise LogError(f"'{shorten(line)}' tells no seat, name and chips")
    seat, name = int(match[1]), match[2]
    if name in told.seats or seat in told.seats.values():
        raise LogError(f"seat {seat} or '{shorten(name)}' stands there twice")
    told.seats[name], told.stacks[name] = seat, chips.read(match[3])


def _show(told: Told, name: str, spaced: str) -> None:
    cards, known = spaced.split(), told.holes.get(_seated(told, name))
    if known is None:
        told.holes[name] = "".join(cards)
    elif sorted(cards) != sorted(first + second for first, second in _pairs(known)):
        raise LogError(f"'{shorten(name)}' has [{spaced}] here and {known} in another line")


def _pairs(text: str) -> list[tuple[str, str]]:
    return list(pairwise(text))[::2]


def _seated(told: Told, name: str) -> str:
    if name not in told.seats:
        raise LogError(f"'{shorten(name)}' acts without a seat")
    return name


def _require_idle(told: Told, line: str) -> None:
    """Refuse what looks like play of somebody at the table: `name: ...`."""
    if ": posts " in line:
        raise LogError(f"'{shorten(line)}': antes and straddles are not played here")
    name, colon, deed = line.partition(": ")
    if colon and name in told.seats and not _IDLE.match(deed):
        raise LogError(f"'{shorten(line)}' is no action of hold'em that is known here")


def _read_summary(told: Told, line: str, chips: Chips) -> None:
    if match := _TOTAL.match(line):
        told.pot, told.rake = chips.read(match[1]), chips.read(match[2])
    elif match := _BOARD.match(line):
        if match[1].replace(" ", "") != told.board:
            raise LogError(f"the board here is [{match[1]}], and was {told.board or 'not dealt'}")
    elif match := _SUMMED.match(line):
        _read_summed(told, int(match[1]), match[2], chips)
    else:
        raise LogError(f"'{shorten(line)}' stands after a summary; its hand has no beginning")


def _read_summed(told: Told, seat: int, rest: str, chips: Chips) -> None:
    name = next((name for name, place in told.seats.items() if place == seat), None)
    if name is None or not f"{rest} ".startswith(f"{name} "):
        raise LogError(f"'{shorten(rest)}' does not sit in seat {seat}")
    told.summed.add(name)
    result = rest.removeprefix(name)
    if match := _SUMMED_CARDS.search(result):
        _show(told, name, match[1])
    won = sum(map(chips.read, _SUMMED_CHIPS.findall(result)))
    if won and won != told.collected.get(name, 0):
        raise LogError(
            f"'{shorten(name)}' won {won} here and collected {told.collected.get(name, 0)}"
        )
