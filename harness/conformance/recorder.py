"""Recorders: wrap an agent for the table loop, and record what it does and declares.

A recorder acts by the agent's own ``act`` if it has one, and at each decision also asks for the
probabilities with the cards held; at every third call also with other cards the seat might have
held, everything twice, and a third time from a new instance, which has seen no hand of the match.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.harness.conformance.declared import (
    Alternative,
    Decision,
    read_alternatives,
    read_distribution,
)
from railbird.harness.conformance.wrappers import BatchWrapper, SimpleWrapper, find_method
from railbird.harness.table.judging.answers import read_action, read_columns
from railbird.harness.table.play_rules import AgentFactory
from railbird.native import NO_CARD, PURPOSE_CONFORMANCE, GameDefinition, draw_uniform
from railbird.plugins import (
    Action,
    Answers,
    AnyAgent,
    DecisionBatch,
    DecisionLists,
    Match,
    MatchBatch,
    Observation,
    form_of,
)

Cards = tuple[int, ...]
Declared = tuple[Alternative, ...]
ENOUGH = 4000
CALLS_BETWEEN = 3  # calls between those at which everything is asked
OTHER_CARDS = 2  # number of private cards asked about besides those held


@dataclass(frozen=True, slots=True)
class Answer:
    """What was declared for some private cards: once, or also again and by a new instance."""

    cards: Cards
    told: tuple[Declared, ...]

    @property
    def declared(self) -> Declared:
        """What the agent declared first."""
        return self.told[0]

    @property
    def again(self) -> Declared:
        """What it declared when asked again, if it was."""
        return self.told[min(1, len(self.told) - 1)]

    @property
    def fresh(self) -> Declared:
        """What the new instance declared, if it was asked."""
        return self.told[-1]


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """One decision: the action, and what was declared for the cards held (first) and others."""

    decision: Decision
    kind: int
    amount: int
    answers: tuple[Answer, ...]


@dataclass(slots=True)
class Recording:
    """What the recorders of one play write."""

    decisions: list[RecordedDecision] = field(default_factory=list)
    calls: int = 0

    def count_call(self) -> bool:
        """Count a call of an agent; return whether to ask everything about it."""
        self.calls += 1
        return self.calls % CALLS_BETWEEN == 0

    @property
    def is_full(self) -> bool:
        """Whether enough was recorded; recorders then ignore all further decisions."""
        return len(self.decisions) >= ENOUGH


class SimpleRecorder(SimpleWrapper):
    """Wraps an agent in simple form."""

    def __init__(self, factory: AgentFactory, recording: Recording) -> None:
        """Create the agent and a second, new instance."""
        super().__init__(factory())
        self.fresh: Any = factory()
        self.recording = recording
        self.match = -1

    def start_match(self, match: Match) -> None:
        """Tell both, and store the number of the match, which agents do not know."""
        self.match = int(match._row.match[0])
        super().start_match(match)
        find_method(self.fresh, "start_match")(match)

    def act(self, observation: Observation) -> Action:
        """Ask for probabilities, then for the action, and record both."""
        if self.recording.is_full:
            return super().act(observation)
        decision = _look(observation, self.match)
        asked: tuple[Cards, ...] = (observation.hole_cards,)
        agents = [self.agent]
        if self.recording.count_call():
            asked += choose_cards(observation.game.definition, decision, observation.hole_cards)
            agents += [self.agent, self.fresh]
        answers = [
            Answer(
                cards,
                tuple(
                    read_alternatives(agent.probabilities(observation, cards)) for agent in agents
                ),
            )
            for cards in asked
        ]
        action = super().act(observation)
        definition = observation.game.definition
        held_cards = observation.hole_cards if definition.has_card_rounds else None
        kind, amount = read_action(action, is_sized=definition.has_amounts, held=held_cards)
        self.recording.decisions.append(RecordedDecision(decision, kind, amount, tuple(answers)))
        return action


class BatchRecorder(BatchWrapper):
    """Wraps an agent in batch form."""

    def __init__(self, factory: AgentFactory, recording: Recording) -> None:
        """Create the agent and a second, new instance."""
        super().__init__(factory())
        self.fresh: Any = factory()
        self.recording = recording

    def start_matches(self, matches: MatchBatch) -> None:
        """Tell both."""
        super().start_matches(matches)
        find_method(self.fresh, "start_matches")(matches)

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Ask for probabilities, then for the actions, and record both."""
        if self.recording.is_full:
            return super().act_batch(decisions)
        looked = _look_at_rows(decisions)
        asked = [decisions.hole_cards]
        agents = [self.agent]
        if self.recording.count_call():
            hands = [tuple(cards) for cards in decisions.hole_cards.tolist()]
            chosen = [
                choose_cards(decisions.game.definition, decision, hand)
                for decision, hand in zip(looked, hands, strict=True)
            ]
            width = decisions.hole_cards.shape[1]
            asked += [_as_rows(cards, width) for cards in zip(*chosen, strict=True)]
            agents += [self.agent, self.fresh]
        answers = zip(*(_ask(agents, decisions, cards) for cards in asked), strict=True)
        acted = super().act_batch(decisions)
        definition = decisions.game.definition
        kinds, amounts, _ = read_columns(
            acted,
            len(decisions),
            is_sized=definition.has_amounts,
            takes_cards=definition.has_card_rounds,
        )
        columns = zip(looked, kinds.tolist(), amounts.tolist(), answers, strict=True)
        self.recording.decisions.extend(RecordedDecision(*row) for row in columns)
        return acted


