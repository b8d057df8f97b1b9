"""Groups hands from files into matches, and matches into duplicate sets.

A match of the store seats its players once and moves the button by one each hand. Hands played
elsewhere may not: when a hand breaks the order, another match of the same session begins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, DealSource, GameDefinition, seat_order
from railbird.results.histories.checking.hand_checker import CheckedHands
from railbird.results.histories.checking.parsed_hand import Session
from railbird.results.store.labels import Labels

_SessionKey = tuple[str, str, tuple[str, ...]]


@dataclass(slots=True)
class GatheredMatch:
    """One match: labels by seat, and the numbers of its hands among all that were gathered."""

    agents: tuple[str, ...]
    session: _SessionKey
    deck_seed: int | None
    deals: DealSource
    hands: list[int] = field(default_factory=list)
    deck_index: int = 0
    seating_index: int = 0

    def expects(self, names: tuple[str, ...]) -> bool:
        """Return whether these names, by position, fit its next hand."""
        seats = seat_order(len(self.agents)).seat_row(len(self.hands))
        return names == tuple([self.agents[seat] for seat in seats])


@dataclass(slots=True)
class Gathering:
    """All hands so far, by number, and their matches, in the order of their first hands."""

    matches: list[GatheredMatch] = field(default_factory=list)
    parts: list[CheckedHands] = field(default_factory=list)
    hand_count: int = 0
    _labels: Labels = field(default_factory=Labels)
    _open: dict[_SessionKey, GatheredMatch] = field(default_factory=dict)
    _by_names: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)

    def add(self, file: str, checked: CheckedHands) -> None:
        """Add hands of a file, in order."""
        for hand in checked.hands:
            self._match(file, hand.session, self._labelled(hand.names)).hands.append(
                self.hand_count
            )
            self.hand_count += 1
        self.parts.append(replace(checked, hands=[]))  # arrays and bettings are what is stored

    def end_file(self) -> None:
        """End the matches of this file, so that no other file continues them."""
        self._open.clear()

    def _labelled(self, names: tuple[str, ...]) -> tuple[str, ...]:
        labels = self._by_names.get(names)
        if labels is None:
            labels = self._by_names[names] = tuple(self._labels.of(name) for name in names)
        return labels

    def _match(self, file: str, session: Session, labels: tuple[str, ...]) -> GatheredMatch:
        key = (file, session.name, tuple(sorted(labels)))
        match = self._open.get(key)
        if match is None or not match.expects(labels):
            match = self._open[key] = GatheredMatch(labels, key, session.deck_seed, session.deals)
            self.matches.append(match)
        return match


@dataclass(frozen=True, slots=True)
class Decks:
    """How matches form duplicate sets: seeds by deck index (if any), and seatings of a set.

    `deals` deal the cards of all seeds, unless they differ.
    """

    seeds: tuple[int, ...]
    seating_count: int
    deals: DealSource | None = None


def assign_decks(
    matches: Sequence[GatheredMatch], cards: npt.NDArray[np.uint8], game: GameDefinition
) -> Decks:
    """Give every match its deck and seating, and return the decks.

    Matches share a deck if all logs give the deck seeds that deal their cards. Otherwise a session
    is a deck of its own, and the number of seatings, which varies, is 0.
    """
    if all(_is_dealt(match, cards, game) for match in matches) and _are_whole(matches):
        return _by_seed(matches)
    decks: dict[_SessionKey, int] = {}
    counts: dict[_SessionKey, int] = {}
    for match in matches:
        match.deck_seed = None
        match.deck_index = decks.setdefault(match.session, len(decks))
        match.seating_index = counts.get(match.session, 0)
        counts[match.session] = match.seating_index + 1
    return Decks((), 0)


def _is_dealt(match: GatheredMatch, cards: npt.NDArray[np.uint8], game: GameDefinition) -> bool:
    if match.deck_seed is None:
        return False
    told = cards[match.hands]
    (dealt,) = match.deals.deal(game, [match.deck_seed], len(match.hands))
    return bool(((told == dealt) | (told == NO_CARD)).all())


def _are_whole(matches: Sequence[GatheredMatch]) -> bool:
    return len({match.session for match in matches}) == len(matches)


def _by_seed(matches: Sequence[GatheredMatch]) -> Decks:
    decks: dict[tuple[int, DealSource, int], int] = {}
    met: dict[tuple[tuple[str, ...], int, DealSource], int] = {}
    seatings: dict[tuple[tuple[str, ...], int], int] = {}
    for match in matches:
        seed, source = match.deck_seed or 0, match.deals
        # A repeated seating belongs to another deck, although its seed is the same.
        again = met.get((match.agents, seed, source), 0)
        met[match.agents, seed, source] = again + 1
        match.deck_index = decks.setdefault((seed, source, again), len(decks))
        line_up = (tuple(sorted(match.agents)), match.deck_index)
        match.seating_index = seatings.get(line_up, 0)
        seatings[line_up] = match.seating_index + 1
    counts, sources = set(seatings.values()), {source for _, source, _ in decks}
    return Decks(
        tuple(seed for seed, _, _ in decks),
        counts.pop() if len(counts) == 1 else 0,
        sources.pop() if len(sources) == 1 else None,
    )
