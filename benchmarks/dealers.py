"""Times railbird's dealer beside the ACPC's C dealer, with the same C players, in turns.

`python benchmarks/dealers.py FOLDER`: the folder holds the built server, `dealer` and
`example_player`. Many matches are timed from the start of their programs, ours in processes that
have played before, as those of a run have. Then what an agent in a process of its own costs, a
decision.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter

from report import Rate, print_rates

from railbird.harness import AgentSpec, PlayRules, Spec
from railbird.harness.plan.schedule import plan_chunk
from railbird.harness.players.outside_spec import Outside
from railbird.harness.tournament.preparation import prepare
from railbird.harness.workers.chunk_player import ChunkPlayer

GAMES = ("kuhn.limit.3p.game", "holdem.limit.2p.reverse_blinds.game", "holdem.nolimit.3p.game")
PLAYERS = "ABCDEF"
RAILBIRD = (sys.executable, "-c", "from railbird.harness.cli.application import main; main()")


def player_count(game: Path) -> int:
    """Players of a game file."""
    return int(next(line for line in game.read_text().splitlines() if "layers" in line).split()[-1])


def seconds_of_match(dealer: tuple[str, ...], player: Path, game: Path, *, hands: int) -> float:
    """Deal one match to example players; the time is from the last player's start to the score.

    Every player has a session of its own, as the harness gives it one: the system shares its time
    out among sessions.
    """
    count = player_count(game)
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
            players = [
                subprocess.Popen([player, game, "127.0.0.1", port], start_new_session=True)
                for port in ports
            ]
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


class Workers:
    """Processes that play matches of commands, as those of a run do; they outlast a measurement."""

    def __init__(self, folder: Path, game: Path, *, matches: tuple[int, ...], hands: int) -> None:
        """Start a process for every number of matches, and let each play a hand."""
        context = get_context("fork")
        self._hands, self._lines = hands * sum(matches), []
        for count in matches:
            ours, theirs = context.Pipe()
            arguments = (theirs, folder, game, count, hands)
            context.Process(target=serve, args=arguments, daemon=True).start()
            ours.recv()
            self._lines.append(ours)

    def rate(self) -> float:
        """Hands a second of all matches at once, from the start of their programs."""
        started = perf_counter()
        for line in self._lines:
            line.send("play")
        for line in self._lines:
            line.recv()
        return self._hands / (perf_counter() - started)


def serve(line: Connection, folder: Path, game: Path, count: int, hands: int) -> None:
    """Play so many matches of example players whenever told to."""
    command = (str(folder / "example_player"), str(game), "{host}", "{port}")
    players = player_count(game)
    spec = Spec(
        name="many",
        game=str(game),
        agents=tuple(AgentSpec(label=label, command=command) for label in PLAYERS[:players]),
        hands_per_match=hands,
        decks=-(-count // players),
        outside=Outside(programs=count * players),
    )
    job = prepare(spec)
    matches = plan_chunk(job.schedule, 0).matches[:count]
    with closing(ChunkPlayer(job.job)) as player:
        player.play_matches(matches[:1], PlayRules(1))
        line.send("ready")
        while line.recv():
            player.play_matches(matches, PlayRules(hands))
            line.send("played")


def isolated_cost(isolation: str, *, hands: int) -> tuple[float, float]:
    """Seconds and processor seconds a decision of `call` against itself, all processes together.

    What it takes to start and to end is taken off.
    """
    (least, least_used), (most, most_used) = (played(isolation, hands=n) for n in (1, hands + 1))
    return (most - least) / (2 * hands), (most_used - least_used) / (2 * hands)


def played(isolation: str, *, hands: int) -> tuple[float, float]:
    """Seconds and processor seconds of a match, with those of all that was started."""
    agents = tuple(
        AgentSpec(agent="call", label=label, isolation=isolation)  # type: ignore[arg-type]
        for label in "ab"
    )
    spec = Spec(name="own", game="kuhn-2p", agents=agents, hands_per_match=hands, decks=1)
    tournament = prepare(spec)
    chunk = plan_chunk(tournament.schedule, 0)
    player = ChunkPlayer(tournament.job)
    started, used = perf_counter(), processor_seconds()
    with closing(player):
        player.play_matches(chunk.matches[:1], PlayRules(hands))
    return perf_counter() - started, processor_seconds() - used


def processor_seconds() -> float:
    """Seconds of this process and of its children that have ended."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hands", type=int, default=3000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--matches", type=int, default=12)
    options = parser.parse_args()
    folder, count = options.folder.resolve(), options.matches
    player = folder / "example_player"
    for name in GAMES:
        game = folder / name
        single: dict[str, list[float]] = {"railbird deal": [], "C dealer": []}
        one, two = f"{count} in one process", f"{count} in two processes"
        many: dict[str, list[float]] = {one: [], two: [], f"{count} C dealers": []}
        halves = (count - count // 2, count // 2)
        workers = {
            one: Workers(folder, game, matches=(count,), hands=options.hands),
            two: Workers(folder, game, matches=halves, hands=options.hands),
        }
        for _ in range(options.repeats):
            for who, dealer in (
                ("railbird deal", (*RAILBIRD, "deal")),
                ("C dealer", (str(folder / "dealer"),)),
            ):
                seconds = seconds_of_match(dealer, player, game, hands=options.hands)
                single[who].append(options.hands / seconds)
            for who, own in workers.items():
                many[who].append(own.rate())
            many[f"{count} C dealers"].append(
                c_matches(folder, game, hands=options.hands, count=count)
            )
        for title, rates in (("one match", single), (f"{count} matches", many)):
            print_rates(
                f"{name}, {title}",
                [Rate(who, tuple(found)) for who, found in rates.items()],
                unit="hands",
            )
    for _ in range(options.repeats):
        for isolation in ("process", "none"):
            seconds, used = isolated_cost(isolation, hands=options.hands)
            print(f"{isolation}: {seconds * 1e6:.1f} us a decision, {used * 1e6:.1f} us processor")


if __name__ == "__main__":
    main()
