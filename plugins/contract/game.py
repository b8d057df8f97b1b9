"""Games as plugins offer them."""

from dataclasses import dataclass

from railbird.native import GameDefinition


@dataclass(frozen=True, slots=True)
class Game:
    """A game by name; ``summary`` is one line for lists of games."""

    name: str
    definition: GameDefinition
    summary: str = ""
