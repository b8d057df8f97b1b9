"""Hansen and PokerTron in four-handed freeze-outs: rule and tactic activation beside the source's.

The source (document 002, tables 4 and 5) played ten games with two observers; here are more, with
the same four kinds of player in all rotations of the seats. Its stacks and blinds are not printed:
these are stacks of 75 big blinds, and blinds that rise.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from report import processor, versions

GAME = """GAMEDEF
nolimit
numPlayers = 4
numRounds = 4
stack = 1500 1500 1500 1500
blind = 10 20 0 0
firstPlayer = 3 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
SPEC = """spec_version = 1
name = "hansen-four-handed"
game = "four.game"
mode = "freeze-out"
decks = {decks}
seatings = "rotations"
seed = 1

[tournament]
stack = 1500
prizes = "winner"
levels = [
    {{ blinds = [10, 20], hands = 10 }},
    {{ blinds = [15, 30], hands = 10 }},
    {{ blinds = [25, 50], hands = 10 }},
    {{ blinds = [50, 100], hands = 10 }},
]
"""
AGENTS = (
    ("hansen", "hansen"),
    ("pokertron", "pokertron"),
    ("observer", "one-observer"),
    ("observer", "another-observer"),
)
SOURCE = {
    "hansen": "rules 64%; of these: high stack 56%, normal 39%, low 5%",
    "pokertron": "rules 48%",
}


def railbird(*arguments: str) -> None:
    """Run a command, whose output is printed."""
    sys.stdout.flush()
    subprocess.run([str(Path(sys.executable).parent / "railbird"), *arguments], check=True)


def main() -> None:
    """Play, and print what each tactic and rule decided."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=50)
    options = parser.parse_args()
    print(processor(), versions(), sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        spec, run = Path(folder) / "spec.toml", Path(folder) / "run"
        (Path(folder) / "four.game").write_text(GAME, encoding="utf-8")
        entries = [f'[[agents]]\nagent = "{name}"\nlabel = "{label}"\n' for name, label in AGENTS]
        spec.write_text(SPEC.format(decks=options.decks) + "\n".join(entries), encoding="utf-8")
        railbird("run", str(spec), "--out", str(run))
        for label, printed in SOURCE.items():
            print(f"\nthe source: {printed}")
            railbird("pokerlang", "coverage", str(run), "--agent", label)


if __name__ == "__main__":
    main()
