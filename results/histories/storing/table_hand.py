"""A hand as those who were dealt in played it, for writers of histories."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import (
    NO_CARD,
    ActionWalk,
    GameDefinition,
    deal_layout,
    game_dealt_in,
    order_dealt_in,
    positions_dealt_in,
)
from railbird.results.errors import LogError
from railbird.results.histories.notation.card_text import card_texts
from railbird.results.histories.notation.holdem import HEADS_UP
from railbird.results.histories.storing.played import PlayedMatch
from railbird.results.histories.storing.session_hands import SessionHands

GAMES_IN_MEMORY = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHand:
    """One hand; lists are by position, of those dealt in alone, and the last has the button.

    `game` is theirs; where stacks are carried on from hand to hand, it has the blinds of the hand,
    and `small_blind` is that of the level, also if it falls on nobody.
    `number` counts the hands of the match from 0, and `match_number` the matches; `seats` are
    those of the positions, from 0, of `seat_count`. Everybody posts the `ante` beside what the
    game says. `cards` uint8[W] are the deal, `holes` and `board` the same as text. Payoffs, in
    1/2520 chip, are before the rake, `rakes` in chips. `is_session` says that stacks are carried
    on. `open_seed` and `deals_text` say how the cards were dealt, if that is public.
    """

    game: GameDefinition
    table: str
    number: int
    match_number: int
    names: tuple[str, ...]
    seats: list[int]
    seat_count: int
    stacks: list[int]
    blinds: list[int]
    betting: str
    holes: list[str]
    board: str
    cards: npt.NDArray[np.uint8]
    payoffs: list[int]
    rakes: list[int]
    ante: int = 0
    small_blind: int = 0
    is_session: bool = False
    open_seed: int | None = None
    deals_text: str = ""


@lru_cache(GAMES_IN_MEMORY)
def deal_in(
    whole: GameDefinition, dealt_in: tuple[int, ...], blinds: tuple[int, ...]
) -> GameDefinition:
    """Return the game of a hand of a session, by its positions; `blinds` are those of all.

    Games of steps are for two players, both of whom are dealt in.
    """
    return whole if whole.variant is not None else game_dealt_in(whole, dealt_in, blinds)


def cards_dealt_in(
    deal: npt.NDArray[np.uint8],
    whole: GameDefinition,
    game: GameDefinition,
    *,
    order: Sequence[int],
) -> npt.NDArray[np.uint8]:
    """Return the cards of those dealt in, uint8[W], of a deal for the whole table."""
    if game is whole:
        return deal
    own, every = deal_layout(game), deal_layout(whole)
    cards = np.full(game.cards_per_hand, NO_CARD, np.uint8)
    cards[own.hole_slots] = deal[every.hole_slots[list(order)]]
    cards[own.board_slots] = deal[every.board_slots]
    return cards


def require_dealt_in(game: GameDefinition) -> None:
    """Refuse sessions of games of steps for more than two players: LogError.

    When some of them are out, the others play a game of other deals.
    """
    if game.variant is not None and game.player_count > HEADS_UP:
        raise LogError(
            f"hands of {game.variant.name} in which some players are out cannot be written in this "
            "format; export csv or parquet"
        )


def texts_of(game: GameDefinition, cards: npt.NDArray[np.uint8]) -> tuple[list[Any], list[str]]:
    """Return hole cards by hand and position, and boards, of deals uint8[n, W]."""
    layout = deal_layout(game)
    return card_texts(layout.hole_cards(cards)), card_texts(layout.board(cards))


def follow_hands(
    match: PlayedMatch, game: GameDefinition
) -> Iterator[tuple[TableHand, ActionWalk]]:
    """Yield the hands of a match, each with a table at which it can be followed."""
    hands = _hands(match, game) if match.session is None else _session(match, game, match.session)
    walks: dict[GameDefinition, ActionWalk] = {}
    for hand in hands:
        walk = walks.get(hand.game)
        if walk is None:
            walk = walks[hand.game] = ActionWalk(hand.game)
        yield hand, walk


def _hands(match: PlayedMatch, game: GameDefinition) -> Iterator[TableHand]:
    holes, boards = texts_of(game, match.cards)
    stacks, blinds = match.stacks.tolist(), match.blinds.tolist()
    none = [0] * game.player_count
    for number, betting in enumerate(match.bettings):
        seats = match.seats.seat_row(number)
        payoffs = match.payoffs[number].tolist()
        yield TableHand(
            game=game,
            table=match.name,
            number=number,
            match_number=match.number,
            names=match.names(number),
            seats=seats,
            seat_count=game.player_count,
            stacks=stacks[number],
            blinds=blinds[number],
            betting=betting,
            holes=holes[number],
            board=boards[number],
            cards=match.cards[number],
            payoffs=[payoffs[seat] for seat in seats],
            rakes=none,
            ante=game.ante,
            open_seed=match.open_seed,
            deals_text=match.deals_text,
        )


def _session(match: PlayedMatch, whole: GameDefinition, own: SessionHands) -> Iterator[TableHand]:
    """Yield hands of those who have chips.

    They do not say how cards were dealt, which was for all seats.
    """
    stacks, blinds = match.stacks.tolist(), match.blinds.tolist()
    payoffs, seats = match.payoffs.tolist(), own.seats.tolist()
    rakes = np.zeros_like(match.payoffs) if own.rakes is None else own.rakes
    antes, smalls = own.antes.tolist(), _small_blinds(match, own)
    for number, betting in enumerate(match.bettings):
        dealt_in = positions_dealt_in(stacks[number])
        game = deal_in(whole, dealt_in, tuple(blinds[number]))
        order = order_dealt_in(whole, dealt_in)
        cards = cards_dealt_in(match.cards[number], whole, game, order=order)
        (holes,), (board,) = texts_of(game, cards[None, :])
        at = [seats[number][position] for position in order]
        yield TableHand(
            game=game,
            table=own.table_name(match.name, number),
            number=number,
            match_number=match.number,
            names=tuple([own.names[number][seat] for seat in at]),
            seats=at,
            seat_count=whole.player_count,
            stacks=[stacks[number][position] for position in order],
            blinds=[blinds[number][position] for position in order],
            betting=betting,
            holes=holes,
            board=board,
            cards=cards,
            payoffs=[payoffs[number][seat] for seat in at],
            rakes=rakes[number, at].tolist(),
            ante=antes[number],
            small_blind=smalls[int(own.levels[number])],
            is_session=True,
        )


def _small_blinds(match: PlayedMatch, own: SessionHands) -> dict[int, int]:
    """Return the small blind of each level, in hands in which it is posted; else half the big."""
    found: dict[int, int] = {}
    for level, blinds in zip(own.levels.tolist(), match.blinds.tolist(), strict=True):
        big = max(blinds)
        small = max((blind for blind in blinds if 0 < blind < big), default=0)
        found[level] = max(found.get(level, 0), small)
        if not found[level]:
            found[level] = -max(big // 2, 1)
    return {level: abs(small) for level, small in found.items()}
