"""Elo: its fit, its centre and its intervals, held against independent computations."""

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import brentq, minimize
from scipy.stats import binom, norm
from scipy.stats import t as student

from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.ranking.bradley_terry import (
    ELO_POINTS,
    BradleyTerry,
    bradley_terry,
    count_wins,
)
from railbird.results.estimate.ranking.win_graph import linked_groups
from railbird.results.estimate.ranking.win_likelihood import Ends, fit_strengths, profile_ends

Floats = npt.NDArray[np.float64]
Play = dict[tuple[int, int], Sequence[int]]
"""By pair of agents, deck by deck: 1 where the first won, -1 where it lost, 0 for a tie."""


def sets_of(play: Play, agents: int = 0) -> DuplicateSets:
    """Return the duplicate sets of a tournament, at least so many agents in it."""
    pairs = sorted(play)
    count = max([agents, *(max(pair) + 1 for pair in pairs)])
    won = np.concatenate([np.zeros(0, np.int64), *(np.array(play[pair]) for pair in pairs)])
    counts = [len(play[pair]) for pair in pairs]
    return DuplicateSets(
        agents=tuple(f"{number:02}" for number in range(count)),
        line_ups=np.array(pairs, np.int64).reshape(-1, 2),
        line_up=np.repeat(np.arange(len(pairs)), counts),
        deck=np.concatenate([np.zeros(0, np.int64), *map(np.arange, counts)]),
        hands=np.ones(len(won), np.int64),
        payoffs=np.stack([won, -won], axis=1).astype(np.int64),
        incomplete_count=0,
    )


def rate(play: Play, agents: int = 0) -> BradleyTerry:
    return bradley_terry(sets_of(play, agents))


def won(wins: int, losses: int, ties: int = 0) -> Play:
    return {(0, 1): [1] * wins + [-1] * losses + [0] * ties}


def strict_order(agents: int, decks: int) -> Play:
    return {pair: [1] * decks for pair in combinations(range(agents), 2)}


def draw_play(agents: int, decks: int, random: np.random.Generator, spread: float = 1.0) -> Play:
    """Draw outcomes, a tenth of them ties, of agents whose strengths are drawn first."""
    strength = random.normal(0, spread, agents)
    play: Play = {}
    for first, second in combinations(range(agents), 2):
        chance = 1 / (1 + np.exp(strength[second] - strength[first]))
        wins = np.where(random.random(decks) < chance, 1, -1)
        play[first, second] = np.where(random.random(decks) < 0.1, 0, wins).tolist()
    return play


def log_likelihood(wins: Floats, strength: Floats) -> float:
    return -float((wins * np.logaddexp(0, strength[None, :] - strength[:, None])).sum())


def firth_penalty(games: Floats, strength: Floats) -> float:
    """Half the logarithm of the information's determinant, the last strength being fixed."""
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    weight = games * chance * chance.T
    information = np.diag(weight.sum(axis=1)) - weight
    return float(np.linalg.slogdet(information[:-1, :-1])[1]) / 2


@pytest.mark.parametrize("agents", [2, 4, 12, 50])
def test_the_mean_is_1500_exactly(agents: int) -> None:
    random = np.random.default_rng(agents)
    drawn = [draw_play(agents, 9, random, spread) for spread in (0.1, 1.0, 9.0)]
    for play in (strict_order(agents, 5), *drawn):
        assert abs(rate(play).elo.mean() - 1500) < 1e-9


def test_agents_in_strict_order_are_rated_in_it() -> None:
    for agents, decks in ((2, 1), (4, 5), (12, 20), (70, 20)):
        fitted = rate(strict_order(agents, decks))
        assert (np.diff(fitted.elo) < 0).all()
        assert (np.diff(fitted.low) < 0).all() or decks == 1


