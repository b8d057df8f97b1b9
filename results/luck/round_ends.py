"""How stored hands stood when each betting round ended, followed once per betting."""

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition
from railbird.native.game.round_ends import RoundEnds, find_round_ends
from railbird.results.hands.played_hands import PlayedHands


def round_ends(
    definition: GameDefinition, hands: PlayedHands
) -> tuple[RoundEnds, npt.NDArray[np.int64]]:
    """Return how bettings stood round by round, and the row of each hand in them, int64[n].

    With the chips of the game a row is a betting, otherwise a hand. Raises BettingError for betting
    that the game does not allow.
    """
    if hands.stacks is not None or hands.blinds is not None:
        rows = np.arange(len(hands))
        letters, offsets = hands.spell()
        own = find_round_ends(
            definition,
            letters,
            offsets,
            stacks=hands.stacks,
            blinds=hands.blinds,
            antes=hands.antes,
        )
        return own, rows
    used, rows = np.unique(hands.word, return_inverse=True)
    return find_round_ends(definition, *hands.spell(used)), rows.ravel()
