"""The tests that the language has by name: quantities, flags, and what each needs of a game."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from railbird.agents.pokerlang.situation.cards import (
    effective_strength,
    higher_hands,
    overcards,
    potential,
    strength,
)
from railbird.agents.pokerlang.situation.predictors import (
    INDICATOR_NAMES,
    implied_odds,
    opponent_hands,
    opponent_indicator,
    steal_bet,
)
from railbird.agents.pokerlang.situation.round_so_far import (
    first_raiser_place,
    order_of_play,
    places_of,
    read_field,
)
from railbird.agents.pokerlang.situation.view import (
    Bools,
    Floats,
    Integers,
    Rows,
    View,
    big_blinds,
    callers,
    dealt,
    opponents,
    pot_odds,
    raises,
)
from railbird.native import GameDefinition, is_holdem, position_names
from railbird.plugins import INDICATORS, AgentError, counter, occurrences, opportunities

Need = Literal["holdem", "blinds", "seats", "bets", "sizes"]
AGGRESSION = "aggression_factor_all_rounds"
HEADS_UP = 2
LATE_PLACES = {"button": 2, "cut-off": 3}
"""How far before the big blind they sit where more than two are dealt in."""

MISSING: dict[Need, str] = {
    "holdem": "the cards of hold'em",
    "blinds": "blinds and a button",
    "seats": "an order of play that cards do not change",
    "bets": "blinds or antes",
    "sizes": "raises whose size players choose",
}
"""What a game must have for a test to be known, in words."""


def lacks(need: Need, definition: GameDefinition) -> bool:
    """Whether a game does not have what a test needs."""
    if need == "holdem":
        return not is_holdem(definition)
    if need == "seats":
        return definition.first_depends_on_cards
    if need == "bets":
        return posted_at_start(definition) == 0
    if need == "sizes":
        return not definition.raises_are_sized
    return buttons(definition) is None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number by name: ``compute(view)`` for all rows or, if costly, ``of_rows(view, rows)``.

    ``remembers``: it depends on former hands of the match; ``remembers_bets``: also on the answers
    to bets. ``may_be_unknown``: NaN says that nothing is known. ``may_be_infinite``: so it may be.
    """

    meaning: str
    compute: Callable[[View], npt.NDArray[Any]] | None = None
    of_rows: Callable[[View, Rows], Floats] | None = None
    needs: tuple[Need, ...] = ()
    needs_board: bool = False
    remembers: bool = False
    remembers_bets: bool = False
    may_be_unknown: bool = False
    may_be_infinite: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """A claim by name, true or false of every row."""

    meaning: str
    compute: Callable[[View], Bools]
    needs: tuple[Need, ...] = ()


@lru_cache
def posted_at_start(definition: GameDefinition) -> int:
    """Chips of blinds, antes and dead chips of all players at the start of a hand."""
    posted = sum(definition.blinds)
    if definition.variant is not None:
        posted += definition.variant.ante * definition.player_count + sum(definition.variant.dead)
    return posted


@lru_cache
def buttons(definition: GameDefinition) -> dict[str, tuple[bool, ...]] | None:
    """Who is button, cut-off and blinds, by position; None in a game where no button shows."""
    names = position_names(definition)
    if "big blind" not in names:
        return None
    places = {name: tuple(one == name for one in names) for name in set(names)}
    if definition.player_count == HEADS_UP:
        places["button"] = places["small blind"]
    elif "button" not in places:
        return None
    return places


def _left(view: View) -> Integers:
    decisions = view.decisions
    return np.asarray(view.own(decisions.starting_stacks) - view.own(decisions.contributions))


def _m(view: View) -> Floats:
    decisions, variant = view.decisions, view.definition.variant
    posted = decisions.blinds.sum(axis=1) + decisions.ante * dealt(view)
    return np.asarray(_left(view) / (posted + (sum(variant.dead) if variant else 0)))


def _odds(view: View) -> Floats:
    return np.asarray(view.decisions.to_call / np.maximum(view.decisions.pot, 1))


def _blinds_of(column: Callable[[View], Integers]) -> Callable[[View], Floats]:
    return lambda view: np.asarray(column(view) / big_blinds(view))