def test_strengths_are_the_mode_under_jeffreys_prior() -> None:
    random = np.random.default_rng(1)
    for agents, decks in ((3, 2), (3, 8), (4, 5), (5, 3)):
        sets = sets_of(draw_play(agents, decks, random, 2.0))
        wins = count_wins(sets)

        def loss(free: Floats, wins: Floats = wins) -> float:
            strength = np.array([*free, -free.sum()])
            return -log_likelihood(wins, strength) - firth_penalty(wins + wins.T, strength)

        best = minimize(loss, np.zeros(agents - 1), tol=1e-12).x
        expected = 1500 + ELO_POINTS * np.array([*best, -best.sum()])
        assert bradley_terry(sets).elo == pytest.approx(expected, abs=0.01)


def test_leverages_sum_to_the_number_of_agents_less_one() -> None:
    random = np.random.default_rng(2)
    for agents in (2, 3, 7):
        fit = fit_strengths(count_wins(sets_of(draw_play(agents, 4, random, 3.0))))
        assert fit.leverage.sum() / 2 == pytest.approx(agents - 1)


def test_elo_counts_four_hundred_points_for_ten_to_one() -> None:
    """Nine sets and a tie for one: 9.5 and a half more are ten times 0.5 and a half more."""
    fitted = rate(won(9, 0, ties=1))
    assert fitted.elo == pytest.approx([1700, 1300])
    assert fitted.won.tolist() == [9.5, 0.5]
    assert fitted.played.tolist() == [10, 10]


def test_who_comes_far_below_does_not_draw_others_together() -> None:
    """Half a win each way for all 28 pairs of eight agents would leave 475 of 802 points."""
    alone, first, second = rate(strict_order(2, 50)), *rate(strict_order(8, 50)).elo[:2]
    assert first - second == pytest.approx(alone.elo[0] - alone.elo[1], rel=0.01)


def binomial_end(wins: float, losses: float, fall: float, sign: int) -> float:
    """Where the likelihood of a binomial has fallen so far, in log-odds, by a search for a root."""

    def likelihood(odds: float) -> float:
        return -wins * np.logaddexp(0, -odds) - losses * np.logaddexp(0, odds)

    top = np.log(wins / losses)
    inside, outside = sorted([top, top + sign * 1000])
    return brentq(lambda odds: likelihood(top) - likelihood(odds) - fall, inside, outside)


@pytest.mark.parametrize("decks", [2, 3, 5, 20])
def test_two_agents_have_the_interval_of_a_binomial(decks: int) -> None:
    """Every number of wins: the strength is half the log-odds; each end has the prior's win."""
    for wins in range(decks + 1):
        losses = decks - wins
        p = (wins + 0.5) / (decks + 1)
        clustered = (wins * (1 - p) ** 2 + losses * p**2) * decks / (decks - 1)
        inflation = clustered / ((decks + 1) * p * (1 - p))
        fall = student.ppf(0.975, decks - 1) ** 2 / 2 * max(1, inflation)
        high = binomial_end(wins + 1, losses, fall, 1) if losses else np.inf
        low = binomial_end(wins, losses + 1, fall, -1) if wins else -np.inf
        fitted = rate(won(wins, losses))
        assert fitted.elo[0] - fitted.elo[1] == pytest.approx(400 * np.log10(p / (1 - p)))
        for end, found in ((low, fitted.low[0]), (high, fitted.high[0])):
            assert found == pytest.approx(1500 + ELO_POINTS / 2 * end, abs=1e-5)
        for end, found in ((low, fitted.high[1]), (high, fitted.low[1])):
            assert found == pytest.approx(1500 - ELO_POINTS / 2 * end, abs=1e-5)


def refitted(wins: Floats, agent: int, held: float) -> float:
    """The greatest log-likelihood with one strength held and the sum 0, by a general minimiser."""
    others = [number for number in range(len(wins)) if number != agent]

    def loss(free: Floats) -> float:
        strength = np.zeros(len(wins))
        strength[others[:-1]] = free
        strength[agent] = held
        strength[others[-1]] = -strength.sum()
        return -log_likelihood(wins, strength)

    return -float(minimize(loss, np.zeros(len(wins) - 2), options={"gtol": 1e-9}).fun)


