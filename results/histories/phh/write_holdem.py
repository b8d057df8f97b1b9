"""Writes the actions of a hand of hold'em as PHH."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from railbird.native import HOLDEM_BOARDS, ActionKind, ActionWalk
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN
from railbird.results.histories.notation.showdown import showdown_order
from railbird.results.histories.storing.table_hand import TableHand

RAISE = ActionKind.RAISE.value
WORDS = {ActionKind.FOLD.value: "f", ActionKind.CALL.value: "cc"}
_BOARD_ENDS = [end * LETTERS for end in accumulate(HOLDEM_BOARDS)]


def holdem_actions(walk: ActionWalk, hand: TableHand) -> Iterator[str]:
    """Yield the actions of a hand, and what is shown at its end."""
    walk.begin(hand.stacks, hand.blinds, hand.ante)
    ante = hand.ante  # no part of the bets of the first round
    for position, hole in enumerate(hand.holes):
        yield f"d dh p{position + 1} {hole}"
    last_raiser = None
    for outcome in walk.follow(hand.betting):
        if outcome is None:
            last_raiser, ante = None, 0
            start, end = _BOARD_ENDS[walk.round_index - 1 : walk.round_index + 1]
            yield f"d db {hand.board[start:end]}"
            continue
        if outcome.kind == RAISE:
            last_raiser = outcome.position
        words = WORDS.get(outcome.kind) or f"cbr {outcome.raise_to - ante}"
        yield f"p{outcome.position + 1} {words}"
    yield from shown_lines(hand.holes, showdown_order(walk, last_raiser))


def shown_lines(holes: Sequence[str], order: Sequence[int]) -> Iterator[str]:
    """Yield what players show in this order, if there is more than one."""
    if len(order) > 1:
        for position in order:
            if UNKNOWN not in holes[position]:
                yield f"p{position + 1} sm {holes[position]}"
