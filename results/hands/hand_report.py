"""One hand as text: seats, cards, actions and payoffs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import (
    ACTION_LETTERS,
    HOLDEM_ROUNDS,
    NO_CARD,
    PAYOFF_UNIT,
    ROUND_LETTER,
    UNLIMITED_STACK,
    ActionKind,
    BettingError,
    GameDefinition,
    Tables,
    deal_layout,
    format_cards,
    has_holdem_rounds,
)
from railbird.results.hands.hand_choice import StoredHand
from railbird.results.hands.hand_incidents import NO_MARKS, HandMarks
from railbird.results.hands.hand_words import describe_showdown, rankings_of

UNKNOWN = "?"
_TABLE = np.zeros(1, np.int32)


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """One player; `stack` and `payoff` in chips, `shown` the description at a showdown."""

    position: int
    seat: int
    agent: str
    hole_cards: str
    stack: str
    payoff: str
    shown: str


@dataclass(frozen=True, slots=True)
class RoundReport:
    """One betting round: the board, and the actions, one item each."""

    name: str
    board: str
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IncidentReport:
    """A violation of a player after a number of actions, its outcome, and details."""

    agent: str
    decision: int
    kind: str
    outcome: str
    text: str


@dataclass(frozen=True, slots=True)
class HandReport:
    """A hand as text, players in position order; `forfeited` had done so in an earlier hand."""

    deck_index: int
    deck_seed: int | None
    seating_index: int
    hand_index: int
    betting: str
    players: tuple[PlayerReport, ...]
    rounds: tuple[RoundReport, ...]
    incidents: tuple[IncidentReport, ...] = ()
    forfeited: tuple[str, ...] = ()


def report_hand(
    definition: GameDefinition, hand: StoredHand, marks: HandMarks = NO_MARKS
) -> HandReport:
    """Describe a hand; cards that are neither stored nor given by a deck seed are `?`.

    A bet or raise is described by the player's total chips in the round, antes excluded. Raises
    BettingError if the stored betting is not valid in this game.
    """
    seats = hand.seats
    table = Tables(definition, 1)
    cards = _cards(definition, hand)
    stacks, blinds = (
        None if by_seat is None else np.array([[by_seat[seat] for seat in seats]])
        for by_seat in (hand.stacks, hand.blinds)
    )
    antes = None if hand.ante is None else np.array([hand.ante])
    table.start_hands(_TABLE, cards[None, :], stacks=stacks, blinds=blinds, antes=antes)
    names = [player_of(hand, seat) for seat in seats]
    rounds = tuple(_rounds(table, definition, hand.betting, names=names))
    dealt_in = np.flatnonzero(table.stacks[0]).tolist()
    players = [_player(table, definition, hand, position=p) for p in dealt_in]
    return HandReport(
        deck_index=hand.deck_index,
        deck_seed=hand.deck_seed,
        seating_index=hand.seating_index,
        hand_index=hand.hand_index,
        betting=hand.betting,
        players=tuple(players),
        rounds=rounds,
        incidents=tuple(
            IncidentReport(player_of(hand, one.seat), one.decision, one.kind, one.outcome, one.text)
            for one in marks.incidents
        ),
        forfeited=tuple(player_of(hand, seat) for seat in marks.forfeited),
    )


def player_of(hand: StoredHand, seat: int) -> str:
    """Return the label in a seat, followed by a colon and the drawn member's label, if any."""
    label, member = hand.agents[seat], (hand.members or hand.agents)[seat]
    return label if member == label else f"{label}:{member}"


def _cards(definition: GameDefinition, hand: StoredHand) -> npt.NDArray[np.uint8]:
    if hand.cards is not None:
        return np.frombuffer(hand.cards, np.uint8)
    if hand.deck_seed is None or hand.deals is None:
        return np.full(definition.cards_per_hand, NO_CARD, np.uint8)
    seeds = np.array([hand.deck_seed], np.uint32)
    return hand.deals.deal(definition, seeds, 1, first_hand=hand.hand_index).reshape(-1)


def _rounds(
    table: Tables, definition: GameDefinition, betting: str, *, names: list[str]
) -> Iterator[RoundReport]:
    counts = definition.board_card_counts
    numbered = tuple(f"round {number + 1}" for number in range(len(counts)))
    round_names = HOLDEM_ROUNDS if has_holdem_rounds(definition) else numbered
    before = np.full(definition.player_count, _ante(table, definition))
    for number, letters in enumerate(betting.split(ROUND_LETTER)):
        if number >= len(counts):
            raise BettingError(
                f"{betting!r} has more rounds than the game, which has {len(counts)}"
            )
        board = deal_layout(definition).board(table.cards[0], number)
        posts = _posts(table, definition, names) if number == 0 else ()
        dealt_up = tuple(_dealt_up(table, definition, number, names=names))
        # the lowest card face up determines who brings in
        bring_in = _bring_in(table, definition, names) if number == 0 else ()
        actions = tuple(_actions(table, letters, before, names=names))
        said = (*posts, *dealt_up, *bring_in, *actions)
        yield RoundReport(round_names[number], format_cards(board), said)
        before = table.spent[0].copy()


def _dealt_up(
    table: Tables, definition: GameDefinition, number: int, *, names: list[str]
) -> Iterator[str]:
    """Yield the cards that active players are dealt face up before a round."""
    variant = definition.variant
    if variant is None or not any(variant.up_cards()):
        return
    masks = variant.up_cards()
    new = masks[number] & ~(masks[number - 1] if number else 0)
    for position in np.flatnonzero(~table.has_folded[0]).tolist() if new else []:
        held = table.cards[0, deal_layout(definition).hole_slots[position]]
        shown = format_cards([card for slot, card in enumerate(held) if new >> slot & 1])
        yield f"{names[position]} is dealt {shown} face up"


