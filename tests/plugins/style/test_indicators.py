"""Every indicator, compared with hands that were written and counted by hand."""

from collections.abc import Sequence
from importlib import resources
from math import inf, isnan

import numpy as np
import pytest

from railbird.native import GameDefinition, parse_game, read_styles
from railbird.plugins import (
    INDICATORS,
    indicator,
    indicator_values,
    occurrences,
    opportunities,
)
from tests.support.style_reference import join_bettings

Pairs = dict[int, tuple[int, int]]


def shipped(name: str) -> GameDefinition:
    file = resources.files("railbird.tournaments.games") / f"{name}.game"
    return parse_game(file.read_text(encoding="utf-8"), source=name)


def pairs_of(game: str, hands: Sequence[str], name: str) -> Pairs:
    """Return (occurrences, opportunities) by position, those without either left out."""
    counts = read_styles(shipped(game), *join_bettings(list(hands))).counts.sum(axis=0)
    happened, possible = occurrences(counts, name).tolist(), opportunities(counts, name).tolist()
    pairs = enumerate(zip(happened, possible, strict=True))
    return {place: pair for place, pair in pairs if any(pair)}


SIX = "holdem-nolimit-6p"  # positions: 0 small blind, 1 big, 2 and 3, 4 cut-off, 5 button
THREE = "holdem-nolimit-3p"  # 0 small blind, 1 big blind, 2 button
TWO = "holdem-limit-2p"  # 0 big blind, 1 small blind and button
HANDS: list[tuple[str, str, str, Pairs]] = [
    # All fold to the big blind: a walk is not a decision of his.
    ("vpip", SIX, "fffff", {p: (0, 1) for p in (0, 2, 3, 4, 5)}),
    # A call, a fold, a raise, a fold, the small blind calls, the big blind folds.
    (
        "vpip",
        SIX,
        "cfr300fcff/cr500f",
        {0: (1, 1), 1: (0, 1), 2: (1, 1), 3: (0, 1), 4: (1, 1), 5: (0, 1)},
    ),
    # A free check of the big blind is not voluntary, a call of a raise is.
    ("vpip", TWO, "cc/cc/cc/cc", {0: (0, 1), 1: (1, 1)}),
    ("vpip", TWO, "rc/cc/cc/cc", {0: (1, 1), 1: (1, 1)}),
    # Who raises twice raised one hand; chips put in on the flop are not pre-flop.
    ("pfr", TWO, "rrrc/rc/cc/cc", {0: (1, 1), 1: (1, 1)}),
    ("pfr", TWO, "cc/rc/cc/cc", {0: (0, 1), 1: (0, 1)}),
    ("vpip", "kuhn-2p", "crf", {0: (0, 1), 1: (1, 1)}),
    # The button raises: both blinds could re-raise; the small blind does, the big one then cannot.
    ("three_bet", THREE, "r300r900ff", {0: (1, 1)}),
    ("three_bet", THREE, "r300fr900f", {0: (0, 1), 1: (1, 1)}),
    ("three_bet", THREE, "r300cc/ccc/ccc/ccc", {0: (0, 1), 1: (0, 1)}),
    # Nobody is left to answer the small blind's re-raise when the raise was all-in.
    ("three_bet", THREE, "r20000ff", {}),
    # A limp and two raises: the limper faces the second raise, which is not a 3-bet opportunity.
    ("three_bet", THREE, "cr300r900ff", {1: (1, 1), 2: (0, 0)}),
    # The first to raise faces the 3-bet; a caller in between does not count.
    ("fold_to_three_bet", THREE, "r300cr900ff", {2: (1, 1)}),
    ("fold_to_three_bet", THREE, "r300fr900c/cc/cc/cc", {2: (0, 1)}),
    ("fold_to_three_bet", THREE, "r300fr900r2700f", {2: (0, 1)}),
    ("fold_to_three_bet", TWO, "rrrf", {1: (0, 1)}),
    # From the flop on: two raises and a call of the big blind, two calls, a raise of the other.
    ("aggression_factor", TWO, "rc/rrc/cc/rc", {0: (2, 1), 1: (1, 1)}),
    ("aggression_factor", TWO, "rc/cc/cc/cc", {}),
    ("aggression_factor_all_rounds", TWO, "rc/rrc/cc/rc", {0: (2, 2), 1: (2, 1)}),
    ("aggression_factor_all_rounds", TWO, "cc/cc/cc/cc", {1: (0, 1)}),
    # A fold counts in the frequency, a check in neither.
    ("aggression_frequency", TWO, "rc/rrc/cc/rf", {0: (2, 3), 1: (1, 2)}),
    # The raiser bets the flop after a check; the other folds to it.
    ("continuation_bet", TWO, "rc/crf", {1: (1, 1)}),
    ("fold_to_continuation_bet", TWO, "rc/crf", {0: (1, 1)}),
    ("continuation_bet", TWO, "rc/cc/rf", {1: (0, 1)}),
    # A bet into the raiser takes his chance away; so does a pot without a raise.
    ("continuation_bet", TWO, "rc/rc/cc/cc", {}),
    ("continuation_bet", TWO, "cc/rf", {}),
    # The last to raise pre-flop is the one who continues.
    ("continuation_bet", TWO, "rrc/rf", {0: (1, 1)}),
    # Raised by the next, the third does not face the continuation bet itself.
    ("fold_to_continuation_bet", THREE, "r300cc/ccr600r1500ff", {0: (0, 1)}),
    ("fold_to_continuation_bet", THREE, "r300cc/ccr600fc/cc/cc", {0: (1, 1), 1: (0, 1)}),
    # All three see the flop, two come to the showdown.
    ("went_to_showdown", THREE, "ccc/ccr200fc/cc/cc", {0: (0, 1), 1: (1, 1), 2: (1, 1)}),
    ("went_to_showdown", THREE, "fr300f", {}),
    # All-in pre-flop is seeing the flop.
    ("went_to_showdown", THREE, "r20000fc///", {1: (1, 1), 2: (1, 1)}),
    ("went_to_showdown", "kuhn-2p", "crf", {0: (0, 1), 1: (0, 1)}),
    # Who took the pot, and who lost it without showing.
    ("won_without_showdown", THREE, "fr300f", {0: (1, 1), 1: (0, 1), 2: (0, 1)}),
    ("won_without_showdown", THREE, "ccc/ccr200fc/cc/cc", {0: (0, 1)}),
    # First in from the cut-off, then the button and the small blind when all folded.
    ("blind_steal", SIX, "ffr300fff", {4: (1, 1)}),
    ("blind_steal", SIX, "fffr300ff", {4: (0, 1), 5: (1, 1)}),
    ("blind_steal", SIX, "ffffcc/cc/cc/cc", {0: (0, 1), 4: (0, 1), 5: (0, 1)}),
    ("blind_steal", SIX, "cffr300fff", {}),
    ("blind_steal", TWO, "rf", {1: (1, 1)}),
    ("blind_steal", "kuhn-2p", "rf", {}),
    # The small blind folds to the steal, the big blind defends; with a re-raise there is none.
    ("blind_defence", SIX, "fffr300fc/cc/cc/cc", {0: (0, 1), 1: (1, 1)}),
    ("blind_defence", SIX, "fffr300r900ff", {0: (1, 1)}),
    ("blind_defence", SIX, "r300fffff", {}),
    ("blind_defence", SIX, "ffcr300fff", {}),
    # Heads-up in the blinds: the small blind steals, the big blind gives up.
    ("blind_defence", SIX, "ffffr300f", {1: (0, 1)}),
]


