"""Runs of hands that a test writes down or plays at random, stored through the usual doors."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition, Tables, deal_cards, format_game, parse_game
from railbird.results import (
    AgentRecord,
    ChunkHands,
    ChunkMatches,
    Manifest,
    RunResults,
    StageRecord,
    Store,
    build_shard,
    open_run,
)

SIDE_POTS = parse_game("""
nolimit
numPlayers = 4
numRounds = 3
stack = 37 160 90 500
blind = 5 10 0 2
firstPlayer = 3 1 1
numSuits = 3
numRanks = 6
numHoleCards = 2
numBoardCards = 0 2 1
""")
"""A small game whose stacks differ, so that all-ins make side pots."""


@dataclass(frozen=True)
class StoredMatch:
    """One match: labels by seat, bettings hand by hand, payoffs int64[H, N] by seat."""

    agents: tuple[str, ...]
    bettings: tuple[str, ...]
    payoffs: npt.NDArray[np.int64]
    stacks: npt.NDArray[np.int64] | None = None
    cards: npt.NDArray[np.uint8] | None = None
    deck: int = 0
    seating: int = 0


def play_hands(
    game: GameDefinition, count: int, *, seed: int
) -> tuple[tuple[str, ...], npt.NDArray[np.int64]]:
    """Play hands at random on the cards of a deck seed; bettings, and payoffs [n, N] by seat."""
    generator = np.random.default_rng(seed)
    tables = Tables(game, count)
    every = np.arange(count, dtype=np.int32)
    tables.start_hands(every, deal_cards(game, seed, count))
    while len(waiting := np.flatnonzero(~tables.is_done).astype(np.int32)):
        legal = tables.legal_kinds(waiting)
        kinds = generator.choice(3, size=len(waiting), p=[0.15, 0.5, 0.35]).astype(np.uint8)
        kinds[(legal >> kinds & 1) == 0] = 1
        least, most = tables.raise_bounds(waiting)
        share = generator.random(len(waiting)) ** 5
        tables.apply_actions(waiting, kinds, least + (share * (most - least + 1)).astype(np.int64))
    positions = (np.arange(game.player_count) - every[:, None]) % game.player_count
    payoffs = np.take_along_axis(tables.payoffs(every), positions, axis=1)
    return tuple(tables.betting(table) for table in range(count)), payoffs


def play_match(
    game: GameDefinition, agents: Sequence[str], *, deck: int = 0, seating: int = 0, hands: int = 40
) -> StoredMatch:
    """Play one match at random on the deck with seed 1000 + deck."""
    bettings, payoffs = play_hands(game, hands, seed=1000 + deck)
    return StoredMatch(tuple(agents), bettings, payoffs, deck=deck, seating=seating)


def store_matches(
    folder: Path, game: GameDefinition, matches: Sequence[StoredMatch], *, seatings: int = 1
) -> RunResults:
    """Write matches into a run's folder, two to a shard, and open it."""
    labels = sorted({label for match in matches for label in match.agents})
    decks = max(match.deck for match in matches) + 1
    pairs = [matches[start : start + 2] for start in range(0, len(matches), 2)]
    manifest = Manifest(
        railbird_version="0.1.0",
        generator="philox4x32-10/1",
        game_name="written-down",
        game=format_game(game),
        spec={"hands_per_match": len(matches[0].bettings)},
        agents=tuple(AgentRecord(label, "uniform", version="1") for label in labels),
        deck_seeds=tuple(range(1000, 1000 + decks)),
        seating_count=seatings,
        stages=(StageRecord(len(pairs), len(matches)),),
    )
    with Store.create(folder, manifest) as store:
        for index, pair in enumerate(pairs):
            store.write_shard(index, _shard(pair))
        store.finish()
    return open_run(folder)


def _shard(matches: Sequence[StoredMatch]) -> "object":
    words = [betting for match in matches for betting in match.bettings]
    ends = np.cumsum([0, *(len(word) for word in words)])
    payoffs = np.stack([match.payoffs for match in matches])
    keys = [
        np.array([getattr(match, name) for match in matches], np.uint32)
        for name in ("deck", "seating")
    ]
    stacks = [match.stacks for match in matches if match.stacks is not None]
    cards = [match.cards for match in matches if match.cards is not None]
    hands = ChunkHands(
        payoffs,
        np.frombuffer("".join(words).encode(), np.uint8),
        ends,
        np.ones(payoffs.shape[:2], bool),
        stacks=np.stack(stacks) if stacks else None,
        cards=np.stack(cards) if cards else None,
    )
    seeds = keys[0] + np.uint32(1000)
    chunk = ChunkMatches(keys[0], seeds, keys[1], [match.agents for match in matches])
    return build_shard(chunk, hands)
