"""Two orderings of the 169 classes of starting hands in document 003: groups and income rates.

Tables are written as the source has them: two ranks without an ``s`` are offsuit.
"""

import numpy as np
import numpy.typing as npt

from railbird.native import CLASS_NAMES, HOLDING_CLASSES, HOLDING_COUNT

GROUP_COUNT = 8
LISTED_GROUPS = (
    "AA KK QQ JJ AKs",
    "TT AQs AJs KQs AK",
    "99 KTs QJs KJs ATs AQ",
    "A8s KQ 88 QTs A9s AT AJ JTs",
    "77 Q9s KJ QJ JT A7s A6s A5s A4s A3s A2s J9s T9s K9s KT QT",
    "66 J8s 98s T8s 55 J9 43s 75s T9 33 98 64s 44 K8s K7s K6s K5s K4s K3s K2s Q8s 22 87s 97s",
    "87 53s A9 Q9 76s 42s 32s 96s 85s J8 J7s 65 54 74s K9 T8 76 65s 54s 86s",
)
"""Groups 1 to 7 of document 003, table 3; all other hands are of group 8."""

LISTED_INCOMES = (
    "2112 AA 1615 KK 1224 QQ 935 JJ 1071 AKs",
    "714 TT 915 AQs 813 AJs 858 KQs 718 AK",
    "553 99 657 JTs 720 QJs 767 KJs 736 ATs 555 AQ",
    "481 T9s 515 KQ 450 88 655 QTs 338 98s 449 J9s 430 AJ 694 KTs",
    "364 77 270 87s 452 Q9s 353 T8s 391 KJ 359 QJ 305 JT 222 76s 245 97s 538 A9s 469 A8s 427 A7s "
    "386 A6s 448 A5s 422 A4s 392 A3s 356 A2s 191 65s",
    "304 66 335 AT 238 55 185 86s 306 KT 287 QT 167 54s 485 K9s 327 J8s",
    "214 44 92 J9 41 43s 141 75s 127 T9 199 33 -15 98 106 64s 196 22 356 K8s 309 K7s 278 K6s "
    "245 K5s 227 K4s 211 K3s 192 K2s 317 Q8s",
    "-75 87 87 53s 119 A9 65 Q9 -129 76 -42 42s -83 32s 144 96s 85 85s -51 J8 206 J7s -158 65 "
    "-181 54 41 74s 85 K9 -10 T8",
)
"""Income rates of document 003, table 1, by the groups of that table (not those of table 3)."""

Integers = npt.NDArray[np.int64]


def _class_of(name: str) -> int:
    is_named_whole = name[0] == name[1] or name.endswith("s")
    return CLASS_NAMES.index(name if is_named_whole else name + "o")


def _read_groups() -> npt.NDArray[np.uint8]:
    groups = np.full(len(CLASS_NAMES), GROUP_COUNT, np.uint8)
    for group, names in enumerate(LISTED_GROUPS, start=1):
        groups[[_class_of(name) for name in names.split()]] = group
    return groups


def _read_incomes() -> tuple[npt.NDArray[np.float64], Integers]:
    incomes, lowest = np.full(len(CLASS_NAMES), -np.inf), []
    for listed in LISTED_INCOMES:
        words = listed.split()
        rates = [int(word) for word in words[::2]]
        incomes[[_class_of(name) for name in words[1::2]]] = rates
        lowest.append(min(rates))
    return incomes, np.array(lowest)


CLASS_GROUPS = _read_groups()
"""The group, 1 to 8, of each class, uint8[169]: document 003, table 3."""
CLASS_INCOMES, LOWEST_INCOMES = _read_incomes()
"""The income rate of each class, float64[169], minus infinity if table 1 has none; and the
lowest rate of each group of table 1, int64[8]."""
INCOME_PLACES = np.empty(HOLDING_COUNT, np.uint16)
"""Each holding's place by income rate, highest first, uint16[1326]."""
INCOME_PLACES[np.argsort(-CLASS_INCOMES[HOLDING_CLASSES], kind="stable")] = np.arange(HOLDING_COUNT)


def holdings_from(income: float) -> int:
    """Return how many of the 1,326 holdings have at least this income rate."""
    return int((CLASS_INCOMES[HOLDING_CLASSES] >= income).sum())
