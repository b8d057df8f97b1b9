"""Every agent that comes with railbird keeps the contract in each game that it claims."""

import pytest

from railbird.harness.conformance.check import Subject, check_conformance
from railbird.harness.conformance.report import describe_conformance
from railbird.plugins import Game, load_registry

REGISTRY = load_registry()
OURS = [
    name for name, offer in REGISTRY.agent_offers.items() if offer.origin.distribution == "railbird"
]


GENERALISTS = {"call", "coach", "fold", "raise", "raise-pot", "uniform"}
"""Those who ask of a game only whether they may raise, and how far."""


def games_for(name: str) -> dict[str, Game]:
    """Return every game an agent claims; for a generalist the smallest and largest of each kind."""
    claimed = {n: game for n, game in REGISTRY.games.items() if REGISTRY.agent(name).plays(game)}
    if name not in GENERALISTS:
        return claimed
    kinds: dict[tuple[object, ...], list[str]] = {}
    for game_name in sorted(claimed, key=lambda n: claimed[n].definition.player_count):
        of = claimed[game_name].definition
        kinds.setdefault((of.betting, of.round_count, len(of.deck)), []).append(game_name)
    chosen = {names[place] for names in kinds.values() for place in (0, -1)}
    return {n: game for n, game in claimed.items() if n in chosen}


@pytest.mark.parametrize("name", OURS)
def test_an_agent_keeps_the_contract(name: str) -> None:
    games = games_for(name)
    report = check_conformance(Subject(REGISTRY.agent(name)), games)
    assert report.has_passed, describe_conformance(report)
    assert report.games == tuple(games)