def position_quality(view: View) -> Integers:
    """The quality of the position, -(N - 2) to N - 2, int64[n], N players dealt in.

    Document 002, equation 11, is lost in the scan. Read here: how many players act before oneself
    in a round in which all act, less the aggressive opponents, plus the passive ones, cut to the
    bounds that the text gives. An opponent is aggressive whose raises are more than his calls in
    the hands of the match so far, passive whose are not, and neither without data. The order is
    that of the last betting round.
    """
    if view.memory is None:
        raise AgentError("the quality of a position was asked for before the match was started")
    decisions, players = view.decisions, dealt(view)
    before = order_of_play(view)[view.rows, decisions.position]
    counts = view.memory.counts(view.match)
    raised, called = occurrences(counts, AGGRESSION), opportunities(counts, AGGRESSION)
    is_known = (counter(counts, "hands") > 0) & (raised + called > 0)
    is_known[view.rows, decisions.seat] = False
    is_out = np.zeros_like(is_known)
    np.put_along_axis(
        is_out, decisions.seats.astype(np.intp), decisions.starting_stacks == 0, axis=1
    )
    is_known &= ~is_out
    change = (is_known & (raised <= called)).sum(axis=1) - (is_known & (raised > called)).sum(
        axis=1
    )
    return np.asarray(np.clip(before + change, 2 - players, players - 2))


def _is_late(view: View, place: int) -> Bools:
    """Whether one sits so far before the big blind, heads-up as the button on the small blind."""
    wanted = np.where((dealt(view) == HEADS_UP) & (place == LATE_PLACES["button"]), 1, place)
    return np.asarray(places_of(view)[view.rows, view.decisions.position] == wanted)


def _is_place(name: str) -> Callable[[View], Bools]:
    def compute(view: View) -> Bools:
        places = buttons(view.definition)
        nobody = (False,) * view.definition.player_count
        by_position = nobody if places is None else places.get(name, nobody)
        found = np.array(by_position)[view.decisions.position]
        if name in LATE_PLACES:
            is_short = dealt(view) < view.definition.player_count
            found = np.where(is_short, _is_late(view, LATE_PLACES[name]), found)
        return np.asarray(found)

    return compute


def _in_position(view: View) -> Bools:
    order = order_of_play(view)
    last = np.where(view.decisions.has_folded, -1, order).max(axis=1)
    return np.asarray(order[view.rows, view.decisions.position] == last)


def _facing_all_in(view: View) -> Bools:
    decisions = view.decisions
    has_put_most = decisions.contributions == decisions.contributions.max(axis=1, keepdims=True)
    is_all_in = decisions.contributions >= decisions.starting_stacks
    found = (has_put_most & is_all_in & ~decisions.has_folded).any(axis=1)
    return np.asarray(found & (decisions.to_call > 0))


