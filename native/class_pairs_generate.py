"""Writes ``class_pairs.npy``, in a minute: ``python -m railbird.native.class_pairs_generate``."""

from pathlib import Path

import numpy as np

from railbird.native.class_pairs import WINS_FILE, tally_class_pairs


def main() -> None:
    """Write the deals that each class wins against each, beside this file."""
    wins, _ = tally_class_pairs()
    np.save(Path(__file__).with_name(WINS_FILE), wins.astype(np.int32))


if __name__ == "__main__":
    main()
