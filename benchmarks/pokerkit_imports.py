"""Random hands of no-limit hold'em played by PokerKit, written as PHH and imported: equal payoffs?

Two to nine players with antes, straddles, and stacks that may be below either. PokerKit (extra
`bench`) lets players call what a short largest blind put in, where here calls cost all of it: hands
in which nobody posts the largest blind in full are counted apart, and so are those in which it lets
players raise again after an all-in of less than a whole raise.

    python benchmarks/pokerkit_imports.py [--hands 20000] [--seed 22]
"""

import argparse
import csv
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem  # type: ignore[import-not-found]

from railbird.native import PAYOFF_UNIT
from railbird.plugins import Game
from railbird.results import open_run
from railbird.results.histories import ImportChoice, import_histories
from railbird.results.histories.storing.played import played_matches

ALL = tuple(Automation)
HANDS_A_FILE = 500
KINDS = ("no largest blind in full", "the largest blind in full")
CLOSED = "refused, a raise after an all-in of less than a whole one (TDA, rule 47)"
BLINDS = ((1, 2), (5, 10), (50, 100))


def play(dice: random.Random) -> tuple[Any, Any, bool]:
    """Play a hand; return game and state, and whether somebody posts the largest blind in full."""
    count = dice.randint(2, 9)
    small, big = dice.choice(BLINDS)
    blinds = [small, big] + [0] * (count - 2)
    for straddler in range(2, min(count, 2 + dice.choice((0, 0, 0, 1, 2)))):
        blinds[straddler] = 2 * blinds[straddler - 1]
    ante = dice.choice((0, 0, big // 2, big))
    stacks = [dice.choice((dice.randint(2, 3 * big), dice.randint(big, 200 * big))) for _ in blinds]
    game = NoLimitTexasHoldem(ALL, True, ante, tuple(blinds), max(blinds))
    state = game(tuple(stacks), count)
    due = list(reversed(blinds)) if count == 2 else blinds
    is_full = any(
        blind == max(blinds) and stack >= blind + ante
        for blind, stack in zip(due, stacks, strict=True)
    )
    while state.status:
        act(state, dice)
    return game, state, is_full


def act(state: Any, dice: random.Random) -> None:
    """Take a random action."""
    wish = dice.random()
    if wish < 0.25 and state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(dice.choice((least, dice.randint(least, most), most)))
    elif wish < 0.4 and state.can_fold():
        state.fold()
    else:
        state.check_or_call()


def find_no_game(name: str) -> Game:
    """Refuse: PHH names no game."""
    raise LookupError(name)


def compare(dice: random.Random, count: int, folder: Path) -> Counter[str]:
    """Play some hands, import them, and return how many there are of each kind."""
    wanted: dict[str, tuple[list[int], bool]] = {}
    for number in range(count):
        game, state, is_full = play(dice)
        history = HandHistory.from_game_state(game, state)
        history.players = [f"p{place + 1}" for place in range(len(state.payoffs))]
        path = folder / f"hand{number:05d}.phh"
        with path.open("wb") as file:
            history.ante_trimming_status = True
            history.finishing_stacks = history.winnings = None
            history.dump(file)
        wanted[path.stem] = (list(state.payoffs), is_full)
    listed = folder / "refused.csv"
    choice = ImportChoice(find_no_game, keep_going=True, refused_file=listed)
    report = import_histories([folder], folder / "run", choice)
    seen = Counter[str]()
    with listed.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            _, is_full = wanted[Path(row["file"]).stem]
            is_closed = row["text"].endswith("that is not legal there")
            seen[CLOSED if is_closed else f"refused, {KINDS[is_full]}"] += 1
            if is_full and not is_closed:
                print(row["text"], Path(row["file"]).read_text(encoding="utf-8"))
    for run in report.runs:
        for match in played_matches(open_run(Path(run.folder))):
            (payoffs,) = match.payoffs.tolist()
            won = dict(zip(match.agents, payoffs, strict=True))
            theirs, is_full = wanted[match.name]
            is_same = all(
                abs(won[f"p{place + 1}"] - chips * PAYOFF_UNIT) < PAYOFF_UNIT * len(theirs)
                for place, chips in enumerate(theirs)
            )
            seen[f"{'alike' if is_same else 'different'}, {KINDS[is_full]}"] += 1
            if not is_same and is_full:
                print(
                    match.name, theirs, {name: chips / PAYOFF_UNIT for name, chips in won.items()}
                )
                print((folder / f"{match.name}.phh").read_text())
    return seen


def main() -> None:
    """Play, import, compare, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=22)
    options = parser.parse_args()
    dice, seen = random.Random(options.seed), Counter[str]()
    for start in range(0, options.hands, HANDS_A_FILE):
        with tempfile.TemporaryDirectory() as name:
            seen += compare(dice, min(HANDS_A_FILE, options.hands - start), Path(name))
    for kind, count in sorted(seen.items()):
        print(f"{count:8,}  {kind}")


if __name__ == "__main__":
    main()
