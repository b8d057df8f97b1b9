"""Features of cards, held to what the library computes for the same cards."""

import numpy as np
import pytest
from clone_cases import GAMES

from railbird.agents.clone.decisions.card_features import (
    BY_CLASS,
    HOLDEM,
    card_features,
    card_names,
    class_of,
)
from railbird.native import (
    HOLDING_CARDS,
    chen_score,
    deal_cards,
    effective_hand_strength,
    hand_potential,
    hand_strength,
    holding_class,
    parse_cards,
    preflop_equity,
)

DEFINITION = GAMES["holdem-nolimit-6p"].definition


def features_of(hole: str, board: str, opponents: int = 1) -> dict[str, float]:
    dealt = np.full((1, 5), 255, np.uint8)
    seen = parse_cards(board) if board else []
    dealt[0, : len(seen)] = seen
    held = np.array([parse_cards(hole)], np.uint8)
    found = card_features(DEFINITION, held, dealt, opponents=np.array([opponents]))
    return dict(zip(HOLDEM, found[0].tolist(), strict=True))


def test_every_holding_has_its_class_in_either_order() -> None:
    held = np.asarray(HOLDING_CARDS, np.uint8)
    assert (class_of(held) == holding_class(held)).all()
    assert (class_of(held[:, ::-1]) == holding_class(held)).all()


@pytest.mark.parametrize("opponents", [1, 3, 5])
def test_before_the_flop_strength_is_the_equity(opponents: int) -> None:
    held = np.asarray(HOLDING_CARDS, np.uint8)
    board = np.full((len(held), 5), 255, np.uint8)
    counts = np.full(len(held), opponents)
    found = dict(
        zip(HOLDEM, card_features(DEFINITION, held, board, opponents=counts).T, strict=True)
    )
    np.testing.assert_allclose(found["strength"], preflop_equity(held, opponents), atol=1e-7)
    np.testing.assert_allclose(found["class-equity"], preflop_equity(held), atol=1e-7)
    assert (found["chen"] == chen_score(held)).all()
    assert (found["suited"] == (held[:, 0] % 4 == held[:, 1] % 4)).all()
    assert (found["made"] == -1).all()


@pytest.mark.parametrize("size", [3, 4, 5])
def test_on_a_board_strength_is_the_share_of_hands_beaten(size: int) -> None:
    deals = deal_cards(GAMES["holdem-nolimit-2p"].definition, 7, 30)
    held, board = deals[:, :2], deals[:, 4:9].copy()
    board[:, size:] = 255
    counts = np.arange(30) % 4 + 1
    found = dict(
        zip(HOLDEM, card_features(DEFINITION, held, board, opponents=counts).T, strict=True)
    )
    for row in range(30):
        cards = board[row, :size][None]
        strength = float(np.ravel(hand_strength(held[row : row + 1], cards))[0])
        assert found["strength"][row] == pytest.approx(strength ** counts[row], abs=1e-6)
        if size < 5:
            potential = hand_potential(held[row : row + 1], cards, cards_to_come=1)
            positive = float(np.ravel(potential.positive)[0])
            assert found["potential"][row] == pytest.approx(positive, abs=1e-6)
            both = effective_hand_strength(strength, positive, int(counts[row]))
            assert found["ehs"][row] == pytest.approx(float(both), abs=1e-6)


def test_made_hands_and_draws() -> None:
    assert features_of("AhKh", "2h7h9c")["made"] == 0
    assert features_of("AhKh", "2h7h9c")["suit-count"] == 4
    assert features_of("AhKh", "2c7c9c")["suit-count"] == 2
    assert features_of("9h8c", "7d6s2c")["straight-ranks"] == 2
    assert features_of("9h8c", "7d5s2c")["straight-ranks"] == 1
    assert features_of("9h8c", "7d6sTc")["straight-ranks"] == 0
    assert features_of("9h8c", "7d6s2c3c4c")["straight-ranks"] == 0
    assert features_of("9h9c", "9d9s2c")["made"] == 7
    assert features_of("9h8d", "2c3c4c")["suit-count"] == 1


def test_elsewhere_ranks_and_pairs_are_features() -> None:
    leduc = GAMES["leduc"].definition
    assert card_names(leduc) == ("card-1", "board-1", "made")
    deck = leduc.deck
    held = np.array([[deck[0]], [deck[0]], [deck[0]]], np.uint8)
    board = np.array([[255], [deck[1]], [deck[3]]], np.uint8)
    found = card_features(leduc, held, board, opponents=np.ones(3, np.int64))
    own = deck[0] // 4
    assert found[:, 0].tolist() == [own] * 3
    assert found[0, 1:].tolist() == [-1, 0]
    assert found[:, 2].tolist() == [0, float(deck[1] // 4 == own), float(deck[3] // 4 == own)]


def test_by_class_comes_first() -> None:
    assert HOLDEM[: len(BY_CLASS)] == BY_CLASS
