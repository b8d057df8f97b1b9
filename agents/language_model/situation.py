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
    order_dealt_in,
    positions_dealt_in,
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


class _Hand(NamedTuple):
    """What a hand started from, by position of the table, and its betting so far."""

    definition: GameDefinition
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    ante: int
    betting: str

    @property
    def order(self) -> tuple[int, ...]:
        """The positions of those dealt in, from the left of the button, which the last has."""
        return order_dealt_in(self.definition, positions_dealt_in(self.stacks))

    @property
    def big_blind(self) -> int:
        """The largest blind that is due, and the least bet of a game without blinds."""
        return max(self.blinds) or self.definition.big_blind


def _hand_of(seen: Observation | HandRecord, definition: GameDefinition) -> _Hand:
    return _Hand(definition, seen.starting_stacks, seen.blinds, seen.ante, seen.betting)


def names_by_position(seats: Sequence[int]) -> tuple[str, ...]:
    """Return the names by position in a hand, whose positions have these seats."""
    names = player_names(len(seats))
    return tuple(names[seat] for seat in seats)


def stakes_of(observation: Observation) -> Stakes:
    """Return what amounts are counted from at a decision."""
    hand = _hand_of(observation, observation.game.definition)
    own = observation.contributions[observation.position]
    steps = _follow(hand)
    return Stakes(
        called=own + observation.to_call,
        pot=observation.pot + observation.to_call,
        round_start=steps[-1].round_start if steps else 0,
        big_blind=hand.big_blind,
    )


def describe_situation(observation: Observation, stakes: Stakes, *, unit: str) -> dict[str, Any]:
    """Return the values that a template may use about a decision; texts, numbers and lists."""
    definition = observation.game.definition
    hand, names = _hand_of(observation, definition), names_by_position(observation.seats)
    bounds = observation.min_raise_to, observation.max_raise_to
    is_sized = definition.raises_are_sized and observation.can_raise
    least, most = (shown(stakes.to_unit(bound, unit)) if is_sized else "" for bound in bounds)
    return {
        "game": observation.game.summary or observation.game.name,
        "player_count": len(hand.order),
        "you": names[observation.position],
        "hand_number": observation.hand_index + 1,
        "hole_cards": list(observation.cards.hole),
        "board": list(observation.cards.board),
        "round": _round_name(definition, observation.round_index),
        "pot": observation.pot,
        "to_call": observation.to_call,
        "stack": _left(observation, observation.position),
        "players": [
            _player(observation, position, names, place=place)
            for place, position in enumerate(hand.order, start=1)
        ],
        "rounds": describe_rounds(observation, names, unit),
        "can_fold": observation.can_fold,
        "can_raise": observation.can_raise,
        "is_sized": definition.raises_are_sized,
        "least": least,
        "most": most,
        "unit": unit,
        "unit_means": MEANINGS[unit],
        "big_blind": hand.big_blind,
        "ante": observation.ante - definition.ante,
        "level": observation.level,
        "players_left": observation.players_left,
        "prizes": [f"{prize:g}" for prize in observation.prizes],
        "draw": repr(observation.peek(1)[0]),
    }


def _player(
    observation: Observation, position: int, names: Sequence[str], *, place: int
) -> dict[str, Any]:
    """Describe the player at a position of the table, who is at this place of those dealt in."""
    is_last = place == sum(stack > 0 for stack in observation.starting_stacks)
    return {
        "name": names[position],
        "position": place,
        "is_you": position == observation.position,
        "has_button": is_last,
        "blind": _posted(observation, position),
        "stack": _left(observation, position),
        "put_in": observation.contributions[position],
        "has_folded": observation.has_folded[position],
    }


def _posted(observation: Observation, position: int) -> int:
    """The blind that a player has posted: what was due, or what the ante left of his stack."""
    left = observation.starting_stacks[position] - observation.ante
    return min(observation.blinds[position], max(left, 0))


def _left(observation: Observation, position: int) -> int | str:
    if observation.starting_stacks[position] >= UNLIMITED_STACK:
        return "unlimited"
    return observation.starting_stacks[position] - observation.contributions[position]