@pytest.mark.parametrize(("name", "game", "hand", "expected"), HANDS)
def test_a_hand_counts_as_it_was_counted_by_hand(
    name: str, game: str, hand: str, expected: Pairs
) -> None:
    without_zeros = {place: pair for place, pair in expected.items() if any(pair)}
    assert pairs_of(game, [hand], name) == without_zeros


def test_hands_add_up() -> None:
    hands = ["rf", "rc/cc/cc/cc", "cc/cc/cc/cc", "f"]
    assert pairs_of(TWO, hands, "vpip") == {0: (1, 3), 1: (3, 4)}


def test_showdowns_won_are_of_showdowns() -> None:
    styles = read_styles(shipped(TWO), *join_bettings(["cc/cc/cc/cc"]))
    assert opportunities(styles.counts, "won_at_showdown").tolist() == [[1, 1]]
    assert occurrences(styles.counts, "won_at_showdown").tolist() == [[0, 0]]
    won = styles.showdowns_won(np.array([[-10, 10]]) * 2520)
    assert won.tolist() == [[False, True]]


def test_no_data_gives_no_value_and_raises_without_a_call_are_infinite() -> None:
    counts = read_styles(shipped(TWO), *join_bettings(["rc/cc/cc/rf", "f"])).counts.sum(axis=0)
    factor = indicator_values(counts, "aggression_factor").tolist()
    assert factor[0] == inf
    assert isnan(factor[1])
    assert indicator_values(counts, "vpip").tolist() == [1.0, 0.5]


def test_only_ratios_may_exceed_one_and_every_counter_has_a_use() -> None:
    used = {n for i in INDICATORS for n in (*i.occurrences, *i.opportunities)}
    assert "first_round_folds" not in used  # pre-flop folds make up no indicator of ours
    for entry in INDICATORS:
        assert indicator(entry.name) is entry
    with pytest.raises(ValueError, match="no indicator 'luck'; use one of vpip, pfr"):
        indicator("luck")
