"""How Hermes played in a run, laid out as tables 34 to 36 of document 000, in big blinds.

Profit is what was won; expected profit has the mean over boards to come in place of luck, where
nobody could act any more. All-in equity is the share of the pots that Hermes contests then.
"""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from report import print_table
from rich.table import Table

from railbird.agents.hermes.hands import CLASSES_OF_HOLDINGS
from railbird.agents.hermes.rules import SHOVE_SHARES
from railbird.agents.hermes.situations import (
    BIG_BLIND,
    BUTTON,
    CUT_OFF,
    EARLY,
    SMALL_BLIND,
    name_places,
)
from railbird.native import PAYOFF_UNIT, STYLE_COUNTERS
from railbird.plugins import indicator_values
from railbird.results import RunResults, open_run
from railbird.results.hands.all_in import find_all_ins
from railbird.results.hands.counted_hands import count_styles
from railbird.results.hands.match_ups import MatchUps

PLACES = {
    "small blind": SMALL_BLIND,
    "big blind": BIG_BLIND,
    "early and middle": EARLY,
    "cut-off": CUT_OFF,
    "button": BUTTON,
}
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Played:
    """Hands of one agent: place, profit and expected profit (big blinds), all-in equity (nan where
    there was none), and counters [n, counters]."""

    place: npt.NDArray[np.uint8]
    profit: Floats
    expected: Floats
    equity: Floats
    counts: npt.NDArray[np.uint8]

    def counter(self, name: str) -> Bools:
        """Whether a counter is above 0."""
        return self.counts[:, STYLE_COUNTERS.index(name)] > 0


def read_played(run: RunResults, label: str) -> Played:
    """Read all hands of an agent."""
    number, match_ups = run.labels.index(label), MatchUps(run.game)
    places = np.array(name_places(run.game), np.uint8)
    parts = []
    for hands in run.played_hands():
        counted = count_styles(run.game, hands)
        found = find_all_ins(run.game, hands, counted, match_ups=match_ups)
        expected, equity = hands.payoffs.copy(), np.full(hands.payoffs.shape, np.nan)
        expected[found.rows], equity[found.rows] = found.payoffs, found.equity
        row, position = np.nonzero(hands.members == number)
        unit = PAYOFF_UNIT * run.game.big_blind
        parts.append(
            Played(
                place=places[position],
                profit=hands.payoffs[row, position] / unit,
                expected=expected[row, position] / unit,
                equity=equity[row, position],
                counts=counted.styles.counts[counted.rows[row], position],
            )
        )
    return Played(*(np.concatenate(column) for column in zip(*map(_columns, parts), strict=True)))


def _columns(played: Played) -> tuple[npt.NDArray[np.generic], ...]:
    return played.place, played.profit, played.expected, played.equity, played.counts


def cap_of(place: int) -> float:
    """The share of hands, in per cent, that figure 70 lets an unopened seat or a defender shove."""
    most = SHOVE_SHARES[:, :, place].max(axis=1) > 0
    return float(most[CLASSES_OF_HOLDINGS].mean() * 100)


def per_cent(counts: npt.NDArray[np.uint8], name: str) -> str:
    """An indicator in per cent."""
    value = float(indicator_values(counts.astype(np.int64).sum(axis=0), name))
    return "-" if np.isnan(value) else f"{value * 100:.1f}"


def cells(played: Played, rows: Bools) -> Iterable[str]:
    """Hands, profit, expected profit a hundred, and all-in equity."""
    called = played.equity[rows & ~np.isnan(played.equity)]
    yield f"{rows.sum():,}"
    yield f"{played.profit[rows].mean() * 100:+.1f}"
    yield f"{played.expected[rows].mean() * 100:+.1f}"
    yield f"{called.mean() * 100:.1f}" if len(called) else "-"


def print_positions(played: Played) -> None:
    """Print table 35, with the caps that the rules imply."""
    table = Table(title="By position (table 35); profit in big blinds per 100 hands")
    for name in ("position", "hands", "profit", "expected", "all-in equity %"):
        table.add_column(name)
    for name in ("VPIP %", "cap %", "PFR %", "3-bet %"):
        table.add_column(name)
    everything = np.ones(len(played.place), bool)
    rows = {name: played.place == place for name, place in PLACES.items()} | {"all": everything}
    for name, chosen in rows.items():
        counts = played.counts[chosen]
        cap = "" if name == "all" else f"{cap_of(PLACES[name]):.1f}"
        shares = [per_cent(counts, indicator) for indicator in ("vpip", "pfr", "three_bet")]
        table.add_row(name, *cells(played, chosen), shares[0], cap, *shares[1:])
    print_table(table)


def print_blinds(played: Played) -> None:
    """Print table 36: stealing raises from late seats, defending raises a raise from a blind."""
    is_late = np.isin(played.place, (CUT_OFF, BUTTON, SMALL_BLIND))
    raised = played.counter("raised_first_round")
    is_blind = np.isin(played.place, (BIG_BLIND, SMALL_BLIND))
    table = Table(title="Stealing and defending (table 36); profit in big blinds per 100 of these")
    for name in ("what", "hands", "profit", "expected", "equity when all-in %"):
        table.add_column(name)
    faced = played.counter("three_bet_chances") | played.counter("defence_chances")
    table.add_row("stealing, all raises", *cells(played, is_late & raised))
    table.add_row("stealing, unopened", *cells(played, played.counter("steals")))
    table.add_row("defending", *cells(played, is_blind & raised & faced))
    print_table(table)


def main() -> None:
    """Read a run's folder and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of a run")
    parser.add_argument("--agent", default="hermes", help="label of the agent")
    options = parser.parse_args()
    run = open_run(options.folder)
    played = read_played(run, options.agent)
    print_positions(played)
    print_blinds(played)
    (row,) = (r for r in run.total_bankroll().to_pylist() if r["agent"] == options.agent)
    half_width = row["half_width"] / 10
    print(f"Profit: {row['mbb_per_hand'] / 10:+.2f} ± {half_width:.2f} big blinds per 100 hands.")


if __name__ == "__main__":
    main()
