"""Shares of many hands on boards of their own, against those of one hand at a time."""

from itertools import combinations

import numpy as np
import pytest

from railbird.harness.games.library import find_game
from railbird.native import GameDefinition, holding_index, pot_shares
from railbird.native.cards.holdings import CLASS_COUNT, HOLDING_BITS, HOLDING_CLASSES
from railbird.native.odds.class_pairs import class_pair_outcomes
from railbird.native.odds.mean_shares import HALF_BOARDS, holding_pair_equities, mean_shares
from railbird.plugins import load_registry

SHARE_UNITS = 2520


def _holdem() -> GameDefinition:
    return find_game("holdem-limit-2p", load_registry()).definition


@pytest.mark.parametrize("players", [2, 3, 6])
def test_shares_are_those_of_one_hand_at_a_time(players: int) -> None:
    random, game = np.random.default_rng(players), _holdem()
    count = 60
    cards = np.argsort(random.random((count, 52)), axis=1).astype(np.uint8)
    holes = cards[:, : 2 * players].reshape(count, players, 2)
    boards = cards[:, 40:45]
    board_counts = np.resize([3, 4, 5, 4, 0], count)
    contestants = random.random((count, players)) < 0.6
    found = mean_shares(holes, boards, board_counts, contestants=contestants)
    for row in np.flatnonzero(contestants.any(axis=1)):
        is_in = contestants[row]
        sums, boards_to_come = pot_shares(
            game,
            holes[row, is_in],
            boards[row, : board_counts[row]],
            dead=holes[row, ~is_in].ravel(),
        )
        wanted = np.zeros(players)
        wanted[is_in] = np.array(sums) / (boards_to_come * SHARE_UNITS)
        np.testing.assert_allclose(found[row], wanted, rtol=0.0, atol=1e-14)


def test_the_share_before_a_card_is_the_mean_of_those_after_it() -> None:
    """What lets corrections do without sampling boards: the flop, the turn and the river."""
    holes = np.array([[0, 1], [17, 30], [22, 51]], np.uint8)
    contestants = np.array([True, False, True])
    rest = [card for card in range(52) if card not in holes]
    for known, dealt in ((0, 3), (3, 1), (4, 1)):
        start = [5, 9, 40, 44][:known]
        nexts = list(combinations([card for card in rest if card not in start], dealt))
        boards = np.zeros((len(nexts) + 1, 5), np.uint8)
        boards[:, :known] = start
        boards[1:, known : known + dealt] = nexts
        counts = np.full(len(boards), known + dealt)
        counts[0] = known
        shares = mean_shares(
            np.broadcast_to(holes, (len(boards), 3, 2)),
            boards,
            counts,
            contestants=np.broadcast_to(contestants, (len(boards), 3)),
        )
        np.testing.assert_allclose(shares[1:].mean(axis=0), shares[0], rtol=0.0, atol=1e-12)


def test_pairs_of_holdings_have_the_boards_of_their_classes() -> None:
    equities = holding_pair_equities()
    first, second = np.nonzero(HOLDING_BITS[:, None] & HOLDING_BITS == 0)
    assert np.isnan(equities).sum() == equities.size - len(first)
    halves = np.rint(equities[first, second] * HALF_BOARDS).astype(np.int64)
    pairs = HOLDING_CLASSES[first].astype(np.int64) * CLASS_COUNT + HOLDING_CLASSES[second]
    totals = np.zeros(CLASS_COUNT**2, np.int64)
    np.add.at(totals, pairs, halves)
    won, tied, _ = class_pair_outcomes().transpose(2, 0, 1)
    assert np.array_equal(totals.reshape(CLASS_COUNT, CLASS_COUNT), 2 * won + tied)


def test_aces_win_against_kings_what_is_known() -> None:
    share = holding_pair_equities()[holding_index("AhAd"), holding_index("KhKd")]
    assert share == (1_410_336 + 9_308 / 2) / 1_712_304


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"board_counts": np.array([2])}, "0, 3, 4 or 5"),
        ({"boards": np.full((1, 5), 255, np.uint8)}, "not known"),
        ({"boards": np.zeros((1, 4), np.uint8)}, "shapes"),
    ],
)
def test_what_is_no_row_is_refused(change: dict[str, np.ndarray], says: str) -> None:
    columns = {
        "hole_cards": np.array([[[0, 1], [2, 3]]], np.uint8),
        "boards": np.array([[4, 5, 6, 7, 8]], np.uint8),
        "board_counts": np.array([5]),
    }
    with pytest.raises(ValueError, match=says):
        mean_shares(**columns | change, contestants=np.ones((1, 2), bool))
