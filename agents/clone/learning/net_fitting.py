"""Fits a net of dcubot's to one player: the likelihood of his decisions in limit games."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import Decisions, decisions_of
from railbird.agents.clone.learning.boosting import FEWEST_HELD_OUT, HELD_OUT
from railbird.agents.clone.learning.scores import score
from railbird.agents.clone.learning.splitting import groups_of, split_groups
from railbird.agents.clone.model.clone_model import KIND_COUNT, Origin
from railbird.agents.clone.model.net_model import NetModel
from railbird.agents.dcubot.modelling.imputing import impute
from railbird.agents.dcubot.modelling.stored_matches import require_boards, see_hands
from railbird.agents.dcubot.net.batches import Aim, Hands, SeenHands, take_texts
from railbird.agents.dcubot.net.lessons import learn
from railbird.agents.dcubot.net.shape import NetShape, Parameters, is_playable, start_parameters
from railbird.agents.dcubot.net.weights import Training, Weights
from railbird.agents.dcubot.training.learner import Learner, Rates
from railbird.native import NO_CARD, RailbirdError
from railbird.plugins import AgentError, DecisionBatch, Distribution, Game, TrainingHands

RATES = Rates(play=0.04, observer=0.04, decay=0.1, average=0.98)
STEP_HANDS = 128
CHECK_STEPS = 100
MOST_CHECKS = 20
PATIENCE = 6
USUAL_STEPS = 600
Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PlayerHands:
    """All hands of a run in a limit game, and where the player with a number sits in them.

    ``whole`` has them one after the other, in the order of ``Decisions.hand``; ``seen`` and
    ``payoffs`` (float32[n, N], big blinds) are the same as the kernels read them; ``bits``
    uint16[n] has the bit of the player's position, 0 where he was not dealt in.
    """

    game: Game
    shape: NetShape
    number: int
    whole: TrainingHands
    seen: SeenHands
    payoffs: npt.NDArray[np.float32]
    bits: npt.NDArray[np.uint16]

    def lesson(self, rows: Rows, cards: npt.NDArray[np.uint8], draws: Parameters) -> Hands:
        """Some of the hands with these cards, for the kernels to learn from."""
        texts = take_texts(self.seen.texts, rows)
        return Hands(cards, texts, self.payoffs[rows], self.bits[rows], draws)

    def take(self, rows: Rows) -> TrainingHands:
        """Some of the hands."""
        whole = self.whole
        texts = take_texts((whole.betting, whole.betting_offsets), rows)
        payoffs, seats, match = whole.payoffs[rows], whole.seats[rows], whole.match[rows]
        return TrainingHands(whole.cards[rows], *texts, payoffs, seats, match)


def require_net_game(game: Game) -> None:
    """Raise AgentError for a game that nets do not play."""
    if not is_playable(game.definition):
        raise AgentError(
            "--method net learns players of limit hold'em, and of limit games of one hole card "
            f"such as Kuhn and Leduc; {game.name} is neither: use --method trees"
        )


def read_player_hands(
    game: Game, parts: Sequence[TrainingHands], number: int, *, folder: Path
) -> PlayerHands:
    """Return the hands of a run's player; raises AgentError, with the folder, if nets cannot."""
    if any(part.stacks is not None or part.blinds is not None for part in parts):
        raise AgentError(
            f"the hands of {folder} have stacks or blinds of their own, which nets do not see; use "
            "--method trees"
        )
    shape = NetShape(game.definition)
    try:
        seen, payoffs = see_hands(shape, parts, all_cards=True)
        require_boards(shape, seen, folder)
    except RailbirdError as error:
        raise AgentError(str(error)) from error
    names = ("cards", "payoffs", "seats", "match")
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    whole = TrainingHands(betting=seen.texts[0], betting_offsets=seen.texts[1], **joined)
    bits = ((whole.seats == number) << np.arange(whole.seats.shape[1])).sum(axis=1)
    return PlayerHands(game, shape, number, whole, seen, payoffs, bits.astype(np.uint16))


