"""Agents that answer alike: one instance is asked for the decisions of all of them in one call."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from railbird.harness.table.agent_environment import SPEAKER, is_users
from railbird.harness.table.play_rules import AgentFactory, Groups, PlayRules
from railbird.plugins import AnyAgent, declares_probabilities, form_of
from railbird.plugins.contract.agent import keeps_memory


@dataclass(frozen=True, slots=True)
class Asked:
    """The labels by group, and the factories of the agents; those ``outside`` have none."""

    groups: Groups
    agents: Mapping[str, AgentFactory]
    outside: frozenset[str] = frozenset()

    @property
    def known(self) -> set[str]:
        """All labels that can play."""
        return {*self.agents, *self.outside}


def ask_with(
    connected: frozenset[str],
    labels: Set[str],
    *,
    agents: Mapping[str, AgentFactory],
    rules: PlayRules,
) -> Asked:
    """Group the labels like `ask_together`; those that are connected come last, one by one."""
    asked = ask_together(labels - connected, agents, rules)
    return Asked(asked.groups + one_by_one(labels & connected), asked.agents, connected)


def ask_together(
    labels: Iterable[str], agents: Mapping[str, AgentFactory], rules: PlayRules
) -> Asked:
    """Group the labels that have one and the same factory, if its agents answer alike.

    These are agents in batch form that declare their probabilities, are stationary and hear of
    neither matches nor hands: then it makes no difference who asks which of their instances. One is
    created to see that, and plays for the first label. Labels are not grouped where the caller is
    to learn which of them is called, or imposes forfeits, after which an agent may never be
    created.
    """
    by_factory: dict[int, list[str]] = {}
    for label in sorted(labels):
        by_factory.setdefault(id(agents.get(label, label)), []).append(label)
    shared = [group for group in by_factory.values() if len(group) > 1]
    is_watched = rules.watch is not None or rules.raise_agent_errors
    if is_watched or rules.forfeits or not shared:
        return Asked(one_by_one(labels), agents)
    found, made = dict[str, tuple[str, ...]](), dict(agents)
    for group in shared:
        agent = _make(group[0], agents[group[0]])
        if agent is None:
            continue
        made[group[0]] = _handing_out(agent, agents[group[0]])
        if _answers_alike(agent):
            found |= dict.fromkeys(group, tuple(group))
    groups = dict.fromkeys(found.get(label, (label,)) for label in sorted(labels))
    return Asked(tuple(groups), made)


def one_by_one(labels: Iterable[str]) -> Groups:
    """Every label as a group of its own, sorted."""
    return tuple((label,) for label in sorted(labels))


def _make(label: str, factory: AgentFactory) -> AnyAgent | None:
    """Create an agent; None if that fails, which is judged when it is seated."""
    SPEAKER.label = label
    try:
        return factory()
    except BaseException as error:
        if is_users(error):
            raise
        return None


def _answers_alike(agent: Any) -> bool:
    try:
        return (
            form_of(agent) == "batch"
            and declares_probabilities(agent)
            and agent.stationary is True
            and not keeps_memory(agent)
            and not callable(getattr(agent, "choose_table", None))
        )
    except Exception:
        return False  # what is wrong with it is judged when it is seated


def _handing_out(agent: AnyAgent, factory: AgentFactory) -> AgentFactory:
    """Return a factory whose first agent is this one."""
    kept = [agent]
    return lambda: kept.pop() if kept else factory()
