"""Reads damaged files of strangers: none may crash, hang, or take over 500 MB.

Weights (played with where they are read), shards whose digest was computed anew, manifests,
checkpoints and timings of chunks, each with bytes or values changed at random from a seed.

    python benchmarks/fuzz_files.py                      # 200,000 of each kind: hours
    python benchmarks/fuzz_files.py shards --count 2000 --seed 3
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from file_readers import KINDS
from mutants import fuzz, report


def main() -> int:
    """Fuzz the kinds that are named, and print what failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []], default=[])
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"))
    options = parser.parse_args()
    failed = 0
    for kind in options.kinds or KINDS:
        keep = options.keep / kind
        keep.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            reader = KINDS[kind](Path(folder))
            numbers = range(options.first, options.first + options.count)
            outcome = fuzz(reader, numbers, seed=options.seed, keep=keep)
        report(kind, outcome, began=began)
        for failure in outcome.failures[:20]:
            print(failure)
        failed += len(outcome.failures)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
