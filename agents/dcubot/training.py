"""The trainer: self-play from small random weights, with checkpoints and a learning curve."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from math import isnan, nan, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from railbird.agents.dcubot.bounds import require_bounds
from railbird.agents.dcubot.checkpoint import read_checkpoint, write_checkpoint
from railbird.agents.dcubot.learning import Learner, Rates
from railbird.agents.dcubot.lessons import Hands, Lesson
from railbird.agents.dcubot.net import NetShape, start_parameters
from railbird.agents.dcubot.player import Dcubot
from railbird.agents.dcubot.weights import Training, Weights, WeightsError, write_weights
from railbird.native import PAYOFF_UNIT, whole_file
from railbird.plugins import TrainingHands, TrainingTask, TrainingTools

CURVE = ("hands", "decisions", "play", "observer", "showdown", "nash_conv", "won", "deviation")
POINTS = 40


@dataclass(frozen=True, slots=True)
class Settings:
    """Parameters of training: what a checkpoint must have been trained with.

    A step learns from ``decks`` matches of ``hands_per_match`` hands.
    """

    rate: float = 0.003
    observer_rate: float = 0.003
    decay: float = 0.01
    average: float = 0.999
    decks: int = 2048
    hands_per_match: int = 4
    self_aware: bool = False

    def __post_init__(self) -> None:
        """Raise WeightsError for what is out of bounds."""
        require_bounds(self)

    @property
    def rates(self) -> Rates:
        """The learner's rates."""
        return Rates(self.rate, self.observer_rate, self.decay, average=self.average)


def train_by_self_play(  # noqa: PLR0913  (the trainer's parameters, all with defaults)
    tools: TrainingTools,
    task: TrainingTask,
    *,
    rate: float = 0.003,
    observer_rate: float = 0.003,
    decay: float = 0.01,
    average: float = 0.999,
    decks: int = 2048,
    hands_per_match: int = 4,
    self_aware: bool = False,
) -> None:
    """Train a net by playing itself in every seat; write its averaged weights."""
    settings = Settings(rate, observer_rate, decay, average, decks, hands_per_match, self_aware)
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
    """How a learner learns: the method's name, a step, its hands, and all that makes it so."""

    method: str
    step: Callable[[], Lesson]
    hands_per_step: int
    settings: dict[str, Any]


def learn_in_steps(
    tools: TrainingTools, task: TrainingTask, learner: Learner, *, course: Course
) -> None:
    """Take steps until the task's hands are played; report, note and keep after each span."""
    checkpoint = task.out.with_name(task.out.name + ".checkpoint")
    curve = task.out.with_name(task.out.name + ".curve.csv")
    kept = {**course.settings, "seed": tools.seed, "game": tools.game.name}
    if task.resume:
        read_checkpoint(checkpoint, learner, kept)
    points = _read_curve(curve, learner.hand_count) if task.resume else []
    span = max(task.hand_count // POINTS // course.hands_per_step, 1)
    while learner.hand_count < task.hand_count:
        lessons = [course.step() for _ in range(span)]
        points.append(_point(tools, learner, lessons, method=course.method))
        tools.report(_say(points[-1]))
        _write_curve(curve, points)
        write_checkpoint(checkpoint, learner, kept)
        write_weights(task.out, weights_of(learner, course.method, tools.seed))


def weights_of(learner: Learner, method: str, seed: int) -> Weights:
    """The averaged weights of a learner, as they are stored."""
    training = Training(method, learner.hand_count, seed, version("railbird"))
    return Weights(learner.shape, learner.averaged.copy(), training, learner.beliefs)


def _step(tools: TrainingTools, learner: Learner, settings: Settings) -> Lesson:
    now = Weights(learner.shape, learner.parameters, Training("self-play", 0, 0, ""))
    players = learner.shape.definition.player_count
    first = learner.step_count * settings.decks
    bot = Dcubot(weights=now)
    hands = tools.play([bot] * players, first, settings.decks, settings.hands_per_match)
    return learner.learn(to_learn(learner.shape, hands, draws_seed=learner.step_count))


def to_learn(
    shape: NetShape, hands: TrainingHands, *, draws_seed: int, learners: int | None = None
) -> Hands:
    """Hands as the kernels read them; ``learners`` is a seat, or all of them.

    The draws that pick crowded showdowns follow from ``draws_seed``.
    """
    players = shape.definition.player_count
    everybody = np.full(len(hands), (1 << players) - 1, np.uint16)
    bits = everybody if learners is None else _bits_of(hands, learners)
    random = np.random.Generator(np.random.Philox(draws_seed))
    return Hands(
        hands.cards,
        (hands.betting, hands.betting_offsets),
        (hands.payoffs / (PAYOFF_UNIT * shape.definition.big_blind)).astype(np.float32),
        bits,
        random.random(len(hands), np.float32),
    )


def _bits_of(hands: TrainingHands, seat: int) -> Any:
    position = 1 << np.arange(hands.seats.shape[1])
    return ((hands.seats == seat) * position).sum(1).astype(np.uint16)


def _point(
    tools: TrainingTools, learner: Learner, lessons: list[Lesson], *, method: str
) -> dict[str, float]:
    def mean(total: str, count: str) -> float:
        number = sum(getattr(lesson, count) for lesson in lessons)
        return float(sum(getattr(lesson, total) for lesson in lessons) / number) if number else nan

    averaged = weights_of(learner, method, tools.seed)
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
        "nash_conv": nan if distance is None else distance,
        "won": won,
        "deviation": sqrt(max(square - won * won, 0.0)),
    }


def _say(point: dict[str, float]) -> str:
    """One line: entropies per decision, in nats, of the play and of the observer's view of it."""
    words = [
        f"{int(point['hands']):>12,} hands",
        f"{point['decisions']:.1f} decisions a hand",
    ]
    learnt = ("play", "observer", "showdown")
    words += [f"{name} {-point[name]:.3f}" for name in learnt if not isnan(point[name])]
    if not isnan(point["nash_conv"]):
        words.append(f"NashConv {point['nash_conv']:.3f}")
    if not isnan(point["won"]):
        words.append(f"won {point['won']:.3f} bb a hand, deviation {point['deviation']:.1f}")
    return "   ".join(words)


def _write_curve(path: Path, points: list[dict[str, float]]) -> None:
    with whole_file(path) as beside, beside.open("w", newline="") as file:
        writer = csv.DictWriter(file, CURVE)
        writer.writeheader()
        writer.writerows(points)


def _read_curve(path: Path, upto: int) -> list[dict[str, float]]:
    return list(_points(path, upto)) if path.exists() else []


def _points(path: Path, upto: int) -> Iterator[dict[str, float]]:
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            point = {name: float(row[name]) for name in CURVE}
            if point["hands"] <= upto:
                yield point | {"hands": int(point["hands"])}
