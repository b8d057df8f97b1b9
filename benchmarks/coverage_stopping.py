"""What stopping rules decide: how often wrongly, after how many decks, and what guards cost.

Three tables: `--until-decided` on made-up pairs with symmetric, heavy-tailed and skewed luck, which
are equal, close and far apart; how soon equal agents are found to be within a margin, beside a
fixed and an O'Brien-Fleming design of the same error; and, from real play, the deck seeds that an
80% chance of telling two agents apart takes, with and without the guard against unseen all-ins.
"""

import argparse
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt
from coverage_claims import HANDS, LUCKS, Luck, tournament
from report import print_table
from rich.table import Table
from scipy import stats

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.harness.games.library import find_game
from railbird.plugins import load_registry
from railbird.results import open_run
from railbird.results.estimate.ranking.sequential import (
    UNDECIDED,
    StoppingRule,
    decide_run,
    plan_looks,
)
from railbird.results.estimate.uncertainty.significance import LEVEL, two_sided

Floats = npt.NDArray[np.float64]
FIRST, MOST = 10, 160
LOOKS = plan_looks(FIRST, MOST)
APART = {"equal": 0.0, "close": 0.3, "far": 1.0}
"""Differences in standard deviations of a duplicate set."""


def stopping(luck: Luck, apart: float, margin: float | None, *, count: int) -> tuple[float, ...]:
    """Return the shares decided, decided wrongly and within the margin, and the mean decks."""
    random = np.random.default_rng([int(100 * apart), len(luck.name)])
    line_ups = np.array([[0, 1]])
    deviation = float(luck.draw(random, line_ups, 100_000)[0, 0].std())
    game = replace(find_game("holdem-nolimit-2p", load_registry()).definition, blinds=(1, 1))
    game = replace(game, stacks=(luck.stake, luck.stake))
    # bankrolls of two differ by twice what one wins, per hand of both seatings, in 1/1000
    unit = 2 * deviation / (2 * HANDS) * 1000
    rule = StoppingRule(MOST, margin=None if margin is None else margin * unit)
    found = []
    for _ in range(count):
        won = luck.draw(random, line_ups, MOST)
        won[0] += np.array([[1.0], [-1.0]]) * apart * deviation
        decided = decide_run(tournament(won, line_ups, 2), LOOKS, rule, game=game)
        look, within = int(decided.look[0]), bool(decided.is_within[0])
        is_decided = look != UNDECIDED
        is_wrong = is_decided and (
            apart >= (margin or np.inf) if within else not apart or decided.difference[0] < 0
        )
        found.append((is_decided, is_wrong, within, LOOKS[look] if is_decided else MOST))
    return tuple(np.mean(found, axis=0).tolist())


def show_stopping(count: int) -> None:
    """Print what is decided of pairs, without a margin and with one."""
    title = f"until decided: looks at {', '.join(map(str, LOOKS))} deck seeds, {count:,} runs"
    names = ("luck", "apart", "margin", "decided", "wrongly", "within", "mean deck seeds")
    table = Table(*names, title=title)
    for luck in LUCKS:
        for name, apart in APART.items():
            for margin in (None, 0.5):
                decided, wrong, within, decks = stopping(luck, apart, margin, count=count)
                shares = [f"{100 * share:.1f}%" for share in (decided, wrong, within)]
                table.add_row(luck.name, name, str(margin or ""), *shares, f"{decks:.0f}")
        # at the margin itself a pair called within it is called so wrongly
        decided, wrong, within, decks = stopping(luck, 0.5, 0.5, count=count)
        shares = [f"{100 * share:.1f}%" for share in (decided, wrong, within)]
        table.add_row(luck.name, "the margin", "0.5", *shares, f"{decks:.0f}")
    print_table(table)


def show_margins(count: int) -> None:
    """Print the mean decks until equal agents are found within a margin, by three designs."""
    table = Table(
        *("margin, deviations", "fixed", "O'Brien-Fleming", "ours", "at most"),
        title=f"deck seeds until equal agents are within a margin, {count:,} runs, error 2.5%",
    )
    random = np.random.default_rng(3)
    for margin in (0.2, 0.4, 0.8):
        fixed = int(np.ceil(((stats.norm.ppf(0.975) + stats.norm.ppf(0.95)) / margin) ** 2))
        most = 16 * FIRST if 2 * fixed < 16 * FIRST else 2 * fixed
        looks = np.array(plan_looks(FIRST, most))
        paths = random.standard_normal((20 * count, most)).cumsum(axis=1)[:, looks - 1]
        # two one-sided tests: each sum has to be below the margin by so many deviations
        size = np.sqrt(looks)
        level = _o_brien_fleming(looks, random)
        beyond = (margin * looks - np.abs(paths)) / size >= level / np.sqrt(looks / most)
        first = np.where(beyond.any(axis=1), looks[beyond.argmax(axis=1)], most).mean()
        luck = Luck("normal", 1, lambda r, _, blocks: _pair(r.standard_normal(blocks)))
        ours = _mean_decks(luck, margin, most, count=count)
        table.add_row(f"{margin}", f"{fixed}", f"{first:.0f}", f"{ours:.0f}", f"{most}")
    print_table(table)


