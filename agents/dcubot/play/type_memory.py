"""Beliefs over player-types during a match, carried from deal to deal (6.3)."""

import numpy as np

from railbird.agents.dcubot.net.answers import Followers, join_texts
from railbird.agents.dcubot.net.batches import Beliefs, SeenMatches
from railbird.agents.dcubot.net.hands import carry_beliefs, see, shown
from railbird.agents.dcubot.net.shape import NetShape, Parameters, player_prior
from railbird.native import deal_layout, seat_order
from railbird.plugins import AgentError, DecisionBatch, HandBatch, MatchBatch


class TypeMemory:
    """Beliefs over player-types by match and seat, by one observer model; public, so shared.

    Repeated hands count once: several agents may share this memory. Without ``carries`` every deal
    is treated like the first of a match.
    """

    def __init__(self, shape: NetShape, observer: Parameters, *, carries: bool = True) -> None:
        """Initialise for matches."""
        self.shape, self.observer, self.carries = shape, observer, carries
        self.followers = Followers()
        self.beliefs: Beliefs = np.zeros((0, 0, 0), np.float32)
        self._taken = np.zeros(0, np.int32)

    def start(self, matches: MatchBatch) -> None:
        """Reset all beliefs to the initial distribution."""
        prior = player_prior(self.shape, self.observer)
        self.beliefs = np.tile(prior, (matches.match_count, matches.seat_count, 1))
        self._taken = np.zeros(matches.match_count, np.int32)

    def priors(self, decisions: DecisionBatch) -> Beliefs:
        """Return the beliefs at the start of each decision's hand, float32[n, N, 8]."""
        if not len(self._taken):
            raise AgentError("dcubot-exploiter was called before its matches were started")
        seats = seat_order(decisions.seat_count).seats_in(decisions.hand_index)
        priors: Beliefs = self.beliefs[decisions.match[:, None], seats]
        return priors

    def take_in(self, hands: HandBatch) -> None:
        """Add finished hands, in order within a match."""
        if not self.carries:
            return
        rows = np.flatnonzero(hands.hand_index >= self._taken[hands.match])
        while len(rows):
            # A match may have several finished hands: the first of each, then the next.
            matches, first = np.unique(hands.match[rows], return_index=True)
            part = hands.take(rows[first])
            _, self.beliefs[matches] = carry_beliefs(
                self.shape, self.observer, self._seen(part), beliefs=self.beliefs[matches]
            )
            self._taken[matches] = part.hand_index + 1
            rows = rows[hands.hand_index[rows] >= self._taken[hands.match[rows]]]

    def _seen(self, hands: HandBatch) -> SeenMatches:
        """Hands as matches of one hand each, since beliefs are carried from call to call."""
        count = len(hands)
        seats = seat_order(hands.seat_count).seats_in(hands.hand_index)
        layout = deal_layout(self.shape.definition)
        cards = np.empty((count, layout.card_count), np.uint8)
        cards[:, layout.hole_slots] = np.take_along_axis(hands.hole_cards, seats[..., None], axis=1)
        cards[:, layout.board_slots] = hands.board
        texts = join_texts(hands.betting)
        showed = shown(self.shape, see(self.shape, cards, texts))
        return SeenMatches(np.arange(count + 1), cards, texts, seats.astype(np.uint8), showed)
