"""Equities before the flop of class against class, exact, and against the best share of hands."""

from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native.arrow_file import read_arrow
from railbird.native.cards.holdings import CLASS_COUNT
from railbird.native.errors import FileError
from railbird.native.odds.preflop import CLASSES_BY_STRENGTH

FILE = "preflop_showdowns.arrow"
SCHEMA = pa.schema([("won", pa.int64()), ("tied", pa.int64())])
Counts = npt.NDArray[np.int64]


@cache
def class_pair_outcomes() -> Counts:
    """Deals that a class wins, ties and loses against another, int64[169, 169, 3], read-only.

    A deal is a holding of each class, without a card in common, and a board. Read from a file that
    ``tests/native_tools/write_preflop_showdowns.py`` wrote.
    """
    table = read_arrow(memoryview((files("railbird.native.odds") / FILE).read_bytes()), SCHEMA)
    if table.num_rows != CLASS_COUNT**2:
        raise FileError(f"{FILE} has {table.num_rows} rows; install railbird again")
    shape = CLASS_COUNT, CLASS_COUNT
    wins, ties = (table[name].to_numpy().reshape(shape) for name in ("won", "tied"))
    outcomes: Counts = np.stack([wins, ties, wins.T], axis=2)
    outcomes.flags.writeable = False
    return outcomes


@cache
def top_share_outcomes() -> Counts:
    """Deals that a class wins, ties and loses against the best k + 1 classes, int64[169, 169, 3].

    The second axis is k; classes are in the order of ``CLASSES_BY_STRENGTH``, as in ``top_range``.
    """
    best_first = class_pair_outcomes()[:, list(CLASSES_BY_STRENGTH)]
    outcomes: Counts = best_first.cumsum(axis=1)
    outcomes.flags.writeable = False
    return outcomes
