"""Parses the lines of one hand in PokerStars' text, and checks them against each other.

A line that contradicts another, or that looks like an action and cannot be read, is an error:
silently ignored lines would make the results wrong.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from railbird.native import ACPC_DEALS
from railbird.results.errors import LogError
from railbird.results.histories.checking.parsed_hand import Chips, Session
from railbird.results.histories.notation.deals_text import DEALS_TEXT, parse_deals
from railbird.results.histories.notation.parsed_actions import CALL, FOLD, RAISE
from railbird.results.histories.notation.payoff_text import shorten
from railbird.results.histories.pokerstars.dialects import (
    BRIEF,
    POSTS,
    QUIET,
    QUIET_OF_TWO_BOARDS,
    SUMMARY,
)

START = "PokerStars "
_AMOUNT = r"[$€£]?([\d.,]+)"
_HEAD = re.compile(
    rf"PokerStars .*?#(\d+):.*? Hold'em (No Limit|Limit) .*?\({_AMOUNT}/{_AMOUNT}[^)]*\)"
)
_TABLE = re.compile(
    rf"Table '(.*?)(?: seed(\d+))?(?: ({DEALS_TEXT}))?' .*Seat #(\d+) is the button"
)
_SEAT = re.compile(rf"Seat (\d+): (.+) \({_AMOUNT} in chips")
_POST = re.compile(rf"(.+): posts ([A-Za-z&][A-Za-z& ]*?) {_AMOUNT}(?: |$)")
_ACTION = re.compile(
    rf"(.+): (?:(folds)|(checks)|calls {_AMOUNT}|bets {_AMOUNT}|raises {_AMOUNT} to {_AMOUNT})"
    r"(?: |$)"
)
_DEALT = re.compile(r"(?:Dealt to (.+)|(.+): (?:shows|folds|mucks hand)) \[(.. ..)\]")
_STREET = re.compile(
    r"\*\*\* (?:(FIRST|SECOND) )?(FLOP|TURN|RIVER) \*\*\*((?: +\[[^\]]+\])+)$", re.IGNORECASE
)
_CARDS = re.compile(r"\[([^\]]+)\]")
_COLLECTED = re.compile(rf"(.+) collected {_AMOUNT} from ")
_UNCALLED = re.compile(rf"Uncalled bet \({_AMOUNT}\) returned to (.+)")
_TOTAL = re.compile(rf"Total pot {_AMOUNT}.*\| Rake {_AMOUNT}")
_BOARD = re.compile(r"(FIRST |SECOND )?Board \[([^\]]+)\]$")
_TWICE = "Hand was run twice"
_SUMMED = re.compile(r"Seat (\d+): (.+)")
_SUMMED_CARDS = re.compile(r"(?:mucked|showed) \[(.. ..)\]")
_SUMMED_CHIPS = re.compile(rf"(?:won|collected) \({_AMOUNT}\)")
_IDLE = re.compile(r"doesn't show hand|mucks hand|sits out|is sitting out|shows \[..\]")
_CHAT = ' said, "'
_OF_A_HAND = re.compile(
    r"\*\*\* |Table '|Seat \d+: |Total pot |(?:FIRST |SECOND )?Board \[|Dealt to "
    r"|Uncalled bet \(|.+ collected |.+: (?:folds|checks|calls|bets|raises|posts|shows|mucks)\b"
)
_STREETS = (("FLOP", 6), ("TURN", 2), ("RIVER", 2))


def is_of_a_hand(line: str) -> bool:
    """Return whether a line outside of hands looks as if the beginning of its hand is missing."""
    return _OF_A_HAND.match(line) is not None and not is_chat(line)


def is_chat(line: str) -> bool:
    """Return whether a line is what somebody said, which may look like an action."""
    return _CHAT in line and line.endswith('"')


@dataclass(frozen=True, slots=True)
class StarsAction:
    """An action, or with a kind of None the start of a round; amounts as in the line."""

    line: int
    name: str
    kind: int | None
    raise_to: int | None = None
    paid: int | None = None
    raised_by: int | None = None


@dataclass(slots=True)
class StarsHand:
    """One hand so far, by name, amounts in chips; `line` is the current line.

    `stakes` are the blinds that the first line names, or the bets of limit. `posts` are bets;
    `antes` and `dead` chips are not. `board` is what both have where there are two boards.
    `skipped` counts lines after its summary that belong to no hand.
    """

    line: int
    number: str = ""
    session: Session = field(default_factory=lambda: Session(""))
    button: int = 0
    stakes: tuple[int, int] = (0, 0)
    is_limit: bool = False
    stacks: dict[str, int] = field(default_factory=dict)
    seats: dict[str, int] = field(default_factory=dict)
    posts: dict[str, int] = field(default_factory=dict)
    big_posters: set[str] = field(default_factory=set)
    small_posters: set[str] = field(default_factory=set)
    straddlers: set[str] = field(default_factory=set)
    antes: dict[str, int] = field(default_factory=dict)
    dead: dict[str, int] = field(default_factory=dict)
    is_brief: bool = False
    has_two_boards: bool = False
    actions: list[StarsAction] = field(default_factory=list)
    holes: dict[str, str] = field(default_factory=dict)
    board: str = ""
    uncalled: dict[str, int] = field(default_factory=dict)
    collected: dict[str, int] = field(default_factory=dict)
    pot: int | None = None
    rake: int = 0
    is_over: bool = False
    summed: set[str] = field(default_factory=set)
    skipped: int = 0


def parse_hand(parsed: StarsHand, lines: Sequence[tuple[int, str]], chips: Chips) -> None:
    """Read a hand's numbered lines; raises LogError with `parsed.line` at the faulty line."""
    start = parsed.line
    _read_head(parsed, lines, chips)
    for parsed.line, line in lines[2:]:
        if parsed.is_over:
            _read_summary(parsed, line, chips)
        else:
            _read_line(parsed, line, chips)
    parsed.line = start
    if not parsed.is_over or parsed.pot is None:
        raise LogError("the hand is incomplete: its summary is missing")


