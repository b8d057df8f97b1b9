"""Many hands by any ranker: every way of ranking them agrees, Omaha's best too, and bad input."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from rank_reference import random_hands

from railbird.native import CardError, RankerError, parse_cards, rank_hands
from railbird.native._native import ffi, lib
from railbird.native.cards.ranks import rank_paths
from railbird.native.rankers.rankers import RANKERS, Ranking

PATHS = rank_paths()
OF_ANY_SIZE = [name for name in RANKERS if not Ranking(name).hand_size]
FIVE_CARD_RANKERS = [name for name in OF_ANY_SIZE if not name.startswith("badugi")]
OMAHA = (2, 3)


def one_by_one(
    ranking: Ranking, hands: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8]
) -> list[int]:
    """Ranks by the function of C that ranks a single hand."""
    by = ranking.in_c()
    return [
        lib.rb_best_rank(
            by,
            ffi.from_buffer("uint8_t[]", hand.tobytes()),
            len(hand),
            ffi.from_buffer("uint8_t[]", board.tobytes()),
            len(board),
        )
        for hand, board in zip(hands, boards, strict=True)
    ]


def deck_of(ranker: str) -> range:
    return range(Ranking(ranker).lowest_card, 52)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("card_count", [*range(1, 9), 12])
@pytest.mark.parametrize("ranker", RANKERS)
def test_many_hands_have_the_ranks_of_single_ones(ranker: str, card_count: int, path: str) -> None:
    generator = np.random.default_rng(card_count)
    hand_count = 2_100 if card_count <= 5 else 300  # more than two batches of C
    hands = random_hands(generator, (hand_count, card_count), deck_of(ranker))
    expected = one_by_one(Ranking(ranker), hands, np.empty((hand_count, 0), np.uint8))
    assert rank_hands(hands, by=ranker, path=path).tolist() == expected


@pytest.mark.parametrize("ranker", ["deuce-to-seven", "ace-to-five", "eight-or-better"])
def test_every_path_ranks_all_low_hands_of_five_alike(ranker: str) -> None:
    deck = [*range(32), *range(44, 52)]  # eight-or-better, kings and aces: every straight is there
    hands = np.fromiter(combinations(deck, 5), dtype=np.dtype((np.uint8, 5)))
    ranks = [rank_hands(hands, by=ranker, path=path) for path in PATHS]
    sampled = np.random.default_rng(1).integers(len(hands), size=5_000)
    expected = one_by_one(Ranking(ranker), hands[sampled], np.empty((5_000, 0), np.uint8))
    assert ranks[0][sampled].tolist() == expected
    assert all((other == ranks[0]).all() for other in ranks)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("hole_count", "board_count"), [(2, 3), (4, 3), (4, 4), (4, 5), (6, 5)])
@pytest.mark.parametrize("ranker", OF_ANY_SIZE)
def test_omaha_is_the_best_of_two_and_three(
    ranker: str, hole_count: int, board_count: int, path: str
) -> None:
    shape = (400, hole_count + board_count)
    deals = random_hands(np.random.default_rng(hole_count), shape, deck_of(ranker))
    hole, board = deals[:, :hole_count], deals[:, hole_count:]
    ranks = rank_hands(hole, by=ranker, board=board, use=OMAHA, path=path)
    assert ranks.tolist() == one_by_one(Ranking(ranker, OMAHA), hole, board)
    assert (ranks == best_of_fives(ranker, hole, board)).all()


def best_of_fives(
    ranker: str, hole: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8]
) -> npt.NDArray[np.uint16]:
    """The best of all twos and threes, each ranked as the five cards that they are."""
    best = np.zeros(len(hole), dtype=np.uint16)
    for two in combinations(range(hole.shape[1]), 2):
        for three in combinations(range(board.shape[1]), 3):
            fives = np.concatenate([hole[:, two], board[:, three]], axis=1)
            np.maximum(best, rank_hands(fives, by=ranker), out=best)
    return best


@pytest.mark.parametrize("ranker", ["high", "ace-to-five", "eight-or-better"])
def test_a_million_omaha_deals_agree_with_the_ranker_of_five_cards(ranker: str) -> None:
    for part in range(10):
        deals = random_hands(np.random.default_rng(part), (100_000, 9))
        hole, board = deals[:, :4], deals[:, 4:]
        ranks = rank_hands(hole, by=ranker, board=board, use=OMAHA)
        assert (ranks == best_of_fives(ranker, hole, board)).all()


@pytest.mark.parametrize("use", [None, OMAHA, (1, 4)])
@pytest.mark.parametrize("ranker", FIVE_CARD_RANKERS)
def test_one_board_stands_for_all_hands(ranker: str, use: tuple[int, int] | None) -> None:
    deck = list(deck_of(ranker))
    board = np.array(deck[::5][:5], dtype=np.uint8)
    hands = random_hands(np.random.default_rng(2), (1_500, 4), sorted(set(deck) - {*board}))
    ranks = rank_hands(hands, by=ranker, board=board, use=use)
    boards = np.tile(board, (len(hands), 1))
    assert (ranks == rank_hands(hands, by=ranker, board=boards, use=use)).all()
    if use is None:
        together = np.concatenate([hands, boards], axis=1)
        assert (ranks == rank_hands(together, by=ranker)).all()


def test_ten_cards_have_the_best_of_their_fives() -> None:
    hands = random_hands(np.random.default_rng(10), (5_000, 10))
    fives = [rank_hands(hands[:, list(five)]) for five in combinations(range(10), 5)]
    assert (rank_hands(hands) == np.max(fives, axis=0)).all()


@pytest.mark.parametrize("ranker", RANKERS)
@pytest.mark.parametrize("number", [52, 63, 64, 255])
def test_what_is_no_card_is_named(number: int, ranker: str) -> None:
    deals = random_hands(np.random.default_rng(1), (1_500, 9), deck_of(ranker))
    hole, board = deals[:, :4].copy(), deals[:, 4:].copy()
    hole[1_237, 3] = number
    for use in (None, OMAHA if ranker in OF_ANY_SIZE else (1, 2)):
        with pytest.raises(CardError, match=f"hand 1237 holds {number}, which is not a card"):
            rank_hands(hole, by=ranker, board=board, use=use)
    board[1_236, 0] = number
    with pytest.raises(CardError, match=f"hand 1236 holds {number}, which is not a card"):
        rank_hands(hole, by=ranker, board=board, use=use)
    with pytest.raises(CardError, match=f"the board holds {number}, which is not a card"):
        rank_hands(hole[:3], by=ranker, board=board[1_236])


@pytest.mark.parametrize(
    ("ranker", "low", "lowest"), [("short-deck", "5s", "6c"), ("manila", "6s", "7c")]
)
def test_cards_that_a_short_deck_lacks_are_named(ranker: str, low: str, lowest: str) -> None:
    hand = parse_cards(f"AcKdQh{low}9c")
    message = (
        f"hand 0 holds {low}, which is not in the deck of '{ranker}': its lowest card is {lowest}"
    )
    with pytest.raises(CardError, match=message):
        rank_hands(hand[None], by=ranker)


def test_what_cannot_be_ranked_is_refused() -> None:
    hands = np.arange(10, dtype=np.uint8).reshape(2, 5)
    with pytest.raises(RankerError, match=r"'badgi' is not one of high, .*did you mean 'badugi'"):
        rank_hands(hands, by="badgi")
    with pytest.raises(
        RankerError, match="takes 2 hole cards and 3 of the board; the hands have 5 and 0"
    ):
        rank_hands(hands, use=OMAHA)
    with pytest.raises(RankerError, match=r"not \(0, 0\)"):
        rank_hands(hands, use=(0, 0))
    with pytest.raises(ValueError, match=r"board must have shape \(b,\) or \(2, b\), not \(3, 1\)"):
        rank_hands(hands, board=[[20], [21], [22]])
    with pytest.raises(ValueError, match="path 'abacus'"):
        rank_hands(hands, by="badugi", path="abacus")
