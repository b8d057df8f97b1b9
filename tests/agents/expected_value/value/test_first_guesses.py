"""Before there are chains: everybody calls this bet and one more on each round to come."""

from typing import Any

import numpy as np
import pytest

from railbird.agents.expected_value.betting.betting_lines import list_lines
from railbird.agents.expected_value.betting.betting_views import LOST, SHOWN, WON
from railbird.agents.expected_value.betting.raise_menu import RaiseMenu
from railbird.agents.expected_value.betting.walked_betting import WalkedBetting
from railbird.agents.expected_value.value.first_guesses import Guesses, guess_outcomes
from railbird.agents.expected_value.value.formulas import Estimate
from railbird.native import ActionKind, parse_game
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


@pytest.mark.parametrize(
    ("betting", "choice", "expected"),
    [
        # Call 50: pot 200, then bets of 100, 200 and 400 by each player.
        ("", 1, (200 + 1400, 50 + 700, 0.0, 0.25, 0.7)),
        # The pot: raise 200 into 200; a bluff needs folds of 1/2, and half of that is taken.
        ("", 3, (600 + 4200, 250 + 2100, 0.25, 0.75 * 0.15, 0.85)),
        # All-in: nobody bets any more.
        ("", 4, (40000, 19950, 0.5 * 199 / 201, 0.0, 1 - 0.3 * 2 / 201)),
        # A pot bet on the river is called, and half the pot is bet in an empty one.
        ("cc/cc/cc/r300", 1, (600, 200, 0.0, 0.0, 0.7)),
        ("cc/cc/cc/", 2, (400, 100, 1 / 6, 5 / 6 * 0.15, 0.8)),
        # The opponent is all-in.
        ("r20000", 1, (40000, 19900, 0.0, 0.0, 0.7)),
    ],
)
def test_guesses_without_limits(betting: str, choice: int, expected: Any) -> None:
    """Pot and bets of a showdown, folds of others and own, and strength of those who call."""
    definition = REGISTRY.game("holdem-nolimit-2p").definition
    it = WalkedBetting(definition, RaiseMenu((0.5, 1.0)))
    situations = it.situations(it.nodes_of([betting]))
    found = guess_outcomes(definition, Guesses(), situations, strength=np.array([0.7]))
    shares = found.shares[0, choice]
    pot, bets = found.pots[0, choice, SHOWN], found.bets[0, choice, SHOWN]
    told = pot, bets, shares[WON], shares[LOST], found.strength[0, choice]
    assert told == pytest.approx(expected)
    assert shares.sum() == pytest.approx(1.0)


def test_the_guessed_pot_has_only_chips_that_the_player_could_win() -> None:
    """Stacks of 900, 2,500 and 1,400: the first calls a bet of the others, or is called."""
    definition = parse_game(
        "nolimit\nnumPlayers = 3\nnumRounds = 4\nstack = 900 2500 1400\nblind = 50 100 0\n"
        "firstPlayer = 3 1 1 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\n"
        "numBoardCards = 0 3 1 1\n"
    )
    it = WalkedBetting(definition, RaiseMenu((0.5, 1.0)))
    situations = it.situations(it.nodes_of(["r1400", "fc", "r1400f", "cr900"]))
    found = guess_outcomes(definition, Guesses(), situations, strength=np.full(4, 0.5))
    pots, bets = found.pots[:, :, SHOWN], found.bets[:, :, SHOWN]
    assert (pots[0, 1], bets[0, 1]) == (3 * 900, 850)
    assert (pots[1, 4], bets[1, 4]) == (2 * 900, 800)
    assert (pots[2, 1], bets[2, 1]) == (2 * 1400 + 50, 1300)
    # The first is all-in, so that nobody else can make all others fold.
    assert situations.legal[3, 4]
    assert not found.shares[3, :, WON].any()
