"""Strength at the showdown, slow and clear: every deal. Only the ranks of hands are railbird's."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition, Ranking, rank_hands

Cards = Sequence[int]
Deal = tuple[Cards, Cards, list[Cards]]


def rankings_of(definition: GameDefinition) -> tuple[Ranking, ...]:
    return (Ranking(),) if definition.variant is None else definition.variant.best


def deals_of(groups: Sequence[int], deck: frozenset[int]) -> Iterator[list[Cards]]:
    """Every way to deal sets of so many cards."""
    if not groups:
        yield []
        return
    for cards in combinations(sorted(deck), groups[0]):
        for rest in deals_of(groups[1:], deck - set(cards)):
            yield [cards, *rest]


def exact_strength(  # noqa: PLR0913
    definition: GameDefinition,
    own: Cards,
    board: Cards = (),
    *,
    up_cards: Sequence[Cards] = ((),),
    dead: Cards = (),
    held: int,
) -> float:
    """The mean share of the pot over every deal; ``up_cards`` of each opponent."""
    seen = {*own, *board, *dead, *(card for cards in up_cards for card in cards)}
    deck = frozenset(definition.deck.tolist()) - seen
    to_come = sum(definition.board_card_counts) - len(board)
    groups = [held - len(own), to_come, *(held - len(cards) for cards in up_cards)]
    if groups[:2] == [0, 0] and len(up_cards) == 1:
        hidden = np.array(list(combinations(sorted(deck), groups[2])), np.uint8)
        return heads_up_strength(definition, own, board, up_cards[0], hidden=hidden)
    shares = [
        share_of(
            definition,
            [*board, *laid],
            [[*own, *mine], *([*up, *down] for up, down in zip(up_cards, theirs, strict=True))],
        )
        for mine, laid, *theirs in deals_of(groups, deck)
    ]
    return float(np.mean(shares))


def share_of(definition: GameDefinition, board: Cards, hands: Sequence[Cards]) -> float:
    """The first hand's share of the pot."""
    parts = []
    for ranking in rankings_of(definition):
        ranks = ranks_of(ranking, np.array(hands, np.uint8), board)
        if ranking.at_most and not ranks.any():
            continue
        parts.append((ranks[0] == ranks.max()) / (ranks == ranks.max()).sum())
    return float(np.mean(parts))


def ranks_of(
    ranking: Ranking, hands: npt.NDArray[np.uint8], board: Cards
) -> npt.NDArray[np.uint16]:
    laid = np.array(board, np.uint8) if len(board) else None
    return rank_hands(hands, by=ranking, board=laid)


def heads_up_strength(
    definition: GameDefinition,
    own: Cards,
    board: Cards,
    up_cards: Cards,
    *,
    hidden: npt.NDArray[np.uint8],
) -> float:
    """Against one opponent with the board laid: all that he can hold at once."""
    known = np.broadcast_to(np.array(up_cards, np.uint8), (len(hidden), len(up_cards)))
    hands = np.ascontiguousarray(np.concatenate([known, hidden], axis=1))
    shares, counted = np.zeros(len(hands)), np.zeros(len(hands))
    for ranking in rankings_of(definition):
        theirs = ranks_of(ranking, hands, board)
        mine = ranks_of(ranking, np.array([own], np.uint8), board)[0]
        counts = (theirs > 0) | (mine > 0) if ranking.at_most else np.ones(len(hands), bool)
        counted += counts
        shares += counts * ((mine > theirs) + (mine == theirs) / 2)
    return float((shares / counted).mean())
