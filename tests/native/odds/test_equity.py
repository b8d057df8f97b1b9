"""Equities: known values, a slow reference, samples within their own error, and bad input."""

import numpy as np
import numpy.typing as npt
import pytest
from deal_reference import draw_from_ranges, winners
from odds_reference import equities, holdings_with
from rank_reference import random_hands

from railbird.native import (
    CardError,
    LimitError,
    RangeError,
    equity,
    format_cards,
    parse_cards,
    parse_range,
    rank_hands,
    sample_equity,
)
from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer, writable
from railbird.native.cards.holdings import HOLDING_CARDS
from railbird.native.cards.ranks import path_number, rank_paths
from railbird.native.odds.known_cards import KnownCards


def random_range(generator: np.random.Generator, size: int) -> npt.NDArray[np.float64]:
    weights = np.zeros(1326)
    weights[generator.choice(1326, size, replace=False)] = generator.integers(1, 9, size) / 8
    return weights


def test_known_equities() -> None:
    aces = equity(["AhAd", "KhKd"])
    assert (aces.won.tolist(), aces.tied.tolist()) == ([1_410_336, 292_660], [9_308] * 2)
    assert aces.deals == 1_712_304
    assert aces.is_exact
    against_any = equity(["AhKd", "random"], "2c7d9h")
    assert (against_any.won[0], against_any.tied[0]) == (554_910, 11_522)
    assert against_any.deals == 1_070_190


@pytest.mark.parametrize("seed", range(6))
def test_hands_before_the_flop_equal_all_boards_dealt_out(seed: int) -> None:
    generator = np.random.default_rng(seed)
    count = 2 + seed % 3
    dead_count = 52 - 2 * count - 15
    cards = generator.permutation(52).astype(np.uint8)[: 2 * count + dead_count]
    hands = [format_cards(cards[2 * i : 2 * i + 2]) for i in range(count)]
    dead = cards[2 * count :]
    result = equity(hands, dead=dead)
    ranges = [holdings_with(parse_range(hand)) for hand in hands]
    share, won, tied, total = equities(ranges, [], dead.tolist())
    assert result.equity.tolist() == pytest.approx(share, abs=1e-12)
    assert (result.won.tolist(), result.tied.tolist(), result.deals) == (won, tied, total)


@pytest.mark.parametrize(
    "hands", [["AhKh", "QdJd"], ["7c7d", "AcKc", "7h6h"], ["2c2d", "AsKs", "QhJh", "Ts9s"]]
)
def test_hands_with_many_flushes_equal_every_board_ranked(hands: list[str]) -> None:
    boards, ranks = every_board(hands)
    is_best = ranks == ranks.max(axis=0)
    result = equity(hands)
    assert result.deals == boards
    assert result.won.tolist() == (is_best & (is_best.sum(axis=0) == 1)).sum(axis=1).tolist()
    assert result.equity == pytest.approx((is_best / is_best.sum(axis=0)).mean(axis=1), abs=1e-12)


def every_board(hands: list[str]) -> tuple[int, npt.NDArray[np.int64]]:
    """How many boards there are before the flop, and the ranks of hands on them."""
    holes = np.array([HOLDING_CARDS[np.flatnonzero(parse_range(hand))[0]] for hand in hands])
    deck = np.setdiff1d(np.arange(52), holes).astype(np.uint8)
    grids = np.indices((len(deck),) * 3, dtype=np.uint8).reshape(3, -1)
    flops = deck[grids[:, (grids[0] < grids[1]) & (grids[1] < grids[2])].T]
    first, second = np.triu_indices(len(deck), 1)
    ranks = []
    for low, high in zip(deck[first], deck[second], strict=True):
        after = flops[flops[:, 0] > high]
        if len(after):
            board = np.column_stack([np.broadcast_to([low, high], (len(after), 2)), after])
            hand = [
                np.column_stack([np.broadcast_to(hole, (len(board), 2)), board]) for hole in holes
            ]
            ranks.append(np.stack([rank_hands(cards.astype(np.uint8)) for cards in hand]))
    joined = np.concatenate(ranks, axis=1)
    return joined.shape[1], joined


