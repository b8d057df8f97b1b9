"""Small runs of the eleven variants of PHH, and hands written by hand of each."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.workers.dispatch import play_here
from railbird.native import GameFile, read_game_toml

SHIPPED = {
    "NS": "short-deck",
    "PO": "omaha-pot-limit",
    "FO/8": "omaha-8",
    "F7S": "seven-card-stud",
    "F7S/8": "seven-card-stud-8",
    "FR": "razz",
    "N2L1D": "deuce-to-seven-single-draw",
    "F2L3D": "deuce-to-seven-triple-draw",
    "FB": "badugi",
}
"""Our games by the codes of the variants; hold'em is in files of its own here, with antes."""
FLOP_STEPS = "".join(
    f"\n[[steps]]\ndeal = {{ {cards} }}\n[[steps]]\nbet = {{ size = '{size}' }}\n"
    for cards, size in (
        ("down = 2", "small"),
        ("board = 3", "small"),
        ("board = 1", "big"),
        ("board = 1", "big"),
    )
)
BLINDS = "blinds = { small = 1, big = 2 }\n"
HOLDEM = {
    "FT": (
        "name = 'limit-antes'\nplayers = [2, 10]\nantes = 1\n"
        "betting = { structure = 'limit', small = 2, big = 4, most_raises = 4 }\n"
    )
    + BLINDS
    + FLOP_STEPS,
    "NT": (
        "name = 'ante-holdem'\nplayers = [2, 10]\nantes = 1\nbetting = { structure = 'nolimit' }\n"
    )
    + BLINDS
    + FLOP_STEPS,
}
CODES = (*HOLDEM, *SHIPPED)
AGENTS = ("uniform", "call", "random", "raise")


def file_text(code: str) -> str:
    """The file of a game of this variant."""
    if code in HOLDEM:
        return HOLDEM[code]
    name = f"{SHIPPED[code]}.toml"
    return (files("railbird.tournaments.games") / name).read_text(encoding="utf-8")


def game_file(code: str) -> GameFile:
    return read_game_toml(file_text(code))


def numbers_of_players(code: str) -> Iterator[int]:
    """Two, a few, and as many as the game is for."""
    fewest, most = game_file(code).player_counts
    yield from sorted({fewest, 3, most})


def play_variant(
    code: str,
    players: int,
    folder: Path,
    *,
    stacks: str = "",
    agents: tuple[str, ...] = AGENTS,
) -> Path:
    """Play a small tournament of a variant; `stacks` as a game file has them."""
    text = file_text(code)
    if stacks:
        text = re.sub("^players = .*", f"players = {players}\nstacks = {stacks}", text, flags=re.M)
    file = folder / "variant.toml"
    file.write_text(text, encoding="utf-8")
    entries = tuple(
        AgentSpec(agent=agents[number % len(agents)], label=f"a{number}")
        for number in range(players)
    )
    spec = Spec(
        name="variant",
        game=str(file),
        players=players,
        agents=entries,
        hands_per_match=max(2, 12 // players),
        decks=2,
        seed=5,
        seatings="rotations",
    )
    run(spec, folder=folder / "run", dispatch=play_here)
    return folder / "run"
