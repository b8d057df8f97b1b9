"""Writes matches in the poker hand history format (PHH), several hands per file (`.phhs`).

The format is TOML: the specification by Kim (2024, "Recording and describing poker hands"). Players
are in position order; for two the first blind listed is the second player's. Fields of our own
begin with an underscore, as required by the specification: `_deck_seed`, if there is one, and
`_deals` if its cards are dealt from a published secret.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from railbird.native import HOLDEM_BOARDS, ActionKind, ActionWalk, GameDefinition, deal_layout
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN, card_texts
from railbird.results.histories.notation.holdem import HEADS_UP, bets_of
from railbird.results.histories.notation.showdown import showdown_order
from railbird.results.histories.storing.played import PlayedMatch

_RAISE = ActionKind.RAISE.value
_WORDS = {ActionKind.FOLD.value: "f", ActionKind.CALL.value: "cc"}
_BOARD_ENDS = [end * LETTERS for end in accumulate(HOLDEM_BOARDS)]


def phh_file(match: PlayedMatch, game: GameDefinition, _: str) -> str:
    """Return a match as PHH, with a section per hand, counted from 1."""
    bets = bets_of(game)
    stakes = f"min_bet = {game.big_blind}"
    if bets is not None:
        stakes = f"small_bet = {bets[0]}\nbig_bet = {bets[1]}"
    start = f"variant = '{'NT' if bets is None else 'FT'}'\nantes = {[0] * game.player_count}\n"
    layout, walk = deal_layout(game), ActionWalk(game)
    holes, boards = (
        card_texts(layout.hole_cards(match.cards)),
        card_texts(layout.board(match.cards)),
    )
    sections = []
    for index, betting in enumerate(match.bettings):
        stacks, blinds = match.stacks[index].tolist(), match.blinds[index].tolist()
        posted = blinds[::-1] if game.player_count == HEADS_UP else blinds
        walk.begin(stacks, blinds)
        lines = _actions(walk, betting, holes=holes[index], board=boards[index])
        actions = ", ".join([f"'{action}'" for action in lines])
        sections.append(
            f"[{index + 1}]\n{start}blinds_or_straddles = {posted}\n{stakes}\n"
            f"starting_stacks = {stacks}\nactions = [{actions}]\n{_where(match, index)}"
        )
    return "\n".join(sections)


def _where(match: PlayedMatch, index: int) -> str:
    names, count = match.names(index), len(match.agents)
    seats = [seat + 1 for seat in match.seats.seat_row(index)]
    seed = "" if match.open_seed is None else f"_deck_seed = {match.open_seed}\n"
    deals = f'_deals = "{match.deals_text}"\n' if match.deals_text else ""
    players = ", ".join([f'"{name}"' for name in names])  # labels contain no quote and no backslash
    return (
        f'hand = {index}\nseats = {seats}\nseat_count = {count}\ntable = "{match.name}"\n'
        f"players = [{players}]\n{seed}{deals}"
    )


def _actions(walk: ActionWalk, betting: str, *, holes: Sequence[str], board: str) -> Iterator[str]:
    for position, hole in enumerate(holes):
        yield f"d dh p{position + 1} {hole}"
    last_raiser = None
    for outcome in walk.follow(betting):
        if outcome is None:
            last_raiser = None
            start, end = _BOARD_ENDS[walk.round_index - 1 : walk.round_index + 1]
            yield f"d db {board[start:end]}"
            continue
        if outcome.kind == _RAISE:
            last_raiser = outcome.position
        words = _WORDS.get(outcome.kind) or f"cbr {outcome.raise_to}"
        yield f"p{outcome.position + 1} {words}"
    yield from _showdown(holes, showdown_order(walk, last_raiser))


def _showdown(holes: Sequence[str], order: Sequence[int]) -> Iterator[str]:
    if len(order) > 1:
        for position in order:
            if UNKNOWN not in holes[position]:
                yield f"p{position + 1} sm {holes[position]}"
