"""Writes ``native/odds/preflop_pairs.arrow``: run it with the file's path; it takes some seconds.

Every pair of holdings with every board, in half boards: a board won counts two, a tied one one.
"""

import sys

import numpy as np
import pyarrow as pa

from railbird.native.cards.holdings import HOLDING_COUNT
from railbird.native.odds.deal_classes import class_deals
from railbird.native.odds.equities import sum_boards
from railbird.native.odds.known_cards import KnownCards
from railbird.native.odds.mean_shares import SCHEMA


def main() -> None:
    """Write the table to a file, in the order of the pairs' codes."""
    known = KnownCards("", "")
    deals = class_deals(np.ones((2, HOLDING_COUNT)), known)
    sums, _ = sum_boards(deals, known)
    halves = 2 * sums[:, 0, 0] + sums[:, 0, 1]
    table = pa.table([pa.array(halves.astype(np.int32))], schema=SCHEMA)
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with (
        pa.OSFile(sys.argv[1], "wb") as sink,
        pa.ipc.new_file(sink, table.schema, options=options) as writer,
    ):
        writer.write_table(table)


if __name__ == "__main__":
    main()
