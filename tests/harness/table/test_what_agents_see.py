"""Every field of an observation, against a slow recomputation from the betting string alone."""

import itertools
import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from loop_stage import GAMES, PLAYED, Dice, bytes_of, plan_matches, play

from railbird.native import NO_CARD, GameDefinition, compile_game, deal_cards
from railbird.plugins import (
    Action,
    ActionKind,
    CardTexts,
    DecisionBatch,
    Distribution,
    Observation,
)

FIELDS = [
    "seat",
    "position",
    "seat_count",
    "hand_index",
    "round_index",
    "decision",
    "hole_cards",
    "board",
    "betting",
    "pot",
    "starting_stacks",
    "contributions",
    "has_folded",
    "to_call",
    "legal",
    "can_fold",
    "can_raise",
    "min_raise_to",
    "max_raise_to",
]
READABLE = ["cards", "actions"]
"""What an observation has and a batch has not."""

HANDS = 12


@dataclass
class Reference:
    """The rules of the ACPC, written down for one table and for reading."""

    game: GameDefinition
    spent: list[int] = field(init=False)
    folded: set[int] = field(default_factory=set)
    taken: list[tuple[int, int, int, int]] = field(default_factory=list)
    round: int = 0
    decisions: int = 0

    def __post_init__(self) -> None:
        self.spent = list(self.game.blinds)
        big = max(self.game.blinds)
        self.least = 2 * big if big else 1
        self.start_round()

    def start_round(self) -> None:
        self.raises = self.actions = 0
        self.waiting = {p for p in self.players() if self.can_act(p)}
        self.acting = self.next_from(self.game.first_positions[self.round])

    def players(self) -> range:
        return range(self.game.player_count)

    def can_act(self, position: int) -> bool:
        has_chips = self.spent[position] < self.game.stacks[position]
        return position not in self.folded and has_chips

    def next_from(self, start: int) -> int:
        turn = ((start + step) % self.game.player_count for step in self.players())
        return next(position for position in turn if self.can_act(position))

    def play(self, betting: str) -> None:
        for letter, size in re.findall(r"([fcr/])(\d*)", betting):
            if letter == "/":
                self.round += 1
                self.least = max(self.spent) + max(*self.game.blinds, 1)
                self.start_round()
                continue
            self.act(letter, int(size or 0))
            self.decisions, self.actions = self.decisions + 1, self.actions + 1
            if self.waiting:
                self.acting = self.next_from(self.acting + 1)

    def act(self, letter: str, size: int) -> None:
        me, highest = self.acting, max(self.spent)
        self.waiting.discard(me)
        if letter == "f":
            self.folded.add(me)
        elif letter == "c":
            self.spent[me] = min(highest, self.game.stacks[me])
        else:
            self.spent[me] = size or self.raise_bounds()[0]
            self.least = max(self.least, 2 * self.spent[me] - highest)
            self.raises += 1
            self.waiting = {p for p in self.players() if p != me and self.can_act(p)}
        amount = self.spent[me] if letter == "r" else 0
        self.taken.append((me, "fcr".index(letter), amount, self.round))

    def can_fold(self) -> bool:
        return self.spent[self.acting] < max(self.spent)

    def can_raise(self) -> bool:
        return (
            self.raises < self.game.max_raises[self.round]
            and sum(self.can_act(position) for position in self.players()) > 1
            and max(self.spent) < self.game.stacks[self.acting]
            and self.actions + self.game.player_count <= 64
        )

    def raise_bounds(self) -> tuple[int, int]:
        stack = self.game.stacks[self.acting]
        if self.game.is_limit:
            size = min(max(self.spent) + self.game.raise_sizes[self.round], stack)
            return size, size
        return min(self.least, stack), stack


def expected(game: GameDefinition, seen: dict[str, Any], deal: list[int]) -> dict[str, Any]:
    table = Reference(game)
    table.play(seen["betting"])
    me, players, width = table.acting, game.player_count, game.hole_card_count
    bounds = table.raise_bounds() if table.can_raise() else (0, 0)
    board_end = compile_game(game).board_card_ends[table.round]
    return {
        "seat": (me + seen["hand_index"]) % players,
        "position": me,
        "seat_count": players,
        "hand_index": seen["hand_index"],
        "round_index": table.round,
        "decision": table.decisions,
        "hole_cards": tuple(deal[me * width : (me + 1) * width]),
        "board": tuple(deal[players * width :][:board_end]),
        "betting": seen["betting"],
        "pot": sum(table.spent),
        "starting_stacks": game.stacks,
        "contributions": tuple(table.spent),
        "has_folded": tuple(position in table.folded for position in range(players)),
        "to_call": min(max(table.spent), game.stacks[me]) - table.spent[me],
        "legal": 2 + table.can_fold() + 4 * table.can_raise(),
        "can_fold": table.can_fold(),
        "can_raise": table.can_raise(),
        "min_raise_to": bounds[0],
        "max_raise_to": bounds[1],
    }