UNEVEN = (
    (9.26, [[0, 0, 14], [1, 0, 197], [89, 0, 0]]),
    (9.26, [[0, 3, 0, 0, 0], [0] * 5, [0, 1, 0, 1, 0], [0, 9, 0, 0, 0], [0, 0, 0, 1, 0]]),
    (81, [[0, 0, 4], [31, 0, 39], [17, 0, 0]]),
    (
        200,
        [
            [0, 0, 0, 7, 0, 0],
            [1, 0, 1, 6, 0, 0],
            [0, 0, 0, 1, 0, 0],
            [0, 0, 0, 0, 0, 0],
            [0, 8, 2, 1, 0, 1],
            [0, 0, 0, 0, 0, 0],
        ],
    ),
)
"""Falls, as few decks ask for large ones, and wins for which plain Newton steps go astray."""


@pytest.mark.parametrize("number", range(6))
def test_at_its_ends_the_refitted_likelihood_has_fallen_as_far_as_asked(number: int) -> None:
    random = np.random.default_rng(5)
    even = [(9.26, draw_play(3, 4, random)), (1.92, draw_play(5, 20, random))]
    fall, table = [*((fall, count_wins(sets_of(play))) for fall, play in even), *UNEVEN][number]
    won = np.array(table, float)
    fit = fit_strengths(won)
    for sign, has in ((1.0, won.sum(axis=0)), (-1.0, won.sum(axis=1))):
        agents = np.flatnonzero(has)
        falls = np.full(len(agents), float(fall))
        found = profile_ends(fit, Ends(agents, np.full(len(agents), sign), falls))
        for agent, end in zip(agents, found, strict=True):
            over = sign / 2 * fit.leverage[agent] / fit.leverage[agent].sum()
            wins = fit.wins.copy()
            wins[agent] += over
            wins[:, agent] -= over
            top = minimize(lambda s, w=wins: -log_likelihood(w, s), fit.strength, tol=1e-9)
            assert -top.fun - refitted(wins, agent, end) == pytest.approx(fall, abs=1e-4)
            assert (end - fit.strength[agent]) * sign > 0


def test_relabelling_agents_relabels_ratings() -> None:
    random = np.random.default_rng(6)
    play = draw_play(4, 5, random, 2.0)
    before = rate(play)
    for order in permutations(range(4)):
        moved: Play = {}
        for (first, second), outcomes in play.items():
            one, other = order[first], order[second]
            sign = 1 if one < other else -1
            moved[min(one, other), max(one, other)] = [sign * outcome for outcome in outcomes]
        after = rate(moved)
        for name in ("elo", "low", "high", "won", "played"):
            found = getattr(after, name)[list(order)]
            assert found == pytest.approx(getattr(before, name), abs=1e-5), name


def test_sets_that_go_together_by_deck_widen_the_interval() -> None:
    """As many wins each, spread over decks or all on the same ones."""
    apart: Play = {(0, n): np.roll([1] * 6 + [-1] * 6, 4 * n).tolist() for n in (1, 2, 3)}
    together: Play = {(0, n): [1] * 6 + [-1] * 6 for n in (1, 2, 3)}
    narrow, wide = rate(apart), rate(together)
    assert wide.elo == pytest.approx(narrow.elo)
    assert wide.high[0] - wide.low[0] > 1.3 * (narrow.high[0] - narrow.low[0])


def test_an_interval_is_open_where_all_was_won_or_lost() -> None:
    play = strict_order(3, 5)
    fitted = rate(play)
    assert fitted.high[0] == np.inf
    assert fitted.low[2] == -np.inf
    assert np.isfinite([fitted.low[0], fitted.low[1], fitted.high[1], fitted.high[2]]).all()
    play[0, 2] = [1, 1, 1, 1, 0]
    fitted = rate(play)
    assert np.isfinite([fitted.low, fitted.high]).all()


def test_ties_alone_make_equals() -> None:
    fitted = rate({pair: [0] * 4 for pair in combinations(range(3), 2)})
    assert fitted.elo == pytest.approx([1500] * 3)
    assert fitted.high - 1500 == pytest.approx(1500 - fitted.low)
    assert (fitted.high > 1500).all()


