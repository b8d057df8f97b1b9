"""What is wrong with how an agent evolves is said in one sentence, wherever it is."""

from collections.abc import Callable
from typing import Any

import pytest

from railbird.harness.errors import TrialError
from railbird.harness.evolution.guarded_rules import RuleCaller
from railbird.plugins import AgentError, Evolution

CALLER = RuleCaller("mine", 0.2)
Rule = Callable[..., Any]


def raises(error: BaseException) -> Rule:
    def rule(*_: Any) -> Any:
        raise error

    return rule


def endless(*_: Any) -> Any:
    while True:
        pass


WRONG: dict[str, tuple[Rule, str]] = {
    "exception": (raises(KeyError("bluff")), "KeyError: 'bluff' (test_guarded_rules.py, line"),
    "exit": (raises(SystemExit(3)), "SystemExit: 3"),
    "interrupt": (raises(KeyboardInterrupt()), "KeyboardInterrupt"),
    "nothing": (lambda *_: None, "returned None instead of parameters by their names"),
    "numbers": (lambda *_: {3: 0.5}, "returned a dict instead of parameters by their names"),
    "object": (lambda *_: {"bluff": object()}, "returned what no spec can have"),
    "nan": (lambda *_: {"bluff": [float("nan")]}, "returned what no spec can have"),
    "arguments": (lambda: {}, "TypeError"),
}


def call_all(rule: Rule) -> list[tuple[str, Callable[[], Any]]]:
    made = CALLER.guarded(Evolution(rule, rule, rule))
    draw = lambda: 0.5  # noqa: E731
    return [
        ("random", lambda: made.random(draw)),
        ("mutate", lambda: made.mutate({"bluff": 0.1}, draw)),
        ("cross", lambda: made.cross({"bluff": 0.1}, {"bluff": 0.2}, draw)),
    ]


@pytest.mark.parametrize("name", WRONG)
def test_each_function_may_fail_in_any_way(name: str) -> None:
    rule, message = WRONG[name]
    for function, call in call_all(rule):
        with pytest.raises(AgentError) as refused:
            call()
        text = str(refused.value)
        assert text.startswith(f"agent 'mine' failed in {function}: {message}")
        assert "\n" not in text


def test_a_function_that_does_not_end_is_stopped() -> None:
    for function, call in call_all(endless):
        with pytest.raises(TrialError, match=f"'mine' failed in {function}: it did not finish"):
            call()


def test_parents_are_not_changed_by_what_makes_their_children() -> None:
    def spoils(*parents: Any) -> Any:
        for parent in parents[:-1]:
            parent["groups"].append(9)
        return parents[0]

    made = CALLER.guarded(Evolution(lambda _: {}, spoils, spoils))
    mother, father = {"groups": [1]}, {"groups": [2]}
    assert made.mutate(mother, lambda: 0.5) == {"groups": [1, 9]}
    assert made.cross(mother, father, lambda: 0.5) == {"groups": [1, 9]}
    assert (mother, father) == ({"groups": [1]}, {"groups": [2]})


def test_a_function_of_the_entry_s_parameters_may_fail_too() -> None:
    with pytest.raises(AgentError, match="failed in evolve: ValueError: odd"):
        CALLER.rule(raises(ValueError("odd")), {})
    with pytest.raises(AgentError, match="failed in evolve: returned a dict instead of an Evo"):
        CALLER.rule(lambda _: {}, {})  # type: ignore[arg-type, return-value]
