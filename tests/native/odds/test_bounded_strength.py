"""Strength against bounded ranges: the same as against weights, on every path, to the last bit."""

import numpy as np
import numpy.typing as npt
import pytest
from rank_reference import random_hands

from railbird.native import (
    HOLDING_COUNT,
    NO_CARD,
    CardError,
    bounded_strength,
    hand_potential,
    hand_strength,
    parse_cards,
)
from railbird.native.cards.ranks import rank_paths

ANY = np.arange(HOLDING_COUNT, dtype=np.uint16)


def random_rows(
    seed: int, count: int, board_count: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint16]]:
    """Half of the rows share the first one's board."""
    generator = np.random.default_rng(seed)
    cards = random_hands(generator, (count, 2 + board_count))
    board = cards[0, 2:]
    others = np.setdiff1d(np.arange(52), board)
    for row in range(1, count // 2):
        cards[row] = np.concatenate([generator.permutation(others)[:2], board])
    bounds = generator.integers(40, HOLDING_COUNT + 1, count).astype(np.uint16)
    return cards[:, :2], cards[:, 2:], bounds


def dealt(boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    return np.pad(boards, ((0, 0), (0, 5 - boards.shape[1])), constant_values=NO_CARD)


def test_the_known_example_to_the_next_card() -> None:
    hands, boards = parse_cards("AdQc")[None], dealt(parse_cards("3h4cJh")[None])
    found = bounded_strength(hands, boards, places=ANY, bounds=HOLDING_COUNT)
    assert found.strength.tolist() == [(628 + 9 / 2) / 1081]
    assert found.positive[0] == pytest.approx(0.1083, abs=5e-5)


@pytest.mark.parametrize("path", rank_paths())
@pytest.mark.parametrize("board_count", [3, 4])
def test_it_is_hand_potential_with_weights_of_none_and_one(path: str, board_count: int) -> None:
    holes, boards, bounds = random_rows(board_count, 120, board_count)
    places = np.random.default_rng(9).permutation(HOLDING_COUNT).astype(np.uint16)
    weights = (places < bounds[:, None]).astype(float)
    expected = hand_potential(holes, boards, against=weights, cards_to_come=1)
    found = bounded_strength(holes, dealt(boards), places=places, bounds=bounds, path=path)
    assert found.strength.tolist() == expected.strength.tolist()
    assert found.positive.tolist() == expected.positive.tolist()


def test_on_the_river_it_is_hand_strength_without_potential() -> None:
    holes, boards, bounds = random_rows(7, 200, 5)
    weights = (bounds[:, None] > ANY).astype(float)
    found = bounded_strength(holes, boards, places=ANY, bounds=bounds)
    assert found.strength.tolist() == hand_strength(holes, boards, against=weights).tolist()
    assert not found.positive.any()


def test_a_range_that_the_cards_leave_nothing_of_has_no_strength() -> None:
    holes, boards = parse_cards("2c2d")[None], dealt(parse_cards("AsKsQs")[None])
    found = bounded_strength(holes, boards, places=ANY, bounds=1)  # the holding 2c2d alone
    assert np.isnan(found.strength).all()
    assert found.positive.tolist() == [0.0]


def test_no_rows_are_no_answers() -> None:
    found = bounded_strength(
        np.empty((0, 2), np.uint8), np.empty((0, 5), np.uint8), places=ANY, bounds=1
    )
    assert len(found.strength) == len(found.positive) == 0


def test_rows_with_boards_of_all_sizes_are_answered_each_by_itself() -> None:
    holes, boards, bounds = random_rows(3, 90, 5)
    boards[:, 3][::3] = NO_CARD
    boards[:, 4][::2] = NO_CARD
    boards[:, 4][::3] = NO_CARD
    found = bounded_strength(holes, boards, places=ANY, bounds=bounds)
    for row in range(90):
        one = slice(row, row + 1)
        alone = bounded_strength(holes[one], boards[one], places=ANY, bounds=bounds[one])
        assert found.strength[row] == alone.strength[0]
        assert found.positive[row] == alone.positive[0]


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([0, 1, 2, 3, 1, 255, 255], "2d is used twice among"),
        ([0, 1, 2, 3, 52, 255, 255], "52 is not a card"),
        ([0, 1, 2, 3, 255, 255, 255], "give 3 to 5 cards, then 255"),
        ([0, 1, 2, 3, 4, 255, 5], "give 3 to 5 cards, then 255"),
    ],
)
def test_cards_that_cannot_be_are_refused(cards: list[int], message: str) -> None:
    row = np.array([cards], np.uint8)
    with pytest.raises(CardError, match=message):
        bounded_strength(row[:, :2], row[:, 2:], places=ANY, bounds=5)


def test_boards_of_another_width_are_refused() -> None:
    row = np.arange(5, dtype=np.uint8)[None]
    with pytest.raises(ValueError, match="boards must have shape"):
        bounded_strength(row[:, :2], row[:, 2:], places=ANY, bounds=5)
