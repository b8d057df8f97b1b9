"""Stacks where chips are posted for the main pot: the same to decisions, hands and memories."""

from pathlib import Path

from railbird.harness import PlayRules, play_matches
from railbird.harness.games.library import find_game
from railbird.harness.table.play_rules import PlannedMatch
from railbird.plugins import CALL, Action, HandRecord, Observation, load_registry

REGISTRY = load_registry()


def test_what_is_told_and_seen_of_stacks_agrees_where_dead_chips_are_posted() -> None:
    """Posted for the main pot they are in no stack: of a decision, a hand, or a stored one."""
    game = find_game("holdem-nolimit-ante", REGISTRY, 2)
    definition = game.definition
    dead = definition.variant.dead if definition.variant else ()
    assert any(dead)
    beside = tuple(whole - posted for whole, posted in zip(definition.stacks, dead, strict=True))
    seen: set[tuple[str, tuple[int, ...]]] = set()

    class Watcher:
        def act(self, observation: Observation) -> Action:
            seen.add(("decision", observation.starting_stacks))
            return CALL

        def end_hand(self, hand: HandRecord) -> None:
            seen.add(("hand", hand.starting_stacks))

    plan = PlannedMatch(3, ("a", "b"), 1)
    agents = {"a": Watcher, "b": Watcher}
    play_matches(game, [plan], agents, rules=PlayRules(hand_count=4))
    assert seen == {("decision", beside), ("hand", beside)}


def test_a_strategy_that_remembers_bets_plays_there(tmp_path: Path) -> None:
    file = tmp_path / "steals.pokerlang"
    rule = "rule when steal-bet <= 0.9 pot: raise 0.5 pot"
    file.write_text(f'pokerlang 1 strategy "steals" tactic all {rule} otherwise: call\n')
    game = find_game("holdem-nolimit-ante", REGISTRY, 2)
    factory = REGISTRY.agent("pokerlang").factory
    agents = {"a": lambda: factory(file=str(file)), "b": REGISTRY.agent("raise-pot").factory}
    rules = PlayRules(hand_count=30, raise_agent_errors=True)
    played = play_matches(game, [PlannedMatch(3, ("a", "b"), 1)], agents, rules=rules)
    assert not played.incidents.kind
