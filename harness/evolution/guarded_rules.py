"""Calls how an agent's parameters evolve, and says in one sentence what is wrong with it.

It is code of the agent's author: it may raise, return anything, change what it is given, or not
return.
"""

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from railbird.harness.errors import TrialError
from railbird.harness.table.agent_environment import agent_environment, is_users
from railbird.harness.table.judging.incident_text import describe_exception, describe_value
from railbird.harness.tournament.trial_clock import trial_clock
from railbird.plugins import AgentError, Draw, Evolution
from railbird.plugins.contract.evolution import EvolutionOf

Parameters = Mapping[str, Any]
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class RuleCaller:
    """Calls functions of the agent with this label, for so many seconds each at most."""

    label: str
    seconds: float

    def rule(self, evolve: Evolution | EvolutionOf, given: Parameters) -> Evolution:
        """Return how the agent evolves whose entry has these parameters; raises AgentError."""
        if isinstance(evolve, Evolution):
            return self.guarded(evolve)
        rule = self.call("evolve", lambda: evolve(given))
        if not isinstance(rule, Evolution):
            raise self._error("evolve", f"returned {describe_value(rule)} instead of an Evolution")
        return self.guarded(rule)

    def guarded(self, rule: Evolution) -> Evolution:
        """Return the same rule, whose functions raise AgentError for anything that is wrong."""

        def random(draw: Draw) -> Parameters:
            return self._make("random", lambda: rule.random(draw))

        def mutate(parent: Parameters, draw: Draw) -> Parameters:
            return self._make("mutate", lambda: rule.mutate(deepcopy(parent), draw))

        def cross(mother: Parameters, father: Parameters, draw: Draw) -> Parameters:
            return self._make("cross", lambda: rule.cross(deepcopy(mother), deepcopy(father), draw))

        return Evolution(random, mutate, cross, rule.replaces)

    def call(self, function: str, called: Callable[[], Made]) -> Made:
        """Call the agent's code; raises AgentError for what it raises, TrialError for no end."""
        with agent_environment(self.label):
            try:
                with trial_clock(self.label, self.seconds, task=f"in {function}"):
                    return called()
            except BaseException as error:
                if is_users(error) or isinstance(error, TrialError):
                    raise
                raise self._error(function, describe_exception(error)) from None

    def _make(self, function: str, called: Callable[[], object]) -> Parameters:
        made = self.call(function, called)
        if not isinstance(made, Mapping) or not all(isinstance(name, str) for name in made):
            said = f"returned {describe_value(made)} instead of parameters by their names"
            raise self._error(function, said)
        try:
            json.dumps(msgspec.to_builtins(made), allow_nan=False)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise self._error(function, f"returned what no spec can have: {error}") from None
        return made

    def _error(self, function: str, what: str) -> AgentError:
        return AgentError(
            f"agent '{self.label}' failed in {function}: {what}; fix it, or remove it from the "
            "evolution"
        )
