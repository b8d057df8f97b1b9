"""Payoffs without luck in games that can be listed: no bias, and no variance where V is exact."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from zlib import crc32

import numpy as np
import numpy.typing as npt
import pytest

from railbird.harness.games.library import find_game
from railbird.native.solver import build_tree
from railbird.plugins import load_registry
from railbird.results.luck.exact_values import ExactValue
from railbird.results.luck.listed_game import ListedGame
from railbird.results.luck.listed_luck import Declared, ListedLuck
from railbird.results.luck.values import Histories, ValueFunction, ZeroValue

Floats = npt.NDArray[np.float64]
GAMES = ("kuhn-2p", "kuhn-3p", "leduc")
TWO_PLAYERS = ("kuhn-2p", "leduc")


@dataclass(frozen=True)
class RandomValue:
    """A table of arbitrary values of the history, unlike anything that it is worth."""

    seed: int

    def values(self, histories: Histories) -> Floats:
        players = histories.definition.player_count
        words = np.array([crc32(f"{self.seed} {text}".encode()) for text in histories.betting])
        scattered = np.random.Generator(np.random.Philox(self.seed)).normal(
            size=(histories.cards.shape[1], 256)
        )
        of_cards = scattered[np.arange(histories.cards.shape[1]), histories.cards].sum(axis=1)
        mixed = np.sin(words % 9973 + 37.0 * of_cards)
        return 5.0 * np.cos(mixed[:, None] * np.arange(3.0, 3.0 + players))


@cache
def _game(name: str) -> ListedGame:
    return ListedGame(build_tree(find_game(name, load_registry()).definition))


@cache
def _strategies(name: str) -> tuple[Floats, ...]:
    tree = _game(name).tree
    drawn = np.random.Generator(np.random.Philox(7)).exponential(
        size=(tree.definition.player_count, tree.entry_count)
    )
    sums = [np.bincount(tree.entry_set, row, tree.information_set_count) for row in drawn]
    return tuple(row / total[tree.entry_set] for row, total in zip(drawn, sums, strict=True))


@cache
def _reach(name: str, end: int) -> Floats:
    """The probability of an end under each deal, those of the deals included."""
    game = _game(name)
    reach = np.full(len(game.deals), 1.0 / len(game.deals))
    for step in game.path(end):
        position = int(game.tree.betting.node_player[step.node])
        choices = game.choices(_strategies(name)[position], step.node)
        reach = reach * choices[:, step.edge - game.tree.betting.actions(step.node).start]
    return reach


def _subsets(positions: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(positions, n) for n in range(len(positions) + 1))


def _moments(name: str, value: ValueFunction, declared: Declared) -> tuple[Floats, Floats]:
    """The mean and the variance of the estimates over all deals and actions."""
    game = _game(name)
    luck = ListedLuck(game, value, declared)
    ends = range(game.tree.betting.end_count)
    estimates = np.concatenate([luck.estimates(end) for end in ends])
    reach = np.concatenate([_reach(name, end) for end in ends])[:, None]
    assert reach.sum() == pytest.approx(1.0, abs=1e-13)
    mean = (reach * estimates).sum(axis=0)
    return mean, (reach * (estimates - mean) ** 2).sum(axis=0)


def _true_values(name: str) -> Floats:
    game = _game(name)
    ends = range(game.tree.betting.end_count)
    return np.sum([_reach(name, end) @ game.chips(end) for end in ends], axis=0)


def _every_declaration(name: str) -> Iterator[Declared]:
    """Every subset of declaring players, with every subset of those imagined."""
    strategies = _strategies(name)
    for declaring in _subsets(tuple(range(len(strategies)))):
        for imagined in _subsets(declaring):
            yield Declared({p: strategies[p] for p in declaring}, frozenset(imagined))


@pytest.mark.parametrize("name", GAMES)
def test_estimates_have_the_true_mean_for_any_value_and_any_who_declare(name: str) -> None:
    wanted = _true_values(name)
    for declared in _every_declaration(name):
        mean, _ = _moments(name, RandomValue(3), declared)
        np.testing.assert_allclose(mean, wanted, rtol=0.0, atol=1e-12)


@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_where_all_declare_and_values_are_exact_no_variance_is_left(name: str) -> None:
    strategies = _strategies(name)
    declared = Declared(dict(enumerate(strategies)), frozenset({0, 1}))
    mean, variance = _moments(name, ExactValue(_game(name), strategies), declared)
    np.testing.assert_allclose(mean, _true_values(name), rtol=0.0, atol=1e-12)
    assert variance.max() < 1e-12


@pytest.mark.parametrize("name", GAMES)
def test_zero_values_without_declarations_give_payoffs_as_played_to_the_bit(name: str) -> None:
    game = _game(name)
    luck = ListedLuck(game, ZeroValue(), Declared({}))
    for end in range(game.tree.betting.end_count):
        assert luck.estimates(end).tobytes() == game.chips(end).tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_more_that_is_known_leaves_less_variance(name: str) -> None:
    """Raw, chance alone, decisions too, all imagined; under the value of the play itself."""
    strategies = dict(enumerate(_strategies(name)))
    exact = ExactValue(_game(name), _strategies(name))
    one_by_one = [
        _moments(name, ZeroValue(), Declared({})),
        _moments(name, exact, Declared({})),
        _moments(name, exact, Declared(strategies)),
    ]
    variances = [variance.sum() for _, variance in one_by_one]
    assert variances == sorted(variances, reverse=True)
    assert variances[-1] < 1e-12


@pytest.mark.parametrize("name", GAMES)
def test_without_values_the_cards_of_who_is_imagined_are_averaged_by_reach(name: str) -> None:
    """Computed naively: the mean payoff, given all that the others saw."""
    game, strategies = _game(name), _strategies(name)
    luck = ListedLuck(game, ZeroValue(), Declared({0: strategies[0]}, frozenset({0})))
    dealt = [tuple(deal) for deal in game.deals.tolist()]
    for end in range(game.tree.betting.end_count):
        reach, won = _reach(name, end), game.chips(end)
        board = 1 if game.path(end)[-1].round_index or game.path(end)[-1].has_deal else 0
        seen = [deal[1 : game.tree.definition.player_count + board] for deal in dealt]
        alike = np.array([[a == b for b in seen] for a in seen], float) * reach
        wanted = alike @ won / alike.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(luck.estimates(end), wanted, rtol=0.0, atol=1e-12)


def test_the_cards_of_who_declares_nothing_cannot_be_imagined() -> None:
    with pytest.raises(ValueError, match="only positions that declare"):
        Declared({}, frozenset({0}))
