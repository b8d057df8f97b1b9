"""What a prompt may say about a decision, as values for its template; no names, labels or seeds."""

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from threading import get_ident
from typing import Any, NamedTuple

from railbird.agents.language_model.amounts import MEANINGS, WORDS, Stakes, shown
from railbird.native import (
    PAYOFF_UNIT,
    UNLIMITED_STACK,
    ActionKind,
    ActionOutcome,
    ActionWalk,
    GameDefinition,
    seat_order,
)
from railbird.plugins import HandRecord, Observation
from railbird.plugins.contract.readable import card_texts, whole_stacks

WALKS_IN_MEMORY = 16
BETTINGS_IN_MEMORY = 256
ROUND_NAMES = ("preflop", "flop", "turn", "river")
FOLD, CALL = ActionKind.FOLD.value, ActionKind.CALL.value


class _Step(NamedTuple):
    """An action, or the begin of a round (None), and the chips that it met: put in by position
    before it, and by everybody before its round."""

    outcome: ActionOutcome | None
    spent: Sequence[int]
    round_start: int


def player_names(count: int) -> tuple[str, ...]:
    """Return neutral names of the seats: a model must not know whom it meets."""
    return tuple(f"Player {seat + 1}" for seat in range(count))


def names_by_position(hand_index: int, count: int) -> tuple[str, ...]:
    """Return the names by position in a hand."""
    names = player_names(count)
    return tuple(names[seat] for seat in seat_order(count).seat_row(hand_index))


def stakes_of(observation: Observation) -> Stakes:
    """Return what amounts are counted from at a decision."""
    definition = observation.game.definition
    own = observation.contributions[observation.position]
    steps = _follow(definition, observation.starting_stacks, observation.betting)
    return Stakes(
        called=own + observation.to_call,
        pot=observation.pot + observation.to_call,
        round_start=steps[-1].round_start if steps else 0,
        big_blind=definition.big_blind,
    )


def describe_situation(observation: Observation, stakes: Stakes, *, unit: str) -> dict[str, Any]:
    """Return the values that a template may use about a decision; texts, numbers and lists."""
    definition, count = observation.game.definition, observation.seat_count
    names = names_by_position(observation.hand_index, count)
    bounds = observation.min_raise_to, observation.max_raise_to
    is_sized = definition.raises_are_sized and observation.can_raise
    least, most = (shown(stakes.to_unit(bound, unit)) if is_sized else "" for bound in bounds)
    return {
        "game": observation.game.summary or observation.game.name,
        "player_count": count,
        "you": player_names(count)[observation.seat],
        "hand_number": observation.hand_index + 1,
        "hole_cards": list(observation.cards.hole),
        "board": list(observation.cards.board),
        "round": _round_name(definition, observation.round_index),
        "pot": observation.pot,
        "to_call": observation.to_call,
        "stack": _left(observation, observation.position),
        "players": [_player(observation, position, names) for position in range(count)],
        "rounds": describe_rounds(observation, names, unit),
        "can_fold": observation.can_fold,
        "can_raise": observation.can_raise,
        "is_sized": definition.raises_are_sized,
        "least": least,
        "most": most,
        "unit": unit,
        "unit_means": MEANINGS[unit],
        "big_blind": definition.big_blind,
        "draw": repr(observation.peek(1)[0]),
    }


def _player(observation: Observation, position: int, names: Sequence[str]) -> dict[str, Any]:
    definition = observation.game.definition
    return {
        "name": names[position],
        "position": position + 1,
        "is_you": position == observation.position,
        "has_button": position == observation.seat_count - 1,
        "blind": definition.blinds[position],
        "stack": _left(observation, position),
        "put_in": observation.contributions[position],
        "has_folded": observation.has_folded[position],
    }


def _left(observation: Observation, position: int) -> int | str:
    if observation.starting_stacks[position] >= UNLIMITED_STACK:
        return "unlimited"
    return observation.starting_stacks[position] - observation.contributions[position]


def describe_rounds(
    observation: Observation, names: Sequence[str], unit: str
) -> list[dict[str, Any]]:
    """Return the betting so far: each round's name, its new cards and its actions in words."""
    board = observation.cards.board
    return _rounds(
        observation.game.definition, observation.starting_stacks, observation.betting,
        board=board, names=names, unit=unit,
    )  # fmt: skip


