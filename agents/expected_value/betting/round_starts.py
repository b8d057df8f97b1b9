"""The starts of rounds as chains: what they lead to for everybody who is left."""

import numpy as np

from railbird.agents.expected_value.betting.betting_views import EVENTS, Bools, Numbers, Passed
from railbird.agents.expected_value.betting.walked_betting import LEVELS, WalkedBetting, digest
from railbird.native import ACTION_LETTERS, ROUND_LETTER, ActionKind, GameDefinition

RAISE_LETTER = ACTION_LETTERS[ActionKind.RAISE]


class RoundStarts:
    """The starts of rounds after the first, in limit games in which nobody can be all-in."""

    def __init__(self, walked: WalkedBetting) -> None:
        """Read the starts of betting that is read as it comes."""
        self._walked = walked

    @property
    def definition(self) -> GameDefinition:
        """The game."""
        return self._walked.definition

    def passed(self, ends: Numbers) -> Passed:
        """Return the starts that hands passed, as actions of everybody who was left.

        ``ends`` are the bettings of finished hands, object[n].
        """
        texts = ends.tolist()
        lines = self._walked.ends_of(texts)
        whole = self._walked.passed(lines)
        hand, player, chains, paid = [], [], [], []
        for number, text in enumerate(texts):
            for place in [at for at, letter in enumerate(text) if letter == ROUND_LETTER]:
                (start,) = self._walked.nodes_of([text[: place + 1]])
                raises = count_raises(text[:place])
                for position in np.flatnonzero(start.live).tolist():
                    hand.append(number)
                    player.append(position)
                    paid.append(start.spent[position])
                    chains.append(start_chains(raises, start.live, position))
        spent = np.array([line.spent for line in lines])
        at = np.array(hand, np.int64), np.array(player, np.int64)
        return Passed(
            hand=at[0],
            player=at[1],
            chains=np.array(chains, np.int64).reshape(-1, LEVELS),
            bet=spent[at] - np.array(paid, np.int64),
            pot=spent.sum(axis=1)[at[0]],
            unit=np.ones(len(hand)),
            events=np.zeros((len(hand), len(EVENTS)), np.int32),
            endings=whole.endings,
            raises=whole.raises,
            calls=whole.calls,
        )


def count_raises(betting: str) -> tuple[int, ...]:
    """Return the raises of each round so far."""
    return tuple(part.count(RAISE_LETTER) for part in betting.split(ROUND_LETTER))


def start_chains(raises: tuple[int, ...], live: Bools, player: int) -> tuple[int, int]:
    """Return the chains of a player when a round is over.

    ``raises`` are those of each round so far. Level 2 has them and who is left; level 3 has those
    of the last round, and how many are left.
    """
    return (
        digest(("start", 2, player, raises, tuple(live.tolist()))),
        digest(("start", 3, player, len(raises), raises[-1], int(live.sum()))),
    )
