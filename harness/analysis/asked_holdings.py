"""What agents declare for every hold'em holding, asked by public state rather than by hand."""

from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import (
    HOLDING_CARDS,
    HOLDING_COUNT,
    NO_CARD,
    Tables,
    deal_layout,
)
from railbird.native.cards.holdings import HOLDING_BITS
from railbird.plugins import (
    Action,
    DecisionBatch,
    DecisionLists,
    DecisionSource,
    Game,
    Observation,
    form_of,
)
from railbird.plugins.contract.action import SUM_TOLERANCE
from railbird.plugins.errors import AgentError
from railbird.results.luck.betting_steps import KINDS, DecisionStep
from railbird.results.luck.declared_holdem import DeclaredStep
from railbird.results.luck.played_choices import AskedChoices, played_step

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
STATES_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class AskedHoldings:
    """A stationary agent, asked for the probabilities of all holdings.

    Answers before the flop are kept: all hands share them.
    """

    game: Game
    label: str
    agent: Any
    _kept: dict[tuple[str, int, int], DeclaredStep] = field(default_factory=dict)

    def __call__(self, step: DecisionStep, boards: Cards) -> DeclaredStep:
        """Return what the agent declares for n hands.

        An illegal kind counts as a call and a size out of range as the nearest in it, as they are
        played. Raises AgentError for answers that are not a distribution.
        """
        laid = sum(self.game.definition.board_card_counts[: step.round_index + 1])
        if not laid:
            key = (step.before, step.taken, step.amount)
            if key not in self._kept:
                self._kept[key] = self._ask(step, boards[:1, :0])
            return _of_rows(self._kept[key], np.zeros(len(boards), np.intp))
        states, state = np.unique(boards[:, :laid], axis=0, return_inverse=True)
        asked = [
            self._ask(step, states[start : start + STATES_AT_ONCE])
            for start in range(0, len(states), STATES_AT_ONCE)
        ]
        joined = DeclaredStep(
            *(
                np.concatenate([getattr(part, name.name) for part in asked])
                for name in fields(DeclaredStep)
            )
        )
        return _of_rows(joined, state.ravel())

    def _ask(self, step: DecisionStep, states: Cards) -> DeclaredStep:
        bits = np.uint64(1) << states.astype(np.uint64)
        seen = np.bitwise_or.reduce(bits, axis=1, initial=np.uint64(0))
        state, holding = np.nonzero(HOLDING_BITS & seen[:, None] == 0)
        decisions = self._decisions(step, states, state)
        cards = HOLDING_CARDS[holding]
        is_batch = form_of(self.agent) == "batch"
        asked = (_ask_batch if is_batch else _ask_simple)(self.agent, decisions, cards)
        self._require_distributions(asked.probability)
        shape = (len(states), HOLDING_COUNT)
        whole = DeclaredStep(np.zeros((*shape, KINDS)), np.zeros(shape), np.zeros(shape))
        own = played_step(step, asked)
        whole.kinds[state, holding] = own.kinds
        whole.taken[state, holding] = own.taken
        whole.raise_to[state, holding] = own.raise_to
        return whole

    def _decisions(
        self, step: DecisionStep, states: Cards, state: npt.NDArray[np.intp]
    ) -> DecisionBatch:
        definition = self.game.definition
        cards = np.full((len(states), definition.cards_per_hand), NO_CARD, np.uint8)
        cards[:, deal_layout(definition).board_slots[: states.shape[1]]] = states
        tables = Tables(definition, len(states))
        rows = np.arange(len(states), dtype=np.int32)
        tables.start_hands(rows, cards)
        tables.play_betting(rows, [step.before] * len(states))
        count = len(states)
        source = DecisionSource(
            self.game, tables.columns, np.zeros(count, np.int32), np.zeros(count, np.uint64)
        )
        position = np.full(len(state), step.position, np.uint8)
        return DecisionBatch(source, state.astype(np.int32), seat=position, position=position)

    def _require_distributions(self, found: Floats) -> None:
        is_one = np.abs(found.sum(axis=1) - 1.0) < SUM_TOLERANCE
        if not (is_one & (found >= 0.0).all(axis=1)).all():
            raise AgentError(
                f"agent '{self.label}' declared probabilities that are negative or do not sum to "
                "1; fix it, or use --luck chance"
            )


def _of_rows(step: DeclaredStep, rows: npt.NDArray[np.intp]) -> DeclaredStep:
    return DeclaredStep(step.kinds[rows], step.taken[rows], step.raise_to[rows])


def _ask_batch(agent: Any, decisions: DecisionBatch, hole_cards: Cards) -> AskedChoices:
    declared = agent.probabilities_batch(decisions, hole_cards)
    kinds = np.broadcast_to(declared.kinds.astype(np.int64), declared.probability.shape)
    least, most = declared.bounds()
    return AskedChoices(declared.probability, kinds, least, most)


def _ask_simple(agent: Any, decisions: DecisionBatch, hole_cards: Cards) -> AskedChoices:
    lists = DecisionLists(decisions)
    answers = [
        agent.probabilities(Observation(lists, row), tuple(cards))
        for row, cards in enumerate(hole_cards.tolist())
    ]
    width = max((len(answer) for answer in answers), default=0)
    asked = AskedChoices(
        np.zeros((len(answers), width)), *np.zeros((3, len(answers), width), np.int64)
    )
    for row, answer in enumerate(answers):
        for column, (probability, chosen) in enumerate(answer):
            asked.probability[row, column] = probability
            asked.kinds[row, column] = int(chosen.kind)
            is_one = isinstance(chosen, Action)
            asked.least[row, column] = chosen.amount if is_one else chosen.least
            asked.most[row, column] = chosen.amount if is_one else chosen.most
    return asked
