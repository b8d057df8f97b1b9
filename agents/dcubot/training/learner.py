"""Self-play: hands are played with the current weights, which then follow the gradient (4.5)."""

from dataclasses import dataclass, field
from math import inf

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net.batches import CELLS, Aim, Hands, Lesson, Play, TypedPlayers
from railbird.agents.dcubot.net.lessons import learn
from railbird.agents.dcubot.net.shape import NetShape, Parameters

BASELINE_RATE = 0.05
LEAST_SHARE = 0.02
MOST_TYPE_WEIGHT = 20.0


@dataclass(frozen=True, slots=True)
class Rates:
    """Learning rates: steps of Adam (Kingma and Ba, 2015) for the play and for the observer.

    ``critic`` is the rate of a second net, which predicts the winnings of actions; with 0 there is
    none, and running averages are the baseline. ``entropy`` (big blinds per nat) is the entropy
    bonus. All rates decrease linearly to a fiftieth over the first ``horizon`` hands, and
    ``entropy`` towards ``least_entropy`` quadratically; with 0 they are constant. Utilities beyond
    ``surest`` are penalised, if it is not 0.
    """

    play: float = 0.01
    observer: float = 0.01
    decay: float = 0.0
    average: float = 0.999
    critic: float = 0.0
    entropy: float = 0.0
    least_entropy: float = 0.0
    horizon: int = 0
    surest: float = 0.0
    memory: float = 0.9
    scale_memory: float = 0.999


