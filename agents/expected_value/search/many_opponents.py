"""The search of a round against several opponents, by how often they did what in the match."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import SHOWN
from railbird.agents.expected_value.memory.chain_store import ChainStore
from railbird.agents.expected_value.memory.match_memory import ManyMemory
from railbird.agents.expected_value.search.round_ahead import Leaves, RoundAhead, look_ahead
from railbird.agents.expected_value.value.formulas import estimate, win_chance
from railbird.native import ActionKind

LEAST_SHARE = 0.02
"""An opponent does each legal action at least so often, before data: our guess."""
FOLDS_AGAIN = 0.25
"""Who has raised or called folds so much more rarely with each, before data: our guess."""
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Asked:
    """One decision: the row of its memory, the seats by position, and the strength of its hand."""

    row: int
    seats: Ints
    betting: str
    strength: float


def value_kinds(memory: ManyMemory, asked: Asked, *, smoothing: float) -> tuple[Floats, Floats]:
    """Return what each kind of action is worth in chips from now on, and how often it was taken.

    float64[3] each; what is not legal is worth -inf.
    """
    definition = memory.every.betting.definition
    ahead = look_ahead(definition, asked.betting)
    counts = count_actions(memory, asked, ahead)
    action = action_frequencies(memory, asked, ahead, counts=counts, smoothing=smoothing)
    at_leaves = _value_leaves(memory, asked, ahead.leaves, smoothing=smoothing)
    return back_up(ahead, action, at_leaves), counts[0, :, 0]


def back_up(ahead: RoundAhead, action: Floats, at_leaves: Floats) -> Floats:
    """Return what each kind is worth at the first decision, float64[3].

    Who decides there takes the best action whenever it is asked again; ``action`` float64[n, 3]
    is how often the others take each. What is not legal is worth -inf.
    """
    hero, leaves = int(ahead.player[0]), at_leaves.tolist()
    players, children, shares = ahead.player.tolist(), ahead.child.tolist(), action.tolist()
    worth = [0.0] * len(players)
    found: list[float] = []
    for node in range(len(players) - 1, -1, -1):
        found = [
            -np.inf if not child else worth[child] if child > 0 else leaves[~child]
            for child in children[node]
        ]
        if players[node] == hero:
            worth[node] = max(found)
        else:
            worth[node] = sum(
                share * value
                for share, value in zip(shares[node], found, strict=True)
                if share > 0.0
            )
    return np.array(found)


def count_actions(memory: ManyMemory, asked: Asked, ahead: RoundAhead) -> Floats:
    """How often each action was taken after the chains of both levels, float64[n, 3, levels]."""
    rows, seats = np.full(len(ahead.player), asked.row), asked.seats[ahead.player]
    sums = memory.every.store.read(rows, seats, ahead.chains)
    return np.asarray(sums.counts.sum(axis=-1) * ahead.legal[..., None], np.float64)


def action_frequencies(
    memory: ManyMemory, asked: Asked, ahead: RoundAhead, *, counts: Floats, smoothing: float
) -> Floats:
    """How often who decides takes each action, float64[n, 3].

    By chains of level 2; those of level 3 are worth ``smoothing`` hands, and habits as many of
    these.
    """
    raised, stayed = memory.every.habits.rates(np.array([asked.row]), asked.seats[ahead.player])
    stayed = 1.0 - (1.0 - stayed) * FOLDS_AGAIN**ahead.stayed
    faces_bet = ahead.legal[:, ActionKind.FOLD]
    probability = np.zeros(ahead.legal.shape)
    probability[:, ActionKind.FOLD] = 1.0 - stayed
    probability[:, ActionKind.RAISE] = raised * np.where(faces_bet, stayed, 1.0)
    probability[:, ActionKind.CALL] = (1.0 - raised) * np.where(faces_bet, stayed, 1.0)
    probability = np.maximum(probability, LEAST_SHARE) * ahead.legal
    probability /= probability.sum(axis=1, keepdims=True)
    for level in (1, 0):
        seen = counts[..., level]
        total = seen.sum(axis=1, keepdims=True)
        probability = (seen + smoothing * probability) / (total + smoothing)
    return probability


def _value_leaves(memory: ManyMemory, asked: Asked, leaves: Leaves, *, smoothing: float) -> Floats:
    """What each leaf is worth from now on, float64[m].

    At a showdown by the mean strength that others showed after the last own action. Where rounds
    are to come, by what followed such starts of a round; the guess is that one more bet is called
    on each, or the hand folded at once.
    """
    every, hero = memory.every, int(leaves.player[0])
    definition = every.betting.definition
    now = every.betting.situations(every.betting.nodes_of([asked.betting]))
    cost = leaves.spent[:, hero] - now.spent[0, hero]
    opponents, pot = leaves.live.sum(axis=1) - 1, leaves.spent.sum(axis=1)
    value: Floats = np.where(leaves.live[:, hero], pot, 0.0) - cost
    some = np.flatnonzero(leaves.live[:, hero] & (opponents > 0))
    if not len(some):
        return value
    part, against = leaves.take(some), opponents[some]
    rows = np.full(len(some), asked.row)
    habit = every.habits.strength(rows, part, np.repeat(asked.seats[None], len(some), axis=0))
    seats = asked.seats[part.player]
    shown = _learn_strength(
        memory.every.store, habit, (rows, seats, part.last), smoothing=smoothing
    )
    win = win_chance(asked.strength, shown) ** against
    sizes = definition.raise_sizes[int(now.round_index[0]) + 1 :]
    later = sum(sizes) * part.is_open
    played = win * (pot[some] + later * (against + 1)) - later
    guess = np.where(part.is_open, np.maximum(played, 0.0), played)
    start_strength = _learn_strength(
        memory.starts, shown, (rows, seats, part.starts), smoothing=smoothing
    )
    win = win_chance(asked.strength, start_strength) ** against
    for level in (1, 0):
        sums = memory.starts.read(rows, seats, part.starts[:, level])
        learned = estimate(sums).value(win, formula="weighed")
        hands = sums.counts.sum(axis=1)
        guess = (hands * learned + smoothing * guess) / (hands + smoothing)
    value[some] = np.where(part.is_open, guess, played) - cost[some]
    return value


def _learn_strength(
    store: ChainStore,
    guess: Floats,
    at: tuple[Ints, npt.NDArray[np.integer], Ints],
    *,
    smoothing: float,
) -> Floats:
    """The mean strength that others showed after chains of both levels, float64[m]."""
    rows, seats, chains = at
    for level in (1, 0):
        sums = store.read(rows, seats, chains[:, level])
        guess = (sums.strength + smoothing * guess) / (sums.counts[:, SHOWN] + smoothing)
    return guess
