"""The C dealer's transaction file: every action as it is taken, enough to continue a match.

A line is ``ACTION HAND SENT RECEIVED``, with times in seconds: ``r300 17 1.000001 1.000002``.
"""

import os
import re
from pathlib import Path

import numpy as np

from railbird.harness.errors import DealerError
from railbird.harness.table.remote.acpc_answer import LETTERS
from railbird.harness.table.remote.remote_connections import Columns, Transaction, Transactions
from railbird.native import KIND_OF_LETTER, ActionKind, FileError, MatchTables, Wire, read_file

MOST_BYTES = 2**31

LINE = re.compile(
    rb"([%b])([0-9]{0,10}) ([0-9]{1,7}) ([0-9]{1,12}\.[0-9]{6}) ([0-9]{1,12}\.[0-9]{6})"
    % LETTERS.encode()
)


def read_transactions(path: Path) -> list[Transaction]:
    """Read a file's actions; an incomplete last line was not taken, and is removed from the file.

    Raises DealerError.
    """
    text = _bytes_of(path)
    *lines, torn = text.split(b"\n")
    if torn:
        os.truncate(path, len(text) - len(torn))
    return [_read(path, number, line) for number, line in enumerate(lines, 1)]


def _read(path: Path, number: int, line: bytes) -> Transaction:
    found = LINE.fullmatch(line)
    if found is None:
        raise _refuse(f"{path}, line {number}: {line[:80]!r} is not ACTION HAND SENT RECEIVED")
    letter, size, hand, sent, received = (part.decode() for part in found.groups())
    seconds = max(float(received) - float(sent), 0.0)
    return Transaction(KIND_OF_LETTER[letter.lower()].value, int(size or 0), int(hand), seconds)


def _refuse(what: str) -> DealerError:
    return DealerError(f"{what}; continue the interrupted match, or leave out -a")


def replay_transactions(
    tables: MatchTables, wire: Wire, transactions: Transactions
) -> tuple[Columns, Columns]:
    """Replay the earlier actions, and charge the players for their time.

    Returns match and hand (int32[E] each) of the finished hands that have not been reported. Raises
    DealerError for actions that cannot have been played.
    """
    hand_seconds = np.zeros(tables.definition.player_count)
    seconds = np.zeros(tables.definition.player_count)
    ended: list[int] = []
    for number, taken in enumerate(transactions.past, 1):
        pending = tables.pending()
        if not len(pending.table) or pending.hand_index[0] != taken.hand_index:
            raise _refuse(f"transaction {number} is of hand {taken.hand_index}, not the next one")
        seat = int(pending.seat[0])
        hand_seconds[seat] += taken.seconds
        seconds[seat] += taken.seconds
        amounts = np.array([taken.amount], np.int64)
        applied = tables.apply(pending, np.array([taken.kind], np.uint8), amounts)
        if applied.fault_count:
            name = ActionKind(taken.kind).name.lower()
            raise _refuse(
                f"transaction {number}, a {name}, is not legal in hand {taken.hand_index}"
            )
        if len(applied.ended_hand):
            hand_seconds[:] = 0
            ended += applied.ended_hand.tolist()
    for seat in range(len(seconds)):
        wire.charge(0, seat, hand=hand_seconds[seat], whole=seconds[seat])
    unheard = np.array([hand for hand in ended if hand >= transactions.first_hand], np.int32)
    return np.zeros(len(unheard), np.int32), unheard


def check_written(wire: Wire) -> None:
    """Raise DealerError if an action could not be written."""
    fault = wire.find_transaction_fault()
    if fault:
        raise DealerError(
            f"the transaction file cannot be written ({os.strerror(fault)}); free some disk "
            "space, and continue with -T -a"
        )


def _bytes_of(path: Path) -> bytes:
    try:
        return read_file(path, most_bytes=MOST_BYTES)
    except FileError as error:
        raise DealerError(str(error)) from error


def count_logged_hands(log: Path) -> int:
    """Return the number of the hand after the last that a match log has."""
    if not log.exists():
        return 0
    lines = [line for line in _bytes_of(log).splitlines() if line.startswith(b"STATE:")]
    number = lines[-1].split(b":")[1] if lines else b""
    return int(number) + 1 if number.isdigit() else 0
