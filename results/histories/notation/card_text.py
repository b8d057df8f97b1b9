"""Converts arrays of cards to text and back, two letters per card; `??` is an unknown card."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import CARD_TEXTS, NO_CARD

LETTERS = 2
UNKNOWN = "??"
_BYTES = 256
_NO_LETTER = 254  # neither a card's number nor NO_CARD


def _names() -> npt.NDArray[np.bytes_]:
    names = np.full(_BYTES, UNKNOWN.encode(), "S2")
    names[: len(CARD_TEXTS)] = CARD_TEXTS
    return names


def _numbers() -> npt.NDArray[np.uint8]:
    """Return the number of each pair of letters, uint8[65536], the first letter the high byte."""
    numbers = np.full(_BYTES * _BYTES, _NO_LETTER, np.uint8)
    for card, name in enumerate(_NAMES[:52].tolist()):
        numbers[name[0] * _BYTES + name[1]] = card
    numbers[ord("?") * (_BYTES + 1)] = NO_CARD
    return numbers


_NAMES = _names()
_NUMBERS = _numbers()
CARD_NAMES: tuple[str, ...] = tuple(_NAMES.astype(str).tolist())
"""The two letters of each number of a card, 255 the unknown one."""


def card_rows(cards: npt.NDArray[np.uint8]) -> list[str]:
    """Return each row of uint8[n, W] as one text of 2 * W letters."""
    width = cards.shape[1] * LETTERS
    text = _NAMES[cards].tobytes().decode("ascii")
    return [text[start : start + width] for start in range(0, len(cards) * width, width or 1)]


def card_texts(cards: npt.NDArray[np.uint8]) -> Any:
    """Return uint8[..., k] as texts of k cards, in lists nested as the other axes are."""
    if not cards.shape[-1]:
        return np.full(cards.shape[:-1], "").tolist()
    letters = np.ascontiguousarray(_NAMES[cards])
    texts = letters.view(f"S{cards.shape[-1] * LETTERS}")[..., 0]
    return texts.astype(str).tolist()


def parse_card_rows(
    texts: Sequence[str], card_count: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """Return texts of 2 * `card_count` letters as uint8[n, W], and which rows are invalid.

    A text of another length is an invalid row.
    """
    width = card_count * LETTERS
    # One byte per letter: other than ASCII is not a card.
    encoded = [text.encode("ascii", "replace") for text in texts]
    is_bad = np.array([len(row) != width for row in encoded], bool)
    packed = b"".join(
        b"??" * card_count if bad else row
        for bad, row in zip(is_bad.tolist(), encoded, strict=True)
    )
    pairs = np.frombuffer(packed, np.uint8).reshape(len(texts), card_count, LETTERS).astype(int)
    cards = _NUMBERS[pairs[:, :, 0] * _BYTES + pairs[:, :, 1]]
    is_bad |= (cards == _NO_LETTER).any(axis=1)
    return np.where(is_bad[:, None], np.uint8(NO_CARD), cards), is_bad
