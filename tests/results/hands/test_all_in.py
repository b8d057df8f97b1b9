"""All-in expectation: exact over all boards, the same mean, and nothing else touched."""

from dataclasses import replace
from fractions import Fraction
from importlib import resources
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.native import (
    NO_CARD,
    PAYOFF_UNIT,
    CardError,
    GameDefinition,
    LimitError,
    Tables,
    deal_cards,
    equity,
    format_cards,
    parse_cards,
    parse_game,
    pot_shares,
    rank_hands,
)
from railbird.results import RunResults, open_run
from railbird.results.hands.all_in import find_all_ins
from railbird.results.hands.counted_hands import count_styles
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import PlayedHands
from tests.support.stored_hands import SIDE_POTS, StoredMatch, play_match, store_matches


def shipped(name: str) -> GameDefinition:
    file = resources.files("railbird.tournaments.games") / f"{name}.game"
    return parse_game(file.read_text(encoding="utf-8"), source=name)


def parts_of(run: RunResults) -> PlayedHands:
    (part,) = run.played_hands()
    return part


def payoffs_on(
    game: GameDefinition, betting: str, cards: np.ndarray, boards: np.ndarray
) -> np.ndarray:
    """Return the payoffs by position of one hand on each board, int64[boards, N]."""
    tables = Tables(game, len(boards))
    rows = np.arange(len(boards), dtype=np.int32)
    dealt = np.tile(cards, (len(boards), 1))
    dealt[:, len(cards) - boards.shape[1] :] = boards
    tables.start_hands(rows, dealt)
    tables.play_betting(rows, [betting] * len(boards))
    return tables.payoffs(rows)


def every_board(game: GameDefinition, cards: np.ndarray, known: int) -> np.ndarray:
    """Return every board whose first `known` cards are those dealt, uint8[boards, width]."""
    width = sum(game.board_card_counts)
    board = cards[len(cards) - width :]
    gone = [*cards[: len(cards) - width].tolist(), *board[:known].tolist()]
    deck = [card for card in game.deck.tolist() if card not in gone]
    return np.array(
        [[*board[:known], *rest] for rest in combinations(deck, width - known)], np.uint8
    )


def all_ins_of(game: GameDefinition, run: RunResults) -> tuple[PlayedHands, Any, MatchUps]:
    hands, match_ups = parts_of(run), MatchUps(game)
    found = find_all_ins(game, hands, count_styles(game, hands), match_ups=match_ups)
    return hands, found, match_ups


def test_expected_payoffs_are_the_means_over_all_boards(tmp_path: Path) -> None:
    match = play_match(SIDE_POTS, "abcd", hands=400)
    run = store_matches(tmp_path / "run", SIDE_POTS, [match])
    _, found, _ = all_ins_of(SIDE_POTS, run)
    deals = deal_cards(SIDE_POTS, 1000, 400)
    assert len(found.rows) > 60
    knowns = set()
    for row, expected in zip(found.rows.tolist(), found.payoffs.tolist(), strict=True):
        betting = match.bettings[row]
        # the round of the last letter
        rounds = [number for number, text in enumerate(betting.split("/")) if text]
        known = (0, 2, 3)[rounds[-1]]
        knowns.add(known)
        boards = every_board(SIDE_POTS, deals[row], known)
        payoffs = payoffs_on(SIDE_POTS, betting, deals[row], boards)
        means = [Fraction(int(total), len(boards)) for total in payoffs.sum(axis=0)]
        assert sum(expected) == 0
        assert all(abs(mean - value) <= 4 for mean, value in zip(means, expected, strict=True))
    assert knowns == {0, 2}


def test_only_hands_with_cards_to_come_and_nobody_to_act_are_changed(tmp_path: Path) -> None:
    match = play_match(SIDE_POTS, "abcd", hands=400)
    run = store_matches(tmp_path / "run", SIDE_POTS, [match])
    hands, found, _ = all_ins_of(SIDE_POTS, run)
    ends_open = [
        number
        for number, betting in enumerate(match.bettings)
        if betting.endswith("/") and "f" * 3 not in betting
    ]
    assert found.rows.tolist() == ends_open
    expected = parts_of(open_run(tmp_path / "run", luck="all-in"))
    untouched = np.setdiff1d(np.arange(400), found.rows)
    assert np.array_equal(expected.payoffs[untouched], hands.payoffs[untouched])
    assert np.array_equal(expected.payoffs[found.rows], found.payoffs)
    assert (found.payoffs != hands.payoffs[found.rows]).any()


