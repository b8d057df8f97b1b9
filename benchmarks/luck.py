"""What is left of the spread of payoffs once luck is taken out, in six games.

Every line-up plays all seatings on the same decks. Deviations are in big blinds: of single hands,
and of duplicate sets (times the square root of their hands), so that the ratio of their squares to
the raw ones says how many times fewer hands are needed. Speeds are in hands a second of processor
time, corrections only.
"""

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
from report import print_table, processor, versions
from rich.table import Table

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.analysis.declared_luck import make_aivat
from railbird.native import GameDefinitionError
from railbird.results import RunResults, open_run
from railbird.results.luck.adjusted import AdjustedHands

ARCHETYPES = ("maniac", "fox", "rock", "fish", "gambler", "calling-station")
RUNS: dict[str, tuple[str, tuple[str, ...], str, int]] = {
    "Kuhn 2p, equilibrium and uniform": ("kuhn-2p", ("equilibrium", "uniform"), "all", 400),
    "Kuhn 3p, dcubot, uniform, call": ("kuhn-3p", ("dcubot", "uniform", "call"), "all", 200),
    "Leduc, equilibrium and uniform": ("leduc", ("equilibrium", "uniform"), "all", 400),
    "Leduc, dcubot and equilibrium": ("leduc", ("dcubot", "equilibrium"), "all", 400),
    "limit 2p, call and uniform": ("holdem-limit-2p", ("call", "uniform"), "all", 200),
    "limit 2p, dcubot and call": ("holdem-limit-2p", ("dcubot", "call"), "all", 40),
    "limit 2p, dcubot and fox": ("holdem-limit-2p", ("dcubot", "fox"), "all", 40),
    "limit 2p, maniac and fox": ("holdem-limit-2p", ("maniac", "fox"), "all", 400),
    "limit 3p, dcubot, call, uniform": (
        "holdem-limit-3p",
        ("dcubot", "call", "uniform"),
        "all",
        20,
    ),
    "limit 3p, archetypes": ("holdem-limit-3p", ARCHETYPES[:3], "all", 100),
    "limit 6p, archetypes": ("holdem-limit-6p", ARCHETYPES, "rotations", 60),
    "no-limit 2p, maniac and fox": ("holdem-nolimit-2p", ("maniac", "fox"), "all", 400),
    "no-limit 2p, uniform and fox": ("holdem-nolimit-2p", ("uniform", "fox"), "all", 40),
    "no-limit 6p, archetypes": ("holdem-nolimit-6p", ARCHETYPES, "rotations", 60),
}
HANDS = 40


def main() -> None:
    """Play, correct, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="times as many decks")
    parser.add_argument("--only", default="", help="runs whose name contains this")
    arguments = parser.parse_args()
    print(processor(), versions(), sep="\n")
    names = ("run", "luck", "hand", "duplicates", "times fewer", "mean, mbb", "hands/s")
    table = Table(*names, title=f"standard deviations, big blinds; matches of {HANDS} hands")
    for name, (game, agents, seatings, decks) in RUNS.items():
        if arguments.only not in name:
            continue
        spec = Spec(
            name="luck",
            game=game,
            agents=tuple(AgentSpec(agent=agent) for agent in agents),
            hands_per_match=HANDS,
            decks=max(4, int(decks * arguments.scale)),
            seatings=seatings,
            seed=2026,
        )
        with tempfile.TemporaryDirectory() as folder:
            run(spec, folder=Path(folder) / "run", with_tables=False)
            rows = rows_of(open_run(Path(folder) / "run"))
            for place, row in enumerate(rows):
                table.add_row("" if place else name, *row)
    print_table(table)


def rows_of(results: RunResults) -> list[tuple[str, ...]]:
    """Return the rows of a run: its spread, the mean over line-ups and members of variances."""
    speeds = {"chance": speed_of_chance(results), "aivat": speed_of_aivat(results)}
    rows = results.luck().to_pylist()
    shown: list[tuple[str, ...]] = []
    raw = 0.0
    for luck in dict.fromkeys(row["luck"] for row in rows):
        own = [row for row in rows if row["luck"] == luck]
        single, sets = (
            float(np.sqrt(np.mean([row[key] ** 2 for row in own]))) / 1000
            for key in ("deviation", "set_deviation")
        )
        raw = sets if luck == "raw" else raw
        speed = speeds.get(luck, 0.0)
        mean = f"{own[0]['agent']} {own[0]['mbb_per_hand']:+.1f}"
        fewer = f"{(raw / sets) ** 2:.1f}" if sets else ""
        shown.append(
            (luck, f"{single:.3f}", f"{sets:.3f}", fewer, mean, f"{speed:,.0f}" if speed else "")
        )
    return shown


def speed_of_chance(results: RunResults) -> float:
    """Return the hands a second whose cards are corrected; what is made once is made before."""
    hands = AdjustedHands(results.game, results.labels, "chance")
    first, *_ = results.reading.holdings.shards
    hands.corrections(first)
    count = sum(len(part) for part in results.reading.hands_as_played())
    for path in (results.folder.local / "luck" / "chance").iterdir():  # type: ignore[operator]
        path.unlink()
    started = time.process_time()
    for shard in results.reading.holdings.shards:
        hands.corrections(shard)
    return count / (time.process_time() - started)


def speed_of_aivat(results: RunResults) -> float:
    """Return the hands a second whose declared decisions are corrected; 0 without any."""
    count = sum(len(part) for part in results.reading.hands_as_played())
    started = time.process_time()
    try:
        make_aivat(results)
    except GameDefinitionError:
        return 0.0
    return count / (time.process_time() - started)


if __name__ == "__main__":
    main()
