"""The opponent model: a net fitted to the observed play of a population (6.1, 6.3)."""

from dataclasses import asdict, dataclass
from functools import partial

import numpy as np

from railbird.agents.dcubot.modelling.imputing import impute
from railbird.agents.dcubot.modelling.player_types import draw_types
from railbird.agents.dcubot.modelling.stored_matches import StoredMatches, read_matches
from railbird.agents.dcubot.net.batches import Beliefs, Hands, Lesson
from railbird.agents.dcubot.net.shape import NetShape, player_prior, start_parameters
from railbird.agents.dcubot.net.weights import WeightsError
from railbird.agents.dcubot.training.bounds import require_bounds
from railbird.agents.dcubot.training.learner import Learner, Rates
from railbird.agents.dcubot.training.plan import TrainingPlan, digest, learn_in_steps
from railbird.plugins import TrainingTask, TrainingTools

PRIOR_RATE = 0.05
LEAST_PRIOR = 1e-4


@dataclass(frozen=True, slots=True)
class Settings:
    """Parameters of fitting; a step learns from about ``hands_per_step`` hands."""

    player_types: int
    deals: int
    rate: float
    observer_rate: float
    decay: float
    average: float
    hands_per_step: int
    all_cards: bool

    def __post_init__(self) -> None:
        """Raise WeightsError for values out of bounds."""
        require_bounds(self)


def fit_opponents(  # noqa: PLR0913  (the trainer's parameters, all with defaults)
    tools: TrainingTools,
    task: TrainingTask,
    *,
    player_types: int = 8,
    deals: int = 120,
    rate: float = 0.01,
    observer_rate: float = 0.01,
    decay: float = 0.0,
    average: float = 0.99,
    hands_per_step: int = 4096,
    all_cards: bool = False,
) -> None:
    """Fit one net to the play of all agents in the run ``task.against``; hidden cards are imputed.

    Each pass goes over all matches in a new order, until the task's number of hands is reached.
    Cards shown down and dealt board cards count as visible; with ``all_cards`` all cards do. With
    ``player_types`` (1 for none) every player of a match has a type; matches longer than ``deals``
    hands are split, and a player may have different types in the parts.
    """
    settings = Settings(
        player_types, deals, rate, observer_rate, decay, average, hands_per_step, all_cards
    )
    if task.against is None:
        raise WeightsError("give the run to learn from: --against DIR")
    shape = NetShape(tools.game.definition, player_types=player_types if player_types > 1 else 0)
    hands = tools.stored_hands(task.against)
    stored = read_matches(shape, hands, folder=task.against, deals=deals, all_cards=all_cards)
    rates = Rates(rate, observer_rate, decay, average=average)
    learner = Learner(shape, start_parameters(shape, tools.seed), rates, fixed=("players",))
    count = max(round(hands_per_step * len(stored) / len(stored.hands)), 1)
    step = partial(_step, learner, stored, seed=tools.seed, count=count)
    kept = {**asdict(settings), "against": digest(stored.hands.cards, stored.hands.texts[0])}
    hands_a_step = round(count * len(stored.hands) / len(stored))
    plan = TrainingPlan("opponent model", step, hands_a_step, kept, reinforces=False)
    learn_in_steps(tools, task, learner, plan=plan)


def _step(learner: Learner, stored: StoredMatches, *, seed: int, count: int) -> Lesson:
    """One step of stochastic EM: sample types and hidden cards, then climb the likelihood."""
    step = learner.step_count
    steps_a_pass = -(-len(stored) // count)
    order = np.random.Generator(np.random.Philox([seed, step // steps_a_pass]))
    place = step % steps_a_pass * count
    part = stored.take(order.permutation(len(stored))[place : place + count])
    random = np.random.Generator(np.random.Philox([seed, step, 1]))
    typed = None
    if learner.shape.player_types:
        typed, after = draw_types(learner.shape, learner.parameters, part, random=random)
    cards = impute(learner.shape, learner.parameters, part.hands, random=random, typed=typed)
    count = len(part.hands)
    everybody = np.full(count, (1 << part.payoffs.shape[1]) - 1, np.uint16)
    draws = random.random(count, np.float32)
    hands = Hands(cards, part.hands.texts, part.payoffs, everybody, draws)
    lesson = learner.learn(hands, play="likely", typed=typed)
    if typed is not None:
        _move_prior(learner, after)
    return lesson


def _move_prior(learner: Learner, after: Beliefs) -> None:
    """Set the initial distribution to a running average of the final ones (6.3)."""
    shape = learner.shape
    prior = player_prior(shape, learner.parameters)[: shape.player_types].astype(np.float64)
    seen = after.mean((0, 1), dtype=np.float64)[: shape.player_types]
    moved = np.maximum(prior + PRIOR_RATE * (seen - prior), LEAST_PRIOR)
    for parameters in (learner.parameters, learner.averaged):
        block = shape.block("players").of(parameters)
        block[0, : shape.player_types] = np.log(moved / moved.sum())
