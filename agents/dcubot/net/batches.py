"""What the kernels are asked and what they say, in columns."""

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
"""Baselines and returns are by stage, and by the number of players still in."""


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """Decisions to answer, n rows.

    ``tables`` int32[n] (all different) say where what was remembered stands; ``hole_cards``
    uint8[n, h]; ``boards`` uint8[n, b], 255 where not dealt yet.
    """

    tables: npt.NDArray[np.int32]
    hole_cards: npt.NDArray[np.uint8]
    boards: npt.NDArray[np.uint8]
    texts: Texts


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Hands that are over, n rows, by position.

    ``cards`` uint8[n, W] lie as deals do, 255 for what is not known; ``payoffs`` float32[n, N] in
    big blinds; ``learners`` uint16[n] are bits of the positions whose play is learnt from;
    ``draws`` float32[n] in [0, 1) pick the crowded showdowns that are worked.
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
    """What is to be learnt.

    Reinforced play climbs REINFORCE's gradient with ``baselines`` (float32[4, 11], big blinds),
    likely play that of the decisions' likelihood, fixed play stays. ``observer`` climbs the
    likelihood of actions and showdowns given the public cards. ``beliefs`` are the parameters of
    the net whose beliefs are inputs, if not the learner's own; then no observer is learnt.
    ``entropy`` (big blinds a nat) is what play gains by the entropy of each decision of a learner.
    ``critic`` are the parameters of a net of the same shape whose utilities foretell what actions
    win, in big blinds; where there is one, it takes the place of ``baselines``. Utilities beyond
    ``surest`` are pulled back (0: none), as by half the square of what they are beyond it.
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
    """Hole cards that somebody may have held, m rows, those of hand i at offsets[i] to [i + 1].

    ``offsets`` int64[n + 1]; ``positions`` uint8[m]; ``hole_cards`` uint8[m, h].
    """

    offsets: npt.NDArray[np.int64]
    positions: npt.NDArray[np.uint8]
    hole_cards: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """What the betting of n whole hands says.

    ``live`` uint16[n]: bits of the positions still in at the end; ``action_counts`` uint8[n, N]
    by position; ``last_rounds`` uint8[n]: the last round that was bet.
    """

    live: npt.NDArray[np.uint16]
    action_counts: npt.NDArray[np.uint8]
    last_rounds: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class TypedPlayers:
    """What is believed of everybody as n hands begin, and who is of which player-type.

    ``priors`` float32[n, N, 8] are distributions over player-types by position; ``types``
    uint8[n, N] (of decisions: uint8[n], of the player who decides) are player-types, 255 for
    players of none.
    """

    priors: Beliefs
    types: npt.NDArray[np.uint8]

    def take(self, rows: npt.NDArray[np.intp]) -> "TypedPlayers":
        """Those of some hands."""
        return TypedPlayers(self.priors[rows], self.types[rows])


@dataclass(frozen=True, slots=True, eq=False)
class SeenHands:
    """n whole hands as they were seen: ``cards`` uint8[n, W], 255 for what nobody saw."""

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
    """What hands teach: a gradient to climb, and sums over what was learnt from.

    ``gradient`` float32[parameters] of the sum over hands. ``log_likelihood`` and
    ``decision_count`` are the learners' own; ``observer_log_likelihood`` and ``observed_count``
    everybody's, given the public cards alone. ``returns`` and ``counts`` ([4, 11], big blinds) are
    what learners won from a decision on. ``critic_gradient`` is that of minus half the squares of
    what was won more than the critic foretold, which add up to ``surprise``.
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
