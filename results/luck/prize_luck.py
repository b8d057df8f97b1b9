"""The luck of boards that are dealt after all-ins, in prizes of tournaments.

Nobody can act any more, and the boards that may come are known. The luck of a pot is what its
winners took beyond their mean shares over these boards, times what winning it was worth in prizes
by the independent chip model. Its mean over the boards is zero whatever the model says, so that
prizes less their luck have the mean of prizes; the better the model, the less they vary. Document
000 does not have it. It departs from the adjustment that tournament trackers print in that pots are
taken one by one, the others divided by mean shares, and half of a pot that two tie for is worth
half of it: so mean shares are enough, and no joint distribution of side pots is needed.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import GameDefinition, expected_prizes
from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.hands.all_in import find_undealt, pot_layers
from railbird.results.hands.counted_hands import count_styles
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import PlayedHands

LEAST_CHIPS = 1e-6
"""What is left of a stack by rounding."""


def prizes_without_luck(
    matches: pa.RecordBatch, parts: Iterable[PlayedHands], prizes: Floats, *, match_ups: MatchUps
) -> pa.RecordBatch:
    """Return freeze-outs in schema MATCHES with prizes less the luck of their all-ins.

    `parts` are their hands, `prizes` float64[P] those of first place, second and so on, in the
    unit of the matches.
    """
    definition = match_ups.definition
    column = matches.column("prizes")
    paid = column.flatten().to_numpy().reshape(len(matches), -1)
    luck = np.zeros(paid.shape)
    for hands in parts:
        rows, of_hands = all_in_luck(definition, hands, prizes, match_ups=match_ups)
        np.add.at(luck, (hands.match[rows, None], hands.seats[rows]), of_hands)
    left = pa.array((paid - np.rint(luck).astype(np.int64)).reshape(-1))
    by_seat = pa.FixedSizeListArray.from_arrays(left, paid.shape[1])
    return matches.set_column(matches.schema.get_field_index("prizes"), "prizes", by_seat)


def all_in_luck(
    definition: GameDefinition, hands: PlayedHands, prizes: Floats, *, match_ups: MatchUps
) -> tuple[Integers, Floats]:
    """Return the hands with all-ins, int64[m], and the luck of all positions in them, [m, N]."""
    found = find_undealt(definition, hands, count_styles(definition, hands))
    before = _stacks(definition, hands)[found.rows]
    then = found.look_up(match_ups, found.boards_then)
    dealt = found.look_up(match_ups, found.boards)
    layers = [
        (layer, layer.shares(then), layer.shares(dealt))
        for layer in pot_layers(found.spent, found.live)
    ]
    expected: Floats = np.subtract(before, found.spent, dtype=np.float64)
    for layer, mean, _ in layers:
        expected = expected + layer.chips[:, None] * mean
    luck = np.zeros(before.shape)
    for layer, mean, won in layers:
        for position in range(before.shape[1]):
            rows = np.flatnonzero(layer.is_contested & layer.contestants[:, position])
            to_one = np.arange(before.shape[1]) == position
            stacks = expected[rows] + layer.chips[rows, None] * (to_one - mean[rows])
            share = (won - mean)[rows, position, None]
            luck[rows] = luck[rows] + share * stack_values(before[rows], stacks, prizes)
    return found.rows, luck


def stack_values(before: npt.NDArray[np.integer], after: Floats, prizes: Floats) -> Floats:
    """Return what stacks after a hand are worth, float64[m, N]; 0 for those out before it.

    Who goes out in the hand is paid his place: equal stacks `before` share it. Those left have
    their expected prizes.
    """
    players = before.shape[1]
    is_left = after > LEAST_CHIPS
    is_out = (before > 0) & ~is_left
    until = np.cumsum(np.pad(prizes, (1, players - len(prizes))))
    mine, other, is_other = before[:, :, None], before[:, None, :], is_out[:, None, :]
    ahead = is_left.sum(axis=1)[:, None] + (is_other & (other > mine)).sum(axis=2)
    equal = np.where(is_out, (is_other & (other == mine)).sum(axis=2), 1)
    ahead = np.where(is_out, ahead, 0)
    values: Floats = np.where(is_out, (until[ahead + equal] - until[ahead]) / equal, 0.0)
    counts = is_left.sum(axis=1)
    for count in np.unique(counts[counts > 0]).tolist():
        chosen = is_left & (counts == count)[:, None]
        values[chosen] = expected_prizes(after[chosen].reshape(-1, count), prizes[:count]).ravel()
    return values


def _stacks(definition: GameDefinition, hands: PlayedHands) -> npt.NDArray[np.int64]:
    if hands.stacks is not None:
        return hands.stacks
    return np.broadcast_to(np.array(definition.stacks, np.int64), hands.members.shape)
