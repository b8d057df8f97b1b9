"""Rankers of seven-card hands that install from the package index, as loops over hands.

None takes an array of cards, so cards are made into what each wants before the clock starts.
"""

from collections.abc import Callable, Sequence

from turns import Work, named

from railbird.native import format_cards

Hands = Sequence[Sequence[int]]


def _loop(rank: Callable[..., object], hands: Sequence[object]) -> Work:
    def work() -> int:
        for hand in hands:
            rank(hand)
        return len(hands)

    return work


def _texts(hand: Sequence[int]) -> list[str]:
    return [format_cards([card]) for card in hand]


def phevaluator(hands: Hands) -> Work:
    """By perfect hash; its cards are numbered as ours."""
    from phevaluator import evaluate_cards  # noqa: PLC0415  (an optional peer)

    return _loop(lambda hand: evaluate_cards(*hand), [list(map(int, hand)) for hand in hands])


def eval7(hands: Hands) -> Work:
    """In Cython, a list of cards a call."""
    from eval7 import Card, evaluate  # noqa: PLC0415  (an optional peer)

    return _loop(evaluate, [list(map(Card, _texts(hand))) for hand in hands])


def pkrbot(hands: Hands) -> Work:
    """In C, with the interface of eval7."""
    from pkrbot import Card, evaluate  # noqa: PLC0415  (an optional peer)

    return _loop(evaluate, [list(map(Card, _texts(hand))) for hand in hands])


def treys(hands: Hands) -> Work:
    """In Python."""
    from treys import Card, Evaluator  # noqa: PLC0415  (an optional peer)

    rank = Evaluator().evaluate
    return _loop(
        lambda hand: rank(hand[:2], hand[2:]), [list(map(Card.new, _texts(hand))) for hand in hands]
    )


def xiapl(hands: Hands) -> Work:
    """In C++, a mask of cards a call."""
    from xiapl.card import Card  # noqa: PLC0415  (an optional peer)
    from xiapl.eval import evaluate_mask  # noqa: PLC0415  (an optional peer)
    from xiapl.utils import cards_to_mask  # noqa: PLC0415  (an optional peer)

    masks = [cards_to_mask(list(map(Card.from_string, _texts(hand)))) for hand in hands]
    return _loop(evaluate_mask, masks)


def poker_equity(hands: Hands) -> Work:
    """In Rust, a batch of texts a call."""
    from poker_equity import score_batch  # noqa: PLC0415  (an optional peer)

    texts = [format_cards(hand) for hand in hands]

    def work() -> int:
        score_batch("high", texts)
        return len(texts)

    return work


# By the names of the packages in the index.
PEERS = {
    "phevaluator": phevaluator,
    "eval7": eval7,
    "pkrbot": pkrbot,
    "treys": treys,
    "xiapl": xiapl,
    "poker-equity": poker_equity,
}


def installed_peers(hands: Hands) -> tuple[dict[str, Work], list[str]]:
    """The loops of installed peers by name and version, and the names of the others."""
    works: dict[str, Work] = {}
    missing: list[str] = []
    for package, peer in PEERS.items():
        try:
            works[named(package)] = peer(hands)
        except ImportError:
            missing.append(package)
    return works, missing
