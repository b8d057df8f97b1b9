"""Writes matches in the text format of PokerStars' hand histories, for tracking programs.

A chip is a play chip; amounts are integers. Every player's cards are shown (`Dealt to`), while
PokerStars shows only those of the hero. The table's name contains the match and, if there is one,
its deck seed and how its cards are dealt. Winnings are whole chips, odd ones going to the first of
those who split: the exact fractions follow from cards and betting. A run has no clock: the second
is the hand's number.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate, starmap

from railbird.native import HOLDEM_BOARDS, ActionKind, ActionOutcome, ActionWalk, GameDefinition
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN
from railbird.results.histories.notation.holdem import HEADS_UP, bets_of
from railbird.results.histories.pokerstars.stars_summary import HandEnd, end_lines, spaced
from railbird.results.histories.storing.played import PlayedMatch
from railbird.results.histories.storing.table_hand import TableHand, follow_hands

HANDS_PER_MATCH = 1_000_000
"""The factor in hand numbers for the hands of a match."""
_START = datetime(2000, 1, 1)
_STREETS = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
_BOARD_ENDS = [end * LETTERS for end in accumulate(HOLDEM_BOARDS)]
_FOLD, _CALL = ActionKind.FOLD.value, ActionKind.CALL.value
ALL_IN = " and is all-in"


def stars_file(match: PlayedMatch, game: GameDefinition, _: str) -> str:
    """Return a match as hands in PokerStars' text, two empty lines after each."""
    hands = starmap(_Writer, follow_hands(match, game))
    return "".join(["\n".join([*_lines(hand, is_over=True), "\n\n"]) for hand in hands])


def stars_hand(hand: TableHand, *, is_over: bool) -> str:
    """Return one hand of a match, as far as it was played if it is not over."""
    return "\n".join(_lines(_Writer(hand, ActionWalk(hand.game)), is_over=is_over))


@dataclass(slots=True)
class _Writer:
    """One hand while it is converted to text."""

    hand: TableHand
    walk: ActionWalk
    last_raiser: int | None = None
    folded_in: dict[int, int] = field(default_factory=dict)


def _lines(writer: _Writer, *, is_over: bool) -> Iterator[str]:
    hand, walk = writer.hand, writer.walk
    walk.begin(hand.stacks, hand.blinds, hand.ante)
    holes = list(map(spaced, hand.holes))
    yield from _head(hand)
    yield from _posts(hand)
    yield f"*** {_STREETS[0]} ***"
    for name, hole in zip(hand.names, holes, strict=True):
        if UNKNOWN not in hole:
            yield f"Dealt to {name} [{hole}]"
    for outcome in walk.follow(hand.betting):
        yield _street(writer) if outcome is None else _action(writer, outcome)
    if not is_over:
        return
    end = HandEnd(
        hand.names,
        holes,
        hand.board[: _BOARD_ENDS[walk.round_index]],
        writer.last_raiser,
        writer.folded_in,
        hand.seats,
        hand.payoffs,
        hand.rakes if hand.is_session else None,
    )
    yield from end_lines(walk, end)


def _head(hand: TableHand) -> Iterator[str]:
    game = hand.game
    bets, count = bets_of(game), hand.seat_count
    number = hand.match_number * HANDS_PER_MATCH + hand.number + 1
    kind = "Hold'em No Limit" if bets is None else "Hold'em Limit"
    small, big = sorted(game.blinds)[-HEADS_UP:] if bets is None else bets
    small = hand.small_blind if bets is None and hand.small_blind else small
    time = _START + timedelta(seconds=number)
    yield f"PokerStars Hand #{number}:  {kind} ({small}/{big}) - {time:%Y/%m/%d %H:%M:%S} ET"
    seed = "" if hand.open_seed is None else f" seed{hand.open_seed}"
    deals = f" {hand.deals_text}" if hand.deals_text else ""
    button = hand.seats[-1]
    yield f"Table '{hand.table}{seed}{deals}' {count}-max Seat #{button + 1} is the button"
    for seat, name, stack in sorted(zip(hand.seats, hand.names, hand.stacks, strict=True)):
        yield f"Seat {seat + 1}: {name} ({stack} in chips)"


def _posts(hand: TableHand) -> Iterator[str]:
    """Yield what each player posts, the ante first, as far as his stack goes."""
    left = hand.stacks
    if hand.ante:
        for name, stack in zip(hand.names, left, strict=True):
            yield f"{name}: posts the ante {_paid(hand.ante, stack)}"
        left = [max(stack - hand.ante, 0) for stack in left]
    for name, blind, stack in zip(hand.names, hand.blinds, left, strict=True):
        if blind:
            kind = "big" if blind == hand.game.big_blind else "small"
            yield f"{name}: posts {kind} blind {_paid(blind, stack)}"


def _paid(due: int, stack: int) -> str:
    return f"{min(due, stack)}{ALL_IN if due >= stack else ''}"


def _street(writer: _Writer) -> str:
    writer.last_raiser = None
    number, board = writer.walk.round_index, writer.hand.board
    start, end = _BOARD_ENDS[number - 1 : number + 1]
    before = f"[{spaced(board[:start])}] " if start else ""
    return f"*** {_STREETS[number]} *** {before}[{spaced(board[start:end])}]"


def _action(writer: _Writer, done: ActionOutcome) -> str:
    name, all_in = writer.hand.names[done.position], ALL_IN if done.is_all_in else ""
    if done.kind == _FOLD:
        writer.folded_in[done.position] = done.round_index
        return f"{name}: folds"
    if done.kind == _CALL:
        return f"{name}: calls {done.paid}{all_in}" if done.paid else f"{name}: checks"
    writer.last_raiser = done.position
    raise_to = done.raise_to - (0 if done.round_index else writer.hand.ante)
    if done.is_bet:
        return f"{name}: bets {raise_to}{all_in}"
    return f"{name}: raises {done.raised_by} to {raise_to}{all_in}"
