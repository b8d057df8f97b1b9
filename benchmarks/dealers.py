"""Times railbird's dealer beside the ACPC's C dealer, with the same C players, in turns.

`python benchmarks/dealers.py FOLDER`: the folder holds the built server, `dealer` and
`example_player`. Then the overhead of an agent in a process of its own, a decision.
"""

import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter

from report import Rate, print_rates

from railbird.harness import AgentSpec, Spec
from railbird.harness.chunk_player import ChunkPlayer
from railbird.harness.outside_spec import Outside
from railbird.harness.schedule import plan_chunk
from railbird.harness.tournament import prepare

GAMES = ("kuhn.limit.3p.game", "holdem.limit.2p.reverse_blinds.game", "holdem.nolimit.3p.game")
PLAYERS = "ABCDEF"
RAILBIRD = (sys.executable, "-c", "from railbird.harness.cli import main; main()")


def seconds_of_match(dealer: tuple[str, ...], player: Path, game: Path, *, hands: int) -> float:
    """Deal one match to example players; the time is from the last player's start to the score."""
    count = int(
        next(line for line in game.read_text().splitlines() if "layers" in line).split()[-1]
    )
    with tempfile.TemporaryDirectory() as log:
        process = subprocess.Popen(
            [*dealer, "match", str(game), str(hands), "7", *PLAYERS[:count], "-q"],
            cwd=log,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with process:
            assert process.stdout is not None
            ports = process.stdout.readline().split()
            players = [subprocess.Popen([player, game, "127.0.0.1", port]) for port in ports]
            started = perf_counter()
            process.stdout.read()
            seconds = perf_counter() - started
        for other in players:
            other.wait()
    return seconds


def c_matches(folder: Path, game: Path, *, hands: int, count: int) -> float:
    """Hands a second of the C dealer, so many matches side by side, a dealer each."""
    play = partial(
        seconds_of_match, (str(folder / "dealer"),), folder / "example_player", game, hands=hands
    )
    with ThreadPoolExecutor(count) as pool:
        started = perf_counter()
        list(pool.map(lambda _: play(), range(count)))
        return hands * count / (perf_counter() - started)


def our_matches(folder: Path, game: Path, *, hands: int, count: int) -> float:
    """Hands a second of many matches of commands in one process, all at once."""
    players = int(next(li for li in game.read_text().splitlines() if "layers" in li).split()[-1])
    command = (str(folder / "example_player"), str(game), "{host}", "{port}")
    agents = tuple(AgentSpec(label=label, command=command) for label in PLAYERS[:players])
    spec = Spec(
        name="many",
        game=str(game),
        agents=agents,
        hands_per_match=hands,
        decks=-(-count // 2) if players == 2 else -(-count // 6),
        outside=Outside(programs=count * players),
    )
    job = prepare(spec)
    chunk = plan_chunk(job.schedule, 0)
    player = ChunkPlayer(job.job)
    try:
        started = perf_counter()
        player.play(chunk)
        return hands * len(chunk.matches) / (perf_counter() - started)
    finally:
        player.close()


def decisions_per_second(isolation: str, *, hands: int) -> float:
    """Decisions a second of one agent against itself, two hands' worth a match."""
    agents = tuple(
        AgentSpec(agent="call", label=label, isolation=isolation)  # type: ignore[arg-type]
        for label in "ab"
    )
    spec = Spec(name="own", game="kuhn-2p", agents=agents, hands_per_match=hands, decks=1)
    tournament = prepare(spec)
    chunk = plan_chunk(tournament.schedule, 0)
    player = ChunkPlayer(tournament.job)
    try:
        started = perf_counter()
        player.play_matches(chunk.matches[:1], _rules(1))
        begun = perf_counter() - started
        started = perf_counter()
        player.play_matches(chunk.matches[:1], _rules(hands))
        return 2 * hands / (perf_counter() - started - begun)
    finally:
        player.close()


def _rules(hands: int):  # type: ignore[no-untyped-def]
    from railbird.harness import PlayRules  # noqa: PLC0415

    return PlayRules(hands)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hands", type=int, default=5000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--matches", type=int, default=12)
    options = parser.parse_args()
    folder = options.folder.resolve()
    player = folder / "example_player"
    for name in GAMES:
        game = folder / name
        single: dict[str, list[float]] = {"railbird deal": [], "C dealer": []}
        many: dict[str, list[float]] = {"railbird, many": [], "C dealers, many": []}
        for _ in range(options.repeats):
            for who, dealer in (
                ("railbird deal", (*RAILBIRD, "deal")),
                ("C dealer", (str(folder / "dealer"),)),
            ):
                seconds = seconds_of_match(dealer, player, game, hands=options.hands)
                single[who].append(options.hands / seconds)
            share = options.hands // 4
            many["railbird, many"].append(
                our_matches(folder, game, hands=share, count=options.matches)
            )
            many["C dealers, many"].append(
                c_matches(folder, game, hands=share, count=options.matches)
            )
        for title, rates in (("one match", single), (f"{options.matches} matches", many)):
            print_rates(
                f"{name}, {title}",
                [Rate(who, tuple(found)) for who, found in rates.items()],
                unit="hands",
            )
    own: dict[str, list[float]] = {"a process of its own": [], "this process": []}
    for _ in range(options.repeats):
        own["a process of its own"].append(decisions_per_second("process", hands=options.hands))
        own["this process"].append(decisions_per_second("none", hands=options.hands))
    print_rates(
        "one match of call against itself",
        [Rate(who, tuple(found)) for who, found in own.items()],
        unit="decisions",
    )


if __name__ == "__main__":
    main()
