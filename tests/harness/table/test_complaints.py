"""An agent's complaint is an incident of each of its matches, and costs it nothing."""

from dataclasses import dataclass
from typing import Any

import pytest

from railbird.harness import PlayRules, play_matches
from railbird.plugins import (
    CALL,
    AgentEntry,
    Game,
    Match,
    MatchBatch,
    Observation,
    decide_batch,
    load_registry,
)
from railbird.results.store.match_keys import match_key

REGISTRY = load_registry()
TEXT = "the game of /home/somebody/kuhn is not mine"


@dataclass(frozen=True)
class Plan:
    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


class Simple:
    """Complains in every match."""

    def start_match(self, match: Match) -> str:
        return TEXT

    def act(self, observation: Observation) -> Any:
        return CALL


class Batch:
    """The same in batch form."""

    def start_matches(self, matches: MatchBatch) -> str:
        return TEXT

    def act_batch(self, decisions: Any) -> Any:
        return decide_batch(REGISTRY.agent("call").factory(), decisions)


class Content(Simple):
    """Has no complaint, and returns values that are not sentences."""

    def start_match(self, match: Match) -> Any:
        return ["", None, 5, []][match.seat]


def play(game: Game, factory: Any, **rules: Any) -> Any:
    labels = ("hero", "other", "third")
    plans = [Plan(deck, labels, match_key(1, deck, labels)) for deck in range(3)]
    agents = dict.fromkeys(labels, REGISTRY.agent("call").factory)
    agents["hero"] = factory
    return play_matches(game, plans, agents, rules=PlayRules(4, **rules))


@pytest.mark.parametrize("rule", ["acpc", "strict"])
@pytest.mark.parametrize("factory", [Simple, Batch])
@pytest.mark.parametrize("watch", [None, lambda label, moment: None])
def test_a_complaint_is_an_incident_and_the_match_is_played(
    factory: Any, rule: str, watch: Any
) -> None:
    game = REGISTRY.game("kuhn-3p")
    results = play(game, factory, misbehaviour=rule, watch=watch)
    incidents = results.incidents
    assert incidents.kind == ["complaint"] * 3
    assert incidents.match == [0, 1, 2]
    assert set(incidents.hand) == set(incidents.decision) == set(incidents.seat) == {0}
    assert set(incidents.text) == {"the game of <path> is not mine"}
    calm = play(game, REGISTRY.agent("call").factory)
    assert (results.payoffs == calm.payoffs).all()


def test_who_has_nothing_to_say_complains_of_nothing() -> None:
    assert play(REGISTRY.game("kuhn-3p"), Content).incidents.kind == []


def test_an_agent_that_complains_keeps_the_contract(check_agent: Any) -> None:
    for factory in (Simple, Batch):
        check_agent(AgentEntry("complainer", factory), games=["kuhn-3p"])
