"""What agents remember of styles while they play equals a naive recount of the observed hands."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from railbird.native import PAYOFF_UNIT, STYLE_COUNTERS
from railbird.plugins import HandBatch, MatchBatch, StyleMemory
from tests.support.loop_stage import GAMES, LABELS, BatchDice, hand_texts, plan_matches, play
from tests.support.style_reference import recount

HANDS = 30
WON = STYLE_COUNTERS.index("showdowns_won")


class Watcher(BatchDice):
    """Plays as BatchDice and keeps what its memory said after every hand."""

    def __init__(self, window: int | None, kept: list[Any], *, twice: bool = False) -> None:
        self.window, self.kept, self.twice = window, kept, twice

    def start_matches(self, matches: MatchBatch) -> None:
        super().start_matches(matches)
        self.memory = StyleMemory(matches, window=self.window)

    def end_hands(self, hands: HandBatch) -> None:
        super().end_hands(hands)
        self.memory.tell(hands)
        if self.twice:
            self.memory.tell(hands)
            self.memory.tell(hands.take(slice(0, 1)))
        counts = self.memory.counts(hands.match)
        for row, (match, hand) in enumerate(
            zip(hands.match.tolist(), hands.hand_index.tolist(), strict=True)
        ):
            self.kept.append((match, hand, counts[row]))
            own = self.memory.counts(hands.match[row : row + 1], hands.seat[row : row + 1])
            assert np.array_equal(own[0], counts[row, hands.seat[row]])


def recounted(results: Any, match: int, definition: Any) -> Iterator[np.ndarray]:
    """Yield the counters of each hand, [N, counters] by seat, showdowns won from payoffs."""
    players = definition.player_count
    for hand, betting in enumerate(hand_texts(results, match)):
        by_position = recount(definition, betting)
        rows = np.zeros((players, len(STYLE_COUNTERS)), np.int64)
        for seat in range(players):
            counted = by_position[(seat - hand) % players]
            rows[seat] = [counted[name] for name in STYLE_COUNTERS]
            best = results.payoffs[match, hand].max()
            rows[seat, WON] = counted["showdowns"] and results.payoffs[match, hand, seat] == best
        yield rows


@pytest.mark.parametrize("window", [None, 1, 7, HANDS, HANDS + 5])
@pytest.mark.parametrize("name", ["kuhn-3p", "leduc", "holdem-limit-3p"])
@pytest.mark.parametrize("twice", [False, True])
def test_a_memory_holds_the_last_hands_of_every_match(
    name: str, window: int | None, twice: bool
) -> None:
    kept: list[Any] = []
    game = GAMES[name]
    agents = dict.fromkeys(LABELS, BatchDice) | {"a": partial(Watcher, window, kept, twice=twice)}
    results = play(game, agents, plan_matches(game, 6), hands=HANDS)
    hands = {m: np.stack(list(recounted(results, m, game.definition))) for m in range(6)}
    assert len(kept) == 6 * HANDS
    for match, hand, counts in kept:
        told = hands[match][max(0, hand + 1 - (window or HANDS)) : hand + 1]
        expected, actual = told.sum(axis=0), counts.copy()
        # In limit games winner takes all but for split pots, which the payoffs alone do not show.
        assert (actual[:, WON] >= expected[:, WON]).all() or name == "leduc"
        expected[:, WON] = actual[:, WON] = 0
        assert np.array_equal(actual, expected)


def test_split_pots_and_side_pots_are_won_by_who_gets_chips_of_others() -> None:
    kept: list[Any] = []
    game = GAMES["short-stacks"]
    agents = dict.fromkeys(LABELS, BatchDice) | {"a": partial(Watcher, None, kept)}
    results = play(game, agents, plan_matches(game, 6), hands=HANDS)
    last = {match: counts for match, hand, counts in kept if hand == HANDS - 1}
    for match, counts in last.items():
        won_chips = results.payoffs[match] >= PAYOFF_UNIT
        sure = (won_chips & results.showdown[match][:, None]).sum(axis=0)
        assert (counts[:, WON] >= sure).all()
        assert (counts[:, WON] <= counts[:, STYLE_COUNTERS.index("showdowns")]).all()


def test_a_window_needs_a_hand() -> None:
    game = GAMES["kuhn-3p"]
    agents = dict.fromkeys(LABELS, partial(Watcher, 0, []))
    with pytest.raises(ValueError, match="window is 0; give 1 or more hands, or None for all"):
        play(game, agents, plan_matches(game, 1), hands=1, raise_agent_errors=True)
