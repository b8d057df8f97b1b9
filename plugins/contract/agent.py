"""The forms of agents, and the methods that are called."""

from inspect import iscoroutinefunction
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from railbird.plugins.contract.action import Action, Alternatives, Distribution, sample_alternatives
from railbird.plugins.contract.decision_batch import DecisionBatch
from railbird.plugins.contract.observation import Observation
from railbird.plugins.errors import AgentError

AgentForm = Literal["simple", "batch", "asynchronous"]
"""One decision at a time, all pending ones at once, or one at a time while others wait."""
Answers = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64] | None]
"""The answer of an agent in batch form: kinds uint8[n], amounts int64[n] (or None in limit)."""

FORMS: dict[AgentForm, tuple[str, str]] = {
    "simple": ("act", "probabilities"),
    "batch": ("act_batch", "probabilities_batch"),
}
"""The two methods by which each form decides; an agent needs one of them. The asynchronous form is
the simple one with ``async def act``."""


class Agent(Protocol):
    """The simple form: one instance plays one seat of one match, so its memory is that match's.

    It decides by ``act``, or declares probabilities: see DeclaringAgent. It may also have
    ``start_match(match: Match)``, called before the match's first hand; if it returns a sentence,
    on a match that the agent is not designed for, this is recorded as an incident of kind
    complaint, and the agent plays on; and ``end_hand(record: HandRecord)``, called when a hand has
    ended, before the next decision.
    """

    def act(self, observation: Observation, /) -> Action:
        """Decide; ``observation`` is valid during the call."""
        ...


class DeclaringAgent(Protocol):
    """The simple form of an agent that declares its probabilities; ``act`` is optional.

    ``probabilities`` is a pure function of public information (and of the agent's memory) for any
    hole cards; ``stationary`` says whether it has no memory across hands. In play only
    ``probabilities`` is called: the harness samples from it with the decision's draw 0. An
    additional ``act`` is for other uses, is never called in play, and must play the same: the
    conformance suite compares the two.
    """

    stationary: bool

    def probabilities(
        self, observation: Observation, hole_cards: tuple[int, ...], /
    ) -> Alternatives:
        """Return the agent's probabilities, as if the hole cards were those given."""
        ...


class BatchAgent(Protocol):
    """The fast form: one instance plays all seats of one agent in a chunk of matches.

    It decides by ``act_batch``, or declares probabilities: see DeclaringBatchAgent. It may also
    have ``start_matches(matches: MatchBatch)`` and ``end_hands(hands: HandBatch)``.

    ``start_matches`` is called once, with all the rows of the instance, and may return a complaint
    about them, as in the simple form; if it raises, every row gets an instance of its own. Any
    other call that raises is repeated row by row, so that a fault in one match does not affect
    others. Therefore the effect of such a call on the agent's memory must not depend on whether it
    was started before: set entries ``[match, seat]`` rather than add to them, or write last, after
    everything that can fail.
    """

    def act_batch(self, decisions: DecisionBatch, /) -> Answers:
        """Decide for all rows.

        Rows are independent: an answer must not depend on which others are asked with it.
        """
        ...


class DeclaringBatchAgent(Protocol):
    """The fast form of an agent that declares its probabilities, as in the simple form.

    If it is ``stationary`` and has neither ``start_matches`` nor ``end_hands`` nor
    ``choose_table``, one instance also plays for all other labels of the agent that have the same
    parameters.
    """

    stationary: bool

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8], /
    ) -> Distribution:
        """Return the probabilities for all rows, as if the hole cards were uint8[n, h]."""
        ...


class AsyncAgent(Protocol):
    """The slow form, for answers that take seconds: many matches wait at once.

    One instance plays one seat of one match, as in the simple form. ``act`` is a coroutine; its
    ``observation`` is a snapshot, valid for ever. It may also have ``start_match(match: Match)``,
    a plain method as in the simple form, and ``async def end_hand(record: HandRecord)``, which is
    awaited before the seat's next decision. All calls of one instance are made one after the other,
    those of different instances in one event loop.

    Answers are kept in the run's journal. When a run continues, decisions that were answered are
    not asked again: memory must come from the observation and from ``end_hand``, not from what
    ``act`` did, unless everything that ``act`` learns comes from Services, which are replayed.
    """

    async def act(self, observation: Observation, /) -> Action:
        """Decide; other matches go on in the meantime."""
        ...


AnyAgent = Agent | DeclaringAgent | BatchAgent | DeclaringBatchAgent | AsyncAgent
"""An agent in any form, which acts or declares probabilities."""


def form_of(agent: Any) -> AgentForm:
    """Return the form of an agent or class from its methods; raises AgentError for none or both."""
    found = {form: [n for n in names if _has(agent, n)] for form, names in FORMS.items()}
    forms = [form for form, names in found.items() if names]
    name = (agent if isinstance(agent, type) else type(agent)).__name__
    if is_asynchronous(agent):
        others = [method for names in found.values() for method in names if method != "act"]
        if others:
            raise AgentError(
                f"{name} has both `async def act` and {others[0]}; an agent has the methods of one "
                "form only"
            )
        return "asynchronous"
    if len(forms) == 1:
        return forms[0]
    if not forms:
        wanted = ", ".join(method for names in FORMS.values() for method in names)
        raise AgentError(f"{name} has none of the methods {wanted}; an agent needs one of them")
    pair = " and ".join(names[0] for names in found.values())
    raise AgentError(f"{name} has both {pair}; an agent has the methods of one form only")


def is_asynchronous(agent: Any) -> bool:
    """Whether an agent or class has ``async def act``."""
    return iscoroutinefunction(getattr(agent, "act", None))


def require_synchronous(agent: Any) -> None:
    """Raise AgentError for an asynchronous agent, where only answers given at once are of use."""
    if form_of(agent) == "asynchronous":
        raise AgentError(
            f"{type(agent).__name__} is asynchronous, and plays in tournaments only (`railbird "
            "run`, `railbird match`); if a function creates it, set is_asynchronous=True in its "
            "AgentEntry"
        )


def keeps_memory(agent: Any) -> bool:
    """Whether an agent in batch form hears of matches or hands, and so may have memory."""
    return _has(agent, "start_matches") or _has(agent, "end_hands")


def declares_probabilities(agent: Any) -> bool:
    """Whether an agent declares probabilities, which are then used in play."""
    form = form_of(agent)
    return form != "asynchronous" and _has(agent, FORMS[form][1])


def has_act(agent: Any) -> bool:
    """Whether an agent has the method ``act`` (or ``act_batch``) of its form."""
    form = form_of(agent)
    return form == "asynchronous" or _has(agent, FORMS[form][0])


def decide(agent: Any, observation: Observation) -> Action:
    """Decide for an agent in simple form: sample its probabilities, or call ``act``."""
    if not _has(agent, "probabilities"):
        action: Action = agent.act(observation)
        return action
    draw = observation.random()
    return sample_alternatives(agent.probabilities(observation, observation.hole_cards), draw)


def decide_batch(agent: Any, decisions: DecisionBatch) -> Answers:
    """Decide for an agent in batch form: sample its probabilities, or call ``act_batch``."""
    if not _has(agent, "probabilities_batch"):
        answers: Answers = agent.act_batch(decisions)
        return answers
    return decisions.sample(agent.probabilities_batch(decisions, decisions.hole_cards))


def _has(agent: Any, name: str) -> bool:
    return callable(getattr(agent, name, None))
