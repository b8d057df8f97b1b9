"""Random hands of a game, played to their ends, and what has to hold of every one of them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import (
    ActionKind,
    GameDefinition,
    GameDefinitionError,
    Tables,
    deal_cards,
)

TABLES_AT_ONCE = 1000
WEIGHTS = {ActionKind.FOLD: 0.1, ActionKind.CALL: 0.6, ActionKind.RAISE: 0.3}
"""How often a kind is taken where all of betting are legal, so that many hands reach their end."""
LEAST_RAISES = 0.7
"""The share of raises that are the least."""


@dataclass(frozen=True, slots=True)
class PlayedHands:
    """How many hands were played, how many actions, and how many hands had a showdown."""

    hands: int
    actions: int
    showdowns: int


def play_random_hands(definition: GameDefinition, hand_count: int, *, seed: int) -> PlayedHands:
    """Play hands at random, and check each.

    Raises GameDefinitionError, naming the betting, where chips or cards are lost, where a legal
    action is not taken as it is, and where the betting's text does not lead to the same state.
    """
    rng = np.random.default_rng(seed)
    actions = showdowns = 0
    for first in range(0, hand_count, TABLES_AT_ONCE):
        count = min(TABLES_AT_ONCE, hand_count - first)
        deals = deal_cards(definition, seed, count, first_hand=first)
        tables = Tables(definition, count)
        actions += sum(_play(tables, deals, rng))
        check_hands(tables, deals)
        showdowns += int(((~tables.has_folded).sum(axis=1) > 1).sum())
    return PlayedHands(hand_count, actions, showdowns)


def _play(tables: Tables, deals: npt.NDArray[np.uint8], rng: np.random.Generator) -> Iterator[int]:
    """Play a hand at each table; yields how many acted at a time."""
    tables.start_hands(np.arange(len(deals), dtype=np.int32), deals)
    while len(rows := np.flatnonzero(~tables.is_done).astype(np.int32)):
        kinds, amounts = _choose(tables, rows, rng)
        faults = tables.apply_actions(rows, kinds, amounts)
        if faults.any():
            _refuse(tables, int(rows[np.flatnonzero(faults)[0]]), "a legal action is refused")
        yield len(rows)


def _choose(
    tables: Tables, rows: npt.NDArray[np.int32], rng: np.random.Generator
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """A legal action of each table: kind uint8[n] and amount int64[n]."""
    is_legal = tables.legal_kinds(rows)[:, None] >> np.arange(len(ActionKind)) & 1
    weights = np.array([WEIGHTS.get(kind, 1.0) for kind in ActionKind])
    kinds = _weighted(is_legal * weights, rng)
    least, most = tables.raise_bounds(rows)
    sizes = least + (rng.random(len(rows)) * (most - least + 1)).astype(np.int64)
    amounts = np.where(rng.random(len(rows)) < LEAST_RAISES, least, sizes)
    amounts[kinds != ActionKind.RAISE] = 0
    chooses = np.isin(kinds, (ActionKind.EXCHANGE, ActionKind.PASS))
    if chooses.any():
        amounts[chooses] = _choose_slots(tables, rows[chooses], rng)
    return kinds.astype(np.uint8), amounts


def _weighted(weights: npt.NDArray[np.float64], rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """A column of each row, as likely as its weight."""
    ends: npt.NDArray[np.float64] = weights.cumsum(axis=1)
    drawn = rng.random(len(weights))[:, None] * ends[:, -1:]
    return np.asarray((drawn >= ends).sum(axis=1), np.intp)


def _choose_slots(
    tables: Tables, rows: npt.NDArray[np.int32], rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Cards that go at each table, as a mask of slots: first how many, then which."""
    variant = tables.definition.variant
    if variant is None:
        raise ValueError("only a variant has rounds in which cards go")
    rules, held = variant.rounds, np.array(variant.held())
    rounds = tables.round_index[rows]
    least = np.array([rule.least for rule in rules])[rounds]
    most = np.array([rule.most for rule in rules])[rounds]
    counts = rng.integers(least, most, endpoint=True)
    keys = rng.random((len(rows), held.max()))
    keys[np.arange(held.max()) >= held[rounds, None]] = 2  # a slot without a card comes last
    is_chosen = keys.argsort(axis=1).argsort(axis=1) < counts[:, None]
    return np.asarray(is_chosen @ (1 << np.arange(held.max())), np.int64)


def check_hands(tables: Tables, deals: npt.NDArray[np.uint8]) -> None:
    """Check a finished hand at each table, played from these cards, uint8[T, W].

    Raises GameDefinitionError for the first that does not hold.
    """
    rows = np.arange(len(deals), dtype=np.int32)
    payoffs = tables.payoffs(rows)
    again = Tables(tables.definition, len(deals))
    again.start_hands(rows, deals)
    again.play_betting(rows, list(map(tables.betting, rows.tolist())))
    claims = {
        "chips are lost or won from nowhere": payoffs.sum(axis=1) == 0,
        "cards are lost or doubled": (np.sort(tables.cards) == np.sort(deals)).all(axis=1),
        "the betting's text leads elsewhere": (
            again.is_done
            & (again.cards == tables.cards).all(axis=1)
            & (again.spent == tables.spent).all(axis=1)
            & (again.has_folded == tables.has_folded).all(axis=1)
        ),
    }
    for claim, holds in claims.items():
        if not holds.all():
            _refuse(tables, int(np.flatnonzero(~holds)[0]), claim)


def _refuse(tables: Tables, row: int, what: str) -> None:
    raise GameDefinitionError(
        f"{what} in a hand with the betting '{tables.betting(row)}': this is a fault of "
        "railbird, not of the game; please report it with the file"
    )
