"""Inputs and outputs of the kernels, as columns."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net._dcubot import lib
from railbird.agents.dcubot.net.shape import Parameters

Texts = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]
"""Betting texts one after the other (uint8), and where each begins and the last ends (int64)."""

Play = Literal["fixed", "reinforced", "likely"]

Cards = npt.NDArray[np.uint8]
Beliefs = npt.NDArray[np.float32]

CELLS: tuple[int, int] = (lib.DCUBOT_STAGES, lib.DCUBOT_PLAYERS_IN)
"""Baselines and returns are by stage, and by the number of remaining players."""


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """Decisions to answer, n rows.

    ``tables`` int32[n] (all different) are indices into the cache; ``hole_cards``
    uint8[n, h]; ``boards`` uint8[n, b], 255 where not dealt yet.
    """

    tables: npt.NDArray[np.int32]
    hole_cards: npt.NDArray[np.uint8]
    boards: npt.NDArray[np.uint8]
    texts: Texts


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Finished hands, n rows, by position.

    ``cards`` uint8[n, W] are ordered like deals, 255 for unknown cards; ``payoffs`` float32[n, N]
    in big blinds; ``learners`` uint16[n] are bits of the positions whose play is used for learning;
    ``draws`` float32[n] in [0, 1) select the showdowns with many players that are computed.
    """

    cards: npt.NDArray[np.uint8]
    texts: Texts
    payoffs: npt.NDArray[np.float32]
    learners: npt.NDArray[np.uint16]
    draws: npt.NDArray[np.float32]

    def __len__(self) -> int:
        """The number of hands."""
        return len(self.cards)


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """What to learn.

    Reinforced play climbs REINFORCE's gradient with ``baselines`` (float32[4, 11], big blinds),
    likely play that of the decisions' likelihood, fixed play stays. ``observer`` climbs the
    likelihood of actions and showdowns given the public cards. ``beliefs`` are the parameters of
    the net whose beliefs are inputs, if not the learner's own; then no observer is trained.
    ``entropy`` (big blinds per nat) is the bonus for the entropy of each decision of a learner.
    ``critic`` are the parameters of a net of the same shape whose utilities predict the winnings of
    actions, in big blinds; if there is one, it replaces ``baselines``. Utilities beyond ``surest``
    are penalised (0: none) by half the square of the excess.
    """

    play: Play
    observer: bool = True
    baselines: npt.NDArray[np.float32] | None = None
    beliefs: Parameters | None = None
    entropy: float = 0.0
    critic: Parameters | None = None
    surest: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Candidate hole cards, m rows, those of hand i at offsets[i] to [i + 1].

    ``offsets`` int64[n + 1]; ``positions`` uint8[m]; ``hole_cards`` uint8[m, h].
    """

    offsets: npt.NDArray[np.int64]
    positions: npt.NDArray[np.uint8]
    hole_cards: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """Facts from the betting of n complete hands.

    ``live`` uint16[n]: bits of the positions remaining at the end; ``action_counts`` uint8[n, N]
    by position; ``last_rounds`` uint8[n]: the last betting round.
    """

    live: npt.NDArray[np.uint16]
    action_counts: npt.NDArray[np.uint8]
    last_rounds: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class TypedPlayers:
    """Beliefs over all players at the start of n hands, and their player-types.

    ``priors`` float32[n, N, 8] are distributions over player-types by position; ``types`` uint8[n,
    N] (of decisions: uint8[n], of the player who decides) are player-types, 255 for players without
    one.
    """

    priors: Beliefs
    types: npt.NDArray[np.uint8]

    def take(self, rows: npt.NDArray[np.intp]) -> "TypedPlayers":
        """Those of some hands."""
        return TypedPlayers(self.priors[rows], self.types[rows])


@dataclass(frozen=True, slots=True, eq=False)
class SeenHands:
    """n complete hands as visible: ``cards`` uint8[n, W], 255 for cards not shown."""

    cards: Cards
    texts: Texts
    survey: Survey

    def __len__(self) -> int:
        """The number of hands."""
        return len(self.cards)

    def take(self, rows: npt.NDArray[np.intp]) -> "SeenHands":
        """Some of the hands."""
        survey = self.survey
        parts = (survey.live[rows], survey.action_counts[rows], survey.last_rounds[rows])
        return SeenHands(self.cards[rows], take_texts(self.texts, rows), Survey(*parts))


@dataclass(frozen=True, slots=True, eq=False)
class SeenMatches:
    """Hands of k matches in order, those of match i at offsets[i] to [i + 1].

    ``offsets`` int64[k + 1]; ``cards`` uint8[n, W], 255 where not seen; ``seats`` uint8[n, N] by
    position, from 0 within a match; ``shown`` uint16[n] are bits of the positions that showed.
    """

    offsets: npt.NDArray[np.int64]
    cards: Cards
    texts: Texts
    seats: npt.NDArray[np.uint8]
    shown: npt.NDArray[np.uint16]


def take_texts(texts: Texts, rows: npt.NDArray[np.intp]) -> Texts:
    """The texts of some rows, in their order."""
    text, offsets = texts
    lengths = np.diff(offsets)[rows]
    ends = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(lengths, out=ends[1:])
    places = np.repeat(offsets[:-1][rows] - ends[:-1], lengths) + np.arange(ends[-1])
    return text[places] if len(places) else np.zeros(1, np.uint8), ends


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The results of learning from hands: a gradient, and sums over the hands.

    ``gradient`` float32[parameters] of the sum over hands. ``log_likelihood`` and
    ``decision_count`` are the learners' own; ``observer_log_likelihood`` and ``observed_count``
    those of all players, given only the public cards. ``returns`` and ``counts`` ([4, 11], big
    blinds) are what learners won from a decision on. ``critic_gradient`` is that of minus half the
    squared differences between the winnings and the critic's predictions, which sum to
    ``surprise``.
    """

    gradient: Parameters
    critic_gradient: Parameters
    log_likelihood: float
    decision_count: int
    observer_log_likelihood: float
    observed_count: int
    returns: npt.NDArray[np.float64]
    counts: npt.NDArray[np.int64]
    showdown_log_likelihood: float
    showdown_count: int
    surprise: float
