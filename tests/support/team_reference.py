"""K-Current-Best-Utility restated as the source's listing has it, for tests."""

from collections import deque
from collections.abc import Sequence


def who_plays(member_count: int, k: int, results: Sequence[int]) -> list[int]:
    """Who plays each hand, and the one after the last: the last K of each, zeros at first."""
    last = [deque([0] * k, maxlen=k) for _ in range(member_count)]
    players = [0]
    for payoff in results:
        last[players[-1]].append(payoff)
        means = [sum(own) / k for own in last]
        players.append(means.index(max(means)))
    return players
