"""A value function for hold'em that is fitted on hands of other runs, and kept in a file.

The chips in a pot grow until the hand ends, so equity of the pot as it is takes out too little of
the luck of early cards. Here the value after the cards of round r is the equity of the pot times a
weight w[r], or 1 once nobody can act any more. It is linear in equity like the equity itself, so
expectations stay exact. The weights minimise the squares of the corrected payoffs of the source's
hands, with a ridge penalty towards 1: those of MIVAT (White and Bowling, "Learning a Value Analysis
Tool for Agent Evaluation", IJCAI 2009) with the equity of the pot by round as features.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import pyarrow as pa

from railbird.native import (
    PAYOFF_UNIT,
    FileError,
    GameDefinition,
    GameDefinitionError,
    atomic_write,
    format_game,
    read_arrow,
    stamped,
)
from railbird.results.errors import StoreError
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.luck.chance import chance_luck, has_chance_values
from railbird.results.luck.estimator import Floats
from railbird.results.store.files import table_bytes
from railbird.results.store.shard_files import ShardFile

SCHEMA = pa.schema([("weight", pa.float64())])
GAME, SHARDS, HANDS = "game", "shards", "hands"
RIDGE_HANDS = 1000.0
VALUES_FILE = "luck/values.arrow"
"""The file of a run's folder with the fitted value function of its spec."""


@dataclass(frozen=True, slots=True)
class FittedValue:
    """Weights by round, of a game in the ACPC format, fitted on the hands of these shards."""

    weights: tuple[float, ...]
    game: str
    shards: tuple[str, ...]
    hand_count: int

    @property
    def name(self) -> str:
        """Its name, with a hash of all that it depends on."""
        text = f"{self.game} {[weight.hex() for weight in self.weights]} {sorted(self.shards)}"
        return f"fitted {hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def require(self, definition: GameDefinition, shards: Iterable[ShardFile] = ()) -> None:
        """Refuse another game (GameDefinitionError), and hands it was fitted on (StoreError)."""
        if self.game != format_game(definition):
            raise GameDefinitionError(
                "the fitted value function is of another game; fit one on a run of this game"
            )
        if {shard.file.name for shard in shards} & set(self.shards):
            raise StoreError(
                "the value function was fitted on hands of this run, which would bias its results; "
                "fit it on another run"
            )


def fit_values(
    definition: GameDefinition,
    parts: Iterable[PlayedHands],
    shards: Sequence[ShardFile],
    *,
    ridge_hands: float = RIDGE_HANDS,
) -> FittedValue:
    """Fit weights on the hands of shards, of which `parts` are all.

    The penalty pulls a weight to 1 as strongly as so many hands. Raises GameDefinitionError for
    games other than hold'em, StoreError without hands whose cards are known.
    """
    if not has_chance_values(definition):
        raise GameDefinitionError("values are fitted for hold'em only; use a run of hold'em")
    rounds, hand_count = definition.round_count, 0
    squares, products = np.zeros((rounds, rounds)), np.zeros(rounds)
    for part in parts:
        luck = chance_luck(definition, part)
        known = luck.before_last_choice()[luck.is_known].transpose(0, 2, 1).reshape(-1, rounds)
        payoffs = (part.payoffs / PAYOFF_UNIT + luck.of_all_ins())[luck.is_known].ravel()
        squares += known.T @ known
        products -= known.T @ payoffs
        hand_count += int(luck.is_known.sum())
    if not hand_count:
        raise StoreError("the run has no hands with known cards; fit values on another run")
    penalty = ridge_hands * np.diag(squares) / hand_count
    is_used = np.diag(squares) > 0.0
    weights = np.ones(rounds)
    chosen = np.ix_(is_used, is_used)
    weights[is_used] = np.linalg.solve(
        (squares + np.diag(penalty))[chosen], (products + penalty)[is_used]
    )
    names = tuple(shard.file.name for shard in shards)
    return FittedValue(tuple(weights.tolist()), format_game(definition), names, hand_count)


def values_bytes(value: FittedValue) -> pa.Buffer:
    """Return a value function as an Arrow file."""
    about = {
        GAME: value.game,
        SHARDS: msgspec.json.encode(value.shards).decode(),
        HANDS: str(value.hand_count),
    }
    return table_bytes(stamped(pa.table([pa.array(value.weights)], schema=SCHEMA), about))


def write_values(path: Path, value: FittedValue) -> None:
    """Write a value function to a file."""
    with atomic_write(path) as beside:
        beside.write_bytes(values_bytes(value))


def read_values(source: Path | memoryview) -> FittedValue:
    """Read a value function; raises FileError, also for weights that are not finite numbers."""
    table = read_arrow(source, SCHEMA)
    try:
        about = {key.decode(): text.decode() for key, text in table.schema.metadata.items()}
        shards = msgspec.json.decode(about[SHARDS], type=tuple[str, ...])
        hand_count = int(about[HANDS])
        game = about[GAME]
    except (AttributeError, KeyError, ValueError, msgspec.DecodeError) as error:
        raise FileError(f"{_named(source)} does not say what it was fitted on") from error
    weights: Floats = table["weight"].to_numpy()
    if not np.isfinite(weights).all():
        raise FileError(f"{_named(source)} has weights that are not finite; fit it again")
    return FittedValue(tuple(weights.tolist()), game, shards, hand_count)


def _named(source: Path | memoryview) -> str:
    return str(source) if isinstance(source, Path) else "the file of fitted values"
