"""What listeners are told of a tournament."""

from dataclasses import dataclass
from pathlib import Path

from railbird.plugins.contract.game import Game


@dataclass(frozen=True, slots=True)
class Run:
    """A tournament that is being played.

    ``agents`` are the labels; ``folder`` is where the tables are written, None where nothing is;
    ``match_count`` and ``hand_count`` are those of the whole tournament.
    """

    name: str
    game: Game
    agents: tuple[str, ...]
    match_count: int
    hand_count: int
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that was played: ``agents`` and ``payoffs`` (1/2520 chip, match total) by seat."""

    deck_index: int
    seating_index: int
    agents: tuple[str, ...]
    payoffs: tuple[int, ...]
    hand_count: int