QUANTITIES = {
    "players": Quantity(
        "players who have not folded, oneself included", lambda v: opponents(v) + 1
    ),
    "opponents": Quantity("opponents who have not folded", opponents),
    "M": Quantity(
        "chips left, in sums of the blinds and antes posted at the start of a hand",
        _m,
        needs=("bets",),
    ),
    "odds": Quantity("what a call costs, as a share of the pot (to call / pot)", _odds),
    "pot-odds": Quantity(
        "the same of the pot after the call (to call / (pot + to call))", pot_odds
    ),
    "to-call": Quantity(
        "what a call costs, in big blinds", _blinds_of(lambda v: v.decisions.to_call)
    ),
    "pot": Quantity("the pot, in big blinds", _blinds_of(lambda v: v.decisions.pot)),
    "raises": Quantity("bets and raises in this betting round, blinds not counted", raises),
    "callers": Quantity("calls since the last bet or raise of this betting round", callers),
    "position": Quantity(
        "the quality of the position, from -(N - 2), bad, to N - 2, good",
        position_quality,
        needs=("seats",),
        remembers=True,
    ),
    "strength": Quantity(
        "the chance to win if all opponents stay: before the flop the equity, after it the share "
        "of hands beaten now, to the power of opponents",
        of_rows=strength,
        needs=("holdem",),
    ),
    "potential": Quantity(
        "the chance to get ahead with the next card if behind",
        of_rows=potential,
        needs=("holdem",),
        needs_board=True,
    ),
    "ehs": Quantity(
        "effective hand strength: ahead of all opponents now, or with the next card",
        of_rows=effective_strength,
        needs=("holdem",),
        needs_board=True,
    ),
    "my-raises": Quantity(
        "own bets and raises in this betting round",
        of_rows=partial(read_field, name="my_raises"),
        needs=("seats",),
    ),
    "my-calls": Quantity(
        "own calls in this betting round; a check is none",
        of_rows=partial(read_field, name="my_calls"),
        needs=("seats",),
    ),
    "my-checks": Quantity(
        "own checks in this betting round",
        of_rows=partial(read_field, name="my_checks"),
        needs=("seats",),
    ),
    "their-raises": Quantity(
        "bets and raises of opponents in this betting round",
        of_rows=partial(read_field, name="their_raises"),
        needs=("seats",),
    ),
    "their-calls": Quantity(
        "calls of opponents in this betting round; a check is none",
        of_rows=partial(read_field, name="their_calls"),
        needs=("seats",),
    ),
    "order": Quantity(
        "one's place among those who play on, in the order of the last betting round: 1 acts first",
        of_rows=partial(read_field, name="order"),
        needs=("seats",),
    ),
    "round-players": Quantity(
        "players who were in the hand at the beginning of this betting round",
        of_rows=partial(read_field, name="players"),
        needs=("seats",),
    ),
    "place": Quantity(
        "how far before the big blind one sits: it is 0, the small blind 1, the button 2, the "
        "cut-off 3 and so on",
        lambda v: places_of(v)[v.rows, v.decisions.position],
        needs=("blinds", "seats"),
    ),
    "first-raiser-place": Quantity(
        "the `place` of the first to raise in this betting round; unknown if nobody has",
        of_rows=first_raiser_place,
        needs=("blinds", "seats"),
        may_be_unknown=True,
    ),
    "dealt": Quantity("players dealt in", dealt),
    "chips": Quantity("chips left, in big blinds", _blinds_of(_left)),
    "overcards": Quantity(
        "hole cards above all board cards", overcards, needs=("holdem",), needs_board=True
    ),
    "higher-hands": Quantity(
        "other holdings that beat one's hand now",
        of_rows=higher_hands,
        needs=("holdem",),
        needs_board=True,
    ),
    "steal-bet": Quantity(
        "the least bet, in big blinds, to which all opponents fold often enough to pay by that "
        "alone; infinite if none is known",
        of_rows=steal_bet,
        needs=("seats", "sizes"),
        remembers=True,
        remembers_bets=True,
        may_be_infinite=True,
    ),
    "implied-odds": Quantity(
        "`pot-odds` with what followed such calls in the match: later costs, and the final pot; "
        "`pot-odds` below 30 such calls",
        of_rows=implied_odds,
        needs=("seats",),
        remembers=True,
        remembers_bets=True,
    ),
}
"""Every quantity by name."""

OPPONENT_QUANTITIES = {
    **{
        name: Quantity(
            meaning=next(one.meaning for one in INDICATORS if one.name == indicator),
            of_rows=partial(opponent_indicator, name=indicator),
            needs=("seats",),
            remembers=True,
            may_be_unknown=True,
        )
        for name, indicator in INDICATOR_NAMES.items()
    },
    "hands": Quantity(
        "hands of the match that he has played",
        of_rows=opponent_hands,
        needs=("seats",),
        remembers=True,
        may_be_unknown=True,
    ),
}
"""What is known of the opponent who acted last, by name."""

FLAGS = {
    "unopened": Flag(
        "nobody has called, bet or raised in this betting round",
        lambda v: np.asarray((raises(v) == 0) & (callers(v) == 0)),
    ),
    "facing-all-in": Flag("an opponent who is all-in has put in the most chips", _facing_all_in),
    "button": Flag(
        "one has the button; heads-up the small blind", _is_place("button"), ("blinds",)
    ),
    "cut-off": Flag("one sits before the button", _is_place("cut-off"), ("blinds",)),
    "small-blind": Flag("one has posted the small blind", _is_place("small blind"), ("blinds",)),
    "big-blind": Flag("one has posted the big blind", _is_place("big blind"), ("blinds",)),
    "in-position": Flag(
        "one is the last to act of those who have not folded, in the last betting round",
        _in_position,
        ("seats",),
    ),
}
"""Every claim by name that is a test of its own."""
