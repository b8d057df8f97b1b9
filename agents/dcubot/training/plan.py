"""The training loop: steps, checkpoints and a learning curve."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import version
from math import nan, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net.batches import Lesson
from railbird.agents.dcubot.net.weights import Training, Weights, write_weights
from railbird.agents.dcubot.play.player import Dcubot
from railbird.agents.dcubot.training.checkpoint import read_checkpoint, write_checkpoint
from railbird.agents.dcubot.training.curve import read_curve, say_point, write_curve
from railbird.agents.dcubot.training.learner import Learner
from railbird.native import format_game, remove_left_over
from railbird.plugins import TrainingTask, TrainingTools

POINTS = 40


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The training plan: the method's name, a step, its hands, and all settings.

    It ``reinforces`` if it learns from winnings, not from observed actions.
    """

    method: str
    step: Callable[[], Lesson]
    hands_per_step: int
    settings: dict[str, Any]
    reinforces: bool = True


def learn_in_steps(
    tools: TrainingTools, task: TrainingTask, learner: Learner, *, plan: TrainingPlan
) -> None:
    """Take steps until the task's hands are played; report, record and save after each span.

    Spans end at multiples of their length, so that training in several stages gives the same result
    as in one.
    """
    checkpoint = task.out.with_name(task.out.name + ".checkpoint")
    curve = task.out.with_name(task.out.name + ".curve.csv")
    remove_left_over(task.out.parent, f"{task.out.name}.")
    rules = format_game(tools.game.definition)
    kept = {**plan.settings, "seed": tools.seed, "game": tools.game.name, "rules": rules}
    if task.resume:
        read_checkpoint(checkpoint, learner, kept)
        tools.report(f"continues from {learner.hand_count:,} hands")
        write_weights(task.out, weights_of(learner, plan.method, tools.seed))
    points = read_curve(curve, learner.hand_count) if task.resume else []
    span = max(task.hand_count // POINTS // plan.hands_per_step, 1)
    while learner.hand_count < task.hand_count:
        lessons = [plan.step() for _ in range(span - learner.step_count % span)]
        points.append(_point(tools, learner, lessons, plan=plan))
        tools.report(say_point(points[-1]))
        write_curve(curve, points)
        write_checkpoint(checkpoint, learner, kept)
        write_weights(task.out, weights_of(learner, plan.method, tools.seed))


def weights_of(learner: Learner, method: str, seed: int) -> Weights:
    """Return the averaged weights of a learner, as they are stored."""
    training = Training(method, learner.hand_count, seed, version("railbird"))
    return Weights(learner.shape, learner.averaged.copy(), training, learner.beliefs)


def digest(*arrays: npt.NDArray[np.generic]) -> str:
    """Return a short hash of the training data: 16 hexadecimal digits."""
    return blake2b(b"".join(array.tobytes() for array in arrays), digest_size=8).hexdigest()


def _point(
    tools: TrainingTools, learner: Learner, lessons: list[Lesson], *, plan: TrainingPlan
) -> dict[str, float]:
    def mean(total: str, count: str) -> float:
        number = sum(getattr(lesson, count) for lesson in lessons)
        return float(sum(getattr(lesson, total) for lesson in lessons) / number) if number else nan

    averaged = weights_of(learner, plan.method, tools.seed)
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
        "surprise": sqrt(mean("surprise", "decision_count")) if plan.reinforces else nan,
        "nash_conv": nan if distance is None else distance,
        "won": won,
        "deviation": sqrt(max(square - won * won, 0.0)),
    }
