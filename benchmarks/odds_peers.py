"""Odds by packages of the index, where they have the measure."""

from collections.abc import Callable
from typing import Any

from turns import Work, named

Peer = Callable[[], Work]
SAMPLES = 100_000


def _once(ask: Callable[[], object], count: int = 1) -> Work:
    def work() -> int:
        ask()
        return count

    return work


def eval7_strength() -> Work:
    """Against a range, in Cython; what it calls exact deals no further cards."""
    import eval7  # noqa: PLC0415  (an optional peer)

    hand, board = ([eval7.Card(card) for card in cards] for cards in (("Ad", "Qc"), STRENGTH_FLOP))
    some = eval7.HandRange(SOME)
    return _once(lambda: eval7.py_hand_vs_range_exact(hand, some, board))


def eval7_samples() -> Work:
    """Random deals, in Cython."""
    import eval7  # noqa: PLC0415  (an optional peer)

    hand, board = ([eval7.Card(card) for card in cards] for cards in (("Ah", "Kd"), FLOP))
    some = eval7.HandRange(SOME)
    ask = eval7.py_hand_vs_range_monte_carlo
    return _once(lambda: ask(hand, some, board, SAMPLES), SAMPLES)


def poker_equity_aces_against_kings() -> Work:
    """Every board, in Rust."""
    from poker_equity import exact_from_text  # noqa: PLC0415  (an optional peer)

    return _once(lambda: exact_from_text("holdem", ["AhAd", "KhKd"]))


def poker_equity_flop_against_any() -> Work:
    """Every run-out, in Rust; an opponent's hand left out is any hand."""
    from poker_equity import exact_from_text  # noqa: PLC0415  (an optional peer)

    return _once(lambda: exact_from_text("holdem", ["AhKd", "**"], "2c7d9h"))


def poker_equity_samples() -> Work:
    """Random deals, in Rust, on one thread."""
    from poker_equity import chunk_from_text  # noqa: PLC0415  (an optional peer)

    hands = ["AhKd", "**", "**"]
    return _once(
        lambda: chunk_from_text("holdem", hands, samples=SAMPLES, seed=1, threads=1), SAMPLES
    )


def xiapl_aces_against_kings() -> Work:
    """Every board, in C++, on one thread."""
    from xiapl.simulation import calculate_equity  # noqa: PLC0415  (an optional peer)

    masks, options = [_xiapl_mask("AhAd"), _xiapl_mask("KhKd")], _xiapl_exact()
    return _once(lambda: calculate_equity(masks, 0, options))


def xiapl_flop_against_any() -> Work:
    """Every run-out, in C++, on one thread."""
    from xiapl.range import Range  # noqa: PLC0415  (an optional peer)
    from xiapl.simulation import calculate_range_equity  # noqa: PLC0415  (an optional peer)

    hand, everything, options = Range.from_string("AhKd"), Range.all(), _xiapl_exact()
    board = _xiapl_mask("".join(FLOP))
    return _once(lambda: calculate_range_equity(hand, everything, board, options))


def xiapl_samples() -> Work:
    """Random deals, in C++, on one thread: two hands before the flop."""
    from xiapl.simulation import (  # noqa: PLC0415  (an optional peer)
        SimulationOptions,
        calculate_equity,
    )

    options = SimulationOptions.mc_seeded(SAMPLES, 1)
    options.threads = 1
    masks = [_xiapl_mask("AhAd"), _xiapl_mask("KhKd")]
    return _once(lambda: calculate_equity(masks, 0, options), SAMPLES)


def _xiapl_exact() -> Any:
    from xiapl.simulation import SimulationOptions  # noqa: PLC0415  (an optional peer)

    options = SimulationOptions.exact()
    options.threads = 1
    return options


def _xiapl_mask(text: str) -> int:
    from xiapl.card import Card  # noqa: PLC0415  (an optional peer)
    from xiapl.utils import cards_to_mask  # noqa: PLC0415  (an optional peer)

    cards = [Card.from_string(text[i : i + 2]) for i in range(0, len(text), 2)]
    return int(cards_to_mask(cards))


FLOP, STRENGTH_FLOP = ("2c", "7d", "9h"), ("3h", "4c", "Jh")
SOME = "22+,A2s+,K9s+,QTs+,A9o+,KTo+"
PEERS: dict[str, dict[str, Peer]] = {
    "aces": {
        "xiapl": xiapl_aces_against_kings,
        "poker-equity": poker_equity_aces_against_kings,
    },
    "flop": {
        "xiapl": xiapl_flop_against_any,
        "poker-equity": poker_equity_flop_against_any,
    },
    "strength": {"eval7": eval7_strength},
    "hands sampled": {"xiapl": xiapl_samples},
    "range sampled": {"eval7": eval7_samples},
    "any hands sampled": {"poker-equity": poker_equity_samples},
}


def installed_peers(measure: str) -> tuple[dict[str, Work], set[str]]:
    """Peers that have the measure, by name and version, and those not installed."""
    works: dict[str, Work] = {}
    missing: set[str] = set()
    for package, peer in PEERS.get(measure, {}).items():
        try:
            works[named(package)] = peer()
        except ImportError:
            missing.add(package)
    return works, missing