def expected_to_read(game: GameDefinition, seen: dict[str, Any]) -> dict[str, Any]:
    table = Reference(game)
    table.play(seen["betting"])
    written = {
        part: seen[numbers] for part, numbers in (("hole", "hole_cards"), ("board", "board"))
    }
    texts = {
        part: tuple("23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in cards)
        for part, cards in written.items()
    }
    return {"cards": CardTexts(**texts), "actions": tuple(table.taken)}


class Witness(Dice):
    """Plays like Dice and copies all it sees; fields are read in an order of its own."""

    def __init__(self, number: int, seen: list[Any]) -> None:
        super().__init__()
        self.number, self.seen = number, seen

    def act(self, observation: Observation) -> Action:
        fields = [*READABLE, *FIELDS]
        order = fields[self.number % 7 :] + fields[: self.number % 7]
        self.seen.append({name: getattr(observation, name) for name in order})
        return super().act(observation)


@pytest.mark.parametrize("name", [*PLAYED, "holdem-nolimit-6p", "kuhn-2p"])
def test_an_observation_is_what_the_betting_says(name: str) -> None:
    game, plans = GAMES[name].definition, plan_matches(GAMES[name], 4)
    for number, plan in enumerate(plans):
        seen: list[Any] = []
        play(GAMES[name], lambda n=number, s=seen: Witness(n, s), [plan], hands=HANDS)
        deals = deal_cards(game, plan.deck_seed, HANDS).tolist()
        assert len(seen) > HANDS
        for entry in seen:
            readable = {name: entry.pop(name) for name in READABLE}
            assert readable == expected_to_read(game, entry)
            assert all(type(one.kind) is ActionKind for one in readable["actions"])
            assert entry == expected(game, entry, deals[entry["hand_index"]])
            for single in itertools.chain.from_iterable(
                value if isinstance(value, tuple) else (value,) for value in entry.values()
            ):
                assert type(single) in (int, bool, str)


@pytest.mark.parametrize("name", PLAYED)
def test_columns_are_the_observations_of_their_rows(name: str) -> None:
    seen: list[Any] = []

    class BatchRecorder:
        def act_batch(self, decisions: DecisionBatch) -> Any:
            columns = {field: getattr(decisions, field) for field in FIELDS}
            for row in range(len(decisions)):
                entry = {field: at(column, row) for field, column in columns.items()}
                entry["board"] = tuple(card for card in entry["board"] if card != NO_CARD)
                seen.append((int(decisions.match[row]), entry))
            return np.where(decisions.random() < 0.7, 1, 2), decisions.min_raise_to

    def at(column: Any, row: int) -> Any:
        if isinstance(column, int):
            return column
        value = column[row]
        if isinstance(value, str):
            return value
        return tuple(value.tolist()) if value.ndim else value.item()

    game, plans = GAMES[name].definition, plan_matches(GAMES[name], 4)
    play(GAMES[name], BatchRecorder, plans, hands=HANDS)
    deals = [deal_cards(game, plan.deck_seed, HANDS).tolist() for plan in plans]
    assert {match for match, _ in seen} == set(range(4))
    for match, entry in seen:
        assert entry == expected(game, entry, deals[match][entry["hand_index"]])


@pytest.mark.parametrize("name", PLAYED)
def test_agents_may_write_into_what_they_are_handed(name: str) -> None:
    """Columns are the agent's own, or cannot be written: neither changes what is played or seen."""

    class Modest:
        def probabilities_batch(self, decisions: DecisionBatch, hole_cards: Any) -> Distribution:
            strong = (hole_cards.max(axis=1) % 5 + 1) * (decisions.legal > 3)
            shares = np.column_stack([np.ones(len(decisions)), strong]) / (1 + strong)[:, None]
            bounds = decisions.min_raise_to, decisions.max_raise_to
            return Distribution(shares, np.array([1, 2], np.uint8), *bounds)

        def act_batch(self, decisions: DecisionBatch) -> Any:
            raise AssertionError("who declares is not asked")

    class Scribbler(Modest):
        def probabilities_batch(self, decisions: DecisionBatch, hole_cards: Any) -> Distribution:
            declared = super().probabilities_batch(decisions, hole_cards.copy())
            copied = declared._replace(least=declared.least.copy(), most=declared.most.copy())  # type: ignore[union-attr]
            for column in (hole_cards, decisions.hole_cards, decisions.legal):
                column.fill(9)
            for column in (getattr(decisions, name) for name in FIELDS):
                if isinstance(column, np.ndarray) and column.flags.writeable:
                    column.fill(7)
            return copied

    plans = plan_matches(GAMES[name], 4)
    modest, scribbled = (
        play(GAMES[name], agent, plans, hands=HANDS) for agent in (Modest, Scribbler)
    )
    assert not scribbled.incidents.kind
    for match in range(4):
        assert bytes_of(modest, match) == bytes_of(scribbled, match)