def _read_head(parsed: StarsHand, lines: Sequence[tuple[int, str]], chips: Chips) -> None:
    first = lines[0][1]
    if not first.startswith(START):
        raise LogError(f"'{shorten(first)}' is not the first line of a hand")
    head = _HEAD.match(first)
    if head is None:
        raise LogError(f"'{shorten(first)}' is not no-limit or limit hold'em")
    parsed.number = head[1]
    table = _table_of(lines[1][1] if len(lines) > 1 else "")
    parsed.is_limit = head[2] == "Limit"
    parsed.stakes = (chips.read(head[3]), chips.read(head[4]))
    parsed.session = _session(table)
    parsed.button = int(table[4])


def session_of(line: str) -> Session:
    """Return the session that the line of a table names; raises LogError."""
    return _session(_table_of(line))


def _table_of(line: str) -> re.Match[str]:
    table = _TABLE.match(line)
    if table is None:
        raise LogError("the line of the table is missing")
    return table


def _session(table: re.Match[str]) -> Session:
    seed = None if table[2] is None else int(table[2])
    deals = parse_deals(table[3]) if table[3] else ACPC_DEALS
    return Session(table[1], seed, deals)


def _read_line(parsed: StarsHand, line: str, chips: Chips) -> None:
    if is_chat(line):
        return
    if match := _ACTION.match(line):
        parsed.actions.append(_action(parsed.line, match, chips))
        if shown := _DEALT.match(line):
            _show(parsed, shown[2], shown[3])
    elif line.startswith("*** "):
        _read_street(parsed, line)
    elif line.startswith("Seat "):
        _read_seat(parsed, line, chips)
    elif match := _DEALT.match(line):
        _show(parsed, match[1] or match[2], match[3])
    elif match := _COLLECTED.match(line):
        name = _seated(parsed, match[1])
        parsed.collected[name] = parsed.collected.get(name, 0) + chips.read(match[2])
    elif match := _POST.match(line):
        _read_post(parsed, match, chips)
    elif match := _UNCALLED.match(line):
        parsed.uncalled[_seated(parsed, match[2])] = chips.read(match[1])
    else:
        _require_idle(parsed, line)


def _action(line: int, match: re.Match[str], chips: Chips) -> StarsAction:
    name, folds, checks, called, bet, raised_by, raise_to = match.groups()
    if folds:
        return StarsAction(line, name, FOLD)
    if checks or called:
        return StarsAction(line, name, CALL, paid=chips.read(called) if called else 0)
    amount = chips.read(bet or raise_to)
    return StarsAction(line, name, RAISE, amount, raised_by=chips.read(raised_by or bet))


def _read_post(parsed: StarsHand, match: re.Match[str], chips: Chips) -> None:
    name, amount = _seated(parsed, match[1]), chips.read(match[3])
    kind = POSTS.get(match[2].lower())
    if kind is None:
        raise LogError(
            f"'{shorten(match[0])}': a post of '{shorten(match[2])}' is not known; blinds, antes, "
            "straddles and dead blinds are"
        )
    dead = amount if kind == "dead" else 0
    if kind == "small" and parsed.small_posters:
        dead = amount  # of a player who missed it
    if kind == "both":
        dead = amount - parsed.stakes[0 if parsed.is_limit else 1]
        dead = max(dead, 0)
    if kind == "ante":
        parsed.antes[name] = parsed.antes.get(name, 0) + amount
        return
    if dead:
        parsed.dead[name] = parsed.dead.get(name, 0) + dead
    if amount > dead:
        parsed.posts[name] = parsed.posts.get(name, 0) + amount - dead
    places = {"small": parsed.small_posters, "big": parsed.big_posters, "both": parsed.big_posters}
    places.get(kind, parsed.straddlers if kind == "straddle" else set()).add(name)