def test_aces_against_kings_win_what_the_equity_says(tmp_path: Path) -> None:
    game = shipped("holdem-nolimit-2p")
    cards = parse_cards("AhAdKcKs2c3d4h5s9c")[None, :]
    payoffs = np.array([[20000, -20000]]) * PAYOFF_UNIT
    match = StoredMatch(tuple("ab"), ("r20000c///",), payoffs, cards=cards)
    run = store_matches(tmp_path / "run", game, [match])
    _, found, _ = all_ins_of(game, run)
    share = equity(["AhAd", "KcKs"]).equity[0]
    assert found.equity.tolist() == [[pytest.approx(share), pytest.approx(1 - share)]]
    assert found.payoffs[0, 0] / PAYOFF_UNIT == pytest.approx(40000 * share - 20000, abs=1e-3)


def test_side_pots_and_dead_cards_count(tmp_path: Path) -> None:
    """The short stack wins of the main pot alone; the folder's cards are out of the deck."""
    game = replace(shipped("holdem-nolimit-6p"), stacks=(20000, 20000, 300, 1000, 1000, 20000))
    hole_cards = ["2c2d", "7h8h", "AsAd", "KcKs", "QhQd", "AcAh"]
    cards = parse_cards("".join(hole_cards) + "3c4c5d9hTs")[None, :]
    # utg all-in for 300, the next for 1000, the cut-off calls, the button folds, blinds fold
    match = StoredMatch(
        tuple("abcdef"),
        ("r300r1000cfff///",),
        np.zeros((1, 6), np.int64),
        cards=cards,
    )
    _, found, _ = all_ins_of(game, store_matches(tmp_path / "run", game, [match]))
    dead = "2c2d7h8hAcAh"
    main = equity(["AsAd", "KcKs", "QhQd"], dead=dead).equity
    side = equity(["KcKs", "QhQd"], dead=dead + "AsAd").equity
    kings = main[1] * 1050 + side[0] * 1400
    chips = found.payoffs[0] / PAYOFF_UNIT
    assert chips.tolist() == [
        -50,
        -100,
        pytest.approx(main[0] * 1050 - 300, abs=1e-2),
        pytest.approx(kings - 1000, abs=1e-2),
        pytest.approx(2450 - main[0] * 1050 - kings - 1000, abs=1e-2),
        0,
    ]
    assert found.equity[0, 3] == pytest.approx(kings / 2450)
    assert np.isnan(found.equity[0, [0, 1, 5]]).all()


def test_match_ups_that_differ_by_names_of_suits_are_worked_out_once() -> None:
    match_ups = MatchUps(shipped("holdem-nolimit-2p"))
    texts = ["AhAdKcKs", "AdAhKcKs", "AcAsKdKh", "AcAhKcKd", "KcKsAhAd"]
    hole_cards = np.stack([parse_cards(t).reshape(2, 2) if set(t) else None for t in texts])
    boards = np.full((len(texts), 5), NO_CARD, np.uint8)
    boards[:, :4] = [parse_cards("2c3c7d8h" if i < 2 else "2s3s7d8h") for i in range(len(texts))]
    boards[2, :4] = parse_cards("2d3d7c8s")
    shares = match_ups.shares(hole_cards, boards, np.ones((len(texts), 2), bool))
    assert len(match_ups._shares) == 3
    assert np.array_equal(shares[0], shares[1])
    assert np.allclose(shares.sum(axis=1), 1)
    for row, text in enumerate(texts):
        board = "2c3c7d8h" if row < 2 else "2d3d7c8s" if row == 2 else "2s3s7d8h"
        expected = equity([text[:4], text[4:]], board).equity
        assert shares[row].tolist() == pytest.approx(expected.tolist())


def test_rounds_without_raises_are_not_action(tmp_path: Path) -> None:
    game = shipped("holdem-preflop-limit-2p")
    match = play_match(game, "ab", hands=60)
    run = store_matches(tmp_path / "run", game, [match])
    hands, found, _ = all_ins_of(game, run)
    shown = [number for number, betting in enumerate(match.bettings) if "/" in betting]
    assert found.rows.tolist() == shown
    cards = deal_cards(game, 1000, 60)
    for row, expected in zip(shown[:3], found.payoffs.tolist(), strict=False):
        share = equity([format_cards(cards[row, :2]), format_cards(cards[row, 2:4])]).equity[0]
        pot = np.abs(hands.payoffs[row]).max() if hands.payoffs[row, 0] else None
        if pot is not None:
            assert expected[0] == pytest.approx((2 * share - 1) * pot, abs=2)


def test_a_hole_card_that_nobody_knows_leaves_the_hand_as_played(tmp_path: Path) -> None:
    game = shipped("holdem-nolimit-2p")
    cards = np.stack([parse_cards("AhAdKcKs2c3d4h5s9c")] * 2)
    cards[1, 3] = NO_CARD
    payoffs = np.array([[20000, -20000]] * 2) * PAYOFF_UNIT
    match = StoredMatch(tuple("ab"), ("r20000c///",) * 2, payoffs, cards=cards)
    _, found, _ = all_ins_of(game, store_matches(tmp_path / "run", game, [match]))
    assert found.rows.tolist() == [0]


