"""Seatings: all orders of a line-up, or rotations of a circular order drawn for each deck."""

from collections.abc import Sequence
from itertools import permutations
from math import factorial
from typing import Literal

from railbird.harness.errors import SpecError
from railbird.results.store.match_keys import digest_of

SeatingRule = Literal["all", "rotations"]
"""The rules that a spec may name."""
AnySeatingRule = SeatingRule | Literal["one"]
"""In ring games there is one seating: agents choose where they sit."""
Seating = tuple[str, ...]  # labels by seat

MOST_PLAYERS_FOR_ALL = 6
MOST_PLAYERS_FOR_ALL_BY_DEFAULT = 4


def default_seating_rule(player_count: int) -> SeatingRule:
    """Return the default rule of a spec: all orders if there are few, else rotations."""
    return "all" if player_count <= MOST_PLAYERS_FOR_ALL_BY_DEFAULT else "rotations"


def count_seatings(rule: AnySeatingRule, player_count: int) -> int:
    """Return the seatings of a duplicate set; raises SpecError if they are too many."""
    if rule == "one":
        return 1
    if rule == "rotations":
        return player_count
    if player_count > MOST_PLAYERS_FOR_ALL:
        raise SpecError(
            f"seatings: 'all' would be {factorial(player_count):,} matches for each duplicate set "
            f"of {player_count} players; use 'rotations' above {MOST_PLAYERS_FOR_ALL} players"
        )
    return factorial(player_count)


def list_seatings(
    rule: AnySeatingRule, line_up: Sequence[str], *, seed: int, deck_seed: int
) -> tuple[Seating, ...]:
    """Return the seatings of a duplicate set, each the labels by seat, all different.

    The order of `line_up` does not matter. With `rotations` every agent takes every seat once, and
    over deck seeds every circular order is equally likely: a single circular order is biased for
    three or more players (who acts after whom never changes).
    """
    count_seatings(rule, len(line_up))
    labels = sorted(line_up)
    if rule == "one":
        return (tuple(labels),)
    if rule == "all":
        return tuple(permutations(labels))
    order = _circular_order(labels, seed=seed, deck_seed=deck_seed)
    return tuple(order[shift:] + order[:shift] for shift in range(len(order)))


def _circular_order(labels: list[str], *, seed: int, deck_seed: int) -> Seating:
    """Return the first label and an order of the others: each of the (N - 1)! equally likely."""
    digest = digest_of(b"railbird-seating", (seed, deck_seed), labels, size=32)
    number = int.from_bytes(digest, "little") % factorial(len(labels) - 1)
    first, *rest = labels
    order = [first]
    while rest:
        number, choice = divmod(number, len(rest))
        order.append(rest.pop(choice))
    return tuple(order)
