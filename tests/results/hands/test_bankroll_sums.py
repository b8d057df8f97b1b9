"""Sums of what hands won: by line-up and hand whatever the order of matches, and by agent."""

import numpy as np
import pyarrow as pa

from railbird.results.hands.bankroll_sums import bankroll_sums

LABELS = ("a", "b", "c")
UNIT = 2520


def test_they_are_those_of_a_naive_recount() -> None:
    draw = np.random.default_rng(4)
    by_hand: dict[tuple[int, ...], np.ndarray] = {}
    won, squares, hands = np.zeros(3), np.zeros(3), np.zeros(3)
    parts = []
    for hand_count in (3, 5, 3):
        seats = np.array([draw.permutation(3)[:2] for _ in range(20)])
        chips = draw.integers(-9, 10, (20, hand_count))
        payoffs = np.stack([chips, -chips], axis=2)
        agents = pa.array([[LABELS[one] for one in row] for row in seats.tolist()])
        parts.append((pa.record_batch({"agents": agents}), payoffs * UNIT))
        for row, match in zip(seats.tolist(), payoffs, strict=True):
            total = by_hand.setdefault(tuple(sorted(row)), np.zeros((5, 2), np.int64))
            total[:hand_count] += match[:, np.argsort(row)] * UNIT
            for seat, agent in enumerate(row):
                hands[agent] += hand_count
                won[agent] += match[:, seat].sum()
                squares[agent] += (match[:, seat] ** 2).sum()
    sums = bankroll_sums(parts, LABELS)
    assert sums.by_hand.keys() == by_hand.keys() == {(0, 1), (0, 2), (1, 2)}
    for line_up, total in by_hand.items():
        assert (sums.by_hand[line_up] == total).all()
    assert sum(sums.matches.values()) == 60
    for found, expected in ((sums.hands, hands), (sums.won, won), (sums.squares, squares)):
        assert np.allclose(found, expected)