def duplicate_run(folder: Path, game: GameDefinition, decks: int = 2) -> RunResults:
    seatings = list(permutations("abcd"))
    matches = [
        play_match(game, seats, deck=deck, seating=number, hands=12)
        for deck in range(decks)
        for number, seats in enumerate(seatings)
    ]
    return store_matches(folder, game, matches, seatings=len(seatings))


def test_a_run_is_read_either_way_and_both_keep_the_sum(tmp_path: Path) -> None:
    played = duplicate_run(tmp_path / "run", SIDE_POTS)
    expected = open_run(tmp_path / "run", luck="all-in")
    for one, other in zip(played.matches(), expected.matches(), strict=True):
        assert one.schema == other.schema
        assert one.drop_columns(["payoffs"]).equals(other.drop_columns(["payoffs"]))
    by_hand: dict[tuple[int, int], np.ndarray] = {}
    for part in expected.played_hands():
        for row in range(len(part)):
            hand = int(part.hand_index[row])
            match = (int(part.deck_seed[row]), tuple(np.roll(part.members[row], hand).tolist()))
            total = by_hand.setdefault(match, np.zeros(4, np.int64))
            total += np.roll(part.payoffs[row], hand)
    rows = [row for batch in expected.matches() for row in batch.to_pylist()]
    assert len(rows) == 2 * 24
    for row in rows:
        key = (row["deck_seed"], tuple("abcd".index(label) for label in row["agents"]))
        assert row["payoffs"] == by_hand[key].tolist()
        assert sum(row["payoffs"]) == 0
    totals = [
        [row["payoffs"] for batch in run.matches() for row in batch.to_pylist()]
        for run in (played, expected)
    ]
    assert totals[0] != totals[1]
    assert played.indicators().arrow.equals(expected.indicators().arrow)


def test_the_variance_of_a_hand_is_lower(tmp_path: Path) -> None:
    run = store_matches(tmp_path / "run", SIDE_POTS, [play_match(SIDE_POTS, "abcd", hands=3000)])
    played = parts_of(run)
    expected = parts_of(open_run(tmp_path / "run", luck="all-in"))
    assert (expected.payoffs.var(axis=0) < played.payoffs.var(axis=0)).all()


def test_cards_that_cannot_be_are_refused() -> None:
    game, board = shipped("holdem-nolimit-2p"), np.zeros(0, np.uint8)
    hands = parse_cards("AhAdKcKs").reshape(2, 2)
    with pytest.raises(CardError, match="card Ah is used twice"):
        pot_shares(game, hands, board, dead=parse_cards("Ah"))
    wide = replace(game, hole_card_count=1, board_card_counts=(0, 4, 1, 1))
    with pytest.raises(LimitError, match="15,890,700 boards are possible; the limit is 2,000,000"):
        pot_shares(wide, hands[:, :1], board, dead=board)


def test_shares_are_counted_over_every_board() -> None:
    game = shipped("holdem-nolimit-2p")
    hands, board = parse_cards("AhAdKcKs").reshape(2, 2), parse_cards("KhQd2s")
    dead = parse_cards("2c2d")
    sums, boards = pot_shares(game, hands, board, dead=dead)
    assert boards == 43 * 42 // 2
    assert sum(sums) == 2520 * boards
    by_hand = np.zeros(2, np.int64)
    for runout in combinations(set(range(52)) - {*hands.ravel(), *board, *dead}, 2):
        full = np.array([[*hand, *board, *runout] for hand in hands], np.uint8)
        ranks = rank_hands(full)
        by_hand += np.where(ranks == ranks.max(), 2520 // (ranks == ranks.max()).sum(), 0)
    assert sums == by_hand.tolist()


def test_average_equity_is_over_the_pots_that_an_agent_contests(tmp_path: Path) -> None:
    match = play_match(SIDE_POTS, "abcd", hands=300)
    run = store_matches(tmp_path / "run", SIDE_POTS, [match])
    _, found, _ = all_ins_of(SIDE_POTS, run)
    by_seat: dict[str, list[float]] = {label: [] for label in "abcd"}
    for row, equities in zip(found.rows.tolist(), found.equity.tolist(), strict=True):
        for position, share in enumerate(equities):
            if share == share:  # noqa: PLR0124  (nan for who contests nothing)
                by_seat["abcd"[(position + row) % 4]].append(share)
    rows = run.all_in_equity().to_pylist()
    assert {row["agent"]: row["all_ins"] for row in rows} == {
        label: len(shares) for label, shares in by_seat.items()
    }
    for row in rows:
        assert row["equity"] == pytest.approx(np.mean(by_seat[row["agent"]]))
    parts = run.all_in_equity(by_position=True).to_pylist()
    assert sum(part["all_ins"] for part in parts) == sum(row["all_ins"] for row in rows)
    assert {part["position"] for part in parts} == {0, 1, 2, 3}
