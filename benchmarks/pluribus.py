"""Imports the 10,000 public hands of Pluribus as room text, and checks the totals of players.

The hands are those of github.com/VitamintK/pluribus-hand-parser, folder `out`; Pluribus lost 70,864
chips before luck was taken out (Brown & Sandholm 2019, "Superhuman AI for multiplayer poker").
"""

import argparse
import tempfile
from collections import Counter
from pathlib import Path
from time import process_time

from railbird.native import PAYOFF_UNIT
from railbird.plugins import Game
from railbird.results import open_run
from railbird.results.histories import ImportChoice, import_histories
from railbird.results.histories.storing.played import played_matches

HANDS = 10_000
CHIPS_PER_UNIT = 2  # pots were split to the half chip
TOTALS = {"Pluribus": -70_864.0, "MrBlue": 150_082.0}


def find_no_game(name: str) -> Game:
    """Refuse: room text names no game."""
    raise LookupError(name)


def totals_of(folder: Path) -> Counter[str]:
    """Return what every player won, in 1/2520 chip."""
    won = Counter[str]()
    for match in played_matches(open_run(folder)):
        for seat, name in enumerate(match.agents):
            won[name] += int(match.payoffs[:, seat].sum())
    return won


def main() -> None:
    """Import, print the totals, and fail where one differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder out of the repository")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        started = process_time()
        report = import_histories(
            [options.folder],
            Path(name) / "run",
            ImportChoice(find_no_game, keep_going=True, chips_per_unit=CHIPS_PER_UNIT),
        )
        took = process_time() - started
        for refusal in report.refusals:
            print(f"{refusal.count:6} {refusal.file}:{refusal.line}: {refusal.text}")
        won = totals_of(Path(name) / "run")
    print(f"{report.hands:,} hands, {report.hands / took:,.0f} a second")
    for player, chips in won.most_common():
        print(f"{player:12}{chips / PAYOFF_UNIT / CHIPS_PER_UNIT:+14,.1f}")
    assert report.hands + report.repeated == HANDS, "all hands are read"
    for player, chips in TOTALS.items():
        wanted = chips * PAYOFF_UNIT * CHIPS_PER_UNIT
        assert won[player] == wanted, f"{player} should have won {chips:+,.1f}"


if __name__ == "__main__":
    main()
