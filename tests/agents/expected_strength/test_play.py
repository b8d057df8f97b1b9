"""The agent plays every shipped game, by what it may see, whatever it is asked together with."""

import numpy as np
import pytest
from hidden_cards import GAMES_OF_STEPS, Hand, choose, known_cards, others_permuted
from hypothesis import given, settings
from random_variants import variant_games
from small_runs import contents

from railbird.agents import ExpectedStrength
from railbird.agents.expected_strength.sight import cards_in_sight, held_in_the_end
from railbird.harness import AgentSpec, PlayRules, Processes, Spec, play_here, play_matches, run
from railbird.harness.games.library import find_game, list_definitions, load_house_games
from railbird.native import NO_CARD, ActionKind, GameDefinition
from railbird.plugins import AgentError, Game, load_registry
from railbird.results.store.match_keys import match_key

REGISTRY = load_registry()
SAMPLES = 20
SHIPPED = [
    pytest.param(Game(game.name, definition), id=f"{game.name}-{definition.player_count}")
    for game in load_house_games()
    for definition in {
        one.player_count: one for one in (list_definitions(game)[0], list_definitions(game)[-1])
    }.values()
]


class Plan:
    """One match of these labels."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.deck_seed, self.agents = 3, labels
        self.match_key = match_key(1, 3, labels)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_shipped_game_is_played_without_incident(game: Game) -> None:
    names = ["expected-strength", "uniform", "call", "expected-strength", "raise"] * 2
    labels = tuple(f"{name} {seat}" for seat, name in enumerate(names))
    labels = labels[: game.definition.player_count]
    factories = {
        label: (lambda: ExpectedStrength(samples=SAMPLES))
        if label.startswith("expected")
        else REGISTRY.agents[label.split()[0]].factory
        for label in labels
    }
    results = play_matches(game, [Plan(labels)] * 1, factories, rules=PlayRules(30))
    assert results.incidents.kind == []
    assert (results.payoffs.sum(axis=2) == 0).all()
    assert results.payoffs.any()


@given(variant_games())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_games_that_nobody_ships_are_played_without_incident(definition: GameDefinition) -> None:
    labels = tuple(f"expected {seat}" for seat in range(definition.player_count))
    factories = dict.fromkeys(labels, lambda: ExpectedStrength(samples=4))
    results = play_matches(
        Game("random", definition), [Plan(labels)], factories, rules=PlayRules(8)
    )
    assert results.incidents.kind == []
    assert (results.payoffs.sum(axis=2) == 0).all()


@pytest.mark.parametrize(("name", "definition"), GAMES_OF_STEPS)
def test_hidden_cards_change_nothing_that_is_declared(
    name: str, definition: GameDefinition
) -> None:
    random = np.random.default_rng(definition.player_count)
    game, agent = Game(name, definition), ExpectedStrength(samples=SAMPLES)
    deal = random.permutation(definition.deck)[: definition.cards_per_hand].astype(np.uint8)
    hand, actions = Hand(game, deal), []
    while not hand.tables.is_finished:
        seen, batch = hand.look()
        mapped = others_permuted(random, definition, known_cards(seen))
        other = Hand(game, mapped[deal])
        for action in actions:
            other.act(*action)
        _, shown = other.look()
        declared = agent.probabilities_batch(batch, batch.hole_cards)
        again = agent.probabilities_batch(shown, shown.hole_cards)
        assert declared.probability.tolist() == again.probability.tolist()
        assert [bound.tolist() for bound in declared.bounds()] == [
            bound.tolist() for bound in again.bounds()
        ]
        check_sight(batch, definition)
        actions.append(choose(random, batch, definition))
        hand.act(*actions[-1])


def check_sight(batch, definition: GameDefinition) -> None:
    """The opponents left, their cards face up, and no card of its own among the dead ones."""
    seen = cards_in_sight(batch, batch.hole_cards)
    assert seen.opponents[0] == (~batch.has_folded[0]).sum() - 1
    position = int(batch.position[0])
    live_up = [
        sorted(int(card) for card in batch.up_cards[0, place] if card != NO_CARD)
        for place in range(definition.player_count)
        if place != position and not batch.has_folded[0, place]
    ]
    rows = seen.up_cards[0][: seen.opponents[0]].tolist() if seen.up_cards.shape[1] else []
    assert [sorted(card for card in row if card != NO_CARD) for row in rows] == live_up[: len(rows)]
    own = batch.hole_cards[0][batch.hole_cards[0] != NO_CARD]
    assert not set(own.tolist()) & set(seen.dead[0].tolist())


def test_cards_that_everybody_holds_in_the_end() -> None:
    """By the round looked from: discards to come are not foreseen, deals to come are."""
    expected = {
        "pineapple": (3, 3, 2, 2, 2),
        "anaconda": (7, 7, 7, 7, 7, 7, 5, 5),
        "seven-card-stud": (7,) * 5,
        "badugi": (4,) * 7,
    }
    for name, held in expected.items():
        definition = find_game(name, REGISTRY, 2).definition
        assert held_in_the_end(definition) == held
    assert held_in_the_end(find_game("seven-card-stud", REGISTRY, 8).definition) == (6,) * 5
    assert held_in_the_end(find_game("holdem-limit-2p", REGISTRY).definition) == (2,) * 4


def spec(**keys: object) -> Spec:
    agents = tuple(
        AgentSpec(agent=name, parameters=parameters)
        for name, parameters in (
            ("expected-strength", {"samples": SAMPLES}),
            ("uniform", {}),
            ("call", {}),
        )
    )
    basic = {"name": "strength", "game": "five-card-draw", "players": 2, "agents": agents}
    return Spec(**basic | {"hands_per_match": 20, "decks": 4, "hands_per_chunk": 80} | keys)


def test_any_number_of_workers_and_any_chunks_give_the_same_hands(tmp_path) -> None:
    run(spec(), folder=tmp_path / "here", dispatch=play_here)
    run(spec(), folder=tmp_path / "there", dispatch=Processes(2))
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


@pytest.mark.parametrize("samples", [0, -5, 2.5, True, "many", 1_000_001])
def test_samples_that_are_no_number_of_deals_are_refused(samples: object) -> None:
    with pytest.raises(AgentError, match=r"samples is .*; give a whole number from 1 to 1,000,000"):
        ExpectedStrength(samples=samples)  # type: ignore[arg-type]


def test_cards_passed_on_may_be_anybody_s_and_those_thrown_away_nobody_s() -> None:
    """In Anaconda 3, 2 and 1 cards are passed on, and 2 of the 7 thrown away in the end."""
    game = find_game("anaconda", REGISTRY, 2)
    deal = game.definition.deck[np.random.default_rng(4).permutation(52)].astype(np.uint8)
    hand = Hand(game, deal[: game.definition.cards_per_hand])
    thrown: dict[int, set[int]] = {0: set(), 1: set()}
    while not hand.tables.is_finished:
        _, batch = hand.look()
        seen, position = cards_in_sight(batch, batch.hole_cards), int(batch.position[0])
        assert set(seen.dead[0].tolist()) - {NO_CARD} == thrown[position]
        kind = next(kind for kind in reversed(ActionKind) if batch.legal[0] >> kind & 1)
        kind = ActionKind.CALL if kind == ActionKind.RAISE else kind
        slots = (1 << int(batch.min_cards[0])) - 1
        if kind == ActionKind.EXCHANGE:
            thrown[position] = set(batch.hole_cards[0, :2].tolist())
        hand.act(kind.value, slots)
    assert all(len(cards) == 2 for cards in thrown.values())
