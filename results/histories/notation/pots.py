"""The pots of a hand in whole chips, and what each player collects."""

from collections.abc import Sequence
from dataclasses import dataclass

from railbird.native import PAYOFF_UNIT


@dataclass(frozen=True, slots=True)
class Pot:
    """One pot, the main one first; `collected` chips by position, 0 for players without a share."""

    chips: int
    collected: tuple[int, ...]


def uncalled_bet(spent: Sequence[int], live: Sequence[int] | None = None) -> tuple[int, int]:
    """Return the position that put in more than any other could lose, and how much more.

    Who folds gets nothing back: if `live` are known and he is not among them, it is 0.
    """
    most = max(range(len(spent)), key=spent.__getitem__)
    others = max(chips for position, chips in enumerate(spent) if position != most)
    return most, spent[most] - others if live is None or most in live else 0


def share_pots(
    spent: Sequence[int], ranks: Sequence[int | None], order: Sequence[int]
) -> list[Pot]:
    """Divide layers of equal spending among the highest ranks; None has folded.

    What those who have folded put in beside is in the last. Odd chips go, one each, to the first in
    `order`.
    """
    live = [position for position, rank in enumerate(ranks) if rank is not None]
    levels = sorted({spent[position] for position in live})
    pots, below = [], 0
    for level in levels:
        most = level if level < levels[-1] else max(spent)
        chips = sum(min(s, most) - min(s, below) for s in spent)
        best = max(ranks[p] or 0 for p in live if spent[p] >= level)
        winners = [p for p in order if spent[p] >= level and ranks[p] == best]
        each, odd = divmod(chips, len(winners))
        shares = {p: each + (turn < odd) for turn, p in enumerate(winners)}
        pots.append(Pot(chips, tuple(shares.get(p, 0) for p in range(len(spent)))))
        below = level
    return pots


def before_rake(spent: Sequence[int], collected: Sequence[int]) -> tuple[int, ...]:
    """Return payoffs in 1/2520 chip, giving back what is missing of the pot to those who won.

    `spent` is without an uncalled bet; the rake is divided as the chips collected are.
    """
    pot, total = sum(spent), sum(collected)
    shares = [chips * PAYOFF_UNIT * pot // total if total else 0 for chips in collected]
    winner = max(range(len(spent)), key=collected.__getitem__)
    shares[winner] += pot * PAYOFF_UNIT - sum(shares)
    return tuple(share - chips * PAYOFF_UNIT for share, chips in zip(shares, spent, strict=True))


def share_told(spent: Sequence[int], payoffs: Sequence[int]) -> list[Pot]:
    """Return one pot, divided by payoffs (1/2520 chip); for hands with unknown cards."""
    collected = [s + payoff // PAYOFF_UNIT for s, payoff in zip(spent, payoffs, strict=True)]
    winner = max(range(len(spent)), key=payoffs.__getitem__)
    collected[winner] += sum(spent) - sum(collected)
    return [Pot(sum(spent), tuple(collected))]


def take_rakes(pots: Sequence[Pot], rakes: Sequence[int]) -> list[Pot]:
    """Take the rake of each player out of what he collects, from the main pot on."""
    left, paid = list(rakes), []
    for pot in pots:
        taken = [min(chips, rake) for chips, rake in zip(pot.collected, left, strict=True)]
        left = [rake - chips for rake, chips in zip(left, taken, strict=True)]
        kept = [chips - gone for chips, gone in zip(pot.collected, taken, strict=True)]
        paid.append(Pot(pot.chips, tuple(kept)))
    return paid
