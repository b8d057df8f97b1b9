"""Times the ACPC's C dealer with its example players, where it was built outside this project."""

import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

GAME = "kuhn.limit.3p.game"
PLAYERS = ("A", "B", "C")


def hands_per_second(folder: Path, hand_count: int, *, seed: int) -> float:
    """Play three example players against each other and return the dealer's hands a second.

    `folder` holds the built server: `dealer`, `example_player` and its game definitions. The
    dealer writes its log, as railbird its shards, and is told to be quiet otherwise; its players
    fold 6% and call or raise evenly, which is as close to `uniform` as the server has.
    """
    folder = folder.resolve()
    game = str(folder / GAME)
    with tempfile.TemporaryDirectory() as log:
        started = perf_counter()
        dealer = subprocess.Popen(
            [folder / "dealer", "match", game, str(hand_count), str(seed), *PLAYERS, "-q"],
            cwd=log,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with dealer:
            assert dealer.stdout is not None
            players = [
                subprocess.Popen([folder / "example_player", game, "127.0.0.1", port])
                for port in dealer.stdout.readline().split()
            ]
            dealer.stdout.read()  # the score; a pipe closed before it would kill the dealer
        seconds = perf_counter() - started
        for player in players:
            player.wait()
    if dealer.returncode:
        raise RuntimeError(f"the dealer in {folder} ended with code {dealer.returncode}")
    return hand_count / seconds
