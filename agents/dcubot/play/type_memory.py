"""What is believed of everybody's player-type over a match, carried from deal to deal (6.3)."""

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net.answers import Followers, join_texts
from railbird.agents.dcubot.net.batches import Beliefs, SeenMatches
from railbird.agents.dcubot.net.hands import carry_beliefs, see, shown
from railbird.agents.dcubot.net.shape import NetShape, Parameters, player_prior
from railbird.plugins import AgentError, DecisionBatch, HandBatch, MatchBatch


class TypeMemory:
    """Beliefs over player-types by match and seat, by one observer model; public, so shared.

    Hands taken in twice count once: several agents may share this memory. Without ``carries`` every
    deal is as the first of a match.
    """

    def __init__(self, shape: NetShape, observer: Parameters, *, carries: bool = True) -> None:
        """Be ready for matches."""
        self.shape, self.observer, self.carries = shape, observer, carries
        self.followers = Followers()
        self.beliefs: Beliefs = np.zeros((0, 0, 0), np.float32)
        self._taken = np.zeros(0, np.int32)

    def start(self, matches: MatchBatch) -> None:
        """Know nothing of anybody but the first distribution."""
        prior = player_prior(self.shape, self.observer)
        self.beliefs = np.tile(prior, (matches.match_count, matches.seat_count, 1))
        self._taken = np.zeros(matches.match_count, np.int32)

    def priors(self, decisions: DecisionBatch) -> Beliefs:
        """What is believed as the hands of decisions begin, float32[n, N, 8] by position."""
        if not len(self._taken):
            raise AgentError("dcubot-exploiter was asked before its matches were started")
        seats = _seats(decisions.hand_index, decisions.seat_count)
        priors: Beliefs = self.beliefs[decisions.match[:, None], seats]
        return priors

    def take_in(self, hands: HandBatch) -> None:
        """Take in hands that ended, those of a match in order."""
        if not self.carries:
            return
        rows = np.flatnonzero(hands.hand_index >= self._taken[hands.match])
        while len(rows):
            # A match may have ended several hands at once: the first of each, then the next.
            matches, first = np.unique(hands.match[rows], return_index=True)
            part = hands.take(rows[first])
            _, self.beliefs[matches] = carry_beliefs(
                self.shape, self.observer, self._seen(part), beliefs=self.beliefs[matches]
            )
            self._taken[matches] = part.hand_index + 1
            rows = rows[hands.hand_index[rows] >= self._taken[hands.match[rows]]]

    def _seen(self, hands: HandBatch) -> SeenMatches:
        """Hands as matches of one hand each: what is carried is carried from call to call."""
        count = len(hands)
        seats = _seats(hands.hand_index, hands.seat_count)
        held = np.take_along_axis(hands.hole_cards, seats[:, :, None].astype(np.intp), axis=1)
        cards = np.concatenate([held.reshape(count, -1), hands.board], axis=1)
        texts = join_texts(hands.betting)
        showed = shown(self.shape, see(self.shape, cards, texts))
        return SeenMatches(np.arange(count + 1), cards, texts, seats, showed)


def _seats(hand_index: npt.NDArray[np.int32], seat_count: int) -> npt.NDArray[np.uint8]:
    """The seats of positions, uint8[n, N]: a seat's position moves back by one each hand."""
    seats: npt.NDArray[np.uint8] = (
        (np.arange(seat_count) + hand_index[:, None]) % seat_count
    ).astype(np.uint8)
    return seats