@dataclass(slots=True, eq=False)
class Learner:
    """Weights being trained, with everything that later steps depend on.

    ``baselines`` (float32[4, 11], big blinds) are running averages of the winnings from a decision
    on, by stage and remaining players: REINFORCE's reinforcement comparison. ``critic`` are the
    parameters of a net of the same shape that replaces them if it has a rate. ``averaged`` are
    running averages of the parameters, over about 1 / (1 - ``rates.average``) steps: the result.
    ``beliefs`` are the parameters of the net whose beliefs are inputs, if not the learner's own;
    they are fixed, and no observer is trained. ``best`` are the averaged parameters with the
    highest ``best_score`` so far, after ``best_hand_count`` hands, ``points_since_best`` points
    ago. ``moments`` (float64[2], about zero, big blinds) are running averages of an exploiter's
    winnings per hand, and of their square. Blocks whose names
    are in ``fixed`` do not change.
    """

    shape: NetShape
    parameters: Parameters
    rates: Rates = field(default_factory=Rates)
    beliefs: Parameters | None = None
    step_count: int = 0
    hand_count: int = 0
    fixed: tuple[str, ...] = ()
    best_score: float = -inf
    best_hand_count: int = 0
    points_since_best: int = 0
    averaged: Parameters = field(init=False)
    best: Parameters = field(init=False)
    slope: npt.NDArray[np.float32] = field(init=False)
    scale: npt.NDArray[np.float32] = field(init=False)
    critic: Parameters = field(init=False)
    critic_slope: npt.NDArray[np.float32] = field(init=False)
    critic_scale: npt.NDArray[np.float32] = field(init=False)
    baselines: npt.NDArray[np.float32] = field(init=False)
    moments: npt.NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        """Start without earlier steps."""
        self.averaged = self.parameters.copy()
        self.best = self.parameters.copy()
        self.slope = np.zeros_like(self.parameters)
        self.scale = np.zeros_like(self.parameters)
        self.critic = self.parameters.copy()
        self.critic_slope = np.zeros_like(self.parameters)
        self.critic_scale = np.zeros_like(self.parameters)
        self.baselines = np.zeros(CELLS, np.float32)
        self.moments = np.zeros(2)

    def learn(
        self,
        hands: Hands,
        *,
        play: Play = "reinforced",
        observer: bool = True,
        typed: TypedPlayers | None = None,
    ) -> Lesson:
        """Take one step along the mean gradient of some hands; ``typed`` is for player-types."""
        is_seen = observer and self.beliefs is None
        has_critic = self.rates.critic > 0 and play == "reinforced" and typed is None
        critic = self.critic if has_critic else None
        aim = Aim(
            play,
            is_seen,
            self.baselines,
            self.beliefs,
            entropy=self._worth_of_variety(),
            critic=critic,
            surest=self.rates.surest,
        )
        lesson = learn(self.shape, self.parameters, hands, aim=aim, typed=typed)
        share = np.float32(1 / max(len(hands), 1))
        self.step_count += 1
        self._climb(lesson.gradient * share)
        if has_critic:
            self._criticise(lesson.critic_gradient * share)
        self._compare(lesson)
        self.hand_count += len(hands)
        return lesson

    def note_score(self, score: float) -> None:
        """Keep the averaged parameters if none before had a score as high."""
        self.points_since_best += 1
        if score > self.best_score:
            self.best, self.best_score = self.averaged.copy(), score
            self.best_hand_count, self.points_since_best = self.hand_count, 0

    def note_winnings(self, won: npt.NDArray[np.floating]) -> None:
        """Move the running moments towards those of some hands, in big blinds."""
        seen = np.array([won.mean(dtype=np.float64), (won.astype(np.float64) ** 2).mean()])
        step = BASELINE_RATE if self.moments.any() else 1.0
        self.moments = self.moments + step * (seen - self.moments)

    def _climb(self, gradient: Parameters) -> None:
        rates = self.rates
        direction = self._direction(gradient, self.slope, self.scale)
        self.parameters *= 1 - rates.decay * rates.play * self._share()
        self.parameters += self._rate_of() * direction
        for block in self.shape.blocks:
            if block.name == "type":
                view = block.of(self.parameters)
                np.clip(view, -MOST_TYPE_WEIGHT, MOST_TYPE_WEIGHT, out=view)
        share = max(1 - rates.average, 1 / self.step_count)
        self.averaged += np.float32(share) * (self.parameters - self.averaged)

    def _criticise(self, gradient: Parameters) -> None:
        rate = np.float32(self.rates.critic * self._share())
        self.critic += rate * self._direction(gradient, self.critic_slope, self.critic_scale)

    def _direction(
        self, gradient: Parameters, slope: Parameters, scale: Parameters
    ) -> npt.NDArray[np.float32]:
        """Update the running averages of Adam in place, and return the step direction."""
        rates = self.rates
        slope += (1 - rates.memory) * (gradient - slope)
        scale += (1 - rates.scale_memory) * (gradient * gradient - scale)
        mean = slope / (1 - rates.memory**self.step_count)
        size = np.sqrt(scale / (1 - rates.scale_memory**self.step_count))
        direction: npt.NDArray[np.float32] = (mean / (size + 1e-8)).astype(np.float32)
        return direction

    def _share(self) -> float:
        """Return the current factor of the rates."""
        horizon = self.rates.horizon
        return max(1 - self.hand_count / horizon, LEAST_SHARE) if horizon else 1.0

    def _worth_of_variety(self) -> float:
        most, least = self.rates.entropy, self.rates.least_entropy
        return least + (most - least) * self._share() ** 2

    def _rate_of(self) -> npt.NDArray[np.float32]:
        rate = np.full(len(self.parameters), self.rates.play, np.float32)
        for block in self.shape.blocks:
            if block.name in ("type", "transition", "initial", "showdown"):
                block.of(rate)[:] = self.rates.observer
            if block.name in self.fixed:
                block.of(rate)[:] = 0
        return rate * np.float32(self._share())

    def _compare(self, lesson: Lesson) -> None:
        seen = lesson.counts > 0
        mean = lesson.returns[seen] / lesson.counts[seen]
        first = self.step_count == 1
        step = 1.0 if first else BASELINE_RATE
        self.baselines[seen] += step * (mean - self.baselines[seen])
