"""Writes matches in the poker hand history format (PHH), several hands per file (`.phhs`).

The format is TOML: the specification by Kim (2024, "Recording and describing poker hands"). Players
are in position order; for two the first blind listed is the second player's. Fields of our own
begin with an underscore, as required by the specification: `_game`, the name of a game that no
ACPC definition can describe, `_deck_seed`, if there is one, and `_deals` if its cards are dealt
from a published secret.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from railbird.native import ActionWalk, GameDefinition, count_actions, deal_layout
from railbird.results.histories.notation.card_text import card_texts
from railbird.results.histories.notation.holdem import HEADS_UP
from railbird.results.histories.phh.phh_games import stakes_of, variant_of
from railbird.results.histories.phh.write_holdem import HandToWrite, holdem_actions
from railbird.results.histories.phh.write_steps import step_actions
from railbird.results.histories.storing.played import PlayedMatch

Comments = Mapping[tuple[int, int], str]
NO_COMMENTS: Comments = {}


def phh_file(
    match: PlayedMatch, game: GameDefinition, _: str, *, comments: Comments = NO_COMMENTS
) -> str:
    """Return a match as PHH, with a section per hand, counted from 1.

    `comments` are those of actions, a line each, by hand and number of actions before.
    """
    indexes = range(len(match.bettings))
    sections = _sections(match, game, indexes, is_over=True, comments=comments)
    return "\n".join([f"[{number}]\n{section}" for number, section in enumerate(sections, start=1)])


def phh_hand(match: PlayedMatch, index: int, game: GameDefinition, *, is_over: bool) -> str:
    """Return one hand of hold'em as PHH, as far as it was played if it is not over."""
    (section,) = _sections(match, game, range(index, index + 1), is_over=is_over)
    return section


def _sections(
    match: PlayedMatch,
    game: GameDefinition,
    indexes: range,
    *,
    is_over: bool,
    comments: Comments = NO_COMMENTS,
) -> Iterator[str]:
    start, rest = _stakes_lines(game)
    play = step_actions if game.variant else holdem_actions
    walk, layout = ActionWalk(game), deal_layout(game)
    cards = match.cards[indexes.start : indexes.stop]
    holes, boards = card_texts(layout.hole_cards(cards)), card_texts(layout.board(cards))
    for row, index in enumerate(indexes):
        stacks, blinds = match.stacks[index].tolist(), match.blinds[index].tolist()
        posted = blinds[::-1] if game.player_count == HEADS_UP else blinds
        hand = HandToWrite(
            stacks, blinds, match.bettings[index], holes[row], boards[row], match.cards[index]
        )
        played = [one for one in play(walk, hand) if is_over or not _is_shown(one)]
        done = _commented(played, comments, index, betting=match.bettings[index])
        blinds_line = f"blinds_or_straddles = {posted}\n" if _has_blinds(game) else ""
        yield (
            f"{start}{blinds_line}{rest}\n"
            f"starting_stacks = {stacks}\nactions = [{', '.join(done)}]\n"
            f"{_where(match, index, game)}"
        )


def _commented(actions: Sequence[str], comments: Comments, hand: int, *, betting: str) -> list[str]:
    """Return actions as TOML, each with its comment."""
    texts = [f"'{one}'" for one in actions]
    if not comments:
        return texts
    acts = [row for row, one in enumerate(actions) if one.startswith("p") and not _is_shown(one)]
    unasked = len(acts) - count_actions(betting)  # a bring-in that takes the last chip
    for decision, row in enumerate(acts[unasked:]):
        comment = comments.get((hand, decision))
        if comment is not None:
            texts[row] = msgspec.json.encode(f"{actions[row]} # {comment}").decode()
    return texts


def _is_shown(action: str) -> bool:
    """Whether an action shows cards at the end, which in a hand that goes on nobody has done."""
    return action.split()[1] == "sm"


def _stakes_lines(game: GameDefinition) -> tuple[str, str]:
    """Return what is the same in all hands, before the blinds and after them."""
    variant, stakes = variant_of(game), stakes_of(game)
    start = f"variant = '{variant.code}'\nantes = {[stakes.ante] * game.player_count}\n"
    if stakes.ante:  # a short stack wins as much as it paid of each ante
        start += "ante_trimming_status = true\n"
    if not variant.has_limit:
        return start, f"min_bet = {stakes.least_bet or game.big_blind}"
    bring_in = f"bring_in = {stakes.bring_in}\n" if variant.has_bring_in else ""
    return start, f"{bring_in}small_bet = {stakes.small_bet}\nbig_bet = {stakes.big_bet}"


def _has_blinds(game: GameDefinition) -> bool:
    return not variant_of(game).has_bring_in


def _where(match: PlayedMatch, index: int, game: GameDefinition) -> str:
    names, count = match.names(index), len(match.agents)
    seats = [seat + 1 for seat in match.seats.seat_row(index)]
    seed = "" if match.open_seed is None else f"_deck_seed = {match.open_seed}\n"
    deals = f'_deals = "{match.deals_text}"\n' if match.deals_text else ""
    name = f'_game = "{game.variant.name}"\n' if game.variant else ""
    players = ", ".join([f'"{name}"' for name in names])  # labels contain no quote and no backslash
    return (
        f'hand = {index}\nseats = {seats}\nseat_count = {count}\ntable = "{match.name}"\n'
        f"players = [{players}]\n{name}{seed}{deals}"
    )
