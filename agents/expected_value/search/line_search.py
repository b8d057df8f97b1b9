"""The best line against an opponent whose frequencies are known: backward induction by class."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.round_trees import NONE, RoundTrees

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Frequencies:
    """What is known of one opponent and of the cards to come, by the own class of cards.

    ``action[r]`` float64[starts, e, classes or 1] is the probability of each edge at the opponent's
    nodes; ``win`` float64[starts, showdowns, classes] the share of the pot won at the showdowns of
    the last round; ``move[r]`` float64[starts of r + 1 or 1, classes of r, classes of
    r + 1] the probability of each class in the next round. All are given the own class and the
    betting so far.
    """

    action: tuple[Floats, ...]
    win: Floats
    move: tuple[Floats, ...]


@dataclass(frozen=True, slots=True)
class RoundValues:
    """What a round is worth by class, in chips of the hand.

    ``edges`` float64[starts, e, classes], ``starts`` float64[starts, classes].
    """

    edges: Floats
    starts: Floats


def search_lines(trees: RoundTrees, known: Frequencies, *, hero: int) -> tuple[RoundValues, ...]:
    """Return what the lines of each round are worth.

    Position ``hero`` takes the best action at each of its nodes, given its class. With frequencies
    that are true this is the best response, since they are conditional on all that it knows.
    """
    values: list[RoundValues] = []
    last = len(trees.rounds) - 1
    for number in range(last, -1, -1):
        rounds = trees.rounds[number]
        class_count = known.win.shape[2] if number == last else known.move[number].shape[1]
        win = known.win if number == last else None
        at_ends = np.empty((*rounds.edges.shape, class_count))
        won, pots = trees.won_at_ends(number, hero)
        at_ends[...] = won[..., None]
        if win is not None:
            at_ends[:, rounds.showdowns] += win * pots[..., None]
        if number < last:
            start, edge = np.nonzero(rounds.next_start != NONE)
            following = rounds.next_start[start, edge]
            move = known.move[number]
            worth = values[-1].starts[following][:, :, None]
            part = move[following if len(move) > 1 else np.zeros_like(following)]
            at_ends[start, edge] = (part @ worth)[:, :, 0]
        found = rounds.back_up(at_ends, known.action[number], hero=hero)
        values.append(RoundValues(*found))
    return tuple(values[::-1])


def value_of_ends(
    trees: RoundTrees,
    number: int,
    win: Floats | None,
    *,
    hero: int,
    starts: Ints | None = None,
) -> Floats:
    """Return what ``hero`` wins in chips where the hand ends, float64[starts, e, classes or 1].

    ``number`` is the round; ``win`` as in Frequencies for the last one, else None. On edges that
    end no hand the result is 0. ``starts`` are some of the round, by default all.
    """
    rounds = trees.rounds[number]
    some = slice(None) if starts is None else starts
    won, pots = trees.won_at_ends(number, hero)
    if win is None:
        return won[some][..., None].copy()
    values = np.repeat(won[some][..., None], win.shape[2], axis=2)
    values[:, rounds.showdowns] += win * pots[some][..., None]
    return values
