"""Rows made from stored hands are the rows that an agent sees in play, byte for byte."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from clone_cases import GAMES, archetype_cases, played

from railbird.agents.baselines import Uniform
from railbird.agents.clone.decisions.features import WINDOW, FeatureSet
from railbird.agents.clone.decisions.replay import (
    decisions_of,
    has_choice,
    list_actions,
    take_hands,
)
from railbird.native import NO_CARD, deal_layout
from railbird.plugins import DecisionBatch, HandBatch, MatchBatch, StyleMemory


class Watching:
    """The uniform player, which writes down its features and what it does."""

    def __init__(self, feature_set: FeatureSet) -> None:
        self.feature_set = feature_set
        self.rows: dict[tuple[int, int, int], tuple[bytes, int, int]] = {}

    def start_matches(self, matches: MatchBatch) -> None:
        self._memory = StyleMemory(matches, window=WINDOW)

    def end_hands(self, hands: HandBatch) -> None:
        self._memory.tell(hands)

    def act_batch(self, decisions: DecisionBatch) -> Any:
        counts = self._memory.counts(decisions.match)
        by_position = counts[np.arange(len(decisions))[:, None], decisions.seats]
        features = self.feature_set.compute(decisions, decisions.hole_cards, counts=by_position)
        said = Uniform().probabilities_batch(decisions, decisions.hole_cards)
        kinds, amounts = decisions.sample(said)
        for row in np.flatnonzero(has_choice(decisions.legal)).tolist():
            key = (decisions.match[row], decisions.hand_index[row], decisions.decision[row])
            amount = int(amounts[row]) if kinds[row] == 2 else 0
            self.rows[tuple(map(int, key))] = (features[row].tobytes(), int(kinds[row]), amount)
        return kinds, amounts


@pytest.mark.parametrize(
    ("name", "opponents"),
    [
        ("kuhn-3p", False),
        ("leduc", True),
        ("holdem-limit-3p", True),
        ("holdem-nolimit-6p", False),
        ("holdem-nolimit-6p", True),
        ("holdem-preflop-nolimit-2p", False),
    ],
)
def test_features_at_play_are_those_from_the_log(name: str, opponents: bool) -> None:
    game = GAMES[name]
    feature_set = FeatureSet(game.definition, has_opponents=opponents)
    watching = Watching(feature_set)
    others = [Uniform() for _ in range(game.definition.player_count - 1)]
    hands = played(game, [watching, *others], decks=3, hands=230 if opponents else 40)
    found = decisions_of(game, [hands], 0, feature_set=feature_set)
    assert len(found) == len(watching.rows) > 50
    expected = [watching.rows[key] for key in sorted(watching.rows)]
    assert [row.tobytes() for row in found.features] == [one[0] for one in expected]
    assert found.kind.tolist() == [one[1] for one in expected]
    if game.definition.raises_are_sized:
        assert found.raise_to.tolist() == [one[2] for one in expected]


def test_hands_in_pieces_give_the_same_rows() -> None:
    game = GAMES["leduc"]
    hands = played(game, [Uniform(), Uniform()], decks=4, hands=25)
    feature_set = FeatureSet(game.definition, has_opponents=True)
    whole = decisions_of(game, [hands], 1, feature_set=feature_set)
    pieces = [take_hands(hands, slice(first, first + 7)) for first in range(0, 100, 7)]
    parts = decisions_of(game, pieces, 1, feature_set=feature_set)
    assert whole.features.tobytes() == parts.features.tobytes()
    assert (whole.hand == parts.hand).all()


def test_stacks_of_a_hand_are_its_own() -> None:
    game = GAMES["holdem-nolimit-3p"]
    hands = played(game, [Uniform()] * 3, decks=1, hands=30)
    players = game.definition.player_count
    deep = np.full((len(hands), players), 4 * max(game.definition.stacks), np.int64)
    with_own = replace(hands, stacks=deep, blinds=np.tile(game.definition.blinds, (30, 1)))
    rows = [betting_is_short(text) for text in texts_of(hands)]
    feature_set = FeatureSet(game.definition)
    usual = decisions_of(game, [hands], 0, feature_set=feature_set)
    own = decisions_of(game, [pick(with_own, rows)], 0, feature_set=feature_set)
    m = feature_set.names.index("M")
    assert len(own) > 5
    assert own.features[:, m].max() > 3 * usual.features[:, m].max()


def texts_of(hands: Any) -> list[str]:
    ends = hands.betting_offsets.tolist()
    letters = hands.betting.tobytes().decode()
    return [letters[a:b] for a, b in pairwise(ends)]


def betting_is_short(text: str) -> bool:
    """Whether nobody went all-in, so that the betting is legal with deeper stacks."""
    return not text.endswith("///") and "//" not in text and str(20000) not in text


def pick(hands: Any, rows: list[bool]) -> Any:
    chosen = [take_hands(hands, slice(i, i + 1)) for i, is_in in enumerate(rows) if is_in]
    names = ("cards", "betting", "payoffs", "seats", "match", "stacks", "blinds")
    columns = {name: np.concatenate([getattr(one, name) for one in chosen]) for name in names}
    offsets = np.cumsum([0, *(len(one.betting) for one in chosen)])
    return replace(hands, betting_offsets=offsets, **columns)


def test_unknown_cards_are_unknown_features() -> None:
    game = GAMES["leduc"]
    hands = played(game, [Uniform(), Uniform()], decks=2, hands=20)
    slots = deal_layout(game.definition).hole_slots[0]
    cards = hands.cards.copy()
    cards[:, slots] = NO_CARD
    feature_set = FeatureSet(game.definition)
    found = decisions_of(game, [replace(hands, cards=cards)], 0, feature_set=feature_set)
    is_hidden = found.position == 0
    assert (found.is_known == ~is_hidden).all()
    assert is_hidden.any()
    assert np.isnan(found.features[is_hidden, 0]).all()
    assert not np.isnan(found.features[~is_hidden]).any()


def test_actions_are_read_as_written() -> None:
    game = GAMES["holdem-nolimit-3p"]
    hands = played(game, [Uniform()] * 3, decks=1, hands=50)
    kinds, amounts, offsets = list_actions(hands)
    for row, text in enumerate(texts_of(hands)):
        letters = "".join("fcr"[kind] for kind in kinds[offsets[row] : offsets[row + 1]])
        assert letters == "".join(letter for letter in text if letter in "fcr")
        sizes = [int(part) for part in "".join(c if c.isdigit() else " " for c in text).split()]
        made = amounts[offsets[row] : offsets[row + 1]]
        assert made[made > 0].tolist() == sizes


def test_no_feature_depends_on_how_the_hand_goes_on() -> None:
    game = GAMES["holdem-limit-3p"]
    found = archetype_cases("holdem-limit-3p", "fox", 4, 30)
    hands = played(game, [*map(make_archetype, ("fox", "fish", "maniac"))], decks=4, hands=30)
    random = np.random.default_rng(1)
    cards = hands.cards.copy()
    layout = deal_layout(game.definition)
    for row in range(len(cards)):  # other cards for what nobody saw before the flop
        free = np.setdiff1d(np.arange(52), cards[row])
        cards[row, layout.board_slots] = random.choice(free, 5, replace=False)
    changed = decisions_of(
        game, [replace(hands, cards=cards)], 0, feature_set=FeatureSet(game.definition)
    )
    before = found.round_index == 0
    assert found.features[before].tobytes() == changed.features[before].tobytes()
    assert found.features[~before].tobytes() != changed.features[~before].tobytes()


def make_archetype(style: str) -> Any:
    from railbird.agents.holdem.archetype import Archetype  # noqa: PLC0415 - named here alone

    return Archetype(style)
