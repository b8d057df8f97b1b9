"""Samples hidden hole cards given the betting, by a model (document 001, 6.1.1).

Hidden cards of a hand are drawn player by player, each from his own likelihoods, and all again if a
card is drawn twice: together they then follow the model's joint distribution.
"""

from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net.batches import (
    Candidates,
    Cards,
    SeenHands,
    TypedPlayers,
    take_texts,
)
from railbird.agents.dcubot.net.hands import likelihoods
from railbird.agents.dcubot.net.shape import NetShape, Parameters
from railbird.native import NO_CARD, deal_layout

LONGEST_REJECTED = 6
TRIES = 16
MOST_TRIES = 8
MOST_CANDIDATES = 2**18


def impute(
    shape: NetShape,
    parameters: Parameters,
    hands: SeenHands,
    *,
    random: np.random.Generator,
    typed: TypedPlayers | None = None,
) -> Cards:
    """Return the cards of the hands with those of all players who acted filled in, uint8[n, W].

    ``typed`` are the player-types, if the net has them.

    Sequences of up to six decisions are drawn by rejection, longer ones from all their hole cards.
    Departure from the source: hands still rejected after 128 draws are also drawn from all hole
    cards, which is the same distribution.
    """
    imputer = _Imputer(shape, parameters, hands, random=random, typed=typed)
    cards, left = hands.cards.copy(), np.flatnonzero(imputer.is_hidden.any(1))
    while len(left):
        cards[left] = imputer.draw(left)
        left = left[_is_doubled(cards[left])]
    return cards


def _is_doubled(cards: Cards) -> npt.NDArray[np.bool_]:
    ordered = np.sort(cards, axis=1)
    doubled: npt.NDArray[np.bool_] = (
        (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NO_CARD)
    ).any(1)
    return doubled


class _Imputer:
    """Draws each player's cards alone."""

    def __init__(
        self,
        shape: NetShape,
        parameters: Parameters,
        hands: SeenHands,
        *,
        random: np.random.Generator,
        typed: TypedPlayers | None,
    ) -> None:
        definition = shape.definition
        self._shape, self._parameters, self._hands, self._random = shape, parameters, hands, random
        self._typed = typed
        self._held = definition.hole_card_count
        self._layout = deal_layout(definition)
        self._holes = np.array(list(combinations(definition.deck.tolist(), self._held)), np.uint8)
        held = self._layout.hole_cards(hands.cards)
        self.is_hidden = (held[:, :, 0] == NO_CARD) & (hands.survey.action_counts > 0)
        self._is_known = np.zeros((len(hands), NO_CARD + 1), bool)
        np.put_along_axis(self._is_known, hands.cards.astype(np.intp), values=True, axis=1)
        self._is_known[:, NO_CARD] = False

    def draw(self, rows: npt.NDArray[np.intp]) -> Cards:
        """Return the cards of the hands ``rows``, with the hidden ones drawn again."""
        cards = self._hands.cards[rows]
        where, positions = np.nonzero(self.is_hidden[rows])
        chosen = np.empty((len(where), self._held), np.uint8)
        counts = self._hands.survey.action_counts[rows[where], positions]
        pending = np.flatnonzero(counts <= LONGEST_REJECTED)
        for _ in range(MOST_TRIES):
            pending = self._try(pending, rows[where], positions, chosen=chosen)
            if not len(pending):
                break
        left = np.concatenate([pending, np.flatnonzero(counts > LONGEST_REJECTED)])
        step = max(MOST_CANDIDATES // len(self._holes), 1)
        for first in range(0, len(left), step):
            part = left[first : first + step]
            chosen[part] = self._enumerate(rows[where[part]], positions[part])
        cards[where[:, None], self._layout.hole_slots[positions]] = chosen
        return cards

    def _try(
        self,
        pending: npt.NDArray[np.intp],
        rows: npt.NDArray[np.intp],
        positions: npt.NDArray[np.intp],
        *,
        chosen: Cards,
    ) -> npt.NDArray[np.intp]:
        """Propose hole cards and take the first accepted ones. Returns the remaining rows."""
        drawn = self._random.integers(0, len(self._holes), (len(pending), TRIES))
        likely = self._likelihood(rows[pending], positions[pending], self._holes[drawn])
        accepted = self._random.random(likely.shape) < likely
        is_done = accepted.any(1)
        first = accepted.argmax(1)
        chosen[pending[is_done]] = self._holes[drawn[is_done, first[is_done]]]
        return pending[~is_done]

    def _enumerate(self, rows: npt.NDArray[np.intp], positions: npt.NDArray[np.intp]) -> Cards:
        shape = (len(rows), *self._holes.shape)
        likely = self._likelihood(rows, positions, np.broadcast_to(self._holes, shape))
        sums = likely.cumsum(1)
        draws = self._random.random(len(rows)) * sums[:, -1]
        drawn: Cards = self._holes[(sums <= draws[:, None]).sum(1).clip(max=len(self._holes) - 1)]
        return drawn

    def _likelihood(
        self, rows: npt.NDArray[np.intp], positions: npt.NDArray[np.intp], holes: Cards
    ) -> npt.NDArray[np.float64]:
        """Return likelihoods of the actions with hole cards [n, k, h], float64[n, k]."""
        count, many = holes.shape[:2]
        candidates = Candidates(
            np.arange(count + 1, dtype=np.int64) * many,
            np.repeat(positions, many).astype(np.uint8),
            holes.reshape(-1, self._held),
        )
        boards = self._layout.board(self._hands.cards[rows])
        texts = take_texts(self._hands.texts, rows)
        typed = None if self._typed is None else self._typed.take(rows)
        logarithms = likelihoods(
            self._shape, self._parameters, candidates, boards=boards, texts=texts, typed=typed
        )
        is_free = ~self._is_known[rows[:, None, None], holes].any(2)
        likely: npt.NDArray[np.float64] = np.exp(logarithms).reshape(count, many) * is_free
        return likely
