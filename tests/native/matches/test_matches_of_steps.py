"""Matches of games with steps: what is recorded of them, played again hand by hand, is the same."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from random_variants import variant_games

from railbird.native import ActionKind, GameDefinition, MatchTables, Tables

MATCHES, HANDS = 3, 4
SEVERAL = 2


def play(game: GameDefinition, dice: random.Random) -> MatchTables:
    """Play whole matches, mostly by what is legal; what is not is corrected."""
    deck = game.deck.tolist()
    deals = [[dice.sample(deck, game.cards_per_hand) for _ in range(HANDS)] for _ in range(MATCHES)]
    seats = range(game.player_count)
    tables = MatchTables(
        game,
        deals=np.array(deals, np.uint8),
        deck_of_match=np.arange(MATCHES),
        controllers=np.array([list(seats)] * MATCHES),
        match_keys=np.arange(MATCHES),
    )
    while not tables.is_finished:
        pending = tables.pending()
        least, most = tables.draws.raise_bounds(0, len(pending.table))
        kinds, amounts = [], []
        for row, legal in enumerate(pending.legal_kinds.tolist()):
            kind = dice.choice([kind for kind in ActionKind if legal >> kind & 1])
            kinds.append(int(kind))
            is_raise = kind == ActionKind.RAISE
            amounts.append(dice.randint(least[row], most[row]) if is_raise else dice.randrange(256))
        tables.apply(pending, np.array(kinds), np.array(amounts))
    return tables


@settings(max_examples=60, deadline=None)
@given(game=variant_games(), seed=st.integers(0, 2**32 - 1))
def test_recorded_hands_played_again_come_to_the_same(game: GameDefinition, seed: int) -> None:
    tables = play(game, random.Random(seed))
    record = tables.record()
    text, offsets = record.betting.tobytes().decode("ascii"), record.betting_offsets.tolist()
    again = Tables(game, 1)
    for index in range(MATCHES * HANDS):
        match, hand = divmod(index, HANDS)
        seats = tables.seat_order.seats[hand % len(tables.seat_order.seats)]
        again.start_hands([0], tables.hand_cards([match], [hand]), seats=seats[None, :])
        again.play_betting([0], [text[offsets[index] : offsets[index + 1]]])
        assert again.is_done[0]
        payoffs = again.payoffs([0])[0]
        assert (record.payoffs[match, hand, seats] == payoffs).all()
        assert not payoffs.sum()
        is_live = ~again.has_folded[0]
        assert record.showdown[match, hand] == (is_live.sum() >= SEVERAL)
        holdings = tables.hand_holdings([match], [hand])[0]
        for position in np.flatnonzero(is_live):
            held = again.columns.hole_cards([0], np.array([position], np.uint8))[0]
            assert (holdings[position] == held).all()
