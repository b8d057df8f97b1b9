"""Plays the actions of a PHH file in a game of steps, and returns the betting.

Rounds begin by themselves, since not all of them deal cards.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from railbird.native import ROUND_LETTER, ActionKind, ActionWalk, BettingError, Variant, action_text
from railbird.results.errors import LogError
from railbird.results.histories.checking.parsed_hand import Chips
from railbird.results.histories.notation.card_text import CARD_NAMES, UNKNOWN
from railbird.results.histories.notation.parsed_actions import (
    CALL,
    RAISE,
    ParsedAction,
    check_alone,
    is_never_asked,
)
from railbird.results.histories.phh.phh_actions import BRING_IN, EXCHANGE, parse_action
from railbird.results.histories.phh.step_cards import Dealt, StepCards

_WORDS = {kind.value: kind.name.lower() for kind in ActionKind} | {BRING_IN: "bring-in"}


class ToldAction(NamedTuple):
    """An action of a file, the cards dealt before it, and where those lie that a player draws."""

    action: ParsedAction
    dealt: Dealt
    places: tuple[int, ...]


class ToldActions(NamedTuple):
    """The actions of the players in a file, up to a fault, if there is one."""

    actions: list[ToldAction]
    fault: LogError | None


def told_actions(actions: Iterable[object], cards: StepCards, chips: Chips) -> ToldActions:
    """Return the actions of the players, and take note of all cards."""
    told: list[ToldAction] = []
    try:
        for text in actions:
            before = cards.dealt()
            for action in parse_action(text, cards, chips):
                if action.kind is not None:
                    places = cards.places(action.position) if action.kind == EXCHANGE else ()
                    told.append(ToldAction(action, before, places))
    except LogError as fault:
        return ToldActions(told, fault)
    return ToldActions(told, None)


def play_told(walk: ActionWalk, told: ToldActions, cards: StepCards) -> str:
    """Return the betting of a hand that has begun; raises LogError for the first fault."""
    variant = walk.definition.variant
    assert variant is not None
    texts: list[str] = []
    for one in told.actions:
        if is_never_asked(walk, one.action):
            continue
        if _is_posted(walk, one.action, variant, texts):
            continue
        texts += _rounds(walk)
        _require_turn(walk, one, variant)
        texts.append(_act(walk, one.action, variant))
        if one.places and cards.is_reshuffled:
            _require_same_draw(walk, one, cards)
    if told.fault is not None:
        raise told.fault
    texts.append(check_alone(walk))
    return "".join(texts)


def _rounds(walk: ActionWalk) -> Iterator[str]:
    while walk.rounds_due:
        walk.begin_round()
        yield ROUND_LETTER


def _is_posted(walk: ActionWalk, action: ParsedAction, variant: Variant, texts: list[str]) -> bool:
    """Return whether it is a bring-in that took a player's last chip, so that he is not asked."""
    if action.kind != BRING_IN:
        return False
    if texts:
        raise LogError(f"player {action.position + 1} posts the bring-in after other actions")
    if action.position == walk.acting or action.position not in walk.live:
        return False
    spent = walk.spent[action.position]
    return variant.ante < spent == walk.stacks[action.position]


def _require_turn(walk: ActionWalk, one: ToldAction, variant: Variant) -> None:
    """Raise LogError if cards are missing, it is another's turn, or there are too many cards."""
    position, acting = one.action.position, walk.acting
    held = variant.held()[walk.round_index]
    counts = [(f"player {player + 1}", one.dealt.hole[player], held) for player in walk.live]
    laid = sum(walk.definition.board_card_counts[: walk.round_index + 1])
    counts.append(("the board", one.dealt.board, laid))
    _require_counts(position, [count for count in counts if count[1] < count[2]])
    if position != acting:
        whose = "nobody's" if acting is None else f"player {acting + 1}'s"
        raise LogError(f"player {position + 1} acts, but it is {whose} turn")
    _require_counts(position, [count for count in counts if count[1] > count[2]])
    if one.dealt.awaited and one.action.kind != EXCHANGE:
        raise LogError(
            f"player {position + 1} acts before cards that were thrown away are replaced"
        )


def _require_counts(position: int, wrong: list[tuple[str, int, int]]) -> None:
    for who, found, expected in wrong:
        raise LogError(
            f"{who} has {found} cards as player {position + 1} acts, {expected} expected"
        )


def _act(walk: ActionWalk, action: ParsedAction, variant: Variant) -> str:
    """Play an action; amounts of a file leave the ante out, those of the table do not."""
    position, kind, amount = action[:3]
    assert kind is not None
    ante = variant.ante if walk.round_index == 0 else 0
    total = amount or 0
    if kind == RAISE:
        total += ante + walk.round_start
    try:
        outcome = walk.act(CALL if kind == BRING_IN else kind, total)
    except BettingError as error:
        size = f" {amount}" if kind == RAISE else ""
        raise LogError(f"player {position + 1}'s {_WORDS[kind]}{size}: {error}") from None
    if kind == RAISE and outcome.raise_to != total - walk.round_start:
        raise LogError(f"a raise to {amount} should be to {outcome.raise_to - ante}")
    is_sized = kind != RAISE or walk.raises_are_sized
    return action_text(outcome.kind, total if is_sized else None)


def _require_same_draw(walk: ActionWalk, one: ToldAction, cards: StepCards) -> None:
    position = one.action.position
    drawn = zip(cards.names_at(one.places), walk.hole_cards(position), strict=True)
    for told, card in drawn:
        if told not in (UNKNOWN, CARD_NAMES[card]):
            raise LogError(
                f"the deck has run out and player {position + 1} draws {told} from the discards "
                f"where this table, which shuffles them in an order of its own, deals "
                f"{CARD_NAMES[card]}"
            )
