"""Reads hold'em from the text of PokerStars' hand histories, line by line.

Payoffs are before the rake given in the summary: each winner's share of it is added back.
"""

from collections.abc import Iterator, Sequence

from railbird.native import HOLDEM_BOARDS, ActionWalk
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
from railbird.results.histories.notation.holdem import HEADS_UP
from railbird.results.histories.notation.parsed_actions import (
    ParsedAction,
    begin_walk,
    betting_of,
)
from railbird.results.histories.notation.payoff_text import shorten
from railbird.results.histories.notation.pots import before_rake, uncalled_bet
from railbird.results.histories.pokerstars.room_games import Posts, game_of_posts
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
        line = raw.strip().strip("\ufeff")
        if line.startswith(START) and lines:
            yield lines[0][0], lines
            lines = []
        if line:
            lines.append((number, line))
    if lines:
        yield lines[0][0], lines


def _names(parsed: StarsHand) -> tuple[str, ...]:
    """Return the players, starting after the button; for two the button is also last."""
    posted = parsed.posts.keys() | parsed.antes.keys() | parsed.dead.keys()
    active = {action.name for action in parsed.actions if action.name} | posted
    strange = active - parsed.seats.keys()
    if strange:
        raise LogError(f"'{shorten(min(strange))}' acts without a seat")
    idle = (parsed.holes.keys() | parsed.collected.keys()) - active
    if idle:
        raise LogError(f"'{shorten(min(idle))}' has cards or chips, but neither posts nor acts")
    missing = active - parsed.summed
    is_brief = parsed.is_brief or not parsed.summed
    if missing and not is_brief:
        raise LogError(f"the hand is incomplete: '{shorten(min(missing))}' is not in its summary")
    by_seat = sorted(active, key=parsed.seats.__getitem__)
    after = [name for name in by_seat if parsed.seats[name] > parsed.button]
    return tuple(after + [name for name in by_seat if parsed.seats[name] <= parsed.button])


def _posts(parsed: StarsHand, names: Sequence[str]) -> Posts:
    """Return what is due: what a blind that took the whole stack left out is among it."""
    if len(names) < HEADS_UP:
        raise LogError("it has fewer than two players")
    if not parsed.posts:
        raise LogError("nobody posts a blind")
    big = parsed.stakes[0 if parsed.is_limit else 1]
    small = big // 2 if parsed.is_limit else parsed.stakes[0]  # limit names none: usually half
    ante, dead = _antes(parsed, names)
    blinds = []
    for name in names:
        post = parsed.posts.get(name, 0)
        paid = post + parsed.antes.get(name, 0) + parsed.dead.get(name, 0)
        due = big if name in parsed.big_posters else small if name in parsed.small_posters else 0
        blinds.append(max(due, post) if paid == parsed.stacks[name] else post)
    straddlers = frozenset(place for place, name in enumerate(names) if name in parsed.straddlers)
    return Posts(tuple(blinds), dead, straddlers, ante, big)


def _antes(parsed: StarsHand, names: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """Return the ante of everybody, 0 if they differ, and the dead chips of each position."""
    paid = [parsed.antes.get(name, 0) for name in names]
    ante = max(paid)
    is_equal = all(
        chips == ante or parsed.stacks[name] == chips
        for chips, name in zip(paid, names, strict=True)
    )
    dead = [parsed.dead.get(name, 0) for name in names]
    if is_equal:
        return ante, tuple(dead)
    return 0, tuple(map(sum, zip(dead, paid, strict=True)))


def _hand(parsed: StarsHand, games: HandGames) -> ParsedHand:
    names = _names(parsed)
    posts = _posts(parsed, names)
    walk = games.walk_for(game_of_posts(posts, parsed.stakes if parsed.is_limit else None))
    stacks = tuple(parsed.stacks[name] for name in names)
    begin_walk(walk, stacks, posts.blinds)
    start = parsed.line
    played = betting_of(walk, _parsed_actions(parsed, names, posts.ante))
    parsed.line = start
    holes = "".join([parsed.holes.get(name, UNKNOWN * 2) for name in names])
    cards = holes + parsed.board.ljust(_BOARD_LETTERS, "?")
    payoffs = None
    if played.is_legal:
        payoffs = _payoffs(parsed, walk, names, dead=posts.dead, unasked=played.unasked)
    return ParsedHand(
        start,
        parsed.session,
        names,
        played.text,
        cards,
        payoffs,
        stacks,
        posts.blinds,
        mucked=played.open_folds,
        rake=parsed.rake,
        game=walk.definition,
        open_folds=len(played.open_folds),
        number=parsed.number,
        has_two_boards=parsed.has_two_boards,
    )


def _parsed_actions(parsed: StarsHand, names: Sequence[str], ante: int) -> Iterator[ParsedAction]:
    """Yield the actions, with `parsed.line` at each as it is played.

    Of the first round the table counts the ante among the chips that are raised to.
    """
    places = {name: place for place, name in enumerate(names)} | {"": -1}
    for action in parsed.actions:
        parsed.line = action.line
        raise_to = action.raise_to
        if action.kind is None:
            ante = 0
        elif raise_to is not None:
            raise_to += ante
        yield ParsedAction(
            places[action.name], action.kind, raise_to, action.paid, action.raised_by
        )


def _payoffs(
    parsed: StarsHand,
    walk: ActionWalk,
    names: Sequence[str],
    *,
    dead: Sequence[int],
    unasked: int,
) -> tuple[int, ...]:
    """Return payoffs before the rake, 1/2520 chip, divided among winners as they collected.

    A call that nobody asked for, of `unasked` chips, is returned with what was uncalled.
    """
    spent = walk.spent
    position, uncalled = uncalled_bet(spent, walk.live)
    spent = [chips + more for chips, more in zip(spent, dead, strict=True)]
    expected = {names[position]: uncalled + unasked}
    if (parsed.uncalled or expected) != expected:
        raise LogError(
            f"the uncalled bet is {uncalled + unasked} of '{shorten(names[position])}', which is "
            "not the returned amount"
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
