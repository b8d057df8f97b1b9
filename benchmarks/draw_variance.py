"""How much of the variance duplicates remove where cards are exchanged, by where replacements lie.

A position's replacements are a run of its own, or the rest of the deck is a stub for all. With runs
of their own the cards that a player draws do not depend on what others draw, so that two seatings
of a deck have more in common. Two players who differ in what they throw and raise meet on the same
decks in both seats, with runs and with a stub.

    python benchmarks/draw_variance.py [--decks 20000]
"""

import argparse
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from report import print_table
from rich.table import Table

from railbird.native import PAYOFF_UNIT, ActionKind, DealSource, GameDefinition, MatchTables
from railbird.plugins import load_registry

GAMES = ("deuce-to-seven-single-draw", "deuce-to-seven-triple-draw", "badugi")
KEEPS = (8, 10)
"""The ranks from 0 that the two players throw away, from this one up: tens, and queens."""
RAISES_AT = 1
"""The second player raises with so many cards to throw at most."""


def to_throw(cards: npt.NDArray[np.uint8], lowest: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which cards are too high or paired by an earlier one, bool[n, cards]."""
    ranks = cards // 4
    is_paired = np.zeros(cards.shape, np.bool_)
    for place in range(1, cards.shape[1]):
        is_paired[:, place] = (ranks[:, :place] == ranks[:, place, None]).any(axis=1)
    return is_paired | (ranks >= lowest[:, None])


def play(game: GameDefinition, deck_count: int) -> npt.NDArray[np.float64]:
    """What the first player wins in each seat of each deck, big blinds, float64[decks, 2]."""
    decks = np.arange(deck_count)
    deals = DealSource(bytes(32)).deal(game, decks, 1)
    deals.setflags(write=False)
    seats = np.array([[0, 1], [1, 0]])
    tables = MatchTables(
        game,
        deals=deals,
        deck_of_match=np.repeat(decks, 2),
        controllers=np.tile(seats, (deck_count, 1)),
        match_keys=np.arange(2 * deck_count),
    )
    while not tables.is_finished:
        pending = tables.pending()
        player = np.repeat((0, 1), np.diff(pending.offsets))
        throws = to_throw(pending.hole_cards, np.array(KEEPS)[player])
        slots = (throws << np.arange(throws.shape[1])).sum(axis=1)
        is_exchange = pending.legal_kinds >> ActionKind.EXCHANGE & 1 == 1
        can_raise = pending.legal_kinds >> ActionKind.RAISE & 1 == 1
        raises = can_raise & (player == 1) & (throws.sum(axis=1) <= RAISES_AT)
        kinds = np.where(raises, ActionKind.RAISE, ActionKind.CALL)
        kinds = np.where(is_exchange, ActionKind.EXCHANGE, kinds).astype(np.uint8)
        amounts = np.where(is_exchange, slots, tables.draws.raise_bounds(0, len(kinds))[0])
        tables.apply(pending, kinds, amounts)
    payoffs = tables.payoffs[:, 0].reshape(deck_count, 2, 2) / PAYOFF_UNIT / game.big_blind
    return np.stack([payoffs[:, 0, 0], payoffs[:, 1, 1]], axis=1)


def main() -> None:
    """Play both ways and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=20_000)
    options = parser.parse_args()
    names = ("game", "replacements", "mean", "hand", "mean of a set", "without duplicates", "saved")
    table = Table(*names, title="Standard deviations, big blinds; two players in both seats")
    games = load_registry().games
    for name in GAMES:
        game = games[name].definition
        variant = game.variant
        assert variant is not None
        for is_shared in (False, True):
            won = play(
                replace(game, variant=replace(variant, shares_stub=is_shared)), options.decks
            )
            of_hand, of_set = won.std(), won.mean(axis=1).std()
            alone = of_hand / np.sqrt(2)
            table.add_row(
                name,
                "a stub for all" if is_shared else "a run for each",
                f"{won.mean():+.3f}",
                f"{of_hand:.3f}",
                f"{of_set:.3f}",
                f"{alone:.3f}",
                f"{1 - (of_set / alone) ** 2:.0%} of decks",
            )
    print_table(table)


if __name__ == "__main__":
    main()
