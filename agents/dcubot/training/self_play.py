"""The self-play trainer, from small random weights (document 001, 4.5)."""

from dataclasses import asdict, dataclass, replace
from functools import partial

import numpy as np

from railbird.agents.dcubot.net.batches import Lesson
from railbird.agents.dcubot.net.shape import NetShape, start_parameters
from railbird.agents.dcubot.net.weights import Training, Weights, WeightsError
from railbird.agents.dcubot.play.player import Dcubot
from railbird.agents.dcubot.training.bounds import require_bounds
from railbird.agents.dcubot.training.learner import Learner, Rates
from railbird.agents.dcubot.training.noisy_seats import NoisyNet, draw_noisy_seats
from railbird.agents.dcubot.training.plan import TrainingPlan, learn_in_steps
from railbird.agents.dcubot.training.training_hands import bits_of, to_learn
from railbird.plugins import TrainingTask, TrainingTools


@dataclass(frozen=True, slots=True)
class Settings:
    """Parameters of training, which must agree with those of a checkpoint.

    A step learns from ``decks`` matches of ``hands_per_match`` hands.
    """

    rate: float
    observer_rate: float
    decay: float
    average: float
    critic: float
    entropy: float
    least_entropy: float
    horizon: int
    surest: float
    perturbed: float
    decks: int
    hands_per_match: int
    self_aware: bool

    def __post_init__(self) -> None:
        """Raise WeightsError for values out of bounds."""
        require_bounds(self)

    @property
    def rates(self) -> Rates:
        """The learner's rates."""
        return Rates(
            play=self.rate,
            observer=self.observer_rate,
            decay=self.decay,
            average=self.average,
            critic=self.critic,
            entropy=self.entropy,
            least_entropy=self.least_entropy,
            horizon=self.horizon,
            surest=self.surest,
        )


def train_by_self_play(  # noqa: PLR0913  (the trainer's parameters, all with defaults)
    tools: TrainingTools,
    task: TrainingTask,
    *,
    rate: float = 0.015,
    observer_rate: float = 0.01,
    decay: float = 0.0,
    average: float = 0.99,
    critic: float = 0.03,
    entropy: float = 1.0,
    least_entropy: float = 0.0,
    horizon: int = 4_000_000,
    surest: float = 6.0,
    perturbed: float = 0.25,
    decks: int = 1024,
    hands_per_match: int = 2,
    self_aware: bool = False,
) -> None:
    """Train a net by self-play in every seat; write its averaged weights.

    At a share ``perturbed`` of the tables some seats are noisy: they play differently, and their
    play is not used for learning; the observer model sees them too.
    """
    settings = Settings(
        rate=rate,
        observer_rate=observer_rate,
        decay=decay,
        average=average,
        critic=critic,
        entropy=entropy,
        least_entropy=least_entropy,
        horizon=horizon,
        surest=surest,
        perturbed=perturbed,
        decks=decks,
        hands_per_match=hands_per_match,
        self_aware=self_aware,
    )
    if task.against is not None:
        raise WeightsError("dcubot is trained by self-play; leave out --against")
    shape = NetShape(tools.game.definition, self_aware)
    learner = Learner(shape, start_parameters(shape, tools.seed), settings.rates)
    per_step = settings.decks * settings.hands_per_match
    step = partial(_step, tools, learner, settings)
    plan = TrainingPlan("self-play", step, per_step, asdict(settings))
    learn_in_steps(tools, task, learner, plan=plan)


def _step(tools: TrainingTools, learner: Learner, settings: Settings) -> Lesson:
    now = Weights(learner.shape, learner.parameters, Training("self-play", 0, 0, ""))
    players = learner.shape.definition.player_count
    first, draws_seed = learner.step_count * settings.decks, learner.step_count
    random = np.random.Generator(np.random.Philox((tools.seed, draws_seed)))
    noisy = draw_noisy_seats(random, settings.decks, players, share=settings.perturbed)
    bot = NoisyNet(Dcubot(weights=now), noisy)
    played = tools.play([bot] * players, first, settings.decks, settings.hands_per_match)
    hands = to_learn(learner.shape, played, draws_seed=draws_seed)
    learns = noisy.learners().repeat(settings.hands_per_match, axis=0)
    return learner.learn(replace(hands, learners=bits_of(played, learns)))
