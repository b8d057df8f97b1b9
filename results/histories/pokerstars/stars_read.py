"""Reads hold'em from the text of PokerStars' hand histories for import.

Payoffs are those before the rake, which the summary names: each winner gets his share of it back.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from railbird.native import HOLDEM_BOARDS, PAYOFF_UNIT, ActionWalk, GameDefinition, RailbirdError
from railbird.results.errors import LogError
from railbird.results.histories.checking.read_hand import Chips, Fault, ReadHand
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN
from railbird.results.histories.notation.holdem import HEADS_UP, holdem
from railbird.results.histories.notation.parsed_actions import (
    ParsedAction,
    begin_walk,
    betting_of,
)
from railbird.results.histories.notation.payoff_text import shorten
from railbird.results.histories.notation.pots import uncalled_bet
from railbird.results.histories.notation.stakes import require_stakes
from railbird.results.histories.pokerstars.stars_told import START, Told, read_told

_BOARD_LETTERS = sum(HOLDEM_BOARDS) * LETTERS
_Lines = list[tuple[int, str]]


def game_in(text: str, chips: Chips) -> GameDefinition | None:
    """Return the game of the first hand that can be read; None where there is none."""
    for line, lines in _hands(text):
        told = Told(line)
        try:
            read_told(told, lines, chips)
            return _game(told, _names(told))
        except RailbirdError:
            continue  # `read_stars` tells what is wrong with it
    return None


def read_stars(
    text: str, _: Path, game: GameDefinition | None, *, chips: Chips
) -> Iterator[ReadHand | Fault]:
    """Yield the hands of a file and what is wrong in it; without a game each hand has its own."""
    walk = None if game is None else ActionWalk(game)
    for line, lines in _hands(text):
        told = Told(line)
        try:
            read_told(told, lines, chips)
            yield _hand(told, walk)
        except RailbirdError as error:
            yield Fault(told.line, str(error))


def _hands(text: str) -> Iterator[tuple[int, _Lines]]:
    """Yield where a hand begins, and its lines with their numbers; empty lines are left out."""
    lines: _Lines = []
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip().strip("\ufeff")
        if line.startswith(START) and lines:
            yield lines[0][0], lines
            lines = []
        if line:
            lines.append((number, line))
    if lines:
        yield lines[0][0], lines


def _names(told: Told) -> tuple[str, ...]:
    """Return who plays, from the first after the button on; for two the button comes last too."""
    active = {action.name for action in told.actions if action.name} | set(told.posts)
    strange = active - told.seats.keys()
    if strange:
        raise LogError(f"'{shorten(min(strange))}' acts without a seat")
    idle = (told.holes.keys() | told.collected.keys()) - active
    if idle:
        raise LogError(f"'{shorten(min(idle))}' has cards or chips, but neither posts nor acts")
    missing = active - told.summed
    if missing:
        raise LogError(f"the hand is cut short: '{shorten(min(missing))}' is not in its summary")
    by_seat = sorted(active, key=told.seats.__getitem__)
    after = [name for name in by_seat if told.seats[name] > told.button]
    return tuple(after + [name for name in by_seat if told.seats[name] <= told.button])


def _game(told: Told, names: Sequence[str]) -> GameDefinition:
    if len(names) < HEADS_UP:
        raise LogError("fewer than two players are in it")
    return holdem(len(names), blinds=_blinds(told, names), bets=told.limit_bets)


def _blinds(told: Told, names: Sequence[str]) -> tuple[int, ...]:
    blinds = tuple(told.posts.get(name, 0) for name in names)
    if not max(blinds):
        raise LogError("nobody posts a blind")
    return blinds


def _hand(told: Told, walk: ActionWalk | None) -> ReadHand:
    names = _names(told)
    own = _game(told, names)
    walk = walk or ActionWalk(own)
    require_stakes(own, walk.definition)
    stacks, blinds = tuple(told.stacks[name] for name in names), _blinds(told, names)
    begin_walk(walk, stacks, blinds)
    start = told.line
    betting, is_legal = betting_of(walk, _parsed_actions(told, names))
    told.line = start
    holes = "".join([told.holes.get(name, UNKNOWN * 2) for name in names])
    cards = holes + told.board.ljust(_BOARD_LETTERS, "?")
    payoffs = _payoffs(told, walk, names) if is_legal else None
    return ReadHand(start, told.session, names, betting, cards, payoffs, stacks, blinds)


def _parsed_actions(told: Told, names: Sequence[str]) -> Iterator[ParsedAction]:
    """Yield the actions, with `told.line` at each as it is played."""
    places = {name: place for place, name in enumerate(names)} | {"": -1}
    for action in told.actions:
        told.line = action.line
        yield ParsedAction(
            places[action.name], action.kind, action.raise_to, action.paid, action.raised_by
        )


def _payoffs(told: Told, walk: ActionWalk, names: Sequence[str]) -> tuple[int, ...]:
    """Return payoffs before the rake, 1/2520 chip, shared out among winners as they collected."""
    spent = walk.spent
    position, uncalled = uncalled_bet(spent)
    returned = told.uncalled or {names[position]: uncalled}
    if returned != {names[position]: uncalled}:
        raise LogError(
            f"the uncalled bet is {uncalled} of '{shorten(names[position])}', "
            "not what is returned here"
        )
    spent[position] -= uncalled
    collected = [told.collected.get(name, 0) for name in names]
    total, pot = sum(collected), sum(spent)
    if total + told.rake != pot:
        raise LogError(
            f"{total} collected and {told.rake} of rake do not make the pot of {pot} chips"
        )
    if told.pot != pot:
        raise LogError(f"the summary's total pot is {told.pot}, and {pot} chips were put in")
    shares = [chips * PAYOFF_UNIT * pot // total if total else 0 for chips in collected]
    winner = max(range(len(names)), key=collected.__getitem__)
    shares[winner] += pot * PAYOFF_UNIT - sum(shares)
    return tuple(share - chips * PAYOFF_UNIT for share, chips in zip(shares, spent, strict=True))
