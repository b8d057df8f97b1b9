"""Writes ``native/odds/preflop_showdowns.arrow``: run it with the file's path.

Every deal of two hold'em hands with every board, 1,624,350 times 1,712,304, in some seconds: deals
that differ by names of suits alone are taken as one.
"""

import sys

import numpy as np
import pyarrow as pa

from railbird.native.cards.holdings import CLASS_COUNT, HOLDING_CLASSES, HOLDING_COUNT
from railbird.native.odds.deal_classes import class_deals
from railbird.native.odds.equities import sum_boards
from railbird.native.odds.known_cards import KnownCards


def class_showdowns() -> pa.Table:
    """Deals and boards won by the first and tied, a row per pair of classes, 169 times 169."""
    known = KnownCards("", "")
    deals = class_deals(np.ones((2, HOLDING_COUNT)), known)
    sums, _ = sum_boards(deals, known)
    pairs = HOLDING_CLASSES[deals.holdings] @ np.array([CLASS_COUNT, 1], np.int64)
    counts = {}
    for name, column in (("won", sums[:, 0, 0]), ("tied", sums[:, 0, 1])):
        total = np.zeros(CLASS_COUNT**2, np.int64)
        np.add.at(total, pairs, deals.weights.astype(np.int64) * column)
        counts[name] = pa.array(total)
    return pa.table(counts)


def main() -> None:
    """Write the table to a file."""
    table = class_showdowns()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with (
        pa.OSFile(sys.argv[1], "wb") as sink,
        pa.ipc.new_file(sink, table.schema, options=options) as writer,
    ):
        writer.write_table(table)


if __name__ == "__main__":
    main()
