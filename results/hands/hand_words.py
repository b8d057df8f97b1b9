"""What the hand of a showdown is worth, in words, by the rankings that share a game's pot."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition, Ranking, describe_hand, rank_hands
from railbird.native.cards.ranks import CATEGORY_NAMES, CATEGORY_SHIFT
from railbird.native.wording import counted

MOST_DESCRIBED = 7


def rankings_of(definition: GameDefinition) -> tuple[Ranking, ...]:
    """Return the rankings that share the pot."""
    return (Ranking(),) if definition.variant is None else definition.variant.best


def describe_showdown(
    rankings: Sequence[Ranking], held: Sequence[int], board: Sequence[int]
) -> str:
    """Describe hole cards with a board, by each ranking with its name where there are several.

    Of a hand with wild cards it says the category and how many are wild.
    """
    words = [_describe(ranking, held, board) for ranking in rankings]
    if len(words) == 1:
        return words[0]
    named = zip(rankings, words, strict=True)
    return "; ".join([f"{ranking.by}: {text}" for ranking, text in named])


def _describe(ranking: Ranking, held: Sequence[int], board: Sequence[int]) -> str:
    wild = [card for card in (*held, *board) if card in ranking.wild]
    if not wild:
        plain = replace(ranking, use=None)
        return describe_hand(_best(ranking, held, board), by=plain)
    common = np.array([board], np.uint8) if board else None
    (rank,) = rank_hands(np.array([held], np.uint8), by=ranking, board=common, use=ranking.use)
    names = (*CATEGORY_NAMES, "five of a kind") if ranking.by == "high" else ()
    category = int(rank) >> CATEGORY_SHIFT
    count = counted(len(wild), "wild card")
    return f"{names[category]}, {count}" if names else f"a hand of {count}"


def _best(ranking: Ranking, held: Sequence[int], board: Sequence[int]) -> npt.NDArray[np.uint8]:
    """Return so many cards as can be described, with the best hand of all among them."""
    choices = np.array([*_choices(ranking, held, board)], np.uint8)
    ranks = rank_hands(choices, by=replace(ranking, use=None))
    best: npt.NDArray[np.uint8] = choices[ranks.argmax()]
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
