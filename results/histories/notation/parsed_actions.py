"""Converts the actions of a history to betting, and checks turns and amounts.

The native tables decide what is legal and what an action amounts to. After an illegal action
nothing is checked: replaying the betting reports it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from railbird.native import BETTING_KINDS, ROUND_LETTER, ActionOutcome, ActionWalk, BettingError
from railbird.native import action_text as text_of
from railbird.results.errors import LogError

FOLD, CALL, RAISE = (kind.value for kind in BETTING_KINDS)
_FEWEST_WITH_CHIPS = 2


class ParsedAction(NamedTuple):
    """An action of a history; `raise_to` is the total of the round, None if not given.

    A `kind` of None starts a round, regardless of the position. `paid` and `raised_by` are compared
    with the action's amounts, if they are given.
    """

    position: int
    kind: int | None
    raise_to: int | None = None
    paid: int | None = None
    raised_by: int | None = None


def begin_walk(walk: ActionWalk, stacks: Sequence[int], blinds: Sequence[int]) -> None:
    """Start a hand of a history; raises LogError if fewer than two players have chips."""
    if sum(stack > 0 for stack in stacks) < _FEWEST_WITH_CHIPS:
        raise LogError("fewer than two players have chips")
    walk.begin(stacks, blinds)


class PlayedBetting(NamedTuple):
    """ACPC betting, whether it is legal, and who folded where checking was free.

    Such a fold is played as a check, then a fold to the first bet; without one his hand is mucked.
    `unasked` are the chips of a call that is left out, since nobody asks for it.
    """

    text: str
    is_legal: bool
    open_folds: tuple[int, ...]
    unasked: int = 0


def betting_of(walk: ActionWalk, actions: Iterable[ParsedAction]) -> PlayedBetting:
    """Return the betting of a hand; the walk is at its end afterwards.

    Raises LogError if a player acts out of turn, or an amount is wrong.
    """
    texts, rest, gone, unasked = list[str](), iter(actions), list[int](), 0
    for action in rest:
        if is_never_asked(walk, action):
            unasked += action.paid or 0
            continue
        try:
            if gone:
                texts += _pass(walk, gone)
            texts.append(_walk_on(walk, action))
        except BettingError:
            if _folds_for_nothing(walk, action):
                gone.append(action.position)
                texts += _pass(walk, gone)
                continue
            _require_turn(walk, action)
            return PlayedBetting(
                "".join([*texts, *_unchecked(walk, [action, *rest])]), False, tuple(gone)
            )
    if gone and len(set(walk.live) - set(gone)) <= 1:
        texts += _check_down(walk, gone)
    return PlayedBetting("".join(texts), True, tuple(gone), unasked)


def is_never_asked(walk: ActionWalk, action: ParsedAction) -> bool:
    """Return whether this is a call of the only player whom his post leaves chips.

    He is not asked if all others are all-in for no more than he has posted.
    """
    spent, position = walk.spent, action.position
    return (
        walk.acting is None
        and action.kind == CALL
        and walk.round_index == 0
        and position in walk.live
        and spent[position] < walk.stacks[position]
        and _are_others_all_in(walk, position)
    )


def _folds_for_nothing(walk: ActionWalk, action: ParsedAction) -> bool:
    return (
        action.kind == FOLD
        and action.position == walk.acting
        and not walk.rounds_due
        and walk.spent[action.position] == max(walk.spent)
    )


def _pass(walk: ActionWalk, gone: Sequence[int]) -> Iterator[str]:
    """Yield the actions of those who have gone, while it is their turn."""
    while (acting := walk.acting) is not None and acting in gone and not walk.rounds_due:
        kind = CALL if walk.spent[acting] == max(walk.spent) else FOLD
        walk.act(kind)
        yield text_of(kind)


def _check_down(walk: ActionWalk, gone: Sequence[int]) -> Iterator[str]:
    """Yield the actions that are left where nobody but one is interested in the pot."""
    while walk.acting is not None:
        if walk.rounds_due:
            walk.begin_round()
            yield ROUND_LETTER
        elif walk.acting in gone:
            yield from _pass(walk, gone)
        else:
            walk.act(CALL)
            yield text_of(CALL)


def _walk_on(walk: ActionWalk, action: ParsedAction) -> str:
    position, kind, raise_to, paid, _ = action
    if kind is None:
        checked = check_alone(walk)
        walk.begin_round()
        return checked + ROUND_LETTER
    acting = walk.acting
    if position != acting:
        raise LogError(f"player {position + 1} acts, but it is {_whose(acting)} turn")
    if raise_to is None:
        outcome = walk.act(kind)
        if paid is not None and paid != outcome.paid:
            _require_paid(walk, action, outcome)
        return text_of(kind)
    total = raise_to + walk.round_start
    _require_so(action, walk.act(kind, total))
    return text_of(kind, total if walk.raises_are_sized else None)


def check_alone(walk: ActionWalk) -> str:
    """Check for a player whom all others are all-in against, as most programs do not ask him."""
    acting = walk.acting
    if acting is None or walk.rounds_due:
        return ""
    spent = walk.spent
    if spent[acting] < max(spent) or not _are_others_all_in(walk, acting):
        return ""
    walk.act(CALL)
    return text_of(CALL)


def _are_others_all_in(walk: ActionWalk, position: int) -> bool:
    stacks, spent = walk.stacks, walk.spent
    return all(spent[other] == stacks[other] for other in walk.live if other != position)


def _require_turn(walk: ActionWalk, action: ParsedAction) -> None:
    if action.kind is None:
        raise LogError(f"a round begins, but it is {_whose(walk.acting)} turn")
    if walk.rounds_due:
        raise LogError(f"player {action.position + 1} acts, but the next round should begin")


def _whose(acting: int | None) -> str:
    return "nobody's" if acting is None else f"player {acting + 1}'s"


def _require_so(action: ParsedAction, outcome: ActionOutcome) -> None:
    _, kind, raise_to, paid, raised_by = action
    if kind == RAISE and raise_to not in (None, outcome.raise_to):
        raise LogError(f"a raise to {raise_to} should be to {outcome.raise_to}")
    if paid not in (None, outcome.paid):
        raise LogError(f"a call of {paid} should be {outcome.paid}")
    if raised_by not in (None, outcome.raised_by):
        raise LogError(f"a raise by {raised_by} should be by {outcome.raised_by}")


def _require_paid(walk: ActionWalk, action: ParsedAction, outcome: ActionOutcome) -> None:
    """Refuse a call of another amount than what it costs, or than what others can win of it.

    Where a blind is short, some programs have the last player call no more than its chips.
    """
    position, spent = action.position, walk.spent
    others = max(chips for place, chips in enumerate(spent) if place != position)
    above = max(spent[position] - others, 0) if _are_others_all_in(walk, position) else 0
    if action.paid != outcome.paid - above:
        _require_so(action, outcome)


def _unchecked(walk: ActionWalk, actions: Iterable[ParsedAction]) -> Iterator[str]:
    """Yield the text of the actions, as if they were legal."""
    start, most = walk.round_start, max(walk.spent)
    for action in actions:
        total = (action.raise_to or 0) + start
        if action.kind is None:
            start = most
            yield ROUND_LETTER
        elif action.kind == RAISE and walk.raises_are_sized:
            most = max(most, total)
            yield text_of(action.kind, total)
        else:
            yield text_of(action.kind)
