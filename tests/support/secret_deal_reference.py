"""Deals under a secret, one number at a time, as docs/contracts/draws.md lays them out."""

from collections.abc import Iterator

WORD = 0xFFFFFFFF
NUMBERS = 1 << 16
BLOCK_NUMBERS = 32


def chacha20_block(secret: bytes, counter: int, nonce: tuple[int, int, int]) -> list[int]:
    """Return a block of ChaCha20 as sixteen words (RFC 8439, section 2.3)."""
    words = [int.from_bytes(secret[i : i + 4], "little") for i in range(0, 32, 4)]
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *words, counter, *nonce]
    x = list(start)
    for _ in range(10):
        for column in range(4):
            _quarter(x, column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            rows = (4 * row + (column + row) % 4 for row in range(4))
            _quarter(x, *rows)
    return [(a + b) & WORD for a, b in zip(x, start, strict=True)]


def _quarter(x: list[int], a: int, b: int, c: int, d: int) -> None:
    for added, mixed, to, count in ((b, d, a, 16), (d, b, c, 12), (b, d, a, 8), (d, b, c, 7)):
        x[to] = (x[to] + x[added]) & WORD
        word = x[mixed] ^ x[to]
        x[mixed] = (word << count | word >> (32 - count)) & WORD


def numbers_of(secret: bytes, counter: int, nonce: tuple[int, int, int]) -> list[int]:
    """Return the 32 numbers of a block."""
    words = chacha20_block(secret, counter, nonce)
    return [half for word in words for half in (word & 0xFFFF, word >> 16)]


def reserve(secret: bytes, deck_seed: int, hand: int) -> Iterator[int]:
    """Yield the numbers of a hand that take the place of those that are not uniform."""
    counter = 0
    while True:
        yield from numbers_of(secret, counter, (deck_seed, hand, 1))
        counter += 1


def first_numbers(secret: bytes, deck_seed: int, hand: int, *, card_count: int) -> list[int]:
    """Return a number for each card of a hand."""
    at_once = max(BLOCK_NUMBERS // card_count, 1)
    blocks = -(-card_count // BLOCK_NUMBERS)
    first = hand // at_once * blocks
    numbers = [
        number
        for block in range(first, first + blocks)
        for number in numbers_of(secret, 0, (deck_seed, block, 0))
    ]
    start = hand % at_once * card_count
    return numbers[start : start + card_count]


def deal_hand(
    secret: bytes, deck_seed: int, hand: int, *, deck: list[int], card_count: int
) -> tuple[list[int], int]:
    """Return the cards of a hand, and how many numbers its reserve gave."""
    deck, cards, drawn_again = list(deck), [], 0
    others = reserve(secret, deck_seed, hand)
    for first in first_numbers(secret, deck_seed, hand, card_count=card_count):
        number, size = first, len(deck)
        while number * size % NUMBERS < NUMBERS % size:
            number = next(others)
            drawn_again += 1
        index = number * size // NUMBERS
        cards.append(deck[index])
        deck[index] = deck[-1]
        deck.pop()
    return cards, drawn_again