def fit_net(hands: PlayerHands, decisions: Decisions, *, origin: Origin, seed: int) -> NetModel:
    """Fit a net to decisions in whole hands, which may be some of the player's.

    A fifth of the matches is held out first: it says how many steps are best, and has the scores of
    the origin, where cards are known. Then the net is fitted to all. Hidden cards are drawn by the
    net of each step (document 001, 6.1.1).
    """
    fitted, held = split_groups(groups_of(decisions), 1.0 - HELD_OUT, seed=seed)
    judged = decisions.take(held & decisions.is_known)
    kinds = tuple(np.unique(decisions.kind).tolist())
    rows, steps = np.unique(decisions.hand), USUAL_STEPS
    if len(judged) >= FEWEST_HELD_OUT:
        part = np.unique(decisions.hand[fitted])
        steps, best = _find_best_steps(hands, part, np.unique(judged.hand), seed=seed)
        trial = _model(hands, best, kinds, origin=origin)
        found = score(predict(hands, trial, judged), judged.kind)
        origin = replace(origin, scores=found.as_told())
        steps = round(steps * len(rows) / len(part))
    fitting = _Fitting(hands, rows, seed=seed)
    for _ in range(steps):
        fitting.step()
    return _model(hands, fitting.learner.averaged, kinds, origin=origin)


def predict(hands: PlayerHands, model: NetModel, decisions: Decisions) -> npt.NDArray[np.float64]:
    """Return a model's probabilities of kinds for decisions, float64[n, 3]; NaN without cards.

    The decisions are all that the player made in some hands, in order.
    """
    played = hands.take(np.unique(decisions.hand))
    features = FeatureSet(hands.game.definition, has_cards=False)
    declare = partial(_declare_known, model)
    found = decisions_of(hands.game, [played], hands.number, feature_set=features, declare=declare)
    if len(found) != len(decisions):
        raise ValueError("the decisions must be all of the player's in their hands")
    return found.declared


def _declare_known(
    model: NetModel, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
) -> Distribution:
    """What a model declares, NaN where the hole cards are unknown."""
    rows = np.flatnonzero((hole_cards != NO_CARD).all(axis=1))
    said = model.declare(decisions.take(rows), hole_cards[rows])
    probability = np.full((len(decisions), KIND_COUNT), np.nan)
    probability[rows] = said.probability
    return Distribution(probability, said.kinds)


def _model(
    hands: PlayerHands, parameters: Parameters, kinds: tuple[int, ...], *, origin: Origin
) -> NetModel:
    training = Training("clone", len(hands.whole), origin.seed, version("railbird"))
    return NetModel(Weights(hands.shape, parameters.copy(), training), kinds, origin)


def _find_best_steps(
    hands: PlayerHands, rows: Rows, judged: Rows, *, seed: int
) -> tuple[int, Parameters]:
    """The number of steps with the highest likelihood of judged hands, and the weights of then."""
    fitting = _Fitting(hands, rows, seed=seed)
    asked = hands.lesson(judged, hands.seen.cards[judged], np.zeros(len(judged), np.float32))
    aim = Aim("likely", observer=False)
    best, steps, found = -np.inf, 0, fitting.learner.averaged
    for check in range(1, MOST_CHECKS + 1):
        for _ in range(CHECK_STEPS):
            fitting.step()
        now = learn(hands.shape, fitting.learner.averaged, asked, aim=aim).log_likelihood
        if now > best:
            best, steps, found = now, check * CHECK_STEPS, fitting.learner.averaged.copy()
        elif check * CHECK_STEPS - steps >= PATIENCE * CHECK_STEPS:
            break
    return steps, found


class _Fitting:
    """A learner, and some hands that it learns from, pass after pass in another order."""

    def __init__(self, hands: PlayerHands, rows: Rows, *, seed: int) -> None:
        self.learner = Learner(hands.shape, start_parameters(hands.shape, seed), RATES)
        self._hands, self._rows, self._seed = hands, rows, seed
        self._count = min(STEP_HANDS, len(rows))
        held = hands.seen.cards[rows]
        self._has_hidden = bool((held == NO_CARD).any())

    def step(self) -> None:
        """Climb the likelihood of the next hands."""
        learner, step = self.learner, self.learner.step_count
        steps_a_pass = len(self._rows) // self._count
        order = np.random.Generator(np.random.Philox([self._seed, step // steps_a_pass]))
        place = step % steps_a_pass * self._count
        rows = self._rows[order.permutation(len(self._rows))[place : place + self._count]]
        random = np.random.Generator(np.random.Philox([self._seed, step, 1]))
        cards = self._hands.seen.cards[rows]
        if self._has_hidden:
            seen = self._hands.seen.take(rows)
            cards = impute(self._hands.shape, learner.parameters, seen, random=random)
        draws = random.random(len(rows), np.float32)
        learner.learn(self._hands.lesson(rows, cards, draws), play="likely")