@pytest.mark.parametrize("seed", range(12))
def test_ranges_on_a_board_equal_the_reference(seed: int) -> None:
    generator = np.random.default_rng(100 + seed)
    player_count, board_count = 2 + seed % 3, 4 + seed % 2
    cards = random_hands(generator, (1, board_count + 2))[0]
    board, dead = cards[:board_count], cards[board_count:]
    ranges = [random_range(generator, [40, 12, 6][player_count - 2]) for _ in range(player_count)]
    result = equity(ranges, board, dead=dead)
    share, won, tied, total = equities(
        [holdings_with(weights) for weights in ranges], board.tolist(), dead.tolist()
    )
    assert result.equity.tolist() == pytest.approx(share, abs=1e-12)
    assert result.won.tolist() == pytest.approx(won)
    assert result.tied.tolist() == pytest.approx(tied)
    assert result.deals == pytest.approx(total)


def test_few_holdings_many_and_single_hands_agree_on_the_flop() -> None:
    """The three ways to go through deals give the same, weight by weight."""
    generator = np.random.default_rng(5)
    first, second = random_range(generator, 30), random_range(generator, 60)
    whole = equity([first, second], "Ts7s2d")
    parts = np.zeros(3)
    for holding in np.flatnonzero(first):
        alone = np.zeros(1326)
        alone[holding] = first[holding]
        if set(HOLDING_CARDS[holding]) & set(KnownCards("Ts7s2d", "").cards):
            continue
        part = equity([second, alone], "Ts7s2d")
        parts += [part.won[1], part.tied[1], part.deals]
    assert [whole.won[0], whole.tied[0], whole.deals] == pytest.approx(parts.tolist())
    third = np.zeros(1326)
    third[0] = 1.0  # 2c2d, a hand that takes its cards out of the deal
    apart = equity([first, second], "Ts7s3d", dead="2c2d")
    for holding, weight in holdings_with(third).items():
        assert weight == 1.0
        with_dead = equity([first, second], "Ts7s3d", dead=list(holding))
    assert apart.equity.tolist() == with_dead.equity.tolist()


