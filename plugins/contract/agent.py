"""What an agent is: its two forms, what is called of it, and how a plugin offers it."""

from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from railbird.plugins.contract.action import Action, Alternatives, Distribution, sample_alternatives
from railbird.plugins.contract.decision_batch import DecisionBatch
from railbird.plugins.contract.observation import Observation
from railbird.plugins.errors import AgentError

AgentForm = Literal["simple", "batch"]
"""One decision at a time, or all that wait at once."""
Answers = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64] | None]
"""What an agent in batch form answers: kinds uint8[n], amounts int64[n] (in limit None will do)."""

FORMS: dict[AgentForm, tuple[str, str]] = {
    "simple": ("act", "probabilities"),
    "batch": ("act_batch", "probabilities_batch"),
}
"""The two methods by which each form decides; an agent needs one of the two."""


class Agent(Protocol):
    """The simple form: one instance plays one seat of one match, so its memory is that match's.

    It decides by ``act``, or declares: see DeclaringAgent. It may also have
    ``start_match(match: Match)``, called before the match's first hand; a sentence that it returns,
    on what the agent is not made for, becomes an incident, a complaint, and the agent plays on;
    ``end_hand(record: HandRecord)``, called when a hand has ended, before the next decision.
    """

    def act(self, observation: Observation, /) -> Action:
        """Decide; ``observation`` is valid during the call."""
        ...


class DeclaringAgent(Protocol):
    """The simple form of an agent whose play is what it declares; ``act`` need not be there.

    ``probabilities`` is a pure function of what is public (and of the agent's memory) for any hole
    cards; with ``stationary`` (true: no memory across hands). In play it alone is called: whoever
    plays the agent samples from it with the decision's draw 0. An ``act`` beside it is for other
    uses, is never called in play, and must play the same: the conformance suite compares the two.
    """

    stationary: bool

    def probabilities(
        self, observation: Observation, hole_cards: tuple[int, ...], /
    ) -> Alternatives:
        """Declare what the agent does, as if the hole cards were those given."""
        ...


class BatchAgent(Protocol):
    """The fast form: one instance plays all seats of one agent in a chunk of matches.

    It decides by ``act_batch``, or declares: see DeclaringBatchAgent. It may also have
    ``start_matches(matches: MatchBatch)`` and ``end_hands(hands: HandBatch)``.

    ``start_matches`` comes once, with all the rows of the instance, and may return a complaint
    about them, as in the simple form; where it raises, every row gets an instance of its own. Any
    other call that raises is made again row by row, so that one match's fault is not its
    neighbours'. What such a call writes into the agent's memory must therefore not depend on
    whether it was begun before: set entries ``[match, seat]`` rather than add to them, or write
    last, when all that can fail is done.
    """

    def act_batch(self, decisions: DecisionBatch, /) -> Answers:
        """Decide for all rows.

        Rows are independent: an answer must not depend on which others are asked with it.
        """
        ...


class DeclaringBatchAgent(Protocol):
    """The fast form of an agent whose play is what it declares, as in the simple form."""

    stationary: bool

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8], /
    ) -> Distribution:
        """Declare for all rows, as if the hole cards uint8[n, h] were the agent's own."""
        ...


AnyAgent = Agent | DeclaringAgent | BatchAgent | DeclaringBatchAgent
"""An agent in either form, that acts or declares."""


def form_of(agent: Any) -> AgentForm:
    """The form of an agent or its class, seen from the methods; AgentError for none or two."""
    found = {form: [n for n in names if _has(agent, n)] for form, names in FORMS.items()}
    forms = [form for form, names in found.items() if names]
    if len(forms) == 1:
        return forms[0]
    name = (agent if isinstance(agent, type) else type(agent)).__name__
    if not forms:
        wanted = ", ".join(method for names in FORMS.values() for method in names)
        raise AgentError(f"{name} has none of the methods {wanted}; an agent needs one of them")
    pair = " and ".join(names[0] for names in found.values())
    raise AgentError(f"{name} has both {pair}; an agent has the methods of one form only")


def declares_probabilities(agent: Any) -> bool:
    """Whether an agent declares what it plays; then that is what is called in play."""
    return _has(agent, FORMS[form_of(agent)][1])


def has_act(agent: Any) -> bool:
    """Whether an agent has the method ``act`` (or ``act_batch``) of its form."""
    return _has(agent, FORMS[form_of(agent)][0])


def decide(agent: Any, observation: Observation) -> Action:
    """Decide as an agent in simple form plays: sample what it declares, or else ask it to act."""
    if not _has(agent, "probabilities"):
        action: Action = agent.act(observation)
        return action
    draw = observation.random()
    return sample_alternatives(agent.probabilities(observation, observation.hole_cards), draw)


def decide_batch(agent: Any, decisions: DecisionBatch) -> Answers:
    """Decide as an agent in batch form plays: sample what it declares, or else ask it to act."""
    if not _has(agent, "probabilities_batch"):
        answers: Answers = agent.act_batch(decisions)
        return answers
    return decisions.sample(agent.probabilities_batch(decisions, decisions.hole_cards))


def _has(agent: Any, name: str) -> bool:
    return callable(getattr(agent, name, None))
