"""Compares the cards of hands with the deals of their session's deck seed."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, DealSource, GameDefinition, format_cards
from railbird.results.histories.checking.parsed_hand import ParsedHand, Session

Cards = npt.NDArray[np.uint8]
FEWEST_AT_ONCE, MOST_AT_ONCE = 2**10, 2**16


class SeedDeals:
    """The deals of one deck seed, in blocks that grow as hands are read in order."""

    def __init__(self, game: GameDefinition, source: DealSource, deck_seed: int) -> None:
        """Start without a block."""
        self._game = game
        self._source = source
        self._deck_seed = deck_seed
        self._first = 0
        self._block: Cards = np.empty((0, game.cards_per_hand), np.uint8)

    def deals(self, first: int, end: int) -> Cards:
        """Return all cards of hands in the order of dealing, uint8[end - first, W]."""
        if first < self._first or end > self._first + len(self._block):
            count = max(end - first, min(max(FEWEST_AT_ONCE, first), MOST_AT_ONCE))
            self._first = first
            (self._block,) = self._source.deal(
                self._game, [self._deck_seed], count, first_hand=first
            )
        return self._block[first - self._first : end - self._first]


class DeckSeeds:
    """Compares the cards of hands with the deck seeds of their sessions, and counts them.

    With `may_be_of_others` a seed that deals fewer than half of a session's first hands is ignored,
    and the cards are accepted as they are, unless the session gives the secret of its deals.
    """

    def __init__(self, game: GameDefinition, *, may_be_of_others: bool) -> None:
        """Start without a session."""
        self.checked_count = 0
        self._game = game
        self._may_be_of_others = may_be_of_others
        self._session: Session | None = None
        self._deals: SeedDeals | None = None

    def find_wrong(self, hands: Sequence[ParsedHand], cards: Cards) -> Iterator[tuple[int, str]]:
        """Yield the rows with a card that the seed does not deal, and the fault."""
        known = [row for row, hand in enumerate(hands) if hand.deal_index is not None]
        for session, group in groupby(known, key=lambda row: hands[row].session):
            if session.deck_seed is not None:
                rows = list(group)
                indexes = np.array([hands[row].deal_index for row in rows], np.int64)
                yield from self._find(session, indexes, rows, cards[rows])

    def _find(
        self, session: Session, indexes: npt.NDArray[np.int64], rows: list[int], cards: Cards
    ) -> Iterator[tuple[int, str]]:
        is_new = session is not self._session
        if is_new:
            assert session.deck_seed is not None
            self._session, self._deals = (
                session,
                SeedDeals(self._game, session.deals, session.deck_seed),
            )
        if self._deals is None:
            return
        first, last = int(indexes.min()), int(indexes.max())
        dealt = self._deals.deals(first, last + 1)[indexes - first]
        is_known = cards != NO_CARD
        is_wrong = (cards != dealt) & is_known
        wrong = np.flatnonzero(is_wrong.any(axis=1))
        is_theirs = session.deals.secret is not None  # other programs do not write one
        if is_new and self._may_be_of_others and not is_theirs and 2 * len(wrong) > len(cards):
            self._deals = None
            return
        self.checked_count += int(is_known.sum())
        for place in wrong.tolist():
            card = int(np.argmax(is_wrong[place]))
            here, there = format_cards(cards[place, [card]]), format_cards(dealt[place, [card]])
            text = f"card {card} of the deal is {here}, but the deck seed deals {there}"
            yield rows[place], text
