"""The menu of raises without limits, and betting read by it."""

from typing import Any

import numpy as np
import pytest

from railbird.agents.baselines import raise_by_pot
from railbird.agents.expected_value.betting.betting_views import LOST, SHOWN, WON
from railbird.agents.expected_value.betting.raise_menu import RaiseMenu, read_sizes
from railbird.agents.expected_value.betting.walked_betting import WalkedBetting
from railbird.harness import PlayRules, play_matches
from railbird.harness.conformance.staged_matches import Opponent
from railbird.native import PAYOFF_UNIT, parse_game
from railbird.plugins import DecisionBatch, Game, HandBatch, load_registry
from railbird.results.store.match_keys import match_key

REGISTRY = load_registry()
MENU = RaiseMenu((0.5, 1.0))
FOLD, CALL, HALF, POT, ALL_IN = range(5)
UNEVEN = Game(
    "uneven",
    parse_game(
        "nolimit\nnumPlayers = 3\nnumRounds = 4\nstack = 900 2500 1400\nblind = 50 100 0\n"
        "firstPlayer = 3 1 1 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\n"
        "numBoardCards = 0 3 1 1\n"
    ),
)


def walked(game: str) -> WalkedBetting:
    return WalkedBetting(REGISTRY.game(game).definition, MENU)


class Witness:
    """Plays at random, and holds every decision and hand against the walked betting.

    A raise of the menu must be taken for itself.
    """

    def __init__(self) -> None:
        self.decisions = self.showdowns = self.wins = self.uncalled = 0

    def act_batch(self, decisions: DecisionBatch) -> Any:
        definition, rows = decisions.game.definition, np.arange(len(decisions))
        betting = WalkedBetting(definition, MENU)
        found = betting.situations(betting.nodes_of(decisions.betting))
        assert (found.player == decisions.position).all()
        assert (found.live == ~decisions.has_folded).all()
        assert (found.spent == decisions.contributions).all()
        assert (found.spent + found.left == decisions.starting_stacks).all()
        assert (found.unit == decisions.pot).all()
        assert (found.legal[:, FOLD] == decisions.can_fold).all()
        assert (found.legal[:, HALF:].any(axis=1) == decisions.can_raise).all()
        assert (found.raise_to[:, ALL_IN] == decisions.max_raise_to).all()
        for row in rows.tolist():
            shares = [int(raise_by_pot(decisions, share)[row]) for share in MENU.shares]
            rising = sorted({*shares, int(decisions.max_raise_to[row])})
            assert [size for size in found.raise_to[row].tolist() if size] == [
                size for size in rising if size
            ]
        for row, choice in zip(*np.nonzero(found.raise_to), strict=True):
            text = f"{decisions.betting[row]}r{found.raise_to[row, choice]}"
            taken = betting.passed(betting.ends_of([text])).chains[-1]
            assert (taken == found.chains[row, choice]).all()
        self.decisions += len(decisions)
        return Opponent().act_batch(decisions)

    def end_hands(self, hands: HandBatch) -> None:
        """Hold what was paid and won against the payoffs, which the tables computed."""
        betting = WalkedBetting(hands.game.definition, MENU)
        ends = betting.ends_of(hands.betting)
        passed, payoffs = betting.passed(ends), hands.payoffs / PAYOFF_UNIT
        by_position = np.take_along_axis(payoffs, np.argsort(hands.positions, axis=1), axis=1)
        paid = np.concatenate([line.paid for line in ends])
        for place, (hand, player) in enumerate(zip(passed.hand, passed.player, strict=True)):
            payoff, put = by_position[hand, player], passed.bet[place] + paid[place]
            ending, spent = passed.endings[hand, player], ends[hand].spent
            others = np.arange(len(spent)) != player
            # Side pots have winners of their own; a player who wins of all wins every pot.
            wins = np.minimum(spent, put)[others] == -by_position[hand, others]
            if ending == LOST:
                assert payoff == -put
            elif ending == WON or wins.all():
                assert payoff == passed.pot[place] - put
                self.wins += ending == SHOWN
            self.showdowns += ending == SHOWN
            self.uncalled += bool(ending == SHOWN and put < spent[player])


@pytest.mark.parametrize(
    ("game", "hands"),
    [(REGISTRY.game("holdem-nolimit-2p"), 150), (UNEVEN, 200)],
    ids=["two players", "three with other stacks"],
)
def test_walked_betting_says_what_the_tables_say(game: Game, hands: int) -> None:
    witness, labels = Witness(), tuple("abc"[: game.definition.player_count])
    plan = _Plan(1, labels, match_key(3, 1, labels))
    factories: dict[str, Any] = dict.fromkeys(labels[1:], Opponent) | {"a": lambda: witness}
    play_matches(game, [plan], factories, rules=PlayRules(hands, raise_agent_errors=True))
    assert witness.decisions > hands
    assert witness.showdowns > hands
    assert witness.wins > hands / 2
    assert bool(witness.uncalled) == (game is UNEVEN)


class _Plan:
    def __init__(self, deck_seed: int, agents: tuple[str, ...], key: int) -> None:
        self.deck_seed, self.agents, self.match_key = deck_seed, agents, key


@pytest.mark.parametrize(
    ("raises", "choice"),
    [
        # 100 and 200 above the call, and 19,900 of all-in: bounds at 141.4 and 1,995.
        ((200, 220, 241), HALF),
        ((242, 300, 1000, 2094), POT),
        ((2096, 9000, 20000), ALL_IN),
    ],
)
def test_raises_between_sizes_are_taken_for_the_nearer_in_ratio(
    raises: tuple[int, ...], choice: int
) -> None:
    """The chain of the raise itself is that of the choice, as the small blind sees it."""
    it = walked("holdem-nolimit-2p")
    chains = it.situations(it.nodes_of([""])).chains[0]
    for size in raises:
        passed = it.passed(it.ends_of([f"r{size}f"]))
        assert passed.chains[0].tolist() == chains[choice].tolist(), size


def test_the_last_of_equal_sizes_is_in_the_menu() -> None:
    """After a raise to 15,000 the pot is 30,000 and the least raise 20,000, which is all-in."""
    it = walked("holdem-nolimit-2p")
    found = it.situations(it.nodes_of(["r15000", "", "r200", "r12000"]))
    assert found.raise_to.tolist() == [
        [0, 0, 0, 0, 20000],
        [0, 0, 200, 300, 20000],
        [0, 0, 400, 600, 20000],
        [0, 0, 0, 0, 20000],
    ]
    assert found.legal[0].tolist() == [True, True, False, False, True]


def test_nobody_folds_after_all_chips_are_in() -> None:
    """Neither after an own all-in, nor after a call of the opponent's, nor of the last bet."""
    it = walked("holdem-nolimit-2p")
    nodes = it.nodes_of(["", "r20000", "cc/cc/cc/r300", "cc/cc/cc/"])
    assert it.situations(nodes).may_fold[:, [CALL, HALF, ALL_IN]].tolist() == [
        [True, True, False],
        [False, False, False],
        [False, True, False],
        [True, True, False],
    ]


@pytest.mark.parametrize(
    ("sizes", "shares"),
    [
        ("0.5+1", (0.5, 1.0)),
        ("1+0.5+0.75", (0.5, 0.75, 1.0)),
        (2, (2.0,)),
        ([0.33, 1], (0.33, 1.0)),
    ],
)
def test_sizes_are_shares_of_the_pot(sizes: Any, shares: tuple[float, ...]) -> None:
    assert read_sizes(sizes) == shares