def _read_street(parsed: StarsHand, line: str) -> None:
    capitals = line.upper()
    if capitals == SUMMARY:
        parsed.is_over = True
        return
    match = _STREET.match(line)
    if match is None:
        if not capitals.startswith((*QUIET, *QUIET_OF_TWO_BOARDS)):
            raise LogError(f"'{shorten(line)}' is not a round of hold'em")
        parsed.is_brief |= capitals.startswith(BRIEF)
        return
    if match[1]:
        parsed.has_two_boards = True
        if match[1].upper() == "FIRST":
            parsed.actions.append(StarsAction(parsed.line, "", None))
        return
    number = sum(action.kind is None for action in parsed.actions)
    name, letters = _STREETS[min(number, len(_STREETS) - 1)]
    *earlier, cards = [cards.replace(" ", "") for cards in _CARDS.findall(match[3])]
    before = "".join(earlier)
    if number == len(_STREETS) or (match[2].upper(), len(cards)) != (name, letters):
        raise LogError(f"'{shorten(line)}' found, the {name} with {letters // 2} cards expected")
    if before != parsed.board:
        raise LogError(f"the board was [{parsed.board}] before this round, not [{before}]")
    parsed.actions.append(StarsAction(parsed.line, "", None))
    parsed.board += cards


def _read_seat(parsed: StarsHand, line: str, chips: Chips) -> None:
    match = _SEAT.match(line)
    if match is None:
        raise LogError(f"'{shorten(line)}' is not a seat with name and chips")
    seat, name = int(match[1]), match[2]
    if name in parsed.seats or seat in parsed.seats.values():
        raise LogError(f"seat {seat} or '{shorten(name)}' is listed twice")
    parsed.seats[name], parsed.stacks[name] = seat, chips.read(match[3])


def _show(parsed: StarsHand, name: str, spaced: str) -> None:
    cards, known = spaced.split(), parsed.holes.get(_seated(parsed, name))
    if known is None:
        parsed.holes[name] = "".join(cards)
    elif sorted(cards) != sorted(first + second for first, second in _pairs(known)):
        raise LogError(f"'{shorten(name)}' has [{spaced}] here and {known} in another line")


def _pairs(text: str) -> list[tuple[str, str]]:
    return list(pairwise(text))[::2]


def _seated(parsed: StarsHand, name: str) -> str:
    if name not in parsed.seats:
        raise LogError(f"'{shorten(name)}' acts without a seat")
    return name


def _require_idle(parsed: StarsHand, line: str) -> None:
    """Refuse lines that look like an action of a player: `name: ...`."""
    name, colon, deed = line.partition(": ")
    if colon and name in parsed.seats and not _IDLE.match(deed):
        raise LogError(f"'{shorten(line)}' is not a known action of hold'em")


def _read_summary(parsed: StarsHand, line: str, chips: Chips) -> None:
    if match := _TOTAL.match(line):
        parsed.pot, parsed.rake = chips.read(match[1]), chips.read(match[2])
    elif match := _BOARD.match(line):
        if parsed.has_two_boards:
            return
        if match[2].replace(" ", "") != parsed.board:
            raise LogError(f"the board here is [{match[2]}], and was {parsed.board or 'not dealt'}")
    elif match := _SUMMED.match(line):
        _read_summed(parsed, int(match[1]), match[2], chips)
    elif line == _TWICE:
        parsed.has_two_boards = True
    elif is_of_a_hand(line):
        raise LogError(f"'{shorten(line)}' follows a summary; the beginning of its hand is missing")
    else:
        parsed.skipped += 1


def _read_summed(parsed: StarsHand, seat: int, rest: str, chips: Chips) -> None:
    name = next((name for name, place in parsed.seats.items() if place == seat), None)
    if name is None or not f"{rest} ".startswith(f"{name} "):
        raise LogError(f"'{shorten(rest)}' is not in seat {seat}")
    parsed.summed.add(name)
    result = rest.removeprefix(name)
    if match := _SUMMED_CARDS.search(result):
        _show(parsed, name, match[1])
    won = sum(map(chips.read, _SUMMED_CHIPS.findall(result)))
    if won and won != parsed.collected.get(name, 0):
        raise LogError(
            f"'{shorten(name)}' won {won} here and collected {parsed.collected.get(name, 0)}"
        )
