"""The trainer: self-play from small random weights, with checkpoints and a learning curve."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib.metadata import version
from math import nan, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.bounds import require_bounds
from railbird.agents.dcubot.checkpoint import read_checkpoint, write_checkpoint
from railbird.agents.dcubot.curve import read_curve, say_point, write_curve
from railbird.agents.dcubot.learning import Learner, Rates
from railbird.agents.dcubot.lessons import Hands, Lesson
from railbird.agents.dcubot.net import NetShape, start_parameters
from railbird.agents.dcubot.perturbing import Perturbed, draw_strangers
from railbird.agents.dcubot.player import Dcubot
from railbird.agents.dcubot.weights import Training, Weights, WeightsError, write_weights
from railbird.native import PAYOFF_UNIT, format_game
from railbird.plugins import TrainingHands, TrainingTask, TrainingTools

POINTS = 40


@dataclass(frozen=True, slots=True)
class Settings:
    """Parameters of training: what a checkpoint must have been trained with.

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
        """Raise WeightsError for what is out of bounds."""
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
    """Train a net by playing itself in every seat; write its averaged weights.

    At a share ``perturbed`` of the tables some seats are strangers, who play otherwise and from
    whose play nothing is learnt; the observer model sees them too.
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
        raise WeightsError("dcubot learns by playing itself; leave out --against")
    shape = NetShape(tools.game.definition, self_aware)
    learner = Learner(shape, start_parameters(shape, tools.seed), settings.rates)
    per_step = settings.decks * settings.hands_per_match
    step = partial(_step, tools, learner, settings)
    course = Course("self-play", step, per_step, asdict(settings))
    learn_in_steps(tools, task, learner, course=course)


@dataclass(frozen=True, slots=True)
class Course:
    """How a learner learns: the method's name, a step, its hands, and all that makes it so.

    It ``reinforces`` where it learns from what was won, and not from what was done.
    """

    method: str
    step: Callable[[], Lesson]
    hands_per_step: int
    settings: dict[str, Any]
    reinforces: bool = True


def learn_in_steps(
    tools: TrainingTools, task: TrainingTask, learner: Learner, *, course: Course
) -> None:
    """Take steps until the task's hands are played; report, note and keep after each span.

    Spans end at multiples of their length, so that who goes on to more hands ends where those end
    who asked for them at once.
    """
    checkpoint = task.out.with_name(task.out.name + ".checkpoint")
    curve = task.out.with_name(task.out.name + ".curve.csv")
    rules = format_game(tools.game.definition)
    kept = {**course.settings, "seed": tools.seed, "game": tools.game.name, "rules": rules}
    if task.resume:
        read_checkpoint(checkpoint, learner, kept)
        tools.report(f"goes on from {learner.hand_count:,} hands")
        write_weights(task.out, weights_of(learner, course.method, tools.seed))
    points = read_curve(curve, learner.hand_count) if task.resume else []
    span = max(task.hand_count // POINTS // course.hands_per_step, 1)
    while learner.hand_count < task.hand_count:
        lessons = [course.step() for _ in range(span - learner.step_count % span)]
        points.append(_point(tools, learner, lessons, course=course))
        tools.report(say_point(points[-1]))
        write_curve(curve, points)
        write_checkpoint(checkpoint, learner, kept)
        write_weights(task.out, weights_of(learner, course.method, tools.seed))


def weights_of(learner: Learner, method: str, seed: int) -> Weights:
    """The averaged weights of a learner, as they are stored."""
    training = Training(method, learner.hand_count, seed, version("railbird"))
    return Weights(learner.shape, learner.averaged.copy(), training, learner.beliefs)


def _step(tools: TrainingTools, learner: Learner, settings: Settings) -> Lesson:
    now = Weights(learner.shape, learner.parameters, Training("self-play", 0, 0, ""))
    players = learner.shape.definition.player_count
    first, draws_seed = learner.step_count * settings.decks, learner.step_count
    random = np.random.Generator(np.random.Philox((tools.seed, draws_seed)))
    strangers = draw_strangers(random, settings.decks, players, share=settings.perturbed)
    bot = Perturbed(Dcubot(weights=now), strangers)
    played = tools.play([bot] * players, first, settings.decks, settings.hands_per_match)
    hands = to_learn(learner.shape, played, draws_seed=draws_seed)
    learns = strangers.learners().repeat(settings.hands_per_match, axis=0)
    return learner.learn(replace(hands, learners=bits_of(played, learns)))


def to_learn(
    shape: NetShape, hands: TrainingHands, *, draws_seed: int, learners: int | None = None
) -> Hands:
    """Hands as the kernels read them; ``learners`` is a seat, or all of them.

    The draws that pick crowded showdowns follow from ``draws_seed``.
    """
    players = shape.definition.player_count
    seats = np.arange(players) if learners is None else np.array([learners])
    learns = np.isin(np.arange(players), seats)[None].repeat(len(hands), axis=0)
    random = np.random.Generator(np.random.Philox(draws_seed))
    return Hands(
        hands.cards,
        (hands.betting, hands.betting_offsets),
        (hands.payoffs / (PAYOFF_UNIT * shape.definition.big_blind)).astype(np.float32),
        bits_of(hands, learns),
        random.random(len(hands), np.float32),
    )


def bits_of(hands: TrainingHands, learns: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint16]:
    """Bits of the positions of those who learn, who are given by hand and seat, uint16[n]."""
    at = np.take_along_axis(learns, hands.seats.astype(np.int64), axis=1)
    bits: npt.NDArray[np.uint16] = (at << np.arange(at.shape[1])).sum(1).astype(np.uint16)
    return bits


def _point(
    tools: TrainingTools, learner: Learner, lessons: list[Lesson], *, course: Course
) -> dict[str, float]:
    def mean(total: str, count: str) -> float:
        number = sum(getattr(lesson, count) for lesson in lessons)
        return float(sum(getattr(lesson, total) for lesson in lessons) / number) if number else nan

    averaged = weights_of(learner, course.method, tools.seed)
    won, square = learner.moments.tolist() if learner.moments.any() else (nan, nan)
    is_stationary = not learner.shape.player_types
    distance = tools.nash_conv(lambda: Dcubot(weights=averaged)) if is_stationary else None
    hands = len(lessons) * learner.hand_count / max(learner.step_count, 1)
    return {
        "hands": learner.hand_count,
        "decisions": sum(lesson.decision_count for lesson in lessons) / max(hands, 1),
        "play": mean("log_likelihood", "decision_count"),
        "observer": mean("observer_log_likelihood", "observed_count"),
        "showdown": mean("showdown_log_likelihood", "showdown_count"),
        "surprise": sqrt(mean("surprise", "decision_count")) if course.reinforces else nan,
        "nash_conv": nan if distance is None else distance,
        "won": won,
        "deviation": sqrt(max(square - won * won, 0.0)),
    }
