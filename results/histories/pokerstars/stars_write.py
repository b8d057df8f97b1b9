"""Matches in the text of PokerStars' hand histories, which trackers read.

A chip is a play chip, written whole. Every player's cards are told (`Dealt to`), as this room does
of the hero alone. The table's name holds the match and, where there is one, its deck seed. What is
won is whole chips, an odd one going to the first of those who split: what the rules make of it to
the fraction follows from cards and betting. A run has no clock: the second is the hand's number.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from railbird.native import GameDefinition
from railbird.results.histories.notation.action_walk import CALL, FOLD, Deed, HandWalk, walk_betting
from railbird.results.histories.notation.card_text import UNKNOWN, card_rows
from railbird.results.histories.notation.holdem import HEADS_UP, bets_of
from railbird.results.histories.pokerstars.stars_end import HandEnd, end_lines, spaced
from railbird.results.histories.storing.played import PlayedMatch

HANDS_PER_MATCH = 1_000_000
"""Room in a hand's number for the hands of a match."""
_START = datetime(2000, 1, 1)
_STREETS = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
_BOARD_ENDS = (0, 6, 8, 10)
_HOLE = 4
ALL_IN = " and is all-in"


def stars_file(match: PlayedMatch, game: GameDefinition, _: str) -> str:
    """Return a match as hands in PokerStars' text, two empty lines after each."""
    rows = card_rows(match.cards)
    hands = [
        "\n".join(_lines(_Hand.begin(match, game, index, cards=cards)))
        for index, cards in enumerate(rows)
    ]
    return "".join([f"{hand}\n\n\n" for hand in hands])


@dataclass(slots=True)
class _Hand:
    """One hand on its way to text; lists by position."""

    match: PlayedMatch
    game: GameDefinition
    index: int
    walk: HandWalk
    names: tuple[str, ...]
    holes: list[str]
    board: str
    last_raiser: int = -1
    folded_in: dict[int, int] = field(default_factory=dict)

    @classmethod
    def begin(cls, match: PlayedMatch, game: GameDefinition, index: int, *, cards: str) -> "_Hand":
        count = game.player_count
        stacks, blinds = match.stacks[index].tolist(), match.blinds[index].tolist()
        holes = [spaced(cards[_HOLE * p : _HOLE * (p + 1)]) for p in range(count)]
        walk = HandWalk.begin(game, stacks, blinds)
        return cls(match, game, index, walk, match.names(index), holes, cards[_HOLE * count :])


def _lines(hand: _Hand) -> Iterator[str]:
    yield from _head(hand)
    for position, blind in enumerate(hand.match.blinds[hand.index].tolist()):
        if blind:
            yield _post(hand, position, blind)
    yield f"*** {_STREETS[0]} ***"
    for name, hole in zip(hand.names, hand.holes, strict=True):
        if UNKNOWN not in hole:
            yield f"Dealt to {name} [{hole}]"
    for deed in walk_betting(hand.walk, hand.match.bettings[hand.index]):
        yield _street(hand) if deed is None else _deed(hand, deed)
    board = hand.board[: _BOARD_ENDS[hand.walk.round_index]]
    end = HandEnd(hand.names, hand.holes, board, hand.last_raiser, hand.folded_in, hand.index)
    yield from end_lines(hand.walk, end, hand.match.payoffs[hand.index].tolist())


def _head(hand: _Hand) -> Iterator[str]:
    match, game = hand.match, hand.game
    bets, count = bets_of(game), game.player_count
    number = match.number * HANDS_PER_MATCH + hand.index + 1
    kind = "Hold'em No Limit" if bets is None else "Hold'em Limit"
    small, big = sorted(game.blinds)[-HEADS_UP:] if bets is None else bets
    time = _START + timedelta(seconds=number)
    yield f"PokerStars Hand #{number}:  {kind} ({small}/{big}) - {time:%Y/%m/%d %H:%M:%S} ET"
    seed = "" if match.deck_seed is None else f" seed{match.deck_seed}"
    button = (count - 1 + hand.index) % count
    yield f"Table '{match.name}{seed}' {count}-max Seat #{button + 1} is the button"
    for seat, name in enumerate(match.agents):
        stack = hand.walk.stacks[(seat - hand.index) % count]
        yield f"Seat {seat + 1}: {name} ({stack} in chips)"


def _post(hand: _Hand, position: int, blind: int) -> str:
    stack = hand.walk.stacks[position]
    kind = "big" if blind == hand.game.big_blind else "small"
    return (
        f"{hand.names[position]}: posts {kind} blind {min(blind, stack)}"
        f"{ALL_IN if blind >= stack else ''}"
    )


def _street(hand: _Hand) -> str:
    hand.last_raiser = -1
    number = hand.walk.round_index
    start, end = _BOARD_ENDS[number - 1 : number + 1]
    before = f"[{spaced(hand.board[:start])}] " if start else ""
    return f"*** {_STREETS[number]} *** {before}[{spaced(hand.board[start:end])}]"


def _deed(hand: _Hand, deed: Deed) -> str:
    name, all_in = hand.names[deed.position], ALL_IN if deed.is_all_in else ""
    if deed.letter == FOLD:
        hand.folded_in[deed.position] = deed.round_index
        return f"{name}: folds"
    if deed.letter == CALL:
        return f"{name}: calls {deed.paid}{all_in}" if deed.paid else f"{name}: checks"
    hand.last_raiser = deed.position
    if deed.is_bet:
        return f"{name}: bets {deed.raise_to}{all_in}"
    return f"{name}: raises {deed.raised_by} to {deed.raise_to}{all_in}"
