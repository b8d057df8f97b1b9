"""What a searching player knows of its own cards: classes of a small game, or bins of strength."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.cards.card_strength import (
    RIVER_CARDS,
    ListedDeals,
    is_limit_holdem,
    list_deals,
)
from railbird.native import (
    HOLDING_CARDS,
    HOLDING_CLASSES,
    GameDefinition,
    hand_strength,
    holding_class,
)

CARD_COUNT, FLOP_CARDS, CLASS_COUNT = 52, 3, 169
FLOPS, RUN_OUTS, SEED = 400, 40_000, 4
Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class HandClasses:
    """Classes of own cards by round, and of what others show.

    ``counts`` are own classes by round. ``share`` float64[last own classes, shown classes] is the
    share of the pot won of what is shown. ``shown`` float64[own or 1, shown classes] is the
    probability of what is shown if betting says nothing, ``move[r]`` float64[own of r, own of
    r + 1] that of the next round's class. ``deals`` is None in hold'em, where classes are bins of
    hand strength; the opponent's play is then taken not to depend on them.
    """

    definition: GameDefinition
    counts: tuple[int, ...]
    share: Floats
    shown: Floats
    move: tuple[Floats, ...]
    deals: ListedDeals | None

    @property
    def is_exact(self) -> bool:
        """Whether a class is all that a player sees."""
        return self.deals is not None

    def of(self, hole_cards: Cards, boards: Cards, round_index: int) -> Ints:
        """Return the classes of cards in a round, intp[n]; hold'em needs a flop."""
        if self.deals is not None:
            return self.deals.classes_of(hole_cards, boards, round_index)
        laid = sum(self.definition.board_card_counts[: round_index + 1])
        return _bins(hand_strength(hole_cards, boards[:, :laid]), len(self.share))

    def next_classes(self, hole_cards: Cards, boards: Cards, round_index: int) -> Floats:
        """Return the probability of each class of the next round in hold'em, float64[n, bins].

        Before the flop by sampled flops for the class of hole cards, later by every next card.
        """
        bins = len(self.share)
        if round_index == 0:
            return _bins_on_flops(bins)[holding_class(hole_cards)]
        laid = sum(self.definition.board_card_counts[: round_index + 1])
        seen = np.concatenate([hole_cards, boards[:, :laid]], axis=1)
        is_free = np.ones((len(seen), CARD_COUNT), np.bool_)
        is_free[np.arange(len(seen))[:, None], seen] = False
        row, card = np.nonzero(is_free)
        following = np.concatenate([boards[row, :laid], card[:, None].astype(np.uint8)], axis=1)
        found = _bins(hand_strength(hole_cards[row], following), bins)
        counts = np.bincount(row * bins + found, minlength=len(seen) * bins)
        return np.asarray(counts.reshape(-1, bins) / (CARD_COUNT - seen.shape[1]))

    def shares_won(self, hole_cards: Cards, boards: Cards) -> Floats:
        """Return the share won of each class that may be shown, float64[n, shown classes].

        In hold'em cards stand within their bin by their exact strength.
        """
        if self.deals is not None:
            return self.share[self.of(hole_cards, boards, len(self.counts) - 1)]
        bins = len(self.share)
        strength = hand_strength(hole_cards, boards[:, :RIVER_CARDS]) * bins
        return np.clip(strength[:, None] - np.arange(bins), 0.0, 1.0)


@lru_cache(maxsize=16)
def find_classes(definition: GameDefinition, bins: int) -> HandClasses:
    """Return the classes of a game: ``bins`` of strength in hold'em, else what a player sees."""
    if is_limit_holdem(definition):
        equal = np.full((1, bins), 1.0 / bins)
        order = np.arange(bins)
        share = np.where(order[:, None] > order, 1.0, np.where(order[:, None] == order, 0.5, 0.0))
        move = (_bins_on_flops(bins), *_moves(bins))
        return HandClasses(definition, (CLASS_COUNT, *[bins] * 3), share, equal, move, None)
    deals = list_deals(definition)
    counts = deals.tree.classes.counts
    own, other = deals.classes[:, -1, 0], deals.classes[:, -1, 1]
    shape = (counts[-1], counts[-1])
    weight, won = np.zeros(shape), np.zeros(shape)
    np.add.at(weight, (own, other), deals.weight)
    np.add.at(won, (own, other), deals.weight * deals.wins)
    steps = [np.zeros((counts[r], counts[r + 1])) for r in range(len(counts) - 1)]
    for number, step in enumerate(steps):
        into = deals.classes[:, number, 0], deals.classes[:, number + 1, 0]
        np.add.at(step, into, deals.weight)
    share = won / np.where(weight > 0.0, weight, 1.0)
    return HandClasses(
        definition, counts, share, _normal(weight), tuple(map(_normal, steps)), deals
    )


def _normal(weights: Floats) -> Floats:
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def _bins(strength: Floats, bins: int) -> Ints:
    return np.minimum((strength * bins).astype(np.intp), bins - 1)


@lru_cache(maxsize=4)
def _bins_on_flops(bins: int) -> Floats:
    """The bins of each of the 169 classes of hole cards on sampled flops, float64[169, bins]."""
    generator = np.random.default_rng(SEED)
    _, first = np.unique(HOLDING_CLASSES, return_index=True)
    holes = np.repeat(HOLDING_CARDS[first], FLOPS, axis=0).astype(np.uint8)
    keys = generator.random((len(holes), CARD_COUNT))
    keys[np.arange(len(holes))[:, None], holes] = 2.0
    flops = np.argpartition(keys, FLOP_CARDS, axis=1)[:, :FLOP_CARDS].astype(np.uint8)
    found = _bins(hand_strength(holes, flops), bins)
    rows = np.repeat(np.arange(CLASS_COUNT), FLOPS)
    counts = np.bincount(rows * bins + found, minlength=CLASS_COUNT * bins)
    return np.asarray(counts.reshape(CLASS_COUNT, bins) / FLOPS)


@lru_cache(maxsize=4)
def _moves(bins: int) -> tuple[Floats, ...]:
    """From flop to turn and from turn to river, float64[bins, bins] each, by sampled run-outs."""
    generator = np.random.default_rng(SEED)
    keys = generator.random((RUN_OUTS, CARD_COUNT))
    cards = np.argsort(keys, axis=1)[:, : 2 + RIVER_CARDS].astype(np.uint8)
    by_round = [
        _bins(hand_strength(cards[:, :2], cards[:, 2 : 2 + laid]), bins)
        for laid in (FLOP_CARDS, FLOP_CARDS + 1, RIVER_CARDS)
    ]
    moves = []
    for now, then in pairwise(by_round):
        counts = np.bincount(now * bins + then, minlength=bins * bins).reshape(bins, bins)
        moves.append(_normal(counts.astype(np.float64) + 1e-3))
    return tuple(moves)
