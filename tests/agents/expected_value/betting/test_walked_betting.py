"""Betting that is read as it comes says the same as betting that is listed."""

import numpy as np
import pytest

from railbird.agents.expected_value.betting.betting_lines import list_lines
from railbird.agents.expected_value.betting.walked_betting import WalkedBetting
from railbird.agents.expected_value.memory.key_table import NO_NUMBER, KeyTable
from railbird.plugins import load_registry

REGISTRY = load_registry()
GAMES = ["holdem-limit-2p", "kuhn-3p", "leduc"]


def pairs_of(walked: np.ndarray, listed: np.ndarray) -> set[tuple[int, int]]:
    return set(zip(walked.ravel().tolist(), listed.ravel().tolist(), strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_listed_game_is_read_alike(game: str) -> None:
    """Two digests are the same where the listed chains of that level are the same.

    Whether one may have to fold later is known exactly only where all is listed.
    """
    definition = REGISTRY.game(game).definition
    lines, walked = list_lines(definition), WalkedBetting(definition)
    texts = list(lines.tree.node_betting)
    one, other = (b.situations(b.nodes_of(texts)) for b in (walked, lines))
    names = "legal", "player", "live", "spent", "round_index", "raises", "calls", "raised_last"
    for name in names:
        assert (getattr(one, name) == getattr(other, name)).all(), name
    if definition.player_count == 2:
        assert not (one.may_fold < other.may_fold)[one.legal].any()
    for level in range(2):
        pairs = pairs_of(one.chains[one.legal][:, level], other.chains[one.legal][:, level + 1])
        for side in zip(*pairs, strict=True):
            assert len(set(side)) == len(pairs)


@pytest.mark.parametrize("game", GAMES)
def test_every_end_of_a_listed_game_is_read_alike(game: str) -> None:
    definition = REGISTRY.game(game).definition
    lines, walked = list_lines(definition), WalkedBetting(definition)
    texts = list(lines.tree.end_betting)
    one, other = (b.passed(b.ends_of(texts)) for b in (walked, lines))
    for name in ("hand", "player", "bet", "events", "endings", "pot", "raises", "calls"):
        assert (getattr(one, name) == getattr(other, name)).all(), name
    for level in range(2):
        pairs = pairs_of(one.chains[:, level], other.chains[:, level + 1])
        for side in zip(*pairs, strict=True):
            assert len(set(side)) == len(pairs)


def test_position_counts_from_the_button_and_folded_players_are_out() -> None:
    """Three players: the button acts first before the flop, the small blind after it."""
    walked = WalkedBetting(REGISTRY.game("holdem-limit-3p").definition)
    found = walked.situations(walked.nodes_of(["", "r", "rf", "rfc/", "rcc/rf"]))
    assert found.player.tolist() == [2, 0, 1, 1, 2]
    assert found.live.tolist() == [
        [True, True, True],
        [True, True, True],
        [False, True, True],
        [False, True, True],
        [True, False, True],
    ]
    assert found.spent.tolist()[3:] == [[5, 20, 20], [30, 20, 20]]
    assert found.raised_last.tolist() == [False, False, False, False, True]


def test_keys_are_numbered_as_a_dictionary_does() -> None:
    """Whatever the batches, with keys that come again, and while the table grows."""
    generator = np.random.default_rng(1)
    table, expected = KeyTable(), dict[int, int]()
    for size in (1, 5, 0, 700, 3000, 20_000):
        keys = generator.integers(-30_000, 30_000, size) * 7_919 * 2**32
        before = [expected.get(key, NO_NUMBER) for key in keys.tolist()]
        assert table.find(keys).tolist() == before
        numbers = [expected.setdefault(key, len(expected)) for key in keys.tolist()]
        assert table.number(keys).tolist() == numbers
    assert table.count == len(expected)
    every = np.array(list(expected), np.int64)
    assert table.find(every).tolist() == list(expected.values())
