"""What an agent is shown again of a stored run is what it saw as it played."""

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import railbird
from railbird.harness import SpecError
from railbird.harness.analysis.stored_play import read_play
from railbird.native import ActionKind
from railbird.plugins import DecisionBatch

COLUMNS = (
    "seat",
    "position",
    "hand_index",
    "round_index",
    "decision",
    "hole_cards",
    "board",
    "betting",
    "pot",
    "to_call",
    "starting_stacks",
    "contributions",
    "has_folded",
    "legal",
    "min_raise_to",
    "max_raise_to",
)
GAMES = ("kuhn-3p", "leduc", "holdem-limit-3p", "holdem-nolimit-3p", "holdem-nolimit-ante")


def rows_of(decisions: DecisionBatch) -> list[tuple[Any, ...]]:
    """A decision a row: what is seen, and two draws, which depend on the match's key."""
    columns = [np.asarray(getattr(decisions, name)).tolist() for name in COLUMNS]
    draws = decisions.random().tolist(), decisions.hand_random().tolist()
    return sorted(map(repr, zip(*columns, *draws, strict=True)))


class Watcher:
    """Plays by its draws, and keeps what it sees."""

    made: ClassVar[list["Watcher"]] = []

    def __init__(self) -> None:
        self.seen: list[str] = []
        Watcher.made.append(self)

    def act_batch(self, decisions: DecisionBatch) -> Any:
        self.seen.extend(rows_of(decisions))
        draws = decisions.random()
        kinds = np.where(draws < 0.5, ActionKind.CALL, ActionKind.RAISE)
        kinds = np.where(decisions.can_raise | (draws < 0.5), kinds, ActionKind.CALL)
        return kinds.astype(np.uint8), np.where(
            kinds == ActionKind.RAISE, decisions.min_raise_to, 0
        )


@pytest.mark.parametrize("by_hand", [False, True], ids=["at-once", "hand-by-hand"])
@pytest.mark.parametrize("game", GAMES)
def test_decisions_are_seen_again(game: str, by_hand: bool, tmp_path: Path) -> None:
    others = ("uniform", "raise") if game.endswith("3p") else ("uniform",)
    agents = {"watcher": Watcher, **{name: name for name in others}}
    railbird.play(agents, game=game, hands=360, progress=False, folder=tmp_path / "run")
    play = read_play(tmp_path / "run", "watcher")
    parts = list(play.parts(by_hand))
    found = [row for part in parts for row in rows_of(part.decisions)]
    assert play.has_draws and len(found) > 300
    assert sorted(found) == sorted(Watcher.made[-1].seen)
    if by_hand:
        assert all(len(set(part.hands.match)) == len(part.hands.match) for part in parts)


def test_an_agent_that_did_not_play_is_named(tmp_path: Path) -> None:
    railbird.play(
        ("call", "raise"), game="kuhn-2p", progress=False, hands=60, folder=tmp_path / "run"
    )
    with pytest.raises(SpecError, match=r"no agent 'fox' played in .*; choose one of call, raise"):
        read_play(tmp_path / "run", "fox")
