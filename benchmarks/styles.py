"""Hands whose indicators are counted a second: from betting, and out of a stored run.

The baseline is the naive recount that the tests hold the counters to, one hand at a time in Python.
"""

import sys
import tempfile
from collections.abc import Callable
from importlib import resources
from itertools import permutations
from pathlib import Path

from report import processor, versions
from turns import Work, add_times, print_times, take_turns, time_table

from railbird.native import GameDefinition, parse_game, read_styles
from railbird.results import open_run

sys.path.append(str(Path(__file__).parents[1]))

from tests.support.stored_hands import play_hands, play_match, store_matches
from tests.support.style_reference import join_bettings, recount

GAMES = ("kuhn-3p", "holdem-limit-2p", "holdem-nolimit-6p", "holdem-limit-9p")
HANDS, NAIVE_HANDS, MATCH_HANDS = 20_000, 200, 5_000


def shipped(name: str) -> GameDefinition:
    """Return a game that railbird ships."""
    file = resources.files("railbird.tournaments.games") / f"{name}.game"
    return parse_game(file.read_text(encoding="utf-8"), source=name)


def counters(game: GameDefinition) -> dict[str, Work]:
    """Return the ways to count hands in memory."""
    bettings, payoffs = play_hands(game, HANDS, seed=1)
    letters, offsets = join_bettings(list(bettings))

    def ours() -> int:
        read_styles(game, letters, offsets).showdowns_won(payoffs)
        return HANDS

    def naive() -> int:
        for betting in bettings[:NAIVE_HANDS]:
            recount(game, betting)
        return NAIVE_HANDS

    return {"railbird": ours, "naive recount in Python": naive}


def stored(game: GameDefinition, folder: Path) -> dict[str, Work]:
    """Return the ways to have a run's tables of style."""
    labels = "abcdefghij"[: game.player_count]
    seatings = list(permutations(labels))[:6]
    matches = [
        play_match(game, seats, deck=deck, seating=number, hands=MATCH_HANDS)
        for deck in range(4)
        for number, seats in enumerate(seatings)
    ]
    run = store_matches(folder, game, matches, seatings=len(seatings))
    count = len(matches) * MATCH_HANDS

    def counted(table: Callable[[], object]) -> Work:
        def work() -> int:
            table()
            return count

        return work

    totals = counted(lambda: open_run(run.folder).indicators())
    return {"indicators": totals, "opponents": counted(run.opponents)}


def main() -> None:
    """Measure and print."""
    print(processor(), versions(), sep="\n")
    table = time_table("indicators of style, one core", unit="hand")
    with tempfile.TemporaryDirectory() as folder:
        for name in GAMES:
            game = shipped(name)
            add_times(table, f"{name}, betting in memory", take_turns(counters(game), repeats=7))
            ways = stored(game, Path(folder) / name)
            add_times(table, f"{name}, stored run", take_turns(ways, repeats=5))
    print_times(table, [])


if __name__ == "__main__":
    main()
