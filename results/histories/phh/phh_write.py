"""Matches in the poker hand history format (PHH), several hands a file (`.phhs`).

The format is TOML: the specification by Kim (2024, "Recording and describing poker hands"). Players
are told in position order; for two the first blind listed is the second player's. Fields of our own
begin with an underscore, as the specification asks: `_deck_seed`, where there is one.
"""

from collections.abc import Iterator, Sequence

from railbird.native import GameDefinition
from railbird.results.histories.notation.action_walk import (
    CALL,
    FOLD,
    RAISE,
    HandWalk,
    showdown_order,
    walk_betting,
)
from railbird.results.histories.notation.card_text import UNKNOWN, card_rows
from railbird.results.histories.notation.holdem import HEADS_UP, bets_of
from railbird.results.histories.storing.played import PlayedMatch

_CARD = 2
_DEEDS = {FOLD: "f", CALL: "cc"}
_BOARD_ENDS = (0, 6, 8, 10)


def phh_file(match: PlayedMatch, game: GameDefinition, _: str) -> str:
    """Return a match as PHH, a section a hand, counted from 1."""
    bets = bets_of(game)
    stakes = f"min_bet = {game.big_blind}"
    if bets is not None:
        stakes = f"small_bet = {bets[0]}\nbig_bet = {bets[1]}"
    start = f"variant = '{'NT' if bets is None else 'FT'}'\nantes = {[0] * game.player_count}\n"
    cards = card_rows(match.cards)
    sections = []
    for index, betting in enumerate(match.bettings):
        stacks, blinds = match.stacks[index].tolist(), match.blinds[index].tolist()
        told = blinds[::-1] if game.player_count == HEADS_UP else blinds
        walk = HandWalk.begin(game, stacks, blinds)
        actions = ", ".join([f"'{action}'" for action in _actions(walk, betting, cards[index])])
        sections.append(
            f"[{index + 1}]\n{start}blinds_or_straddles = {told}\n{stakes}\n"
            f"starting_stacks = {stacks}\nactions = [{actions}]\n{_where(match, index)}"
        )
    return "\n".join(sections)


def _where(match: PlayedMatch, index: int) -> str:
    names, count = match.names(index), len(match.agents)
    seats = [(position + index) % count + 1 for position in range(count)]
    seed = "" if match.deck_seed is None else f"_deck_seed = {match.deck_seed}\n"
    players = ", ".join([f'"{name}"' for name in names])  # labels hold no quote and no backslash
    return (
        f'hand = {index}\nseats = {seats}\nseat_count = {count}\ntable = "{match.name}"\n'
        f"players = [{players}]\n{seed}"
    )


def _actions(walk: HandWalk, betting: str, cards: str) -> Iterator[str]:
    count = len(walk.spent)
    holes = [cards[2 * _CARD * p : 2 * _CARD * (p + 1)] for p in range(count)]
    board = cards[2 * _CARD * count :]
    for position, hole in enumerate(holes):
        yield f"d dh p{position + 1} {hole}"
    last_raiser = -1
    for deed in walk_betting(walk, betting):
        if deed is None:
            last_raiser = -1
            start, end = _BOARD_ENDS[walk.round_index - 1 : walk.round_index + 1]
            yield f"d db {board[start:end]}"
            continue
        if deed.letter == RAISE:
            last_raiser = deed.position
        told = _DEEDS.get(deed.letter) or f"cbr {deed.raise_to}"
        yield f"p{deed.position + 1} {told}"
    yield from _showdown(holes, showdown_order(walk, last_raiser))


def _showdown(holes: Sequence[str], order: Sequence[int]) -> Iterator[str]:
    if len(order) > 1:
        for position in order:
            if UNKNOWN not in holes[position]:
                yield f"p{position + 1} sm {holes[position]}"
