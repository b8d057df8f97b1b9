"""The training loop: steps, checkpoints and a learning curve."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import version
from math import isnan, nan, sqrt
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

    It ``reinforces`` if it learns from winnings, not from observed actions. If it ``keeps_best``,
    the result is the best of all points by NashConv where the game can be listed, else by what
    ``league`` says weights win (big blinds per hand); training ends when ``patience`` points (0:
    never) in a row were no better. Otherwise the result is the last. Points are ``hands_per_point``
    apart (0: a fortieth of the hands asked for).
    """

    method: str
    step: Callable[[], Lesson]
    hands_per_step: int
    settings: dict[str, Any]
    reinforces: bool = True
    keeps_best: bool = False
    league: Callable[[Weights], float] | None = None
    patience: int = 0
    hands_per_point: int = 0


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
        write_weights(task.out, result_of(learner, plan, tools.seed))
    points = read_curve(curve, learner.hand_count) if task.resume else []
    hands_per_point = plan.hands_per_point or task.hand_count // POINTS
    span = max(hands_per_point // plan.hands_per_step, 1)
    while learner.hand_count < task.hand_count and not _is_over(learner, plan):
        lessons = [plan.step() for _ in range(span - learner.step_count % span)]
        points.append(_point(tools, learner, lessons, plan=plan))
        learner.note_score(_score(points[-1], learner, plan))
        tools.report(say_point(points[-1]))
        write_curve(curve, points)
        write_checkpoint(checkpoint, learner, kept)
        write_weights(task.out, result_of(learner, plan, tools.seed))
    if plan.keeps_best:
        tools.report(f"best of all points: that after {learner.best_hand_count:,} hands")


def result_of(learner: Learner, plan: TrainingPlan, seed: int) -> Weights:
    """Return the weights to be written: the best so far where the plan keeps it, or the last."""
    if not plan.keeps_best:
        return weights_of(learner, plan.method, seed)
    training = Training(plan.method, learner.best_hand_count, seed, version("railbird"))
    return Weights(learner.shape, learner.best.copy(), training, learner.beliefs)


def _is_over(learner: Learner, plan: TrainingPlan) -> bool:
    return plan.keeps_best and 0 < plan.patience <= learner.points_since_best


def _score(point: dict[str, float], learner: Learner, plan: TrainingPlan) -> float:
    """Return what a point is kept by; where nothing is measured, the last is best."""
    measured = [-point["nash_conv"], point["league"]]
    found = [score for score in measured if plan.keeps_best and not isnan(score)]
    return found[0] if found else float(learner.hand_count)


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
    league = plan.league(averaged) if plan.league and distance is None else nan
    hands = len(lessons) * learner.hand_count / max(learner.step_count, 1)
    return {
        "hands": learner.hand_count,
        "decisions": sum(lesson.decision_count for lesson in lessons) / max(hands, 1),
        "play": mean("log_likelihood", "decision_count"),
        "observer": mean("observer_log_likelihood", "observed_count"),
        "showdown": mean("showdown_log_likelihood", "showdown_count"),
        "surprise": sqrt(mean("surprise", "decision_count")) if plan.reinforces else nan,
        "nash_conv": nan if distance is None else distance,
        "league": league,
        "won": won,
        "deviation": sqrt(max(square - won * won, 0.0)),
    }