def _ante(table: Tables, definition: GameDefinition) -> int:
    """Return the ante of every player, or the blind that all post; 0 if blinds differ."""
    ante = int(table.columns.antes(_TABLE)[0])
    if ante or definition.variant is not None:
        return ante
    blinds = table.blinds[0].tolist()
    return int(blinds[0]) if len(set(blinds)) == 1 else 0


def _posts(table: Tables, definition: GameDefinition, names: list[str]) -> tuple[str, ...]:
    variant, ante = definition.variant, _ante(table, definition)
    if ante and variant is None and not table.columns.antes(_TABLE)[0]:
        return (f"all post {ante}",)
    left = table.stacks[0].copy()
    dead = variant.dead if variant and variant.dead else np.zeros_like(left)
    antes = np.full_like(left, ante)
    # in the order in which a stack pays them
    dead_posts = _post(names, dead, left, " for the main pot")
    if ante and (left[table.stacks[0] > 0] > ante).all():
        np.maximum(left - ante, 0, out=left)
        ante_posts: tuple[str, ...] = (f"all post {ante}",)
    else:
        ante_posts = _post(names, antes, left)
    return (*dead_posts, *ante_posts, *_post(names, table.blinds[0], left))


def _post(
    names: list[str], amounts: npt.ArrayLike, left: npt.NDArray[np.int64], purpose: str = ""
) -> tuple[str, ...]:
    """Say who posts how much, and take the chips from those that are ``left``, int64[N]."""
    posts = np.minimum(np.asarray(amounts, np.int64), left)
    left -= posts
    every = zip(names, posts.tolist(), left.tolist(), strict=True)
    return tuple(
        f"{name} posts {chips}{purpose}{'' if rest else ' and is all-in'}"
        for name, chips, rest in every
        if chips
    )


def _bring_in(table: Tables, definition: GameDefinition, names: list[str]) -> tuple[str, ...]:
    variant = definition.variant
    if variant is None or not variant.bring_in:
        return ()
    poster = int(table.spent[0].argmax())
    return (f"{names[poster]} brings in {int(table.spent[0, poster]) - variant.ante}",)


def _actions(
    table: Tables, letters: str, before: npt.NDArray[np.int64], *, names: list[str]
) -> Iterator[str]:
    for letter, size in re.findall(r"(.)(\d*)", letters):
        if letter not in ACTION_LETTERS:
            raise BettingError(f"{letter + size!r} in {letters!r} is not an action of this game")
        position = int(table.acting_position[0])
        spent = table.spent[0].copy()
        kind, amount = ACTION_LETTERS.index(letter), int(size or 0)
        goes = _cards_that_go(table, position, amount) if kind > ActionKind.RAISE else ""
        is_too_large = amount > UNLIMITED_STACK
        chosen = np.array([kind], np.uint8)
        if is_too_large or table.apply_actions(_TABLE, chosen, np.array([amount]))[0]:
            raise BettingError(f"{letter + size!r} in {letters!r} is not legal at that point")
        if kind > ActionKind.RAISE:
            text = _card_action(table, kind, goes)
        else:
            text = _action_text(table, kind, position, spent=spent, before=before)
        yield f"{names[position]} {text}"


def _cards_that_go(table: Tables, position: int, slots: int) -> str:
    held = table.columns.hole_cards(_TABLE, np.array([position], np.uint8))[0]
    return format_cards([card for slot, card in enumerate(held) if slots >> slot & 1])


def _card_action(table: Tables, kind: int, goes: str) -> str:
    if not goes:
        return "stands pat"
    verb = "passes" if kind == ActionKind.PASS else "discards"
    return f"{verb} {goes}"


def _action_text(
    table: Tables,
    kind: int,
    position: int,
    *,
    spent: npt.NDArray[np.int64],
    before: npt.NDArray[np.int64],
) -> str:
    if kind == ActionKind.FOLD:
        return "folds"
    now = int(table.spent[0, position])
    paid = now - int(spent[position])
    if kind == ActionKind.CALL:
        action = f"calls {paid}" if paid else "checks"
    else:
        verb = "raises to" if (spent > before).any() else "bets"
        action = f"{verb} {now - int(before[position])}"
    left = table.columns.chips_left([0])[0, position]
    return f"{action} and is all-in" if paid and not left else action


def _player(
    table: Tables, definition: GameDefinition, hand: StoredHand, *, position: int
) -> PlayerReport:
    seat = hand.seats[position]
    place = np.array([position], np.uint8)
    held = table.columns.hole_cards(_TABLE, place)[0]
    shows = hand.showdown and not table.has_folded[0, position]
    stack = int(table.stacks[0, position])
    return PlayerReport(
        position=position,
        seat=seat,
        agent=player_of(hand, seat),
        hole_cards=format_cards(held) or UNKNOWN,
        stack="unlimited" if stack == UNLIMITED_STACK else str(stack),
        payoff=_chips(hand.payoffs[seat]),
        shown=_shown(table, definition, held) if shows else "",
    )


def _shown(table: Tables, definition: GameDefinition, held: npt.NDArray[np.uint8]) -> str:
    """Describe a hand of a showdown in words, if all its cards are known."""
    if definition.variant is not None:
        held = held[: definition.variant.held()[-1]]
    board = deal_layout(definition).board(table.cards[0])
    if NO_CARD in held or NO_CARD in board:
        return ""
    return describe_showdown(rankings_of(definition), held.tolist(), board.tolist())


def _chips(payoff: int) -> str:
    if payoff % PAYOFF_UNIT == 0:
        return f"{payoff // PAYOFF_UNIT:+d}" if payoff else "0"
    return f"{payoff / PAYOFF_UNIT:+.2f}"
