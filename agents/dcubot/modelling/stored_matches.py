"""Stored hands as visible to the whole table, match by match."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net.batches import SeenHands, SeenMatches
from railbird.agents.dcubot.net.hands import see, shown
from railbird.agents.dcubot.net.shape import NetShape
from railbird.agents.dcubot.net.weights import WeightsError
from railbird.native import NO_CARD, PAYOFF_UNIT, deal_layout
from railbird.plugins import TrainingHands

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class StoredMatches:
    """n hands of k matches, those of match i at offsets[i] to [i + 1].

    ``payoffs`` float32[n, N] in big blinds and ``seats`` uint8[n, N], from 0 within a match, are
    by position; ``offsets`` int64[k + 1].
    """

    hands: SeenHands
    payoffs: Floats
    seats: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]

    def __len__(self) -> int:
        """The number of matches."""
        return len(self.offsets) - 1

    def take(self, matches: npt.NDArray[np.intp]) -> "StoredMatches":
        """Some of the matches."""
        counts = np.diff(self.offsets)[matches]
        ends = np.concatenate([[0], np.cumsum(counts)])
        rows = np.repeat(self.offsets[matches] - ends[:-1], counts) + np.arange(ends[-1])
        return StoredMatches(self.hands.take(rows), self.payoffs[rows], self.seats[rows], ends)

    def seen(self, shape: NetShape) -> SeenMatches:
        """What was visible, for carrying beliefs through the matches."""
        return SeenMatches(
            self.offsets, self.hands.cards, self.hands.texts, self.seats, shown(shape, self.hands)
        )


def read_matches(
    shape: NetShape,
    stored: Iterable[TrainingHands],
    *,
    folder: Path,
    deals: int,
    all_cards: bool = False,
) -> StoredMatches:
    """Return stored matches in parts of at most ``deals`` hands, each a separate match.

    Raises WeightsError, with the folder, if there are no hands, or a hand lacks board cards.
    """
    parts = list(stored)
    hands, payoffs = see_hands(shape, parts, all_cards=all_cards)
    if not len(hands):
        raise WeightsError(f"{folder} contains no hands to learn from; play some first")
    require_boards(shape, hands, folder)
    match = np.concatenate([part.match for part in parts])
    starts = np.flatnonzero(np.diff(match, prepend=-1))
    in_match = np.arange(len(match)) - np.repeat(starts, np.diff(starts, append=len(match)))
    ends = np.append(np.flatnonzero(in_match % deals == 0), len(match))
    agents = np.concatenate([part.seats for part in parts])
    seats = agents.argsort(1).argsort(1).astype(np.uint8)
    return StoredMatches(hands, payoffs, seats, ends)


def require_boards(shape: NetShape, hands: SeenHands, folder: Path) -> None:
    """Raise WeightsError, with the folder, if a hand lacks board cards of a round with betting."""
    definition = shape.definition
    dealt = np.cumsum(definition.board_card_counts)[hands.survey.last_rounds]
    boards = deal_layout(definition).board(hands.cards)
    is_lacking = (boards == NO_CARD) & (np.arange(boards.shape[1]) < dealt[:, None])
    if is_lacking.any():
        row = int(is_lacking.any(1).argmax())
        raise WeightsError(
            f"hand {row} of {folder} has no board cards for a round with betting; use hands that "
            "are stored with board cards"
        )


def see_hands(
    shape: NetShape, stored: Iterable[TrainingHands], *, all_cards: bool
) -> tuple[SeenHands, Floats]:
    """Return stored hands as visible to the table, and payoffs float32[n, N] in big blinds."""
    parts = list(stored)
    if not parts:
        parts = [_no_hands(shape)]
    cards = np.concatenate([part.cards for part in parts])
    offsets = np.zeros(len(cards) + 1, np.int64)
    np.cumsum(np.concatenate([np.diff(part.betting_offsets) for part in parts]), out=offsets[1:])
    texts = (np.concatenate([part.betting for part in parts]), offsets)
    unit = PAYOFF_UNIT * shape.definition.big_blind
    payoffs = (np.concatenate([part.payoffs for part in parts]) / unit).astype(np.float32)
    seen = see(shape, cards, texts)
    return (seen if all_cards else SeenHands(hide(shape, seen), texts, seen.survey)), payoffs


def hide(shape: NetShape, hands: SeenHands) -> npt.NDArray[np.uint8]:
    """Return the cards visible to the whole table, uint8[n, W]: shown down, and the board dealt."""
    definition = shape.definition
    layout = deal_layout(definition)
    live = (hands.survey.live[:, None] >> np.arange(definition.player_count)) & 1 != 0
    is_shown = live & (live.sum(1) > 1)[:, None]
    dealt = np.cumsum(definition.board_card_counts)[hands.survey.last_rounds]
    is_seen = np.empty(hands.cards.shape, bool)
    is_seen[:, layout.hole_slots] = is_shown[..., None]
    is_seen[:, layout.board_slots] = np.arange(len(layout.board_slots)) < dealt[:, None]
    return np.where(is_seen, hands.cards, np.uint8(NO_CARD))


def _no_hands(shape: NetShape) -> TrainingHands:
    definition = shape.definition
    none = np.zeros((0, definition.player_count), np.int64)
    cards = np.zeros((0, definition.cards_per_hand), np.uint8)
    seats = none.astype(np.int32)
    no_match = np.zeros(0, np.int64)
    return TrainingHands(cards, np.zeros(0, np.uint8), np.zeros(1, np.int64), none, seats, no_match)
