"""Every agent that comes with railbird keeps the contract in each game that it claims."""

from inspect import Parameter
from pathlib import Path
from typing import Any

import pytest
from clone_cases import leduc_model
from dcubot_hands import a_net

from railbird.agents.clone.model import model_file
from railbird.agents.dcubot.net.weights import write_weights
from railbird.harness.conformance.check import Subject, check_conformance
from railbird.harness.conformance.report import describe_conformance
from railbird.plugins import AgentError, Game, load_registry, parameters_of

REGISTRY = load_registry()
OURS = [
    name
    for name, offer in REGISTRY.agent_offers.items()
    if offer.origin.distribution == "railbird" and not REGISTRY.agent(name).is_asynchronous
]


GENERALISTS = {
    "call",
    "coach",
    "expected-strength",
    "fold",
    "hansen",
    "pokerlang",
    "pokertron",
    "raise",
    "raise-most",
    "raise-pot",
    "random",
    "uniform",
}
"""Those who ask of a game only what is legal, and how far they may raise."""

PLAIN = GENERALISTS - {"expected-strength", "hansen", "pokerlang", "uniform"}
"""Of those, the ones to whom the number of players makes no difference that `uniform` lacks."""


def parameters_for(name: str, folder: Path) -> dict[str, Any]:
    """Return what an agent needs, or needs to be fast; KeyError where that is not known here."""
    if name == "expected-strength":
        return {"samples": 50}
    found = parameters_of(REGISTRY.agent(name)).values()
    if all(parameter.default is not Parameter.empty for parameter in found):
        return {}
    if name == "pokerlang":
        strategy = folder / "mine.pokerlang"
        strategy.write_text('pokerlang 1 strategy "mine" tactic all rule: raise 50% 40%, fold')
        return {"file": str(strategy)}
    files = {"clone": write_clone, "dcubot-model": write_model}
    return {"file": files[name](folder / "model.arrow")}


def write_model(path: Path) -> str:
    write_weights(path, a_net("leduc", player_types=3))
    return str(path)


def write_clone(path: Path) -> str:
    model_file.write_model(path, leduc_model())
    return str(path)


def games_for(name: str, parameters: dict[str, Any]) -> dict[str, Game]:
    """Return every game an agent claims; for a generalist the smallest and largest of each kind.

    For a plain one only the smallest.
    Games are of a kind where bets have the same limits and cards the same ways to change.
    """
    entry = REGISTRY.agent(name)
    claimed = {n: game for n, game in REGISTRY.games.items() if entry.plays(game, parameters)}
    if name not in GENERALISTS:
        return claimed
    kinds: dict[tuple[object, ...], list[str]] = {}
    for game_name in sorted(claimed, key=lambda n: claimed[n].definition.player_count):
        of = claimed[game_name].definition
        kind = (of.betting, of.has_card_rounds, of.first_depends_on_cards)
        kinds.setdefault(kind, []).append(game_name)
    places = (0,) if name in PLAIN else (0, -1)
    chosen = {names[place] for names in kinds.values() for place in places}
    return {n: game for n, game in claimed.items() if n in chosen}


@pytest.mark.parametrize("name", OURS)
def test_an_agent_keeps_the_contract(name: str, tmp_path: Path) -> None:
    parameters = parameters_for(name, tmp_path)
    games = games_for(name, parameters)
    report = check_conformance(Subject(REGISTRY.agent(name), parameters), games)
    assert report.has_passed, describe_conformance(report)
    assert report.games == tuple(games)


def test_an_agent_that_needs_a_file_is_not_checked_without_one() -> None:
    entry = REGISTRY.agent("dcubot-model")
    assert not any(entry.plays(game, {}) for game in REGISTRY.games.values())
    with pytest.raises(AgentError, match="'dcubot-model' needs the parameter 'file'; give it a v"):
        check_conformance(Subject(entry), REGISTRY.games)
