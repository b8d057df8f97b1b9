"""Counts of shown classes: the same as in an array that has room for all of them."""

import numpy as np

from railbird.agents.expected_value.search.shown_counts import FIRST_SIZE, ShownCounts


def test_they_are_those_of_a_dense_array() -> None:
    draw = np.random.default_rng(5)
    cells, chains, own, shown = 9, 400, 3, 4
    sparse = ShownCounts(chains, own_count=own, shown_count=shown)
    dense = np.zeros((cells, chains, own, shown), np.float32)
    every = np.arange(cells)
    for step in range(300):
        some = draw.permutation(cells)[:6]
        chain = draw.integers(chains // 2, size=6)
        classes = draw.integers(own, size=6), draw.integers(shown, size=6)
        weight = draw.random(6).astype(np.float32)
        sparse.add(some, chain, classes, weight=weight)
        dense[some, chain, *classes] += weight
        if step % 50 == 49:
            sparse.divide(some[:2], 4.0)
            dense[some[:2]] /= 4.0
        if step in (0, 299):
            found = sparse.read(every[:, None], np.arange(chains)[None])
            assert (found == dense).all()
    assert np.count_nonzero(dense.any(axis=(2, 3))) > 2 * FIRST_SIZE, "it grew"
    assert not sparse.read(every, np.full(cells, chains - 1)).any(), "what was never met is 0"
