"""Stored hands of hold'em, corrected for their cards and declared decisions."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from railbird.native import (
    NO_CARD,
    PAYOFF_UNIT,
    GameDefinition,
    deal_layout,
    holding_index,
)
from railbird.native.game.holdem import is_holdem
from railbird.results.hands.deals import cards_of
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.luck.chance import chance_luck
from railbird.results.luck.declared_holdem import (
    Asks,
    Cards,
    DealtHands,
    declared_estimates,
)
from railbird.results.luck.estimator import Floats, Integers
from railbird.results.luck.stored_luck import StoredLuck

HANDS_AT_ONCE = 256
"""Hands of one betting corrected at once: their probabilities take some 8 MB a decision."""


def has_declared_values(definition: GameDefinition) -> bool:
    """Whether declared decisions can be taken out: in hold'em with equal stacks above the blinds.

    Then all who are in play for one pot, and the value of a raise is linear in its size.
    """
    return (
        is_holdem(definition)
        and len(set(definition.stacks)) == 1
        and max(definition.blinds) < min(definition.stacks)
    )


@dataclass(frozen=True, slots=True)
class DeclaredHands:
    """The corrections of a game whose agents, by number, declare what `asks` return."""

    definition: GameDefinition
    asks: Mapping[int, Asks]

    def corrections(self, hands: PlayedHands) -> StoredLuck:
        """Return the corrections of hands; those without declaring agents are for cards alone.

        Hands with unknown cards or with stacks of their own, and those in which an agent acted with
        probability 0, are left as played.
        """
        chance = chance_luck(self.definition, hands)
        corrections, is_known = chance.of_cards(), chance.is_known.copy()
        cards = cards_of(self.definition, hands, np.arange(len(hands)))
        is_whole = (cards != NO_CARD).all(axis=1)
        if hands.stacks is not None or hands.blinds is not None:
            is_whole[:] = False
        is_asked = np.isin(hands.members, list(self.asks)).any(axis=1)
        is_known &= is_whole | ~is_asked
        for rows in _groups(hands, np.flatnonzero(is_asked & is_whole)):
            luck = -chance.corrections[rows]
            estimates = self._estimates(hands, rows, cards[rows], luck=luck)
            is_known[rows] = ~np.isnan(estimates).any(axis=1)
            corrections[rows] = estimates - hands.payoffs[rows] / PAYOFF_UNIT
        return StoredLuck(np.where(is_known[:, None], corrections, 0.0), is_known)

    def _estimates(
        self, hands: PlayedHands, rows: Integers, cards: Cards, *, luck: Floats
    ) -> Floats:
        layout, first = deal_layout(self.definition), rows[0]
        word = int(hands.word[first])
        letters = hands.letters[slice(*hands.offsets[word : word + 2])]
        dealt = DealtHands(
            self.definition,
            letters.tobytes().decode("ascii"),
            holding_index(layout.hole_cards(cards)),
            layout.board(cards),
            luck,
        )
        members = hands.members[first].tolist()
        asks = {p: self.asks[agent] for p, agent in enumerate(members) if agent in self.asks}
        return declared_estimates(dealt, asks)


def _groups(hands: PlayedHands, rows: Integers) -> list[Integers]:
    """Split hands into those of one betting and the same agents by position."""
    if not len(rows):
        return []
    keys = np.column_stack([hands.members[rows], hands.word[rows]])
    _, group = np.unique(keys, axis=0, return_inverse=True)
    order = np.argsort(group.ravel(), kind="stable")
    cuts = np.flatnonzero(np.diff(group.ravel()[order])) + 1
    return [
        alike[start : start + HANDS_AT_ONCE]
        for alike in np.split(rows[order], cuts)
        for start in range(0, len(alike), HANDS_AT_ONCE)
    ]
