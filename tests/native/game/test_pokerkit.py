"""PokerKit plays the same games: the same actors, legal kinds and bounds, and the same payoffs.

Skipped where it is not installed: railbird itself does not need it. Ten thousand hands of each game
are played by ``benchmarks/pokerkit_hands.py``.
"""

import random
from collections import Counter

import pytest

pytest.importorskip("pokerkit", reason="PokerKit is not installed")
from pokerkit_hands import (
    PEER_GAMES,
    Difference,
    PeerGame,
    play_beside,
    random_stacks,
)

HANDS = 30
by_name = pytest.mark.parametrize("peer", PEER_GAMES, ids=[peer.name for peer in PEER_GAMES])


def play_many(peer: PeerGame, seed: int, *, is_equal: bool) -> Counter[Difference]:
    dice = random.Random(seed)
    seen: Counter[Difference] = Counter()
    for _ in range(HANDS):
        seen += play_beside(peer, random_stacks(peer, dice, is_equal=is_equal), dice)
    return seen


@by_name
def test_hands_with_equal_stacks_go_as_pokerkit_plays_them(peer: PeerGame) -> None:
    assert set(play_many(peer, 1, is_equal=True)) <= {Difference.EMPTY_DECISION}


@by_name
def test_hands_with_short_stacks_go_as_pokerkit_plays_them_but_for_all_ins_below_a_raise(
    peer: PeerGame,
) -> None:
    play_many(peer, 2, is_equal=False)