def describe_rounds(
    observation: Observation, names: Sequence[str], unit: str
) -> list[dict[str, Any]]:
    """Return the betting so far: each round's name, its new cards and its actions in words."""
    hand = _hand_of(observation, observation.game.definition)
    return _rounds(hand, board=observation.cards.board, names=names, unit=unit)


def describe_record(
    definition: GameDefinition, record: HandRecord, seat: int, *, unit: str, is_short: bool
) -> str:
    """Return a finished hand in words: all of it, or the result alone."""
    count = len(record.payoffs)
    own = record.payoffs[seat] / PAYOFF_UNIT
    result = f"You {'won' if own > 0 else 'lost'} {abs(own):g}." if own else "You broke even."
    if is_short:
        return f"Hand {record.hand_index + 1}: {result}"
    names, board = names_by_position(record.seats), card_texts((), record.board).board
    rounds = _rounds(_hand_of(record, definition), board=board, names=names, unit=unit)
    lines = [f"Hand {record.hand_index + 1}"]
    for one in rounds:
        cards = f" [{' '.join(one['cards'])}]" if one["cards"] else ""
        lines.append(f"{one['name']}{cards}: {', '.join(one['actions']) or 'no action'}")
    for other, held in enumerate(record.hole_cards):
        if held is not None:
            who = "You had" if other == seat else f"{player_names(count)[other]} showed"
            lines.append(f"{who} {' '.join(card_texts(held, ()).hole)}.")
    return "\n".join([*lines, result])


def _rounds(
    hand: _Hand, *, board: Sequence[str], names: Sequence[str], unit: str
) -> list[dict[str, Any]]:
    rounds = [_round(hand.definition, 0, board)]
    for step in _follow(hand):
        if step.outcome is None:
            rounds.append(_round(hand.definition, len(rounds), board))
        else:
            rounds[-1]["actions"].append(_say(step, names, unit, hand=hand))
    return rounds


def _round(definition: GameDefinition, number: int, board: Sequence[str]) -> dict[str, Any]:
    counts = definition.board_card_counts
    before = sum(counts[:number])
    cards = list(board[before : before + counts[number]])
    return {"name": _round_name(definition, number), "cards": cards, "actions": []}


def _say(step: _Step, names: Sequence[str], unit: str, *, hand: _Hand) -> str:
    outcome, spent = step.outcome, step.spent
    assert outcome is not None
    name, end = names[outcome.position], " and is all-in" if outcome.is_all_in else ""
    if outcome.kind == FOLD:
        return f"{name} folds"
    if outcome.kind == CALL:
        return f"{name} calls {outcome.paid}{end}" if outcome.paid else f"{name} checks"
    verb = "bets" if outcome.is_bet else "raises"
    if not hand.definition.raises_are_sized:
        return f"{name} {verb}{end}"
    called = spent[outcome.position] + outcome.paid - outcome.raised_by
    to_call = outcome.paid - outcome.raised_by
    stakes = Stakes(called, sum(spent) + to_call, step.round_start, hand.big_blind)
    amount: Decimal = stakes.to_unit(spent[outcome.position] + outcome.paid, unit)
    return f"{name} {verb} {WORDS[unit].format(shown(amount))}{end}"


def _round_name(definition: GameDefinition, number: int) -> str:
    is_holdem = definition.round_count == len(ROUND_NAMES)
    return ROUND_NAMES[number] if is_holdem else f"round {number + 1}"


@lru_cache(BETTINGS_IN_MEMORY)
def _follow(hand: _Hand) -> tuple[_Step, ...]:
    """The steps of a betting."""
    walk = _walk(hand.definition, get_ident())
    walk.begin(whole_stacks(hand.definition, hand.stacks), hand.blinds, hand.ante)
    steps, spent = [], walk.spent
    for outcome in walk.follow(hand.betting):
        steps.append(_Step(outcome, spent, walk.round_start))
        spent = walk.spent
    return tuple(steps)


@lru_cache(WALKS_IN_MEMORY)
def _walk(definition: GameDefinition, thread: int) -> ActionWalk:
    """A table for following hands, one per thread; each is followed to its end at once."""
    return ActionWalk(definition)