def test_ranges_before_the_flop_agree_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide ranges go by boards; here the same ranges also go by deals."""
    wide = ["33+, A9s+, KQo", "22-88, T9s-65s, A5o"]
    by_deals = equity(wide)
    monkeypatch.setattr("railbird.native.odds.equities.WIDE_DEALS", 0)
    by_boards = equity(wide)
    assert by_boards.won.tolist() == by_deals.won.tolist()
    assert by_boards.tied.tolist() == by_deals.tied.tolist()
    assert by_boards.deals == by_deals.deals


def test_equities_do_not_depend_on_names_of_suits_or_order_of_players() -> None:
    one = equity(["AhKh", "QsQd", "8c7c"], "Kc9h2d")
    other = equity(["8s7s", "AdKd", "QhQc"], "Ks9d2c")
    assert one.won[[2, 0, 1]].tolist() == other.won.tolist()
    assert one.equity.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("path", rank_paths())
def test_every_path_gives_the_same_sums(path: str) -> None:
    holes = random_hands(np.random.default_rng(7), (40, 6)).reshape(40, 3, 2)
    assert sums_by(path, holes) == sums_by("portable", holes)


def sums_by(path: str, holes: npt.NDArray[np.uint8]) -> list[list[list[int]]]:
    known = KnownCards("", "")
    sets = ffi.new("rb_hand_sets *", known.as_fields())
    sets.holes, sets.path = pointer(holes, "uint8_t"), path_number(path)
    sets.set_count, sets.player_count = holes.shape[:2]
    sums = np.empty((*holes.shape[:2], 3), dtype=np.int64)
    assert lib.rb_equity_of_hands(sets, writable(sums, "int64_t")) == 1_370_754
    return sums.tolist()


SAMPLED = [
    (["AhAd", "KhKd"], ""),
    (["TT+, AQs+", "22-99, KQo:0.5"], "2c7d9h"),
    (["AhKd", "random"], "2c7d9h"),
    (["TT+", "KK+", "AKs"], ""),
    (["8c7c", "AA", "QsJs", "random"], "9c6d2hAs"),
]


@pytest.mark.parametrize(("players", "board"), SAMPLED)
def test_samples_are_within_their_own_error_at_the_stated_rate(
    players: list[str], board: str
) -> None:
    exact = equity(players, board).equity
    misses = np.zeros(len(players))
    for key in range(200):
        sample = sample_equity(players, board, sample_count=2_000, key=key)
        assert not sample.is_exact
        assert sample.equity.sum() == pytest.approx(1.0)
        misses += np.abs(sample.equity - exact) > 1.96 * sample.standard_error
    # 5% of 200 are 10, with a standard deviation of 3.1.
    assert (misses <= 24).all()
    assert misses.sum() > 0
    whole = sample_equity(players, board, sample_count=400_000, key=1)
    assert (np.abs(whole.equity - exact) <= 4.5 * whole.standard_error).all()


def test_samples_are_a_pure_function_of_their_arguments() -> None:
    players = ["TT+", "random", "AKs"]
    one, two = (sample_equity(players, sample_count=1000, key=5) for _ in range(2))
    assert one.equity.tolist() == two.equity.tolist()
    other = sample_equity(players, sample_count=1000, key=6)
    assert one.equity.tolist() != other.equity.tolist()


@pytest.mark.parametrize("path", rank_paths())
def test_every_path_deals_the_same(path: str) -> None:
    assert sampled_by(path) == sampled_by("portable")


def sampled_by(path: str) -> list[int]:
    """Sums of one set of deals that draws from ranges, any cards, and words made late."""
    known = KnownCards("2c7d9h", "")
    players = ["TT+", "random", "AQ+", "random"]
    weights = np.stack([parse_range(player) for player in players])
    deals = known.with_ranges(weights)
    deals.key, deals.sample_count, deals.path = 77, 5001, path_number(path)
    sums = np.zeros((4, 4), dtype=np.int64)
    assert lib.rb_sample_equity(deals, writable(sums, "int64_t")) == 0
    return sums.ravel().tolist()


REFERENCE_DEALS = [
    (["AhAd", "KhKd"], "", 2**63 + 5),
    (["random", "7c7d", "random"], "2c7h9h", 1),
    (["8s7s", "random"], "2c7d9hTh", 2),
    (["random"] * 10, "", 3),
]


@pytest.mark.parametrize(("players", "board", "key"), REFERENCE_DEALS)
def test_deals_are_those_of_the_contract(players: list[str], board: str, key: int) -> None:
    """Each deal is drawn by its number, in batches as beyond the last whole one."""
    hands = [None if player == "random" else parse_cards(player).tolist() for player in players]
    deals = [winners(key, deal, hands, parse_cards(board).tolist()) for deal in range(300)]
    for count in (1, 2, 7, 255, 256, 257, 300):
        sample = sample_equity(players, board, sample_count=count, key=key)
        best = np.array([best for best, _ in deals[:count]])
        alone = np.array([alone for _, alone in deals[:count]])
        assert sample.won.tolist() == best[alone].sum(axis=0).tolist()
        assert sample.tied.tolist() == best[~alone].sum(axis=0).tolist()


def test_ranges_that_clash_are_drawn_again_from_the_words_of_the_contract() -> None:
    board, players = "2c7d9hTh3s", ["TT+", "AQ+", "KK+"]
    is_live = KnownCards(board, "").is_live()
    ranges = [HOLDING_CARDS[is_live & (parse_range(player) > 0.0)].tolist() for player in players]
    drawn = [draw_from_ranges(3, deal, ranges) for deal in range(400)]
    assert max(tries for _, tries in drawn) > 3
    holes = np.array([cards for cards, _ in drawn], dtype=np.uint8).reshape(400, 3, 2)
    boards = np.broadcast_to(parse_cards(board), (400, 3, 5))
    ranks = rank_hands(np.concatenate([holes, boards], axis=2).reshape(1200, 7)).reshape(400, 3)
    is_best = ranks == ranks.max(axis=1, keepdims=True)
    is_alone = is_best.sum(axis=1) == 1
    for count in (5, 256, 400):
        sample = sample_equity(players, board, sample_count=count, key=3)
        assert sample.won.tolist() == is_best[:count][is_alone[:count]].sum(axis=0).tolist()
        assert sample.tied.tolist() == is_best[:count][~is_alone[:count]].sum(axis=0).tolist()


@pytest.mark.parametrize("opponents", [["AdKc"], ["AdKc", "QsJs"]])
def test_the_error_is_that_of_a_mean_of_shares(opponents: list[str]) -> None:
    sample = sample_equity(["AhKh", *opponents], "QcTc2h", sample_count=1000, key=1)
    won, tied = int(sample.won[0]), int(sample.tied[0])
    assert tied > 100
    shares = np.repeat([1.0, 0.5, 0.0], [won, tied, 1000 - won - tied])
    assert sample.equity[0] == pytest.approx(shares.mean())
    assert sample.standard_error[0] == pytest.approx(shares.std(ddof=1) / np.sqrt(1000))


@pytest.mark.parametrize("hands", [["AhKh", "AdKd"], ["AhKh", "AdKd", "random"]])
def test_pots_that_are_always_split_have_no_error(hands: list[str]) -> None:
    sample = sample_equity(hands, "QcJcTc9c8c", dead="KcAc", sample_count=1000, key=1)
    assert sample.equity.tolist() == pytest.approx([1 / len(hands)] * len(hands))
    assert sample.standard_error.max() < 1e-9


def test_deals_do_not_depend_on_how_many_there_are() -> None:
    """Each deal is drawn by its number: the first of many are the same as few."""
    players = ["22+, A2+", "random", "KQs"]
    whole = sample_equity(players, sample_count=600, key=3).won
    parts = [sample_equity(players, sample_count=count, key=3).won for count in (255, 256, 257)]
    assert (parts[0] <= parts[1]).all()
    assert (parts[1] <= parts[2]).all()
    assert (parts[2] <= whole).all()
    assert parts[2].sum() - parts[0].sum() <= 2


def test_sampled_holdings_come_at_their_weights() -> None:
    """Against a hand that always wins or always loses, equity is the weight of what it beats."""
    players = ["AcAd", "2h2s:0.25, KhKs:0.6, 9h8s:0.15"]
    board = "2c2dKd7h9c"
    sample = sample_equity(players, board, sample_count=500_000, key=9)
    assert equity(players, board).equity[0] == pytest.approx(0.15)
    assert sample.equity[0] == pytest.approx(0.15, abs=4.5 * sample.standard_error[0])


BAD_EQUITIES = [
    (["AhAd", "AhKd"], "", CardError, "Ah is in the hands AhAd and AhKd"),
    (["AhAd", "AhKd"], "2c3c4c", CardError, "Ah is in the hands AhAd and AhKd"),
    (["AhAd", "AhKs-AhKd"], "", RangeError, "'AhKs-AhKd' is not part of a range"),
    (["AhAd", "AcAs", "AK"], "2c3c4c", RangeError, "no deal gives every player a hand"),
    (["AA", "AA", "AA"], "", RangeError, "no deal gives every player a hand"),
    (["AhAd", "KhKd"], "Ah2c3c", CardError, "Ah is in the hand AhAd and on the board"),
    (["AhAd", "KhKd"], "2c3c", CardError, "board '2c3c' has 2 cards"),
    (["AhAd", "KhKd"], "2c3c4c5c6c7c", CardError, "has 6 cards"),
    (["AhAd", "KhKd"], "2c2c4c", CardError, "2c is used twice"),
    (["AhAd", "KhKd"], [1, 2, 54], CardError, "54 is not a card"),
    (["AhAd", "KhKd"], [1, 2, 255], CardError, "255 is not a card"),
    (["AhAd", np.ones(1326) * 1j], "", TypeError, "range of player 1 must be a text or float64"),
    (["AhAd", ["AA"] * 1326], "", TypeError, "range of player 1 must be a text or float64"),
    (["AhAd", "22"], "2c2d2h", RangeError, "no holding of the range '22'"),
    (["AhAd"], "", LimitError, "1 hands were given"),
    (["random"] * 11, "", LimitError, "11 hands were given"),
    (["random"] * 3, "", LimitError, "sample the equity instead"),
    (["AhAd", "AhX"], "", RangeError, "'AhX' is not part of a range"),
    (["AhAd", ""], "", RangeError, "range '' is empty"),
    (["AhAd", "AhAh"], "", RangeError, "card Ah is used twice"),
    (["AhAd", np.zeros(1326)], "", RangeError, "range of player 1 is empty"),
    (["AhAd", np.full(1326, np.nan)], "", RangeError, "has the weight nan"),
    (["AhAd", np.full(1326, -1.0)], "", RangeError, "has the weight -1.0"),
    (["AhAd", np.full(1326, np.inf)], "", RangeError, "has the weight inf; weights are 0 to 1e"),
    ([np.full(1326, 1e-200), np.full(1326, 1e-200)], "2c3c4c", RangeError, "no weight above 1e-30"),
]


@pytest.mark.parametrize(("players", "board", "error", "words"), BAD_EQUITIES)
def test_bad_input_is_refused_in_a_sentence(
    players: list[str], board: str, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        equity(players, board)


def test_weights_too_small_to_multiply_are_refused() -> None:
    """The only weight to speak of is on a hand that the board takes."""
    weights = parse_range("AA") * 1e-200 + parse_range("2c3c")
    with pytest.raises(RangeError, match="scale them up"):
        equity([weights, weights, "KK"], "2c3c4c")


def test_long_runs_go_to_c_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    players = ["TT+", "random", "AKs"]
    whole = sample_equity(players, sample_count=1000, key=5)
    deals = ["22-44", "AhKh", "QsJs"]
    exact = equity(deals, "2c7d9h")
    monkeypatch.setattr("railbird.native.odds.equities.DEALS_PER_CALL", 256)
    monkeypatch.setattr("railbird.native.odds.equities.SETS_PER_CALL", 5)
    parts = sample_equity(players, sample_count=1000, key=5)
    assert (whole.won.tolist(), whole.tied.tolist()) == (parts.won.tolist(), parts.tied.tolist())
    assert whole.standard_error.tolist() == parts.standard_error.tolist()
    assert exact.won.tolist() == equity(deals, "2c7d9h").won.tolist()


def test_one_deal_has_no_known_error() -> None:
    assert np.isnan(sample_equity(["AA", "KK"], sample_count=1, key=1).standard_error).all()


def test_more_cards_than_there_are_is_refused() -> None:
    with pytest.raises(LimitError, match="55 cards are needed"):
        equity(["random"] * 10, dead=list(range(30)))


def test_samples_refuse_what_never_comes() -> None:
    with pytest.raises(LimitError, match="a million draws in a row"):
        sample_equity(["AA", "AA", "AA"], sample_count=10, key=1)
    with pytest.raises(ValueError, match="64 bits"):
        sample_equity(["AA", "KK"], sample_count=10, key=2**64)
    with pytest.raises(ValueError, match="1 to 10\\*\\*12, not 0"):
        sample_equity(["AA", "KK"], sample_count=0, key=1)


def test_the_board_s_cards_are_needed_no_more() -> None:
    deck = [format_cards([card]) for card in range(52)]
    board, dead = "".join(deck[:3]), deck[3:30]
    players = ["random"] * 10
    found = sample_equity(players, board, dead="".join(dead), sample_count=50, key=1)
    assert sum(found.equity) == pytest.approx(1.0)
    with pytest.raises(LimitError, match="53 cards are needed and there are 52"):
        sample_equity(players, board, dead="".join([*dead, deck[30]]), sample_count=50, key=1)
