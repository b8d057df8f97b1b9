"""The end of a hand in PokerStars' text: returned bets, showdown, pots and summary."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from railbird.native import PAYOFF_UNIT, ActionWalk, describe_hand, parse_cards, rank_hands
from railbird.results.histories.notation.card_text import UNKNOWN
from railbird.results.histories.notation.holdem import HEADS_UP
from railbird.results.histories.notation.pots import (
    Pot,
    share_pots,
    share_told,
    take_rakes,
    uncalled_bet,
)
from railbird.results.histories.notation.showdown import showdown_order

_FOLDED = ("before Flop", "on the Flop", "on the Turn", "on the River")


@dataclass(frozen=True, slots=True)
class HandEnd:
    """The data for the text besides the walk, by position; `board` as far as it was dealt.

    `seats` are from 0. Payoffs, in 1/2520 chip, and the rake that was taken from each, in chips,
    are what was paid where stacks are carried on; None elsewhere: pots are divided then.
    """

    names: Sequence[str]
    holes: Sequence[str]
    board: str
    last_raiser: int | None
    folded_in: dict[int, int]
    seats: Sequence[int]
    payoffs: Sequence[int]
    rakes: Sequence[int] | None = None

    @property
    def by_seat(self) -> list[tuple[int, int]]:
        """Seats in order, each with its position."""
        return sorted(zip(self.seats, range(len(self.seats)), strict=True))


def spaced(cards: str) -> str:
    """Format cards with spaces between them."""
    return " ".join([cards[start : start + 2] for start in range(0, len(cards), 2)])


def end_lines(walk: ActionWalk, end: HandEnd) -> Iterator[str]:
    """Yield the lines from the last action on."""
    spent = walk.spent
    position, uncalled = uncalled_bet(spent, walk.live)
    if uncalled:
        spent[position] -= uncalled
        yield f"Uncalled bet ({uncalled}) returned to {end.names[position]}"
    order = showdown_order(walk, end.last_raiser)
    shown = _shown(end, order) if len(order) > 1 else {}
    pots = _pots(spent, order, shown, end)
    if len(order) > 1:
        yield "*** SHOW DOWN ***"
        for place in order:
            yield f"{end.names[place]}: {_show(end.holes[place], shown.get(place))}"
    yield from _collections(end.names, pots)
    if len(order) == 1:
        yield f"{end.names[order[0]]}: doesn't show hand"
    yield "*** SUMMARY ***"
    yield f"Total pot {sum(spent)}{_parts(pots)} | Rake {sum(end.rakes or ())}"
    if end.board:
        yield f"Board [{spaced(end.board)}]"
    won = [sum(pot.collected[place] for pot in pots) for place in range(len(spent))]
    for seat, place in end.by_seat:
        yield f"Seat {seat + 1}: {_summary(walk, end, place, won=won[place], shown=shown)}"


def _shown(end: HandEnd, order: Sequence[int]) -> dict[int, tuple[int, str]]:
    """Return rank and description of each hand shown; nothing for unknown cards."""
    if UNKNOWN in end.board or any(UNKNOWN in end.holes[place] for place in order):
        return {}
    rows = [parse_cards(end.holes[place] + end.board) for place in order]
    ranks = rank_hands(rows).tolist()
    return {
        place: (rank, describe_hand(cards))
        for place, rank, cards in zip(order, ranks, rows, strict=True)
    }


def _pots(
    spent: Sequence[int],
    order: Sequence[int],
    shown: dict[int, tuple[int, str]],
    end: HandEnd,
) -> list[Pot]:
    pots = _divided(spent, order, shown, end.payoffs)
    if end.rakes is None:
        return pots
    paid = [chips + payoff // PAYOFF_UNIT for chips, payoff in zip(spent, end.payoffs, strict=True)]
    if paid != [sum(chips) for chips in zip(*(pot.collected for pot in pots), strict=True)]:
        pots = [Pot(sum(spent), tuple(paid))]  # odd chips were paid once for all pots
    return take_rakes(pots, end.rakes)


def _divided(
    spent: Sequence[int],
    order: Sequence[int],
    shown: dict[int, tuple[int, str]],
    payoffs: Sequence[int],
) -> list[Pot]:
    count = len(spent)
    if len(order) == 1:
        chips = tuple(sum(spent) if place == order[0] else 0 for place in range(count))
        return [Pot(sum(spent), chips)]
    if not shown:
        return share_told(spent, payoffs)
    ranks = [shown[place][0] if place in shown else None for place in range(count)]
    return share_pots(spent, ranks, sorted(order))


def _show(hole: str, shown: tuple[int, str] | None) -> str:
    if UNKNOWN in hole:
        return "mucks hand"
    return f"shows [{hole}]" + (f" ({shown[1]})" if shown else "")


def _pot_names(pots: Sequence[Pot]) -> list[str]:
    if len(pots) == 1:
        return ["pot"]
    sides = range(1, len(pots))
    return ["main pot", *("side pot" if len(pots) == HEADS_UP else f"side pot-{n}" for n in sides)]


def _collections(names: Sequence[str], pots: Sequence[Pot]) -> Iterator[str]:
    for pot, pot_name in reversed(list(zip(pots, _pot_names(pots), strict=True))):
        for place, chips in enumerate(pot.collected):
            if chips:
                yield f"{names[place]} collected {chips} from {pot_name}"


def _parts(pots: Sequence[Pot]) -> str:
    if len(pots) == 1:
        return ""
    named = zip(_pot_names(pots), pots, strict=True)
    return "".join(f" {name.capitalize()} {pot.chips}." for name, pot in named)


def _summary(
    walk: ActionWalk, end: HandEnd, place: int, *, won: int, shown: dict[int, tuple[int, str]]
) -> str:
    count = len(walk.spent)
    roles = ["(button)"] if place == count - 1 else []
    small, big = (1, 0) if count == HEADS_UP else (0, 1)
    blinds = walk.definition.blinds
    if count > HEADS_UP and blinds[0] > max(blinds[1:]):  # the small blind falls on nobody
        small, big = count, 0
    roles += {small: ["(small blind)"], big: ["(big blind)"]}.get(place, [])
    who = " ".join([end.names[place], *roles])
    if place in end.folded_in:
        idle = " (didn't bet)" if walk.spent[place] == 0 else ""
        return f"{who} folded {_FOLDED[end.folded_in[place]]}{idle}"
    if not shown:
        return f"{who} collected ({won})" if won else f"{who} mucked"
    words = shown[place][1]
    result = f"won ({won})" if won else "lost"
    return f"{who} showed [{end.holes[place]}] and {result} with {words}"
