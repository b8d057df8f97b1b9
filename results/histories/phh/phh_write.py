"""Writes matches in the poker hand history format (PHH), several hands per file (`.phhs`).

The format is TOML: the specification by Kim (2024, "Recording and describing poker hands"). Players
are in position order; for two the first blind listed is the second player's. Fields of our own
begin with an underscore, as required by the specification: `_game`, the name of a game that no
ACPC definition can describe, `_deck_seed`, if there is one, `_deals` if its cards are dealt
from a published secret, and `_rake`, which the house took of the pot. Where stacks are carried on
from hand to hand, those of the end are written too, since odd chips and the rake are paid then.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from railbird.native import PAYOFF_UNIT, ActionWalk, GameDefinition, count_actions
from railbird.results.histories.notation.holdem import HEADS_UP
from railbird.results.histories.phh.phh_games import stakes_of, variant_of
from railbird.results.histories.phh.write_holdem import holdem_actions
from railbird.results.histories.phh.write_steps import step_actions
from railbird.results.histories.storing.played import PlayedMatch
from railbird.results.histories.storing.table_hand import TableHand, follow_hands

Comments = Mapping[tuple[int, int], str]
NO_COMMENTS: Comments = {}


def phh_file(
    match: PlayedMatch, game: GameDefinition, _: str, *, comments: Comments = NO_COMMENTS
) -> str:
    """Return a match as PHH, with a section per hand, counted from 1.

    `comments` are those of actions, a line each, by hand and number of actions before.
    """
    sections = (
        _section(hand, walk, is_over=True, comments=comments)
        for hand, walk in follow_hands(match, game)
    )
    return "\n".join([f"[{number}]\n{section}" for number, section in enumerate(sections, start=1)])


def phh_hand(hand: TableHand, *, is_over: bool) -> str:
    """Return one hand of hold'em as PHH, as far as it was played if it is not over."""
    return _section(hand, ActionWalk(hand.game), is_over=is_over)


def _section(
    hand: TableHand, walk: ActionWalk, *, is_over: bool, comments: Comments = NO_COMMENTS
) -> str:
    game = hand.game
    start, rest = _stakes_lines(game, hand.ante)
    posted = hand.blinds[::-1] if game.player_count == HEADS_UP else hand.blinds
    play = step_actions if game.variant else holdem_actions
    played = [one for one in play(walk, hand) if is_over or not _is_shown(one)]
    done = _commented(played, comments, hand.number, betting=hand.betting)
    blinds_line = f"blinds_or_straddles = {posted}\n" if _has_blinds(game) else ""
    ends = _ends(hand) if is_over and hand.is_session else ""
    return (
        f"{start}{blinds_line}{rest}\n"
        f"starting_stacks = {hand.stacks}\nactions = [{', '.join(done)}]\n"
        f"{ends}{_where(hand)}"
    )


def _ends(hand: TableHand) -> str:
    """Return the lines of the stacks at the end, in whole chips, and of the rake, if there is."""
    won = zip(hand.stacks, hand.payoffs, hand.rakes, strict=True)
    ends = [stack + payoff // PAYOFF_UNIT - rake for stack, payoff, rake in won]
    rake = sum(hand.rakes)
    return f"finishing_stacks = {ends}\n" + (f"_rake = {rake}\n" if rake else "")


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


@lru_cache(maxsize=1024)
def _stakes_lines(game: GameDefinition, ante: int) -> tuple[str, str]:
    """Return what is the same in all hands, before the blinds and after them."""
    variant, stakes = variant_of(game), stakes_of(game)
    start = f"variant = '{variant.code}'\nantes = {[ante] * game.player_count}\n"
    if ante:  # a short stack wins as much as it paid of each ante
        start += "ante_trimming_status = true\n"
    if not variant.has_limit:
        return start, f"min_bet = {stakes.least_bet or game.big_blind}"
    bring_in = f"bring_in = {stakes.bring_in}\n" if variant.has_bring_in else ""
    return start, f"{bring_in}small_bet = {stakes.small_bet}\nbig_bet = {stakes.big_bet}"


def _has_blinds(game: GameDefinition) -> bool:
    return not variant_of(game).has_bring_in


def _where(hand: TableHand) -> str:
    game, seats = hand.game, [seat + 1 for seat in hand.seats]
    seed = "" if hand.open_seed is None else f"_deck_seed = {hand.open_seed}\n"
    deals = f'_deals = "{hand.deals_text}"\n' if hand.deals_text else ""
    name = f'_game = "{game.variant.name}"\n' if game.variant else ""
    # labels contain no quote and no backslash
    players = ", ".join([f'"{name}"' for name in hand.names])
    return (
        f"hand = {hand.number}\nseats = {seats}\nseat_count = {hand.seat_count}\n"
        f'table = "{hand.table}"\nplayers = [{players}]\n{name}{seed}{deals}'
    )
