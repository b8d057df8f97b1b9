"""What the players of a PHH hand win, from the fields `finishing_stacks` and `winnings`."""

from collections.abc import Sequence

from railbird.results.errors import LogError
from railbird.results.histories.checking.parsed_hand import MOST_CHIPS, Chips
from railbird.results.histories.notation.pots import before_rake, uncalled_bet
from railbird.results.histories.phh.phh_fields import Fields, numbers_of


def told_payoffs(
    fields: Fields, spent: Sequence[int], stacks: Sequence[int], *, chips: Chips
) -> tuple[tuple[int, ...] | None, int]:
    """Return payoffs before the rake, in 1/2520 chip, None if not given, and the rake in chips.

    `spent` are the chips put in when the hand is over. Raises LogError for fields that contradict
    each other or the pot.
    """
    spent = list(spent)
    position, uncalled = uncalled_bet(spent)
    spent[position] -= uncalled
    # What is left of a stack without an end says nothing.
    ends = (
        _amounts(fields, "finishing_stacks", len(stacks), chips)
        if max(stacks) < MOST_CHIPS
        else None
    )
    winnings = _amounts(fields, "winnings", len(stacks), chips)
    if ends is not None:
        if ends[position] < stacks[position] - spent[position]:  # he folded, and gets nothing back
            spent[position] += uncalled
        collected = [
            end - stack + paid for end, stack, paid in zip(ends, stacks, spent, strict=True)
        ]
        if winnings is not None:
            _require_same(collected, winnings, position=position, uncalled=uncalled)
    elif winnings is not None:
        collected = _without_uncalled(winnings, sum(spent), position=position, uncalled=uncalled)
    else:
        return None, 0
    return before_rake(spent, collected), _rake(spent, collected)


def _amounts(fields: Fields, name: str, count: int, chips: Chips) -> tuple[int, ...] | None:
    if name not in fields:
        return None
    amounts = numbers_of(fields, name, chips)
    if len(amounts) != count:
        raise LogError(f"{len(amounts)} {name.replace('_', ' ')} found, {count} expected")
    return amounts


def _require_same(
    collected: Sequence[int], winnings: Sequence[int], *, position: int, uncalled: int
) -> None:
    """Refuse winnings other than what finishing stacks say, with the uncalled bet or without."""
    for player, (wanted, told) in enumerate(zip(collected, winnings, strict=True)):
        both = wanted + (uncalled if player == position else 0)
        if told not in (wanted, both):
            raise LogError(
                f"player {player + 1} wins {told} by winnings, but {wanted} by finishing_stacks"
            )


def _without_uncalled(
    winnings: Sequence[int], pot: int, *, position: int, uncalled: int
) -> list[int]:
    """Return winnings from the pot; an uncalled bet is among them if they are more than it."""
    collected = list(winnings)
    if sum(collected) > pot and collected[position] >= uncalled:
        collected[position] -= uncalled
    return collected


def _rake(spent: Sequence[int], collected: Sequence[int]) -> int:
    wrong = [player for player, chips in enumerate(collected, start=1) if chips < 0]
    if wrong:
        raise LogError(
            f"player {wrong[0]} loses {spent[wrong[0] - 1] - collected[wrong[0] - 1]} chips by "
            f"finishing_stacks, but has put in {spent[wrong[0] - 1]}"
        )
    won, pot = sum(collected), sum(spent)
    if won > pot or (pot and not won):  # there is no pot where all fold to a lone big blind
        raise LogError(
            f"the players win {won} chips of a pot of {pot}; check finishing_stacks and winnings"
        )
    return pot - won
