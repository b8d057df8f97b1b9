"""Shares of pots by match-up: the mean winnings of known hands, each computed once."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, GameDefinition, canonical_cards, compile_game, pot_shares
from railbird.results.estimate.uncertainty.intervals import Floats

Cards = npt.NDArray[np.uint8]
SHARE_UNITS = 2520


@dataclass(slots=True)
class MatchUps:
    """A cache of shares of pots by match-up."""

    definition: GameDefinition
    _shares: dict[bytes, Floats] = field(default_factory=dict)

    def shares(self, hole_cards: Cards, boards: Cards, contested: npt.NDArray[np.bool_]) -> Floats:
        """Return the share of each position, float64[m, N]; 0 for those not `contested` [m, N].

        `hole_cards` uint8[m, N, h], `boards` uint8[m, b], 255 for cards not dealt yet.
        """
        mine = np.where(contested[:, :, None], hole_cards, np.uint8(NO_CARD))
        others = np.where(contested[:, :, None], np.uint8(NO_CARD), hole_cards)
        groups = [mine[:, place] for place in range(mine.shape[1])]
        keys = canonical_cards(self.definition, [*groups, boards, others.reshape(len(mine), -1)])
        unique, place = np.unique(keys, axis=0, return_inverse=True)
        shares: Floats = np.stack([self._of(key, mine.shape[1:]) for key in unique])
        return shares[place.ravel()]

    def _of(self, key: Cards, shape: tuple[int, ...]) -> Floats:
        name = key.tobytes()
        if name not in self._shares:
            self._shares[name] = self._work_out(key, shape)
        return self._shares[name]

    def _work_out(self, key: Cards, shape: tuple[int, ...]) -> Floats:
        players, width = shape
        board_width = compile_game(self.definition).board_card_count
        hands = key[: players * width].reshape(shape)
        board, dead = np.split(key[players * width :], [board_width])
        is_in = hands[:, 0] != NO_CARD
        sums, boards = pot_shares(
            self.definition, hands[is_in], board[board != NO_CARD], dead=dead[dead != NO_CARD]
        )
        shares = np.zeros(players)
        shares[is_in] = np.array(sums) / (boards * SHARE_UNITS)
        return shares
