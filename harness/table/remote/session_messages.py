"""Messages of the table and the process of an isolated agent, where stacks are carried on.

Each message is msgpack, preceded by its length in four bytes. The table asks, and the process
answers each of its messages with one of its own, in order; before that it may ask for draws. A
process may have several seats, each known by its table (a match of the table loop) and number.
"""

import struct
from typing import Any

import msgspec

from railbird.plugins import IncidentKind, Lobby, MatchMode

LENGTH = struct.Struct("<I")
MOST_BYTES = 1 << 20
"""No message of an agent's process is longer."""


class SeatedMessage(msgspec.Struct, frozen=True, tag="seated", array_like=True):
    """A match begins at a seat; `prizes` in percent, `players` by seat, -1 for an empty one."""

    table: int
    seat: int
    hand_count: int
    mode: MatchMode
    prizes: tuple[float, ...]
    players: tuple[int, ...] = ()
    first_hand: int = 0


class HandMessage(msgspec.Struct, frozen=True, array_like=True):
    """A hand as its seat sees it: lists by position, cards of the deal, 255 for unseen ones."""

    hand_index: int
    level: int
    players_left: int
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    ante: int
    betting: str
    cards: bytes


class AskedMessage(msgspec.Struct, frozen=True, tag="asked", array_like=True):
    """A decision of the seat in a position, with the first draws of it and of the hand."""

    table: int
    seat: int
    hand: HandMessage
    position: int
    draws: tuple[float, ...]


class EndedMessage(msgspec.Struct, frozen=True, tag="ended", array_like=True):
    """A hand that has ended; payoffs by seat, in 1/2520 chip."""

    table: int
    seat: int
    hand: HandMessage
    payoffs: tuple[int, ...]


class ChooserMessage(msgspec.Struct, frozen=True, tag="chooser", array_like=True):
    """Asks whether the agent chooses tables; the answer is a choice other than 0, or 0."""


class ChooseMessage(msgspec.Struct, frozen=True, tag="choose", array_like=True):
    """Asks for a choice of a table."""

    lobby: Lobby


class DrawMessage(msgspec.Struct, frozen=True, tag="drawn", array_like=True):
    """A draw that was asked for."""

    value: float


class Wrong(msgspec.Struct, frozen=True, array_like=True):
    """A violation that the process has found."""

    kind: IncidentKind
    text: str


class DrawRequest(msgspec.Struct, frozen=True, tag="draw", array_like=True):
    """Asks for a draw of a purpose: of the decision, of the hand, or of the match's start."""

    purpose: int
    index: int


class Choice(msgspec.Struct, frozen=True, tag="choice", array_like=True):
    """A choice of a table, as the table loop numbers choices, and what was wrong with it."""

    choice: int
    wrong: tuple[Wrong, ...] = ()


class Reply(msgspec.Struct, frozen=True, tag="reply", array_like=True):
    """Answers a message: an action if one was asked for, and what was wrong.

    `wants_hands` says whether the agent observes hands that ended.
    """

    wrong: tuple[Wrong, ...] = ()
    kind: int = 1
    amount: int = 0
    wants_hands: bool = True


ToProcess = (
    SeatedMessage | AskedMessage | EndedMessage | ChooserMessage | ChooseMessage | DrawMessage
)
FromProcess = DrawRequest | Reply | Choice
decode_for_process = msgspec.msgpack.Decoder(ToProcess).decode
decode_from_process = msgspec.msgpack.Decoder(FromProcess).decode


def pack(message: Any) -> bytes:
    """Return a message with its length."""
    packed = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(packed)) + packed
