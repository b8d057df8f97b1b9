"""Writes matches in the poker hand history format (PHH), several hands per file (`.phhs`).

The format is TOML: the specification by Kim (2024, "Recording and describing poker hands"). Players
are in position order; for two the first blind listed is the second player's. Fields of our own
begin with an underscore, as required by the specification: `_game`, the name of a game that no
ACPC definition can describe, `_deck_seed`, if there is one, and `_deals` if its cards are dealt
from a published secret.
"""

from railbird.native import ActionWalk, GameDefinition, deal_layout
from railbird.results.histories.notation.card_text import card_texts
from railbird.results.histories.notation.holdem import HEADS_UP
from railbird.results.histories.phh.phh_games import stakes_of, variant_of
from railbird.results.histories.phh.write_holdem import HandToWrite, holdem_actions
from railbird.results.histories.phh.write_steps import step_actions
from railbird.results.histories.storing.played import PlayedMatch


def phh_file(match: PlayedMatch, game: GameDefinition, _: str) -> str:
    """Return a match as PHH, with a section per hand, counted from 1."""
    start, rest = _stakes_lines(game)
    play = step_actions if game.variant else holdem_actions
    walk, layout, sections = ActionWalk(game), deal_layout(game), []
    holes = card_texts(layout.hole_cards(match.cards))
    boards = card_texts(layout.board(match.cards))
    for index, betting in enumerate(match.bettings):
        stacks, blinds = match.stacks[index].tolist(), match.blinds[index].tolist()
        posted = blinds[::-1] if game.player_count == HEADS_UP else blinds
        hand = HandToWrite(stacks, blinds, betting, holes[index], boards[index], match.cards[index])
        actions = ", ".join([f"'{action}'" for action in play(walk, hand)])
        blinds_line = f"blinds_or_straddles = {posted}\n" if _has_blinds(game) else ""
        sections.append(
            f"[{index + 1}]\n{start}{blinds_line}{rest}\n"
            f"starting_stacks = {stacks}\nactions = [{actions}]\n{_where(match, index, game)}"
        )
    return "\n".join(sections)


def _stakes_lines(game: GameDefinition) -> tuple[str, str]:
    """Return what is the same in all hands, before the blinds and after them."""
    variant, stakes = variant_of(game), stakes_of(game)
    start = f"variant = '{variant.code}'\nantes = {[stakes.ante] * game.player_count}\n"
    if stakes.ante:  # a short stack wins as much as it paid of each ante
        start += "ante_trimming_status = true\n"
    if not variant.has_limit:
        return start, f"min_bet = {game.big_blind}"
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
