"""Reads hold'em from the text of PokerStars' hand histories, line by line.

Payoffs are before the rake given in the summary: each winner's share of it is added back.
"""

from collections.abc import Iterator, Sequence

from railbird.native import HOLDEM_BOARDS, ActionWalk, GameDefinition
from railbird.results.errors import LogError
from railbird.results.histories.checking.hand_games import HandGames, OtherTableError
from railbird.results.histories.checking.parsed_hand import (
    Chips,
    OtherTable,
    ParsedHand,
    ReadItem,
    SkippedLines,
    fault_of,
)
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN
from railbird.results.histories.notation.holdem import HEADS_UP, holdem
from railbird.results.histories.notation.parsed_actions import (
    ParsedAction,
    begin_walk,
    betting_of,
)
from railbird.results.histories.notation.payoff_text import shorten
from railbird.results.histories.notation.pots import before_rake, uncalled_bet
from railbird.results.histories.pokerstars.stars_parse import (
    START,
    StarsHand,
    is_of_a_hand,
    parse_hand,
)

_BOARD_LETTERS = sum(HOLDEM_BOARDS) * LETTERS
_Lines = list[tuple[int, str]]


def read_lines(text: str, first_line: int, games: HandGames, *, chips: Chips) -> Iterator[ReadItem]:
    """Yield the hands and faults of a text, line by line; its first line has this number."""
    for line, lines in _hands(text, first_line):
        if _is_between(lines):
            yield SkippedLines(len(lines))
            continue
        parsed = StarsHand(line)
        try:
            parse_hand(parsed, lines, chips)
            yield _hand(parsed, games)
        except OtherTableError:
            yield OtherTable()
        except Exception as error:
            yield fault_of(parsed.line, error, parsed.number)
        if parsed.skipped:
            yield SkippedLines(parsed.skipped)


def _is_between(lines: _Lines) -> bool:
    """Return whether lines before the first hand belong to none, such as the headers of a mail."""
    first = lines[0][1]
    return not first.startswith(START) and not any(is_of_a_hand(line) for _, line in lines)


def _hands(text: str, first_line: int) -> Iterator[tuple[int, _Lines]]:
    """Yield the first line and the numbered lines of each hand; empty lines are left out."""
    lines: _Lines = []
    for number, raw in enumerate(text.split("\n"), start=first_line):
        line = raw.rstrip().strip("\ufeff")
        if line.startswith(START) and lines:
            yield lines[0][0], lines
            lines = []
        if line:
            lines.append((number, line))
    if lines:
        yield lines[0][0], lines


def _names(parsed: StarsHand) -> tuple[str, ...]:
    """Return the players, starting after the button; for two the button is also last."""
    active = {action.name for action in parsed.actions if action.name} | set(parsed.posts)
    strange = active - parsed.seats.keys()
    if strange:
        raise LogError(f"'{shorten(min(strange))}' acts without a seat")
    idle = (parsed.holes.keys() | parsed.collected.keys()) - active
    if idle:
        raise LogError(f"'{shorten(min(idle))}' has cards or chips, but neither posts nor acts")
    missing = active - parsed.summed
    if missing:
        raise LogError(f"the hand is incomplete: '{shorten(min(missing))}' is not in its summary")
    by_seat = sorted(active, key=parsed.seats.__getitem__)
    after = [name for name in by_seat if parsed.seats[name] > parsed.button]
    return tuple(after + [name for name in by_seat if parsed.seats[name] <= parsed.button])


def _game(parsed: StarsHand, names: Sequence[str]) -> GameDefinition:
    if len(names) < HEADS_UP:
        raise LogError("it has fewer than two players")
    bets = parsed.stakes if parsed.is_limit else None
    return holdem(len(names), blinds=_blinds(parsed, names), bets=bets)


def _blinds(parsed: StarsHand, names: Sequence[str]) -> tuple[int, ...]:
    """Return the blinds due: what a big blind that took the whole stack left out is among them."""
    if not parsed.posts:
        raise LogError("nobody posts a blind")
    big = parsed.stakes[0 if parsed.is_limit else 1]
    posts = parsed.posts | {
        name: max(big, parsed.posts[name])
        for name in parsed.big_posters
        if parsed.posts[name] == parsed.stacks[name]
    }
    return tuple(posts.get(name, 0) for name in names)


def _hand(parsed: StarsHand, games: HandGames) -> ParsedHand:
    names = _names(parsed)
    walk = games.walk_for(_game(parsed, names))
    stacks, blinds = tuple(parsed.stacks[name] for name in names), _blinds(parsed, names)
    begin_walk(walk, stacks, blinds)
    start = parsed.line
    played = betting_of(walk, _parsed_actions(parsed, names))
    parsed.line = start
    holes = "".join([parsed.holes.get(name, UNKNOWN * 2) for name in names])
    cards = holes + parsed.board.ljust(_BOARD_LETTERS, "?")
    payoffs = _payoffs(parsed, walk, names) if played.is_legal else None
    return ParsedHand(
        start,
        parsed.session,
        names,
        played.text,
        cards,
        payoffs,
        stacks,
        blinds,
        mucked=played.open_folds,
        rake=parsed.rake,
        game=walk.definition,
        open_folds=len(played.open_folds),
        number=parsed.number,
    )


def _parsed_actions(parsed: StarsHand, names: Sequence[str]) -> Iterator[ParsedAction]:
    """Yield the actions, with `parsed.line` at each as it is played."""
    places = {name: place for place, name in enumerate(names)} | {"": -1}
    for action in parsed.actions:
        parsed.line = action.line
        yield ParsedAction(
            places[action.name], action.kind, action.raise_to, action.paid, action.raised_by
        )


def _payoffs(parsed: StarsHand, walk: ActionWalk, names: Sequence[str]) -> tuple[int, ...]:
    """Return payoffs before the rake, 1/2520 chip, divided among winners as they collected."""
    spent = walk.spent
    position, uncalled = uncalled_bet(spent)
    returned = parsed.uncalled or {names[position]: uncalled}
    if returned != {names[position]: uncalled}:
        raise LogError(
            f"the uncalled bet is {uncalled} of '{shorten(names[position])}', which is not the "
            "returned amount"
        )
    spent[position] -= uncalled
    collected = [parsed.collected.get(name, 0) for name in names]
    total, pot = sum(collected), sum(spent)
    if total + parsed.rake != pot:
        raise LogError(
            f"{total} collected and {parsed.rake} of rake do not make the pot of {pot} chips"
        )
    if parsed.pot != pot:
        raise LogError(f"the summary's total pot is {parsed.pot}, but {pot} chips were put in")
    return before_rake(spent, collected)
