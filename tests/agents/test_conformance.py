"""Every agent that comes with railbird keeps the contract in each game that it claims."""

import pytest

from railbird.harness.conformance import Subject, check_conformance
from railbird.harness.conformance_report import describe_conformance
from railbird.plugins import load_registry

REGISTRY = load_registry()
OURS = [
    name for name, offer in REGISTRY.agent_offers.items() if offer.origin.distribution == "railbird"
]


@pytest.mark.parametrize("name", OURS)
def test_an_agent_keeps_the_contract(name: str) -> None:
    report = check_conformance(Subject(REGISTRY.agent(name)), REGISTRY.games)
    assert report.has_passed, describe_conformance(report)
    assert report.games == tuple(
        game.name for game in REGISTRY.games.values() if REGISTRY.agent(name).plays(game)
    )
