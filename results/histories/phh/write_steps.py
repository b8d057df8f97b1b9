"""Writes the actions of a hand of a game of steps as PHH: stud, draw, and games with antes."""

from collections.abc import Iterator, Sequence

from railbird.native import ActionKind, ActionWalk, GameDefinition, Variant, deal_layout, read_steps
from railbird.results.histories.notation.card_text import CARD_NAMES, LETTERS
from railbird.results.histories.notation.showdown import showdown_order
from railbird.results.histories.phh.write_holdem import RAISE, WORDS, shown_lines
from railbird.results.histories.storing.table_hand import TableHand

_CALL, _EXCHANGE = ActionKind.CALL.value, ActionKind.EXCHANGE.value


def step_actions(walk: ActionWalk, hand: TableHand) -> Iterator[str]:
    """Yield the actions of a hand, and what is shown at its end.

    Cards that are thrown away are replaced when everybody has thrown away his.
    """
    walk.lay_deal(hand.cards)
    walk.begin(hand.stacks, hand.blinds, hand.ante)
    assert walk.definition.variant is not None
    return _HandWriter(walk, walk.definition.variant).lines(hand)


class _HandWriter:
    """Writes one hand that has begun."""

    def __init__(self, walk: ActionWalk, variant: Variant) -> None:
        self._walk = walk
        self._variant = variant
        self._deals = _RoundDeals(walk.definition, variant)
        self._drawn: list[tuple[int, str]] = []
        self._first: int | None = None  # to show: who raised last in the round, or acted first

    def lines(self, hand: TableHand) -> Iterator[str]:
        yield from self._deals.lines(self._walk, hand.board)
        yield from self._bring_in()
        for kind, amount in read_steps(hand.betting):
            if kind is None:
                yield from (f"d dh p{position + 1} {cards}" for position, cards in self._drawn)
                self._drawn, self._first = [], None
                self._walk.begin_round()
                yield from self._deals.lines(self._walk, hand.board)
            elif kind == _EXCHANGE:
                yield self._exchange(amount)
            else:
                yield self._bet(kind, amount)
        order = showdown_order(self._walk, self._first)
        held = range(self._walk.definition.player_count)
        yield from shown_lines([_text(self._walk.hole_cards(place)) for place in held], order)

    def _bring_in(self) -> Iterator[str]:
        """Yield the bring-in of a player whom it leaves no chip, so that he is not asked."""
        if not self._variant.bring_in:
            return
        spent, stacks = self._walk.spent, self._walk.stacks
        poster = max(range(len(spent)), key=spent.__getitem__)
        if poster != self._walk.acting and self._variant.ante < spent[poster] == stacks[poster]:
            yield f"p{poster + 1} pb"

    def _exchange(self, slots: int) -> str:
        position = self._walk.acting
        assert position is not None
        before = self._walk.hole_cards(position)
        self._walk.act(_EXCHANGE, slots)
        after = self._walk.hole_cards(position)
        gone = [slot for slot in range(len(before)) if slots >> slot & 1]
        if gone:
            self._drawn.append((position, _text([after[slot] for slot in gone])))
        return f"p{position + 1} sd {_text([before[slot] for slot in gone])}".rstrip()

    def _bet(self, kind: int, amount: int) -> str:
        is_first = self._is_first()
        outcome = self._walk.act(kind, amount)
        if kind == RAISE or (self._first is None and self._goes_by_cards()):
            self._first = outcome.position
        words = WORDS.get(kind)
        if is_first and kind == _CALL:
            words = "pb"
        if words is None:
            ante = self._variant.ante if outcome.round_index == 0 else 0
            words = f"cbr {outcome.raise_to - ante}"
        return f"p{outcome.position + 1} {words}"

    def _is_first(self) -> bool:
        """Return whether who is to act has posted the bring-in and may still complete it."""
        walk, acting = self._walk, self._walk.acting
        is_start = walk.round_index == 0 and self._first is None
        return (
            bool(self._variant.bring_in) and is_start and walk.spent[acting or 0] == max(walk.spent)
        )

    def _goes_by_cards(self) -> bool:
        return self._variant.rounds[self._walk.round_index].first != "position"


class _RoundDeals:
    """The cards that a round deals, by how many were dealt before."""

    def __init__(self, game: GameDefinition, variant: Variant) -> None:
        self._held = variant.held()
        self._laid = deal_layout(game).board_ends

    def lines(self, walk: ActionWalk, board: str) -> Iterator[str]:
        """Yield what is dealt at the beginning of the round."""
        now = walk.round_index
        start, end = (self._held[now - 1] if now else 0), self._held[now]
        if end > start:
            for position in walk.live:
                yield f"d dh p{position + 1} {_text(walk.hole_cards(position)[start:end])}"
        laid = self._laid[now - 1] if now else 0
        if self._laid[now] > laid:
            yield f"d db {board[laid * LETTERS : self._laid[now] * LETTERS]}"


def _text(cards: Sequence[int]) -> str:
    return "".join([CARD_NAMES[card] for card in cards])