def describe_record(
    definition: GameDefinition, record: HandRecord, seat: int, *, unit: str, is_short: bool
) -> str:
    """Return a finished hand in words: all of it, or the result alone."""
    count = len(record.payoffs)
    own = record.payoffs[seat] / PAYOFF_UNIT
    result = f"You {'won' if own > 0 else 'lost'} {abs(own):g}." if own else "You broke even."
    if is_short:
        return f"Hand {record.hand_index + 1}: {result}"
    names = names_by_position(record.hand_index, count)
    board = card_texts((), record.board).board
    rounds = _rounds(
        definition, record.starting_stacks, record.betting, board=board, names=names, unit=unit
    )
    lines = [f"Hand {record.hand_index + 1}"]
    for one in rounds:
        cards = f" [{' '.join(one['cards'])}]" if one["cards"] else ""
        lines.append(f"{one['name']}{cards}: {', '.join(one['actions']) or 'no action'}")
    for other, held in enumerate(record.hole_cards):
        if held is not None:
            who = "You had" if other == seat else f"{player_names(count)[other]} showed"
            lines.append(f"{who} {' '.join(card_texts(held, ()).hole)}.")
    return "\n".join([*lines, result])


def _rounds(  # noqa: PLR0913  (a hand)
    definition: GameDefinition,
    stacks: Sequence[int],
    betting: str,
    *,
    board: Sequence[str],
    names: Sequence[str],
    unit: str,
) -> list[dict[str, Any]]:
    rounds = [_round(definition, 0, board)]
    for step in _follow(definition, tuple(stacks), betting):
        if step.outcome is None:
            rounds.append(_round(definition, len(rounds), board))
        else:
            rounds[-1]["actions"].append(_say(step, names, unit, definition=definition))
    return rounds


def _round(definition: GameDefinition, number: int, board: Sequence[str]) -> dict[str, Any]:
    counts = definition.board_card_counts
    before = sum(counts[:number])
    cards = list(board[before : before + counts[number]])
    return {"name": _round_name(definition, number), "cards": cards, "actions": []}


def _say(step: _Step, names: Sequence[str], unit: str, *, definition: GameDefinition) -> str:
    outcome, spent = step.outcome, step.spent
    assert outcome is not None
    name, end = names[outcome.position], " and is all-in" if outcome.is_all_in else ""
    if outcome.kind == FOLD:
        return f"{name} folds"
    if outcome.kind == CALL:
        return f"{name} calls {outcome.paid}{end}" if outcome.paid else f"{name} checks"
    verb = "bets" if outcome.is_bet else "raises"
    if not definition.raises_are_sized:
        return f"{name} {verb}{end}"
    called = spent[outcome.position] + outcome.paid - outcome.raised_by
    to_call = outcome.paid - outcome.raised_by
    stakes = Stakes(called, sum(spent) + to_call, step.round_start, definition.big_blind)
    amount: Decimal = stakes.to_unit(spent[outcome.position] + outcome.paid, unit)
    return f"{name} {verb} {WORDS[unit].format(shown(amount))}{end}"


def _round_name(definition: GameDefinition, number: int) -> str:
    is_holdem = definition.round_count == len(ROUND_NAMES)
    return ROUND_NAMES[number] if is_holdem else f"round {number + 1}"


@lru_cache(BETTINGS_IN_MEMORY)
def _follow(definition: GameDefinition, stacks: tuple[int, ...], betting: str) -> tuple[_Step, ...]:
    """The steps of a betting."""
    walk = _walk(definition, get_ident())
    walk.begin(whole_stacks(definition, stacks), list(definition.blinds))
    steps, spent = [], walk.spent
    for outcome in walk.follow(betting):
        steps.append(_Step(outcome, spent, walk.round_start))
        spent = walk.spent
    return tuple(steps)


@lru_cache(WALKS_IN_MEMORY)
def _walk(definition: GameDefinition, thread: int) -> ActionWalk:
    """A table for following hands, one per thread; each is followed to its end at once."""
    return ActionWalk(definition)
