"""The opponent model: a net fitted by likelihood to how a population was seen to play (6.1)."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np

from railbird.agents.dcubot.bounds import require_bounds
from railbird.agents.dcubot.exploiting import digest
from railbird.agents.dcubot.hand_kernels import survey
from railbird.agents.dcubot.imputing import SeenHands, impute
from railbird.agents.dcubot.learning import Learner, Rates
from railbird.agents.dcubot.lessons import Hands, Lesson
from railbird.agents.dcubot.net import NetShape, start_parameters
from railbird.agents.dcubot.training import Course, learn_in_steps
from railbird.agents.dcubot.weights import WeightsError
from railbird.native import NO_CARD, PAYOFF_UNIT
from railbird.plugins import TrainingHands, TrainingTask, TrainingTools


@dataclass(frozen=True, slots=True)
class Settings:
    """Parameters of fitting; a step learns from ``hands_per_step`` hands."""

    rate: float
    observer_rate: float
    decay: float
    average: float
    hands_per_step: int
    all_cards: bool

    def __post_init__(self) -> None:
        """Raise WeightsError for what is out of bounds."""
        require_bounds(self)


def fit_opponents(  # noqa: PLR0913  (the trainer's parameters, all with defaults)
    tools: TrainingTools,
    task: TrainingTask,
    *,
    rate: float = 0.01,
    observer_rate: float = 0.01,
    decay: float = 0.0,
    average: float = 0.99,
    hands_per_step: int = 4096,
    all_cards: bool = False,
) -> None:
    """Fit one net to everybody's play in the run ``task.against``; hidden cards are imputed.

    A pass goes over all its hands in an order of its own, until the task's hands are learnt from.
    What was shown down counts as seen, and board cards that were dealt; with ``all_cards`` all.
    """
    settings = Settings(rate, observer_rate, decay, average, hands_per_step, all_cards)
    if task.against is None:
        raise WeightsError("name the run whose hands are to be learnt from: --against DIR")
    shape = NetShape(tools.game.definition)
    seen, payoffs = see_hands(shape, tools.stored_hands(task.against), all_cards=all_cards)
    if not len(seen):
        raise WeightsError(f"{task.against} holds no hands to learn from; play some first")
    rates = Rates(rate, observer_rate, decay, average=average)
    learner = Learner(shape, start_parameters(shape, tools.seed), rates)
    step = partial(_step, learner, (seen, payoffs), seed=tools.seed, count=hands_per_step)
    kept = {**asdict(settings), "against": digest(seen.cards, seen.texts[0])}
    learn_in_steps(
        tools, task, learner, course=Course("opponent model", step, hands_per_step, kept)
    )


def see_hands(
    shape: NetShape, stored: Iterable[TrainingHands], *, all_cards: bool
) -> tuple[SeenHands, np.ndarray]:
    """Stored hands as the table saw them, and payoffs float32[n, N] in big blinds."""
    parts = list(stored)
    if not parts:
        parts = [_no_hands(shape)]
    cards = np.concatenate([part.cards for part in parts])
    offsets = np.zeros(len(cards) + 1, np.int64)
    np.cumsum(np.concatenate([np.diff(part.betting_offsets) for part in parts]), out=offsets[1:])
    texts = (np.concatenate([part.betting for part in parts]), offsets)
    unit = PAYOFF_UNIT * shape.definition.big_blind
    payoffs = (np.concatenate([part.payoffs for part in parts]) / unit).astype(np.float32)
    seen = SeenHands(cards, texts, survey(shape, texts))
    return (seen if all_cards else SeenHands(hide(shape, seen), texts, seen.survey)), payoffs


def hide(shape: NetShape, hands: SeenHands) -> np.ndarray:
    """The cards that the whole table saw, uint8[n, W]: those shown down, and the board dealt."""
    definition = shape.definition
    held, players = definition.hole_card_count, definition.player_count
    live = (hands.survey.live[:, None] >> np.arange(players)) & 1 != 0
    is_shown = live & (live.sum(1) > 1)[:, None]
    dealt = np.cumsum(definition.board_card_counts)[hands.survey.last_rounds]
    is_dealt = np.arange(definition.cards_per_hand - players * held) < dealt[:, None]
    is_seen = np.concatenate([np.repeat(is_shown, held, axis=1), is_dealt], axis=1)
    return np.where(is_seen, hands.cards, np.uint8(NO_CARD))


def _no_hands(shape: NetShape) -> TrainingHands:
    definition = shape.definition
    none = np.zeros((0, definition.player_count), np.int64)
    cards = np.zeros((0, definition.cards_per_hand), np.uint8)
    seats = none.astype(np.int32)
    return TrainingHands(cards, np.zeros(0, np.uint8), np.zeros(1, np.int64), none, seats)


def _step(
    learner: Learner, stored: tuple[SeenHands, np.ndarray], *, seed: int, count: int
) -> Lesson:
    seen, payoffs = stored
    step = learner.step_count
    steps_a_pass = -(-len(seen) // count)
    order = np.random.Generator(np.random.Philox([seed, step // steps_a_pass]))
    place = step % steps_a_pass * count
    rows = order.permutation(len(seen))[place : place + count]
    random = np.random.Generator(np.random.Philox([seed, step, 1]))
    part = seen.take(rows)
    cards = impute(learner.shape, learner.parameters, part, random=random)
    everybody = np.full(len(rows), (1 << payoffs.shape[1]) - 1, np.uint16)
    draws = random.random(len(rows), np.float32)
    return learner.learn(Hands(cards, part.texts, payoffs[rows], everybody, draws), play="likely")
