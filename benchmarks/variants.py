"""Hands a second of random play in the games that PokerKit has too, here and there, on one core.

Processor time, dealing included. Players choose evenly among what is legal, sizes of raises and
cards to exchange too, with stacks of 50 big bets. PokerKit installs with ``pip install pokerkit``.

    python benchmarks/variants.py [--repeats 5] [--games razz ...]
"""

import argparse
import sys
import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pokerkit
from turns import Work, add_times, named, print_times, take_turns, time_table

from railbird.native import ActionKind, DealSource, GameDefinition, MatchTables

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))
from pokerkit_peers import PEER_GAMES, PeerGame

PLAYERS, TABLES, HANDS = 4, 2_000, 20
PEER_HANDS = 60
COLUMNS = 6  # so many that 1, 2 and 3 legal kinds divide it
ALL_AUTOMATIONS = tuple(pokerkit.Automation)
DEALS = DealSource(bytes(32))


def _kinds_by_mask() -> np.ndarray:
    """The legal kinds of every mask, each as often, COLUMNS of each mask, uint8[...]."""
    masks = range(1 << len(ActionKind))
    legal = [[int(kind) for kind in ActionKind if mask >> kind & 1] or [0] for mask in masks]
    return np.array([(kinds * COLUMNS)[:COLUMNS] for kinds in legal], np.uint8).ravel()


KINDS = _kinds_by_mask()


def choose(
    game: GameDefinition, tables: MatchTables, legal: np.ndarray, dice: np.random.Generator
) -> tuple[np.ndarray, np.ndarray | None]:
    """An action for every row: any legal kind, any size, any cards."""
    count = len(legal)
    kinds = KINDS.take(legal * np.uint8(COLUMNS) + dice.integers(0, COLUMNS, count, np.uint8))
    if not game.has_amounts:
        return kinds, None
    amounts = np.zeros(count, np.int64)
    if game.raises_are_sized:
        least, most = tables.draws.raise_bounds(0, count)
        amounts = least + (dice.random(count) * (most - least + 1)).astype(np.int64)
    if game.has_card_rounds:
        slots = dice.integers(0, 1 << game.hole_card_count, count, np.uint8)
        amounts = np.where(kinds == ActionKind.EXCHANGE, slots, amounts)
    return kinds, amounts


def ours(game: GameDefinition) -> Work:
    """Play matches at tables in step."""
    seats, every = np.arange(game.player_count), np.arange(TABLES)
    dice = np.random.default_rng(1)

    def work() -> int:
        deals = DEALS.deal(game, every, HANDS)
        deals.setflags(write=False)
        tables = MatchTables(
            game,
            deals=deals,
            deck_of_match=every,
            controllers=np.broadcast_to(seats, (TABLES, len(seats))),
            match_keys=every,
        )
        while not tables.is_finished:
            pending = tables.pending()
            tables.apply(pending, *choose(game, tables, pending.legal_kinds, dice))
        return int(tables.record().showdown.size)

    return work


def act(state: Any, dice: Random) -> None:
    """Take any legal action of whoever is to act at PokerKit's table."""
    drawer = state.stand_patter_or_discarder_index
    if drawer is not None:
        cards = [card for card in state.hole_cards[drawer] if dice.random() < 0.5]
        state.stand_pat_or_discard(cards)
        return
    least = state.min_completion_betting_or_raising_to_amount
    call = state.post_bring_in if state.can_post_bring_in() else state.check_or_call
    actions = [call]
    if state.can_fold():
        actions.append(state.fold)
    if least is not None:
        most = state.max_completion_betting_or_raising_to_amount
        actions.append(lambda: state.complete_bet_or_raise_to(dice.randint(least, most)))
    dice.choice(actions)()


def theirs(peer: PeerGame, stacks: Sequence[int]) -> Work:
    """Play hands of PokerKit's, everything but decisions automatic."""
    dice = Random(1)

    def work() -> int:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a deck that ends and is shuffled again
            for _ in range(PEER_HANDS):
                state = peer.make(tuple(stacks), ALL_AUTOMATIONS)
                while state.status:
                    act(state, dice)
        return PEER_HANDS

    return work


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--games", nargs="+", default=[peer.name for peer in PEER_GAMES])
    options = parser.parse_args()
    table = time_table(f"Random play, {TABLES:,} tables, one core", unit="hand")
    for peer in PEER_GAMES:
        if peer.name not in options.games:
            continue
        players = min(PLAYERS, peer.players[1])
        stacks = (peer.stack,) * players
        game = replace(peer.definition(players), stacks=stacks)
        works = {"railbird": ours(game), named("pokerkit"): theirs(peer, stacks)}
        times = take_turns(works, repeats=options.repeats, clock=process_time)
        add_times(table, f"{peer.name}, {players} players", times)
    print_times(table, [])
    print(
        "Bars: 1,000 times PokerKit in games of a board and stud games, 500 times in draw games.\n"
    )


if __name__ == "__main__":
    main()
