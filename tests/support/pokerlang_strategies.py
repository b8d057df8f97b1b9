"""Strategies in PokerLang for tests, and what they do at given decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from railbird.agents.pokerlang.compiling.files import compile_text
from railbird.agents.pokerlang.playing.deciding import decide
from railbird.agents.pokerlang.playing.program import Program
from railbird.agents.pokerlang.situation.match_memory import MatchMemory
from railbird.agents.pokerlang.situation.view import View
from railbird.harness import MatchResults, PlayRules, play_matches
from railbird.native import STYLE_COUNTERS, GameDefinition, Tables, parse_cards, seat_order
from railbird.plugins import DecisionBatch, DecisionSource, Distribution, Game
from railbird.results.store.match_keys import match_key

HEAD = 'pokerlang 1 strategy "s"\n'


@dataclass(frozen=True)
class Plan:
    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


def table_of(players: int, stack: int = 3000) -> Game:
    """No-limit hold'em with blinds of 50 and 100."""
    first = (0,) * 4 if players > 2 else (1, 0, 0, 0)
    blinds = (50, 100, *[0] * (players - 2)) if players > 2 else (100, 50)
    definition = GameDefinition(
        betting="nolimit",
        player_count=players,
        round_count=4,
        stacks=(stack,) * players,
        blinds=blinds,
        raise_sizes=(),
        first_positions=((2 if players > 2 else 1), *first[1:]),
        max_raises=(255,) * 4,
        suit_count=4,
        rank_count=13,
        hole_card_count=2,
        board_card_counts=(0, 3, 1, 1),
    )
    return Game(f"table of {players}", definition)


def program(text: str) -> Program:
    """Compile the text after the header."""
    return compile_text(HEAD + text, "f")


def raising_when(test: str) -> Program:
    """A strategy that raises as little as possible where a test holds, and calls elsewhere."""
    return program(f"tactic t\n rule when {test}: raise min\n rule: call")


def play(game: Game, makers: Sequence[Any], *, matches: int = 3, hands: int = 100) -> MatchResults:
    """Play matches of agents, by seat, each match on a deck of its own."""
    labels = tuple(f"agent {seat}" for seat in range(len(makers)))
    plans = [Plan(deck, labels, match_key(1, deck, labels)) for deck in range(matches)]
    factories = dict(zip(labels, makers, strict=True))
    return play_matches(game, plans, factories, rules=PlayRules(hands))


def at(game: Game, betting: str, cards: str = "", board: str = "", **setup: Any) -> DecisionBatch:
    """One decision after a betting; `cards` are those of the player to act."""
    definition = game.definition
    tables, rows = Tables(definition, 1), np.zeros(1, np.int32)
    seats = seat_order(definition.player_count).seats_in(rows)
    tables.start_hands(rows, None, seats=seats, **setup)
    tables.play_betting(rows, [betting])
    position = tables.acting_position.copy()
    if cards:
        deal = np.full((1, tables.cards.shape[1]), 255, np.uint8)
        held = definition.hole_card_count
        deal[0, position[0] * held : (position[0] + 1) * held] = parse_cards(cards)
        start = definition.player_count * held
        deal[0, start : start + len(board) // 2] = parse_cards(board)
        tables.start_hands(rows, deal, seats=seats, **setup)
        tables.play_betting(rows, [betting])
    source = DecisionSource(game, tables.columns, rows, np.full(1, 7, np.uint64))
    return DecisionBatch(source, rows, seat=position, position=position)


def answer(of: Program, decisions: DecisionBatch, memory: Any = None) -> Distribution:
    """What a strategy declares."""
    return decide(of, View(decisions, decisions.hole_cards, memory))


def holds(test: str, decisions: DecisionBatch, memory: Any = None) -> list[bool]:
    """Where a test holds, by row."""
    of = raising_when(test)
    view = View(decisions, decisions.hole_cards, memory)
    when = of.tactics[0].rules[0].when
    assert when is not None
    return [bool(one) for one in when.holds(view, view.rows)]


def memory_of(bettings: list[str]) -> MatchMemory:
    """The memory of a match in which seats are positions."""
    memory = MatchMemory(1, seats=3, has_bets=True)
    count = len(bettings)
    hands = SimpleNamespace(
        game=table_of(3),
        betting=bettings,
        match=np.zeros(count, np.int32),
        hand_index=np.arange(count, dtype=np.int32),
        positions=np.tile(np.arange(3), (count, 1)),
        starting_stacks=np.full((count, 3), 3000),
        blinds=np.tile([50, 100, 0], (count, 1)),
        ante=np.zeros(count, np.int64),
        style_counts=np.zeros((count, 3, len(STYLE_COUNTERS)), np.uint8),
    )
    for _ in range(2):  # the second time it is known already
        memory.tell(hands)  # type: ignore[arg-type]
    return memory
