"""The store of chains holds what a naive recount of the hands has, however they were told."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from railbird.agents.expected_value.betting.betting_lines import list_lines
from railbird.agents.expected_value.betting.betting_views import LOST, SHOWN, WON
from railbird.agents.expected_value.betting.walked_betting import WalkedBetting
from railbird.agents.expected_value.cards.card_strength import shown_strengths
from railbird.agents.expected_value.memory.chain_store import (
    ChainStore,
    EndedChains,
    mean_of_others,
)
from railbird.agents.expected_value.memory.matches import MatchRows
from railbird.harness import PlayRules, play_matches
from railbird.harness.conformance.staged_matches import Opponent
from railbird.native import ActionWalk, read_actions
from railbird.native.solver import measure_tree
from railbird.plugins import DecisionBatch, HandBatch, MatchBatch, load_registry
from railbird.results.store.match_keys import match_key

REGISTRY = load_registry()


@dataclass(frozen=True)
class Plan:
    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


class Teller:
    """Plays at random, keeps its hands, and tells them to a store."""

    def __init__(self) -> None:
        self.hands: list[tuple[Any, ...]] = []

    def start_matches(self, matches: MatchBatch) -> None:
        self.lines = list_lines(matches.game.definition)
        self.rows = MatchRows(matches)
        self.store, self.late = (ChainStore(self.lines, self.rows.count) for _ in range(2))

    def act_batch(self, decisions: DecisionBatch) -> Any:
        return Opponent().act_batch(decisions)

    def end_hands(self, hands: HandBatch) -> None:
        rows, ends = self.rows.of(hands), self.lines.ends_of(hands.betting)
        told = ends, np.argsort(hands.positions, axis=1), shown_strengths(hands)
        for _ in range(2):  # a call that is made again has no effect
            self.store.add(rows, hands.hand_index, EndedChains(*told))
        self.hands += list(zip(rows, hands.hand_index, *told, hands.betting, strict=True))


def play(game: str, players: int, *, matches: int, hands: int) -> Teller:
    teller = Teller()
    labels = tuple(f"agent {seat}" for seat in range(players))
    plans = [Plan(deck, labels, match_key(3, deck, labels)) for deck in range(matches)]
    factories: dict[str, Callable[[], Any]] = {labels[0]: lambda: teller}
    factories |= dict.fromkeys(labels[1:], Opponent)
    rules = PlayRules(hands, raise_agent_errors=True)
    play_matches(REGISTRY.game(game), plans, factories, rules=rules)
    return teller


def recount(teller: Teller) -> dict[tuple[int, int, str], list[float]]:
    """Follow every hand action by action; key: row, seat, betting with the action."""
    definition = teller.lines.definition
    found: dict[tuple[int, int, str], list[float]] = defaultdict(lambda: [0.0] * 10)
    walk = ActionWalk(definition)
    for row, _, _, seats, strengths, betting in teller.hands:
        walk.begin(definition.stacks, definition.blinds)
        steps, text = [], ""
        for part in betting.replace("/", " / ").split():
            if part == "/":
                walk.begin_round()
                text += "/"
                continue
            for _, kind, amount in read_actions(part):
                player, spent = walk.acting, walk.spent[walk.acting]
                walk.act(kind, amount)
                text += "fcr"[kind]
                steps.append((text, player, spent))
        for text, player, spent in steps:
            ending = LOST
            if player in walk.live:
                ending = WON if len(walk.live) == 1 else SHOWN
            entry = found[row, seats[player], text]
            entry[ending] += 1
            entry[3 + ending] += sum(walk.spent)
            entry[6 + ending] += walk.spent[player] - spent
            if ending == SHOWN:
                others = [strengths[other] for other in walk.live if other != player]
                entry[9] += sum(others) / len(others)
    return found


@pytest.mark.parametrize(
    ("game", "players", "matches", "hands"),
    [("kuhn-3p", 3, 20, 250), ("leduc", 2, 40, 120), ("holdem-limit-2p", 2, 6, 60)],
)
def test_the_store_equals_a_naive_recount(
    game: str, players: int, matches: int, hands: int
) -> None:
    teller = play(game, players, matches=matches, hands=hands)
    lines, expected = teller.lines, recount(teller)
    texts = [
        lines.tree.node_betting[node] + "fcr"[kind]
        for node, kind in zip(lines.edge_node, lines.tree.edge_kind, strict=True)
    ]
    rows = np.arange(teller.rows.count)
    chains = np.broadcast_to(np.arange(len(texts)), (len(rows), len(texts)))
    for seat in range(players):
        sums = teller.store.read(rows, np.full(len(rows), seat), chains)
        parts = sums.counts, sums.pots, sums.bets, sums.strength[..., None]
        table = np.concatenate(parts, axis=2)
        told = [[expected[row, seat, text] for text in texts] for row in rows.tolist()]
        assert np.abs(table - np.array(told)).max() < 1e-9
    assert len(teller.hands) == matches * hands


@pytest.mark.parametrize("game", ["leduc", "holdem-limit-2p"])
def test_levels_hold_what_their_chains_hold_and_batches_may_come_in_any_order(game: str) -> None:
    teller = play(game, 2, matches=4, hands=80)
    lines, rows = teller.lines, np.arange(teller.rows.count)
    every = np.broadcast_to(np.arange(lines.chain_count), (len(rows), lines.chain_count))
    found = teller.store.read(rows, np.zeros_like(rows), every)
    edges = len(lines.edge_node)
    for level in (1, 2):
        sums = np.zeros((len(rows), lines.chain_count, 3), np.int64)
        np.add.at(sums, (slice(None), lines.chains[:, level]), found.counts[:, :edges])
        used = np.unique(lines.chains[:, level])
        assert sums[:, used].tolist() == found.counts[:, used].tolist()
    # Matches one after the other, the last one first, each in two batches.
    for row in rows[::-1].tolist():
        own = [hand for hand in teller.hands if hand[0] == row]
        for part in (own[:33], own[33:]):
            told = [np.array(column) for column in list(zip(*part, strict=True))[:5]]
            teller.late.add(*told[:2], EndedChains(*told[2:]))
    late = teller.late.read(rows, np.zeros_like(rows), every)
    for name in ("counts", "pots", "bets"):
        assert (getattr(late, name) == getattr(found, name)).all()
    assert late.strength == pytest.approx(found.strength, abs=1e-9)


def test_chains_that_nobody_reached_have_nothing_however_large_the_table_grew() -> None:
    """One hand for each of many rows, whose number of chains differs; row 0 has none."""
    definition = REGISTRY.game("kuhn-2p").definition
    betting, texts = WalkedBetting(definition), list_lines(definition).tree.end_betting
    store, row, both = ChainStore(betting, 400), np.zeros(1, np.intp), np.array([[0, 1]])
    chains = betting.situations(betting.nodes_of([""])).chains
    for place, end in enumerate(np.random.default_rng(1).integers(0, len(texts), 399), 1):
        told = EndedChains(betting.ends_of([texts[end]]), both, np.full((1, 2), 0.5))
        store.add(row + place, row, told)
        found = store.read(row, row, chains)
        assert not found.counts.any()
        assert not found.strength.any()


def test_no_node_is_missing() -> None:
    for game, count in {"kuhn-2p": 4, "leduc": 36, "holdem-limit-2p": 6378}.items():
        lines = list_lines(REGISTRY.game(game).definition)
        assert lines.tree.node_count == count
        assert measure_tree(lines.definition, lists_deals=False).node_count == count


def test_the_mean_of_others_leaves_out_oneself_and_those_who_did_not_show() -> None:
    strengths = np.array([[0.2, 0.6, np.nan], [0.5, np.nan, np.nan]])
    assert mean_of_others(strengths) == pytest.approx(
        np.array([[0.6, 0.2, 0.4], [np.nan, 0.5, 0.5]]), nan_ok=True
    )
