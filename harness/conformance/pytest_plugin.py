"""The fixture for authors of agents, which pytest finds when railbird is installed.

    def test_the_agent_keeps_the_contract(check_agent):
        check_agent("my-agent", games=["kuhn-3p"], depth=3)

Further arguments are the agent's parameters. Nothing is imported until the fixture is used.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from railbird.plugins import AgentEntry

CheckAgent = Callable[..., None]


@pytest.fixture
def check_agent() -> CheckAgent:
    """Check an agent: ``check_agent(agent, games=None, plugins=(), **parameters)``.

    ``agent`` is the name of a registered agent, or an AgentEntry, which is then not created again
    in other processes. ``games`` are names or files, by default all that it plays; ``plugins`` are
    paths of plugins in which to look for it. The test fails with one sentence for each fault.
    """
    return _check_agent


def _check_agent(
    agent: "str | AgentEntry",
    *,
    games: Sequence[str] | None = None,
    plugins: Sequence[str] = (),
    **parameters: Any,
) -> None:
    from railbird.harness.conformance.check import Subject, check_conformance  # noqa: PLC0415
    from railbird.harness.conformance.report import describe_conformance  # noqa: PLC0415
    from railbird.harness.games.library import choose_games  # noqa: PLC0415  (see the module)
    from railbird.plugins import load_registry, read_plugin  # noqa: PLC0415

    registry = load_registry(map(read_plugin, plugins))
    entry = registry.agent(agent) if isinstance(agent, str) else agent
    subject = Subject(
        entry, parameters, tuple(map(str, plugins)), is_registered=isinstance(agent, str)
    )
    report = check_conformance(subject, choose_games(registry, games))
    if not report.has_passed:
        pytest.fail(describe_conformance(report), pytrace=False)
