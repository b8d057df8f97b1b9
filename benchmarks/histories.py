"""How quickly hands are written for other tools and read back, beside PokerKit on the same files.

The bars: a million hands in about 60 s from logs of the ACPC dealer, 300 s from PHH and the text of
PokerStars, on one core. An import also holds every hand to the rules and writes the store. PokerKit
(extra `bench`) reads and replays the same PHH files, turn about with ours, a tenth of them. With
`--before PYTHON`, the interpreter of another version, that one imports the same files beside ours.
All times are of the processor.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import process_time

from report import Rate, print_table
from rich.table import Table

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.native import parse_game
from railbird.plugins import Game
from railbird.results import open_run
from railbird.results.histories import ImportChoice, export_run, import_histories

BEFORE = """
import sys
from pathlib import Path
from time import process_time
sys.path.insert(0, sys.argv[1])
from histories import ImportChoice, import_histories, read_game
for again in (sys.argv[3] + "-first", sys.argv[3]):  # what is loaded late is loaded once
    started = process_time()
    import_histories([Path(sys.argv[2])], Path(again), ImportChoice(find_game=read_game))
print(process_time() - started)
"""
FORMATS: tuple[str, ...] = ("acpc", "phh", "pokerstars")
SECONDS_A_MILLION = {"acpc": 60, "phh": 300, "pokerstars": 300}
PEER_SHARE = 10


def make_run(folder: Path, game: str, hand_count: int) -> None:
    """Play `uniform`, `call` and `raise` against each other."""
    names = ("uniform", "call", "raise", "raise-pot", "uniform", "call")
    agents = tuple(
        AgentSpec(agent=name, label=f"{name}-{place}") for place, name in enumerate(names)
    )[: 6 if game.endswith("6p") else 3]
    spec = Spec(
        name="histories",
        game=game,
        agents=agents,
        hands_per_match=1000,
        decks=max(1, hand_count // 6000),
        seatings="rotations",
    )
    run(spec, folder=folder, dispatch=play_here)


def read_game(name: str) -> Game:
    """Return the game whose definition lies beside a log."""
    return Game(Path(name).stem, parse_game(Path(name).read_text(encoding="utf-8")))


def seconds(step: Callable[[], object]) -> float:
    """Return the processor time a step takes: the machine may have other things to do."""
    started = process_time()
    step()
    return process_time() - started


def read_with_pokerkit(folder: Path) -> int:
    """Read and replay a tenth of the PHH files; return how many hands."""
    from pokerkit import HandHistory  # type: ignore[import-not-found]  # noqa: PLC0415

    hands = 0
    for path in sorted(folder.glob("*.phhs"))[::PEER_SHARE]:
        with path.open("rb") as file:
            for hand in HandHistory.load_all(file):
                for _ in hand:
                    pass
                hands += 1
    return hands


def seconds_before(python: str, hands: Path, again: Path) -> float:
    """Return the processor time of an import by another version, of which it loads all it needs."""
    command = [python, "-c", BEFORE, str(Path(__file__).parent), str(hands), str(again)]
    # In another folder, since this one has a package railbird too.
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=hands)
    shutil.rmtree(again)
    shutil.rmtree(f"{again}-first")
    return float(done.stdout)


def measure(game: str, hand_count: int, repeats: int, before: str | None) -> list[Rate]:
    """Return how many hands a second each step does, in every repeat."""
    rates: dict[str, list[float]] = {}
    has_peer = find_spec("pokerkit") is not None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_run(folder / "run", game, hand_count)
        results = open_run(folder / "run")
        hands = sum(int(batch.column("hand_count").to_numpy().sum()) for batch in results.matches())
        for _ in range(repeats):
            for history_format in FORMATS:
                out, again = folder / history_format, folder / "again"
                took = seconds(lambda: export_run(results, out, history_format))  # noqa: B023
                rates.setdefault(f"export {history_format}", []).append(hands / took)
                if before:
                    took = seconds_before(before, out, again)
                    rates.setdefault(f"before: {history_format}", []).append(hands / took)
                choice = ImportChoice(find_game=read_game)
                took = seconds(lambda: import_histories([out], again, choice))  # noqa: B023
                rates.setdefault(f"import {history_format}", []).append(hands / took)
                if has_peer and history_format == "phh":
                    count: list[int] = []
                    took = seconds(lambda: count.append(read_with_pokerkit(out)))  # noqa: B023
                    rates.setdefault("PokerKit reads phh", []).append(count[0] / took)
                shutil.rmtree(out)
                shutil.rmtree(again)
    return [Rate(what, tuple(values)) for what, values in rates.items()]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=60_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--before", help="the Python of another version")
    options = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for game in ("holdem-limit-2p", "holdem-nolimit-3p", "holdem-nolimit-6p"):
        table = Table("what", "hands/s", "s a million hands", "bar", title=game)
        for rate in measure(game, options.hands, options.repeats, options.before):
            bar = SECONDS_A_MILLION.get(rate.what.removeprefix("import "), "")
            table.add_row(rate.what, f"{rate.median:,.0f}", f"{1e6 / rate.median:,.1f}", str(bar))
        print_table(table)


if __name__ == "__main__":
    main()
