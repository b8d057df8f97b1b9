"""Votes as text, for tests: `ABC` has A above B above C, and a slash separates tied agents."""

import numpy as np
import numpy.typing as npt

from railbird.results.estimate.voting.order_margins import margins_of_orders

Floats = npt.NDArray[np.float64]


def margins_of(*votes: str) -> Floats:
    """Return the margins of row over column, agents in alphabetical order."""
    letters = sorted({letter for vote in votes for letter in vote} - {"/"})
    total = np.zeros((len(letters), len(letters)))
    for vote in votes:
        members, scores = read_vote(vote)
        numbers = np.array([[letters.index(letter) for letter in members]])
        total += margins_of_orders(numbers, np.array([scores]), len(letters))
    return total


def read_vote(vote: str) -> tuple[str, list[int]]:
    """Return the agents of a vote and their scores, the higher the better."""
    members, scores = "", []
    for letter in vote:
        if letter != "/":
            is_tied = vote[max(vote.index(letter) - 1, 0)] == "/"
            scores.append(scores[-1] if is_tied and scores else -len(members))
            members += letter
    return members, scores


def random_margins(random: np.random.Generator, count: int, largest: int) -> Floats:
    """Return antisymmetric margins of whole numbers up to the largest, ties among them."""
    upper = np.triu(random.integers(-largest, largest + 1, (count, count)), k=1).astype(np.float64)
    margins: Floats = upper - upper.T
    return margins
