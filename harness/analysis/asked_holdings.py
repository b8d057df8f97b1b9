"""What agents declare for every hold'em holding, asked by public state rather than by hand."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import (
    HOLDING_CARDS,
    HOLDING_COUNT,
    NO_CARD,
    ActionKind,
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

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
STATES_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class AskedHoldings:
    """A stationary agent of a limit game, asked for the probabilities of all holdings.

    Answers before the flop are kept: all hands share them.
    """

    game: Game
    label: str
    agent: Any
    _kept: dict[str, Floats] = field(default_factory=dict)

    def __call__(self, step: DecisionStep, boards: Cards) -> Floats:
        """Return the probabilities of fold, call and raise, float64[n, 1326, 3].

        An illegal kind counts as a call, as it is played. Raises AgentError for answers that are
        not a distribution.
        """
        laid = sum(self.game.definition.board_card_counts[: step.round_index + 1])
        if not laid:
            if step.before not in self._kept:
                self._kept[step.before] = self._ask(step, boards[:1, :0])[0]
            return np.broadcast_to(self._kept[step.before], (len(boards), HOLDING_COUNT, KINDS))
        states, state = np.unique(boards[:, :laid], axis=0, return_inverse=True)
        asked = [
            self._ask(step, states[start : start + STATES_AT_ONCE])
            for start in range(0, len(states), STATES_AT_ONCE)
        ]
        answers: Floats = np.concatenate(asked)[state.ravel()]
        return answers

    def _ask(self, step: DecisionStep, states: Cards) -> Floats:
        bits = np.uint64(1) << states.astype(np.uint64)
        taken = np.bitwise_or.reduce(bits, axis=1, initial=np.uint64(0))
        state, holding = np.nonzero(HOLDING_BITS & taken[:, None] == 0)
        decisions = self._decisions(step, states, state)
        cards = HOLDING_CARDS[holding]
        is_batch = form_of(self.agent) == "batch"
        found = (_ask_batch if is_batch else _ask_simple)(self.agent, decisions, cards)
        self._require_distributions(found)
        illegal = ~step.is_legal
        found[:, ActionKind.CALL] += found[:, illegal].sum(axis=1)
        found[:, illegal] = 0.0
        answers = np.zeros((len(states), HOLDING_COUNT, KINDS))
        answers[state, holding] = found / found.sum(axis=1, keepdims=True)
        return answers

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


def _ask_batch(agent: Any, decisions: DecisionBatch, hole_cards: Cards) -> Floats:
    declared = agent.probabilities_batch(decisions, hole_cards)
    by_kind = np.zeros((len(decisions), KINDS))
    for column, kind in enumerate(declared.kinds.tolist()):
        by_kind[:, kind] += declared.probability[:, column]
    return by_kind


def _ask_simple(agent: Any, decisions: DecisionBatch, hole_cards: Cards) -> Floats:
    lists = DecisionLists(decisions)
    by_kind = np.zeros((len(decisions), KINDS))
    for row, cards in enumerate(hole_cards.tolist()):
        for probability, chosen in agent.probabilities(Observation(lists, row), tuple(cards)):
            kind = chosen.kind if isinstance(chosen, Action) else chosen[0]
            by_kind[row, kind] += probability
    return by_kind
