"""The self-play trainer, from small random weights (document 001, 4.5)."""

from dataclasses import asdict, dataclass, replace
from functools import partial

import numpy as np

from railbird.agents.dcubot.net.batches import Lesson
from railbird.agents.dcubot.net.shape import NetShape, Parameters, start_parameters
from railbird.agents.dcubot.net.weights import Training, Weights, WeightsError, read_weights
from railbird.agents.dcubot.play.player import Dcubot
from railbird.agents.dcubot.training.bounds import require_bounds
from railbird.agents.dcubot.training.league import play_league
from railbird.agents.dcubot.training.learner import Learner, Rates
from railbird.agents.dcubot.training.noisy_seats import NoisyNet, draw_noisy_seats
from railbird.agents.dcubot.training.plan import POINTS, TrainingPlan, digest, learn_in_steps
from railbird.agents.dcubot.training.strangers import ITSELF, MixedSeats, draw_strangers
from railbird.agents.dcubot.training.training_hands import bits_of, to_learn
from railbird.agents.parameters import as_path
from railbird.plugins import AgentError, TrainingTask, TrainingTools

AS_HANDS = -1
HANDS_PER_POINT = 100_000  # where rates are constant


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
    archetypes: float
    older: float
    league: int
    patience: int
    hands_per_point: int
    decks: int
    hands_per_match: int
    self_aware: bool

    def __post_init__(self) -> None:
        """Raise WeightsError for values out of bounds."""
        require_bounds(self)
        if self.archetypes + self.older > 1:
            raise WeightsError(
                "archetypes and older are shares of the tables, and exceed 1 together; lower one"
            )

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
    horizon: int = AS_HANDS,
    surest: float = 6.0,
    perturbed: float = 0.25,
    archetypes: float = 0.0,
    older: float = 0.0,
    league: int = 12_000,
    patience: int = 12,
    hands_per_point: int = 0,
    decks: int = 1024,
    hands_per_match: int = 2,
    self_aware: bool = False,
    start: str = "",
) -> None:
    """Train a net by self-play in every seat; write the best of its averaged weights.

    It starts from the weights in the file ``start``, or from small random ones. At a share
    ``perturbed`` of the tables some seats are noisy: they play differently. At a share
    ``archetypes`` of the other tables some are archetypes of hold'em, and at a share ``older`` the
    best version so far. Their play is not used for learning; the observer model sees it too. Rates
    fall over ``horizon`` hands, by default (-1) as many as the task has. At points that are
    ``hands_per_point`` apart (0: a fortieth of ``horizon``, or 100,000), NashConv is measured, or
    in hold'em ``league`` hands (0: none) are played against archetypes on decks that are never
    learnt from. The best is kept, and training ends when ``patience`` points (0: never) in a row
    were no better.
    """
    if hands_per_point > task.hand_count:
        raise AgentError(
            f"hands_per_point is {hands_per_point:,}, and there are {task.hand_count:,} hands; "
            "give as many or fewer"
        )
    hands = task.hand_count if horizon == AS_HANDS else horizon
    settings = Settings(
        rate=rate,
        observer_rate=observer_rate,
        decay=decay,
        average=average,
        critic=critic,
        entropy=entropy,
        least_entropy=least_entropy,
        horizon=hands,
        surest=surest,
        perturbed=perturbed,
        archetypes=archetypes,
        older=older,
        league=league,
        patience=patience,
        hands_per_point=hands_per_point,
        decks=decks,
        hands_per_match=hands_per_match,
        self_aware=self_aware,
    )
    if task.against is not None:
        raise WeightsError("dcubot is trained by self-play; leave out --against")
    _train(tools, task, settings, start=start)


def _train(tools: TrainingTools, task: TrainingTask, settings: Settings, *, start: str) -> None:
    shape = NetShape(tools.game.definition, settings.self_aware)
    if settings.archetypes > 0 and not shape.is_holdem:
        raise WeightsError("archetypes play hold'em only; leave out archetypes for this game")
    first = start_parameters(shape, tools.seed)
    learner = Learner(shape, _first(shape, start, default=first), settings.rates)
    learner.critic = first.copy()
    judge = partial(play_league, tools, hand_count=settings.league)
    apart = settings.horizon // POINTS if settings.horizon else HANDS_PER_POINT
    plan = TrainingPlan(
        "self-play",
        partial(_step, tools, learner, settings),
        settings.decks * settings.hands_per_match,
        {**asdict(settings), "start": digest(learner.parameters) if start else ""},
        keeps_best=True,
        league=judge if shape.is_holdem and settings.league else None,
        patience=settings.patience,
        hands_per_point=settings.hands_per_point or apart,
    )
    learn_in_steps(tools, task, learner, plan=plan)


def _first(shape: NetShape, start: str, *, default: Parameters) -> Parameters:
    if not start:
        return default
    weights = read_weights(as_path(start), definition=shape.definition)
    if weights.shape != shape:
        raise WeightsError(
            f"{start} is a net of another shape; start from one with the same inputs"
        )
    return weights.parameters.copy()


def _step(tools: TrainingTools, learner: Learner, settings: Settings) -> Lesson:
    players = learner.shape.definition.player_count
    first, draws_seed = learner.step_count * settings.decks, learner.step_count
    random = np.random.Generator(np.random.Philox((tools.seed, draws_seed)))
    noisy = draw_noisy_seats(random, settings.decks, players, share=settings.perturbed)
    shares = {"archetypes": settings.archetypes, "older": settings.older}
    strangers = draw_strangers(random, settings.decks, players, **shares)
    strangers[noisy.is_noisy.any(axis=1)] = ITSELF
    net, best = (_bot(learner, weights) for weights in (learner.parameters, learner.best))
    bot = MixedSeats(NoisyNet(net, noisy), best, strangers)
    played = tools.play([bot] * players, first, settings.decks, settings.hands_per_match)
    hands = to_learn(learner.shape, played, draws_seed=draws_seed)
    learns = (noisy.learners() & (strangers == ITSELF)).repeat(settings.hands_per_match, axis=0)
    return learner.learn(replace(hands, learners=bits_of(played, learns)))


def _bot(learner: Learner, parameters: Parameters) -> Dcubot:
    return Dcubot(weights=Weights(learner.shape, parameters, Training("self-play", 0, 0, "")))
