"""Hands that the ACPC's C dealer played: every payoff and every card comes out the same.

Some dozens of lines a game lie beside this file; the whole logs are read where they are at hand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from railbird.native import PAYOFF_UNIT, GameDefinition, Tables, deal_cards, format_cards

EMBEDDED = sorted((Path(__file__).parent / "logs").glob("*.log"))
SHARED = Path(__file__).parents[3].parent / "shared" / "acpc" / "logs"
GAME_OF_LOG = {
    "2p.limit.h1000.r0": "holdem-limit-2p",
    "3p.nolimit.h1000.r0": "holdem-nolimit-3p",
    "kuhn-3p.seed7": "kuhn-3p",
    "leduc.seed9": "leduc",
    "limit-2p.seed11": "holdem-limit-2p",
    "limit-3p.seed13": "holdem-limit-3p",
    "nolimit-2p.seed15": "holdem-nolimit-2p",
    "nolimit-3p.seed17": "holdem-nolimit-3p",
    "nolimit-6p.seed19": "holdem-nolimit-6p",
}


@dataclass(frozen=True, slots=True)
class LoggedHand:
    index: int
    betting: str
    cards: str
    payoffs: str


def read_log(path: Path) -> tuple[int, list[LoggedHand]]:
    lines = path.read_text(encoding="ascii").splitlines()
    states = [line.split(":") for line in lines if line.startswith("STATE:")]
    seed = int(lines[0].rpartition(" ")[2])
    return seed, [LoggedHand(int(index), *rest[:3]) for _, index, *rest in states]


def print_payoffs(units: list[int]) -> str:
    texts = (f"{unit / PAYOFF_UNIT:.6f}".rstrip("0").rstrip(".") for unit in units)
    return "|".join(texts)


def print_cards(tables: Tables, row: int) -> str:
    game, cards = tables.definition, tables.cards[row]
    hole, board = np.split(cards, [game.player_count * game.hole_card_count])
    sections = ["|".join(format_cards(held) for held in hole.reshape(game.player_count, -1))]
    for dealt in game.board_card_counts[1 : int(tables.round_index[row]) + 1]:
        sections.append(format_cards(board[:dealt]))
        board = board[dealt:]
    return "/".join(sections)


def replay(game: GameDefinition, log: Path) -> None:
    seed, hands = read_log(log)
    assert len(hands) >= 30
    tables = Tables(game, len(hands))
    every = np.arange(len(hands))
    deals = deal_cards(game, seed, max(hand.index for hand in hands) + 1)
    tables.start_hands(every, deals[[hand.index for hand in hands]])
    tables.play_betting(every, [hand.betting for hand in hands])
    assert tables.is_done.all()
    assert tables.columns.bettings(every) == [hand.betting for hand in hands]
    assert [print_payoffs(p) for p in tables.payoffs(every).tolist()] == [h.payoffs for h in hands]
    assert [print_cards(tables, row) for row in every] == [hand.cards for hand in hands]


@pytest.mark.parametrize("log", EMBEDDED, ids=lambda path: path.stem)
def test_embedded_hands_come_out_as_logged(
    shipped_game: Callable[[str], GameDefinition], log: Path
) -> None:
    replay(shipped_game(log.stem), log)


@pytest.mark.parametrize(("log", "name"), GAME_OF_LOG.items())
def test_every_hand_of_a_whole_log_comes_out_as_logged(
    shipped_game: Callable[[str], GameDefinition], log: str, name: str
) -> None:
    path = SHARED / f"{log}.log"
    if not path.exists():
        pytest.skip(f"the shared log {path.name} is not at hand")
    replay(shipped_game(name), path)


def test_there_are_hands_of_every_game_that_the_c_dealer_played() -> None:
    assert {path.stem for path in EMBEDDED} == set(GAME_OF_LOG.values())
