"""The betting round as its players count it, and what hole cards hold: situations by hand."""

from collections.abc import Sequence

import numpy as np
import pytest
from pokerlang_strategies import at, holds, table_of

from railbird.agents.pokerlang.language.words import HOLDINGS
from railbird.agents.pokerlang.situation.cards import losing_against
from railbird.agents.pokerlang.situation.view import View
from railbird.native import hand_strength

SIX = table_of(6)
NAMES = (
    *("my-raises", "my-calls", "my-checks", "their-raises", "their-calls", "order"),
    *("round-players", "place", "first-raiser-place"),
)
# Six-handed: positions 0 small blind, 1 big blind, 2 under the gun ... 5 button; 2 acts first.
ROUNDS: dict[str, Sequence[int | None]] = {
    "": (0, 0, 0, 0, 0, 3, 6, 5, None),
    "fff": (0, 0, 0, 0, 0, 3, 6, 2, None),
    "ccff": (0, 0, 0, 0, 2, 1, 6, 1, None),
    "ccffc": (0, 0, 0, 0, 3, 2, 6, 0, None),
    "r300": (0, 0, 0, 1, 0, 4, 6, 4, 5),
    "fr300cf": (0, 0, 0, 1, 1, 1, 6, 1, 4),
    "r300fffr900f": (1, 0, 0, 1, 0, 2, 6, 5, 5),
    "cffffr300": (0, 1, 0, 1, 0, 2, 6, 5, 0),
    "ccffcc/": (0, 0, 0, 0, 0, 1, 4, 1, None),
    "ccffcc/cc": (0, 0, 0, 0, 0, 3, 4, 5, None),
    "ccffcc/ccr200": (0, 0, 0, 1, 0, 4, 4, 4, 5),
    "ccffcc/ccr200c": (0, 0, 1, 1, 1, 1, 4, 1, 5),
    "ccffcc/r200r400ffr800": (1, 0, 0, 2, 0, 2, 4, 0, 1),
    "ccffcc/r200fcc/": (0, 0, 0, 0, 0, 1, 3, 1, None),
}


@pytest.mark.parametrize("betting", ROUNDS)
def test_a_round_is_counted_as_players_count_it(betting: str) -> None:
    expected = dict(zip(NAMES, ROUNDS[betting], strict=True))
    decisions = at(SIX, betting)
    found = {
        name: next((n for n in range(10) if holds(f"{name} = {n}", decisions) == [True]), None)
        for name in NAMES
    }
    assert found == expected


CARDS = {
    ("AhAd", "Ac7h2c"): "pair set top-pair",
    ("AhAd", "Kc7h2c"): "pair overpair",
    ("AhKd", "Ac7h2c"): "pair top-pair",
    ("AhKd", "Ac7hKc"): "pair two-pair top-pair",
    ("Ah7d", "Ac7hKcKd"): "pair top-pair",
    ("AhKd", "AcAs7h"): "pair trips top-pair",
    ("7h6d", "AcAs7c"): "pair",
    ("8h7d", "9c6s5h"): "straight",
    ("Ah2d", "3c4s5hKd"): "straight",
    ("Ah2h", "7h9hKh"): "flush",
    ("8h7h", "9h6h5h"): "straight flush straight-flush",
    ("AhAd", "Ac7h7c"): "pair set top-pair full-house",
    ("Ah7d", "Ac7h7c"): "pair two-pair trips top-pair full-house",
    ("AhAd", "AcAs7c"): "pair set top-pair full-house quads",
    ("KhQd", "AcAsAdAh"): "",
    ("KhQd", "JcTs2d5h"): "",
    ("KhQd", "Th9s9d9c"): "",
    ("KhQd", "9h8h7h6h5h"): "straight flush straight-flush",
}


@pytest.mark.parametrize("case", CARDS)
def test_what_hole_cards_hold(case: tuple[str, str]) -> None:
    cards, board = case
    betting = {6: "ccffcc/", 8: "ccffcc/cccc/", 10: "ccffcc/cccc/cccc/"}[len(board)]
    decisions = at(SIX, betting, cards, board)
    found = {
        name for name in HOLDINGS if holds(f"not round is preflop and have {name}", decisions)[0]
    }
    assert found == set(CARDS[case].split())


@pytest.mark.parametrize(
    ("cards", "board", "count"),
    [("AhKd", "Qc7h2s", 2), ("AhKd", "Kc7h2s", 1), ("AhKd", "Ac7h2s", 0), ("QhQd", "Jc7h2s", 2)],
)
def test_overcards(cards: str, board: str, count: int) -> None:
    decisions = at(SIX, "ccffcc/", cards, board)
    assert holds(f"not round is preflop and overcards = {count}", decisions) == [True]


def test_hands_that_are_higher_and_the_chance_to_lose() -> None:
    """Aces on Kc7h2s: three kings, sevens and twos each, and two pairs of nine each."""
    decisions = at(SIX, "ccffcc/", "AhAd", "Kc7h2s")
    guard = "not round is preflop and"
    assert holds(f"{guard} higher-hands = {3 * 3 + 3 * 9}", decisions) == [True]
    river = at(SIX, "ccffcc/cccc/cccc/", "AhKd", "Qc7h2s3d4c")
    view = View(river, river.hole_cards)
    now = float(hand_strength("AhKd", "Qc7h2s3d4c", against="QQ, 65s"))
    assert now == 0.0
    assert losing_against(view, view.rows, "QQ, 65s").tolist() == [1.0]
    assert losing_against(view, view.rows, "QQ, JTs").tolist() == [3 / 7]
    assert losing_against(view, view.rows, "QcQd").tolist() == [0.0]  # not left in the deck
    assert losing_against(view, view.rows, "AcKc")[0] == 0.0  # a tie is not lost
    flop = at(SIX, "ccffcc/", "AhKd", "Qc7h2s")
    view = View(flop, flop.hole_cards)
    (lost,) = losing_against(view, view.rows, "QhQs")
    # to win takes two aces, two kings or the straight, of 990 boards
    assert lost == pytest.approx(1 - (3 + 3 + 0) / 990, abs=0.02)
    assert np.isfinite(lost)
