"""What the hand of a showdown is worth, in words, by the rankings that share a game's pot."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition, Ranking, describe_hand, rank_hands

MOST_DESCRIBED = 7


def rankings_of(definition: GameDefinition) -> tuple[Ranking, ...]:
    """Return the rankings that share the pot."""
    return (Ranking(),) if definition.variant is None else definition.variant.best


def describe_showdown(
    rankings: Sequence[Ranking], held: Sequence[int], board: Sequence[int]
) -> str:
    """Describe hole cards with a board, by each ranking with its name where there are several.

    An empty text for a ranking with wild cards, which has no words.
    """
    if any(ranking.wild for ranking in rankings):
        return ""
    words = [describe_hand(_best(ranking, held, board), by=ranking.by) for ranking in rankings]
    if len(words) == 1:
        return words[0]
    named = zip(rankings, words, strict=True)
    return "; ".join([f"{ranking.by}: {text}" for ranking, text in named])


def _best(ranking: Ranking, held: Sequence[int], board: Sequence[int]) -> npt.NDArray[np.uint8]:
    """Return so many cards as can be described, with the best hand of all among them."""
    choices = np.array([*_choices(ranking, held, board)], np.uint8)
    best: npt.NDArray[np.uint8] = choices[rank_hands(choices, by=ranking.by).argmax()]
    return best


def _choices(
    ranking: Ranking, held: Sequence[int], board: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    if ranking.use is None:
        cards = (*held, *board)
        yield from combinations(cards, min(len(cards), MOST_DESCRIBED))
        return
    for own in combinations(held, ranking.from_hole):
        for common in combinations(board, ranking.from_board):
            yield (*own, *common)