def test_one_deck_has_no_interval() -> None:
    fitted = rate({(0, 1): [1], (0, 2): [1, 1, -1], (1, 2): [1, -1, 1]})
    assert np.isnan([fitted.low, fitted.high]).all()
    assert not np.isnan(fitted.elo).any()


def test_agents_that_no_match_links_are_rated_apart() -> None:
    """It does not depend on the others' number of decks, or on agents that did not play."""
    random = np.random.default_rng(9)
    alone = draw_play(3, 6, random)
    fitted = rate({**alone, (3, 5): [1]}, agents=7)
    assert fitted.elo[:3].mean() == pytest.approx(1500, abs=1e-9)
    assert fitted.elo[[3, 5]].mean() == pytest.approx(1500, abs=1e-9)
    for name in ("elo", "low", "high"):
        found, expected = getattr(fitted, name), getattr(rate(alone), name)
        assert found[:3] == pytest.approx(expected, abs=1e-6), name
        assert np.isnan(found[[4, 6]]).all(), name
    assert np.isnan(fitted.high[[3, 5]]).all()
    assert fitted.played[[4, 6]].tolist() == [0, 0]


def test_one_agent_and_nobody_at_all_have_no_rating() -> None:
    for agents in (1, 3):
        fitted = rate({}, agents=agents)
        assert np.isnan([fitted.elo, fitted.low, fitted.high]).all()
        assert fitted.won.tolist() == [0] * agents


def test_groups_are_who_reaches_whom_both_ways() -> None:
    """A ring of three, above a long line: 0 -> 1 -> 2 -> 0, 2 -> 3 -> 4 -> ... -> 40."""
    links = np.eye(41, k=1)
    links[2, 0] = 1
    groups = linked_groups(links)
    assert [group.tolist() for group in groups] == [[0, 1, 2], *([n] for n in range(3, 41))]
    assert len(linked_groups(links + links.T)) == 1


@pytest.mark.parametrize("decks", [5, 20, 50])
def test_intervals_of_two_agents_hold_the_truth_however_far_apart_they_are(decks: int) -> None:
    """Exact coverage: every number of wins with its chance, for chances from 0.5 to 0.999."""
    fits = [rate(won(wins, decks - wins)) for wins in range(decks + 1)]
    low, high = (np.array([getattr(fit, name)[0] for fit in fits]) for name in ("low", "high"))
    for chance in (0.5, 0.6, 0.8, 0.9, 0.95, 0.99, *np.linspace(0.5, 0.999, 200)):
        elo = 1500 + ELO_POINTS / 2 * np.log(chance / (1 - chance))
        holds = (low <= elo) & (elo <= high)
        assert binom.pmf(np.arange(decks + 1), decks, chance)[holds].sum() > 0.95


@pytest.mark.parametrize(("step", "decks"), [(0.0, 5), (0.0, 20), (0.4, 10), (4.6, 20)])
def test_intervals_of_four_agents_hold_the_truth_where_decks_are_common(
    step: float, decks: int
) -> None:
    """200 tournaments: what a deck does for an agent it does in all its sets of that deck."""
    random = np.random.default_rng(11)
    strength = step * (1.5 - np.arange(4))
    truth = 1500 + ELO_POINTS * strength
    held = []
    for _ in range(200):
        luck = random.normal(size=(4, decks))
        play: Play = {}
        for first, second in combinations(range(4), 2):
            noise = (luck[first] - luck[second] + random.normal(0, 2**0.5, decks)) / 2
            place = norm.ppf(1 / (1 + np.exp(strength[second] - strength[first])))
            play[first, second] = np.where(noise < place, 1, -1).tolist()
        fitted = rate(play)
        held.append((fitted.low <= truth) & (truth <= fitted.high))
    error = np.sqrt(0.93 * 0.07 / 200)
    assert np.mean(held) > 0.93 - 2 * error