def make_recorder(factory: AgentFactory, recording: Recording) -> AnyAgent:
    """Create an agent wrapped by a recorder."""
    is_simple = form_of(factory()) == "simple"
    return (SimpleRecorder if is_simple else BatchRecorder)(factory, recording)


def choose_cards(definition: GameDefinition, decision: Decision, hand: Cards) -> tuple[Cards, ...]:
    """Choose private cards to ask about: the same wherever the same is public.

    Cards of ``hand`` that lie face up, and slots that have none yet, stay as they are.
    """
    up_cards = decision.up_cards[decision.position] if decision.up_cards else ()
    is_hidden = [card != NO_CARD and card not in up_cards for card in hand]
    chosen = _choose(definition, decision.public, hidden_count=sum(is_hidden))
    return tuple(_with_hidden(hand, is_hidden, iter(cards)) for cards in chosen)


def _with_hidden(hand: Cards, is_hidden: Sequence[bool], chosen: Iterator[int]) -> Cards:
    pairs = zip(hand, is_hidden, strict=True)
    return tuple(next(chosen) if hidden else card for card, hidden in pairs)


def _as_rows(hands: Sequence[Cards], width: int) -> npt.NDArray[np.uint8]:
    """Hands as rows of a batch."""
    return np.array(hands, np.uint8).reshape(len(hands), width)


@lru_cache(maxsize=4096)
def _choose(
    definition: GameDefinition, public: tuple[Any, ...], *, hidden_count: int
) -> tuple[Cards, ...]:
    position, betting, board, up_cards, thrown = public
    shown = {card for cards in up_cards for card in cards}
    text = f"{position}:{betting}:{board}" + (f":{up_cards}" if shown else "")
    key = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
    unseen = [
        card
        for card in definition.deck.tolist()
        if card not in board and card not in shown and card not in thrown
    ]
    draws = draw_uniform(
        np.full(OTHER_CARDS * len(unseen), key, np.uint64),
        purpose=PURPOSE_CONFORMANCE,
        seats=0,
        hands=0,
        decisions=0,
        draw_index=np.arange(OTHER_CARDS * len(unseen)),
    )
    orders = draws.reshape(OTHER_CARDS, -1).argsort(axis=1)[:, :hidden_count]
    return tuple(tuple(unseen[place] for place in order) for order in orders.tolist())


def _ask(
    agents: Sequence[Any], decisions: DecisionBatch, cards: npt.NDArray[np.uint8]
) -> list[Answer]:
    declared = [
        read_distribution(agent.probabilities_batch(decisions, cards), len(decisions))
        for agent in agents
    ]
    rows = zip(*declared, strict=True)
    return [Answer(tuple(held), row) for held, row in zip(cards.tolist(), rows, strict=True)]


def _look(observation: Observation, match: int) -> Decision:
    return Decision(
        match=match,
        hand=observation.hand_index,
        position=observation.position,
        betting=observation.betting,
        board=observation.board,
        legal=observation.legal,
        min_raise_to=observation.min_raise_to,
        max_raise_to=observation.max_raise_to,
        is_sized=observation.game.definition.raises_are_sized,
        up_cards=observation.up_cards,
        seen_cards=observation.seen_cards,
    )


def _look_at_rows(decisions: DecisionBatch) -> Sequence[Decision]:
    lists: Any = DecisionLists(decisions)  # which has an attribute for each column that is made
    lists.make("up_cards")
    lists.make("seen_cards")
    columns = (
        decisions.match.tolist(),
        decisions.hand_index.tolist(),
        decisions.position.tolist(),
        decisions.betting,
        [tuple(card for card in board if card != NO_CARD) for board in decisions.board.tolist()],
        decisions.legal.tolist(),
        decisions.min_raise_to.tolist(),
        decisions.max_raise_to.tolist(),
        [decisions.game.definition.raises_are_sized] * len(decisions),
        lists.up_cards,
        lists.seen_cards,
    )
    return list(map(Decision._make, zip(*columns, strict=True)))
