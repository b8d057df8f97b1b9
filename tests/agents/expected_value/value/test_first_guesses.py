"""Before there are chains: everybody calls this bet and one more on each round to come."""

from typing import Any

import numpy as np
import pytest

from railbird.agents.expected_value.betting.betting_lines import list_lines
from railbird.agents.expected_value.betting.betting_views import LOST, SHOWN, WON
from railbird.agents.expected_value.betting.walked_betting import WalkedBetting
from railbird.agents.expected_value.value.first_guesses import Guesses, guess_outcomes
from railbird.agents.expected_value.value.formulas import Estimate
from railbird.native import ActionKind
from railbird.plugins import load_registry

REGISTRY = load_registry()
CALL, RAISE = ActionKind.CALL, ActionKind.RAISE


def guess(game: str, betting: str) -> Estimate:
    definition = REGISTRY.game(game).definition
    is_listed = definition.player_count == 2
    it = list_lines(definition) if is_listed else WalkedBetting(definition)
    situations = it.situations(it.nodes_of([betting]))
    return guess_outcomes(definition, Guesses(), situations, strength=np.array([0.7]))


@pytest.mark.parametrize(
    ("game", "betting", "kind", "expected"),
    [
        # Small blind 5 of 10; later bets of 10, 20 and 20 by each player.
        ("holdem-limit-2p", "", CALL, (20 + 2 * 50, 5 + 50, 0.0, 0.25)),
        ("holdem-limit-2p", "", RAISE, (40 + 2 * 50, 15 + 50, 0.1, 0.15)),
        ("holdem-limit-2p", "cc/cc/cc/cr", CALL, (20 + 40, 20, 0.0, 0.0)),
        ("holdem-limit-2p", "cc/cc/cc/c", CALL, (20, 0, 0.0, 0.0)),
        ("holdem-limit-2p", "cc/cc/cc/", CALL, (20, 0, 0.0, 0.25)),
        # The button of three: two others, and then one after a fold.
        ("holdem-limit-3p", "", RAISE, (60 + 3 * 50, 20 + 50, 0.05, 0.15)),
        ("holdem-limit-3p", "f", RAISE, (40 + 2 * 50, 15 + 50, 0.1, 0.15)),
        ("holdem-limit-3p", "ccc/ccc/ccc/cr", CALL, (30 + 3 * 20, 20, 0.0, 0.0)),
    ],
)
def test_pots_bets_and_shares(game: str, betting: str, kind: int, expected: Any) -> None:
    """Pot and bets of a showdown, and how often all others and oneself fold."""
    found = guess(game, betting)
    shares = found.shares[0, kind]
    pot, bets = found.pots[0, kind, SHOWN], found.bets[0, kind, SHOWN]
    assert (pot, bets, shares[WON], shares[LOST]) == pytest.approx(expected)
    assert shares.sum() == pytest.approx(1.0)
    assert found.strength[0].tolist() == [0.7] * 3
