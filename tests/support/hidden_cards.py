"""One hand at a table of its own, played by slots, so that it can be played with other cards."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from railbird.harness.games.library import list_definitions, load_house_games
from railbird.native import NO_CARD, ActionKind, GameDefinition, MatchTables
from railbird.plugins import DecisionBatch, DecisionLists, DecisionSource, Game, HandBatch
from railbird.plugins.contract.columns import FORMER_NAMES, SEEN
from railbird.plugins.contract.observation import LISTS

RECORD = ("betting", "hole_cards", "board", "showdown", "starting_stacks")
GAMES_OF_STEPS = [
    pytest.param(game.name, definition, id=f"{game.name}-{definition.player_count}")
    for game in load_house_games()
    for definition in {
        one.player_count: one for one in (list_definitions(game)[0], list_definitions(game)[-1])
    }.values()
    if definition.variant is not None and not definition.variant.shares_stub
]


@dataclass
class Hand:
    """One hand at a table of its own, played by slots so that it can be played with other cards."""

    game: Game
    deal: np.ndarray

    def __post_init__(self) -> None:
        """Start it."""
        players = self.game.definition.player_count
        self.tables = MatchTables(
            self.game.definition,
            deals=self.deal[None, None],
            deck_of_match=[0],
            controllers=[list(range(players))],
            match_keys=np.array([7], np.uint64),
        )
        self.source = DecisionSource(
            self.game,
            self.tables.columns,
            self.tables.hand_index,
            self.tables.match_keys,
            pending_draws=self.tables.draws,
        )

    def look(self) -> tuple[dict[str, Any], DecisionBatch]:
        """Return all that the player to act is given, in both forms."""
        pending = self.tables.pending()
        batch = DecisionBatch.of_pending(self.source, pending, first=0, end=1)
        seen = {
            one.name: getattr(batch, one.name)
            for one in SEEN
            if one.make is not None and one.name not in FORMER_NAMES
        }
        lists = DecisionLists(batch)
        for name in LISTS:
            if name not in FORMER_NAMES:
                lists.make(name)
                seen[f"observation.{name}"] = getattr(lists, name)[0]
        return seen, batch

    def act(self, kind: int, amount: int) -> None:
        """Act."""
        pending = self.tables.pending()
        self.tables.apply(pending, np.array([kind], np.uint8), np.array([amount]))

    def record(self, seat: int) -> dict[str, Any]:
        """Return what a seat is told of the hand when it has ended."""
        hands = HandBatch(
            self.game,
            self.tables,
            match=np.array([0], np.int32),
            seat=np.array([seat], np.uint8),
            hand_index=np.array([0], np.int32),
        )
        return {name: getattr(hands, name) for name in RECORD}


def choose(random: np.random.Generator, batch: DecisionBatch, definition: GameDefinition) -> Any:
    """Choose a legal action at random; folds are rare, so that hands go on."""
    legal = int(batch.legal[0])
    weights = {ActionKind.FOLD: 0.1, ActionKind.CALL: 1.0, ActionKind.RAISE: 0.5}
    kinds = [kind for kind in ActionKind if legal >> kind & 1]
    chance = np.array([weights.get(kind, 1.0) for kind in kinds])
    kind = kinds[random.choice(len(kinds), p=chance / chance.sum())]
    if kind == ActionKind.RAISE:
        return kind.value, int(random.integers(batch.min_raise_to[0], batch.max_raise_to[0] + 1))
    if kind < ActionKind.EXCHANGE:
        return kind.value, 0
    held = int((batch.hole_cards[0] != NO_CARD).sum())
    count = random.integers(batch.min_cards[0], batch.max_cards[0] + 1)
    return kind.value, sum(1 << int(slot) for slot in random.choice(held, count, replace=False))


def known_cards(seen: dict[str, Any]) -> set[int]:
    """Return the cards that a player has seen: his own, the board's, those face up, those gone."""
    columns = ("hole_cards", "board", "up_cards", "seen_cards")
    return {int(card) for name in columns for card in np.ravel(seen[name])} - {NO_CARD}


def others_permuted(
    random: np.random.Generator, definition: GameDefinition, known: set[int]
) -> np.ndarray:
    """Return a card for each card: itself where it is known, another unseen one elsewhere."""
    unseen = np.array([card for card in definition.deck.tolist() if card not in known])
    mapped = np.arange(256, dtype=np.uint8)
    mapped[unseen] = (
        np.roll(random.permutation(unseen), 1) if len(unseen) < 2 else np.roll(unseen, 1)
    )
    return mapped
