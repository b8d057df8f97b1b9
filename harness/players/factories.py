"""Makes instances of agents."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import AgentEntry, AnyAgent


def make_factory(entry: AgentEntry, parameters: Mapping[str, Any]) -> AgentFactory:
    """Return what makes instances of an agent with these parameters."""

    def make() -> AnyAgent:
        # copied, so that no agent remembers anything in a parameter
        return entry.factory(**deepcopy(dict(parameters)))

    return make
