"""An agent has one form, seen from its methods; what it declares is what it plays."""

from itertools import product
from typing import Any

import pytest

from railbird.plugins import (
    CALL,
    AgentError,
    decide,
    decide_batch,
    declares_probabilities,
    form_of,
    has_act,
)

SIMPLE = ("act", "probabilities")
BATCH = ("act_batch", "probabilities_batch")
METHODS = (*SIMPLE, *BATCH)


def agent_with(*methods: str) -> Any:
    return type("Agent", (), {name: lambda *_: None for name in methods})()


@pytest.mark.parametrize("has", list(product([False, True], repeat=len(METHODS))))
def test_the_form_is_that_of_the_methods_which_are_of_one_form(has: tuple[bool, ...]) -> None:
    """All sixteen sets of the four methods by which an agent may decide."""
    methods = {name for name, is_there in zip(METHODS, has, strict=True) if is_there}
    agent = agent_with(*methods)
    simple, batch = methods & set(SIMPLE), methods & set(BATCH)
    if bool(simple) == bool(batch):
        words = "both act and act_batch|both .* and .*" if simple else "has none of the methods act"
        with pytest.raises(AgentError, match=words):
            form_of(agent)
        return
    assert form_of(agent) == ("simple" if simple else "batch")
    assert declares_probabilities(agent) == bool(methods & {"probabilities", "probabilities_batch"})
    assert has_act(agent) == bool(methods & {"act", "act_batch"})


@pytest.mark.parametrize("nothing", [object(), None, type("NotCallable", (), {"act": 3})()])
def test_an_agent_has_a_form(nothing: Any) -> None:
    with pytest.raises(AgentError, match="act, probabilities, act_batch, probabilities_batch"):
        form_of(nothing)


class Seen:
    """An observation of which an agent looks at nothing; as a batch, one of no rows."""

    hole_cards = (3, 7)

    def __init__(self) -> None:
        self.drawn = 0

    def random(self) -> float:
        self.drawn += 1
        return 0.7

    def sample(self, declared: Any) -> Any:
        return "sampled", declared


def test_what_is_declared_is_what_is_called_in_play() -> None:
    class Declaring:
        def probabilities(self, observation: Any, hole_cards: Any) -> Any:
            assert observation.drawn == 1, "draw 0 picks the action; the agent may have the next"
            assert hole_cards == Seen.hole_cards
            return [(0.6, None), (0.4, CALL)]

        def act(self, observation: Any) -> Any:
            raise AssertionError

    class DeclaringBatch:
        def probabilities_batch(self, decisions: Any, hole_cards: Any) -> Any:
            return hole_cards

        def act_batch(self, decisions: Any) -> Any:
            raise AssertionError

    seen: Any = Seen()
    assert decide(Declaring(), seen) is CALL
    assert decide_batch(DeclaringBatch(), seen) == ("sampled", Seen.hole_cards)


def test_who_declares_nothing_is_asked_to_act() -> None:
    class Acting:
        def act(self, observation: Any) -> Any:
            return "act", observation

    class ActingBatch:
        def act_batch(self, decisions: Any) -> Any:
            return "act_batch", decisions

    seen: Any = Seen()
    assert decide(Acting(), seen) == ("act", seen)
    assert decide_batch(ActingBatch(), seen) == ("act_batch", seen)
