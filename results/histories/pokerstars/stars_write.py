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
from itertools import accumulate

from railbird.native import (
    HOLDEM_BOARDS,
    ActionKind,
    ActionOutcome,
    ActionWalk,
    GameDefinition,
    deal_layout,
)
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN, card_texts
from railbird.results.histories.notation.holdem import HEADS_UP, bets_of
from railbird.results.histories.pokerstars.stars_summary import HandEnd, end_lines, spaced
from railbird.results.histories.storing.played import PlayedMatch

HANDS_PER_MATCH = 1_000_000
"""The factor in hand numbers for the hands of a match."""
_START = datetime(2000, 1, 1)
_STREETS = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
_BOARD_ENDS = [end * LETTERS for end in accumulate(HOLDEM_BOARDS)]
_FOLD, _CALL = ActionKind.FOLD.value, ActionKind.CALL.value
ALL_IN = " and is all-in"


def stars_file(match: PlayedMatch, game: GameDefinition, _: str) -> str:
    """Return a match as hands in PokerStars' text, two empty lines after each."""
    hands = _hands(match, game, range(len(match.bettings)))
    return "".join(["\n".join([*_lines(hand, is_over=True), "\n\n"]) for hand in hands])


def stars_hand(match: PlayedMatch, index: int, game: GameDefinition, *, is_over: bool) -> str:
    """Return one hand of a match, as far as it was played if it is not over."""
    (hand,) = _hands(match, game, range(index, index + 1))
    return "\n".join(_lines(hand, is_over=is_over))


def _hands(match: PlayedMatch, game: GameDefinition, indexes: range) -> "list[_Hand]":
    layout, walk = deal_layout(game), ActionWalk(game)
    cards = match.cards[indexes.start : indexes.stop]
    holes, boards = card_texts(layout.hole_cards(cards)), card_texts(layout.board(cards))
    return [
        _Hand(match, index, walk, list(map(spaced, held)), board)
        for index, held, board in zip(indexes, holes, boards, strict=True)
    ]


@dataclass(slots=True)
class _Hand:
    """One hand while it is converted to text; lists by position."""

    match: PlayedMatch
    index: int
    walk: ActionWalk
    holes: list[str]
    board: str
    last_raiser: int | None = None
    folded_in: dict[int, int] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    stacks: list[int] = field(default_factory=list)

    def begin(self) -> list[int]:
        """Start the hand; return the blinds."""
        self.names = self.match.names(self.index)
        self.stacks = self.match.stacks[self.index].tolist()
        blinds: list[int] = self.match.blinds[self.index].tolist()
        self.walk.begin(self.stacks, blinds)
        return blinds


def _lines(hand: _Hand, *, is_over: bool) -> Iterator[str]:
    blinds = hand.begin()
    yield from _head(hand)
    for position, blind in enumerate(blinds):
        if blind:
            yield _post(hand, position, blind)
    yield f"*** {_STREETS[0]} ***"
    for name, hole in zip(hand.names, hand.holes, strict=True):
        if UNKNOWN not in hole:
            yield f"Dealt to {name} [{hole}]"
    for outcome in hand.walk.follow(hand.match.bettings[hand.index]):
        yield _street(hand) if outcome is None else _action(hand, outcome)
    if not is_over:
        return
    board = hand.board[: _BOARD_ENDS[hand.walk.round_index]]
    end = HandEnd(
        hand.names,
        hand.holes,
        board,
        hand.last_raiser,
        hand.folded_in,
        hand.match.seats.position_row(hand.index),
    )
    yield from end_lines(hand.walk, end, hand.match.payoffs[hand.index].tolist())


def _head(hand: _Hand) -> Iterator[str]:
    match, game, seats = hand.match, hand.walk.definition, hand.match.seats
    bets, count = bets_of(game), game.player_count
    number = match.number * HANDS_PER_MATCH + hand.index + 1
    kind = "Hold'em No Limit" if bets is None else "Hold'em Limit"
    small, big = sorted(game.blinds)[-HEADS_UP:] if bets is None else bets
    time = _START + timedelta(seconds=number)
    yield f"PokerStars Hand #{number}:  {kind} ({small}/{big}) - {time:%Y/%m/%d %H:%M:%S} ET"
    seed = "" if match.open_seed is None else f" seed{match.open_seed}"
    deals = f" {match.deals_text}" if match.deals_text else ""
    positions = seats.position_row(hand.index)
    button = positions.index(count - 1)
    yield f"Table '{match.name}{seed}{deals}' {count}-max Seat #{button + 1} is the button"
    for seat, name in enumerate(match.agents):
        stack = hand.stacks[positions[seat]]
        yield f"Seat {seat + 1}: {name} ({stack} in chips)"


def _post(hand: _Hand, position: int, blind: int) -> str:
    stack = hand.stacks[position]
    kind = "big" if blind == hand.walk.definition.big_blind else "small"
    chips, all_in = min(blind, stack), ALL_IN if blind >= stack else ""
    return f"{hand.names[position]}: posts {kind} blind {chips}{all_in}"


def _street(hand: _Hand) -> str:
    hand.last_raiser = None
    number = hand.walk.round_index
    start, end = _BOARD_ENDS[number - 1 : number + 1]
    before = f"[{spaced(hand.board[:start])}] " if start else ""
    return f"*** {_STREETS[number]} *** {before}[{spaced(hand.board[start:end])}]"


def _action(hand: _Hand, done: ActionOutcome) -> str:
    name, all_in = hand.names[done.position], ALL_IN if done.is_all_in else ""
    if done.kind == _FOLD:
        hand.folded_in[done.position] = done.round_index
        return f"{name}: folds"
    if done.kind == _CALL:
        return f"{name}: calls {done.paid}{all_in}" if done.paid else f"{name}: checks"
    hand.last_raiser = done.position
    if done.is_bet:
        return f"{name}: bets {done.raise_to}{all_in}"
    return f"{name}: raises {done.raised_by} to {done.raise_to}{all_in}"