def _pair(won: Floats) -> Floats:
    return np.stack([won, -won])[None] * HANDS


def _mean_decks(luck: Luck, margin: float, most: int, *, count: int) -> float:
    random, looks = np.random.default_rng(5), plan_looks(FIRST, most)
    game = replace(find_game("kuhn-2p", load_registry()).definition, raise_sizes=(1,))
    rule = StoppingRule(most, margin=margin * 1000)
    line_ups, decks = np.array([[0, 1]]), []
    for _ in range(count):
        sets = tournament(luck.draw(random, line_ups, most), line_ups, 2)
        look = int(decide_run(sets, looks, rule, game=game).look[0])
        decks.append(most if look == UNDECIDED else looks[look])
    return float(np.mean(decks))


def _o_brien_fleming(looks: npt.NDArray[np.int64], random: np.random.Generator) -> float:
    """Return the bound at the last look that one-sided looks pass in 2.5% of paths, simulated."""
    steps = np.diff([0, *looks])
    paths = (random.standard_normal((200_000, len(looks))) * np.sqrt(steps)).cumsum(axis=1)
    largest = (paths / np.sqrt(looks[-1])).max(axis=1)
    return float(np.quantile(largest, 0.975))


def real_luck(game: str, agents: tuple[str, str], decks: int) -> tuple[Floats, float]:
    """Return how the bankrolls of two agents differ by deck, mbb per hand, and one hand's swing."""
    entries = tuple(AgentSpec(agent=agent) for agent in agents)
    spec = Spec(
        spec_version=1, name="power", game=game, agents=entries, decks=decks, hands_per_match=100
    )
    with TemporaryDirectory() as folder:
        run(spec, folder=Path(folder) / "run", dispatch=play_here)
        reading = open_run(Path(folder) / "run").reading
        sets, stake = reading.sets, 1000 * reading.game.stake / reading.game.big_blind
        payoffs = sets.payoffs[:, 0] / sets.hands * 1000 / (2520 * reading.game.big_blind)
    return 2 * payoffs, 2 * stake / float(sets.hands[0])


def show_power(count: int) -> None:
    """Print the deck seeds that an 80% chance of a decision takes, by game and difference."""
    table = Table(
        *("game", "luck of", "mbb apart", "deviation of a set", "by t alone", "guarded"),
        title=f"deck seeds of 100 hands, two seatings, for an 80% chance ({count:,} draws each)",
    )
    pairs = (("fox", "rock"), ("fish", "gambler"))
    for game in ("holdem-limit-2p", "holdem-nolimit-2p"):
        for agents in pairs:
            payoffs, swing = real_luck(game, agents, decks=1000)
            for apart in (50, 100, 200):
                wanted = [
                    _decks_wanted(payoffs - payoffs.mean() + apart, guard, count=count)
                    for guard in (0.0, swing)
                ]
                cells = (f"{apart}", f"{payoffs.std():.0f}", *(f"{n:,}" for n in wanted))
                table.add_row(game, " and ".join(agents), *cells)
    print_table(table)


def _decks_wanted(payoffs: Floats, swing: float, *, count: int) -> int:
    """Return the least number of decks, in steps of 5%, with an 80% chance of p below 5%."""
    random, decks = np.random.default_rng(1), 5.0
    while True:
        n = int(decks)
        drawn = random.choice(payoffs, (count, n))
        mean, variance = drawn.mean(axis=1), drawn.var(axis=1, ddof=1) / n
        left = np.maximum(np.abs(mean) - swing / n, 0.0)
        p = two_sided(left / np.sqrt(variance + (swing / n) ** 2), np.full(count, n - 1))
        if np.mean((p < LEVEL) & (mean > 0)) >= 0.8:
            return n
        decks = max(decks * 1.05, decks + 1)


def main() -> None:
    """Print all three tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=2_000)
    options = parser.parse_args()
    show_power(400)
    show_margins(options.tournaments // 4)
    show_stopping(options.tournaments)


if __name__ == "__main__":
    main()
