"""Small played tournaments, and whole folders as bytes."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from small_runs import contents

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.games.library import load_house_games
from railbird.harness.workers.dispatch import play_here
from railbird.native import PAYOFF_UNIT
from railbird.plugins import Game
from railbird.results import open_run
from railbird.results.histories import (
    ImportChoice,
    ImportReport,
    export_run,
    import_histories,
)
from railbird.results.histories.storing.played import played_matches

LOGS = Path(__file__).parents[2] / "harness" / "acpc" / "logs"
GAMES = {game.name: game for game in load_house_games()}
DEALER_GAMES = {
    "kuhn.limit.3p.game": "kuhn-3p",
    "leduc.game": "leduc",
    "holdem.limit.2p.reverse_blinds.game": "holdem-limit-2p",
    "holdem.limit.3p.game": "holdem-limit-3p",
    "holdem.nolimit.2p.reverse_blinds.game": "holdem-nolimit-2p",
    "holdem.nolimit.3p.game": "holdem-nolimit-3p",
    "holdem.nolimit.6p.game": "holdem-nolimit-6p",
}
PLAYERS = ("uniform", "call", "raise", "raise-pot", "fold", "uniform-2")


def find_logged_game(name: str) -> Game:
    stem = Path(name).name.removesuffix(".game")
    return Game(stem, GAMES[DEALER_GAMES.get(Path(name).name, stem)].definition)


def end_log(log: Path) -> str:
    """End a log that was cut off after 30 hands as the dealer would have: header and score."""
    lines = log.read_text(encoding="utf-8").replace(" 300 ", " 30 ").splitlines()
    totals: dict[str, Decimal] = {}
    for line in lines[4:]:
        payoffs, names = (field.split("|") for field in line.split(":")[-2:])
        for name, payoff in zip(names, payoffs, strict=True):
            totals[name] = totals.get(name, Decimal(0)) + Decimal(payoff)
    names = lines[4].split(":")[-1]
    score = "|".join(f"{totals[name]:f}" for name in names.split("|"))
    text = "\n".join([*lines, f"SCORE:{score}:{names}"]) + "\n"
    log.write_text(text, encoding="utf-8")
    return text


def read(paths: list[Path], folder: Path, **changes: object) -> ImportReport:
    choice = ImportChoice(find_game=find_logged_game, **changes)  # type: ignore[arg-type]
    return import_histories(paths, folder, choice)


def write(run_folder: Path, folder: Path, export_format: str) -> dict[str, bytes]:
    export_run(open_run(run_folder), folder, export_format)
    return contents(folder)


def hold_to(matches: Path, told: dict[str, list[object]]) -> None:
    """Hold the last state of each hand, as PokerKit plays it, to the payoffs in the store.

    They may differ by the odd chips of split pots: one for each other player of each pot.
    """
    for match in played_matches(open_run(matches)):
        hands = told[match.name]
        assert len(hands) == len(match.bettings)
        for index, hand in enumerate(hands):
            *_, last = hand  # type: ignore[misc]
            seats = match.seats.seat_row(index)
            wanted = match.payoffs[index][seats] / PAYOFF_UNIT
            assert not last.status
            assert last.payoffs == pytest.approx(wanted, abs=len(seats) - 1)


@pytest.fixture(scope="session")
def play(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Play a small tournament of a game, once a session for either kind of deals."""
    played: dict[tuple[str, str], Path] = {}

    def play_game(game: str, deals: Any = "keyed") -> Path:
        if (game, deals) not in played:
            folder = tmp_path_factory.mktemp("played") / game
            count = GAMES[game].definition.player_count
            agents = tuple(
                AgentSpec(agent=name.removesuffix("-2"), label=name) for name in PLAYERS[:count]
            )
            spec = Spec(
                name=game,
                game=game,
                agents=agents,
                hands_per_match=30,
                decks=2,
                seed=11,
                seatings="rotations",
                deals=deals,
            )
            run(spec, folder=folder, dispatch=play_here)
            played[game, deals] = folder
        return played[game, deals]

    return play_game
