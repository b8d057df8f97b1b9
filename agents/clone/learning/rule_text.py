"""Parts of a strategy in PokerLang: mixes, lists of hands, the head of a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.model.raise_sizes import ALL_IN, MIN, SizeClass
from railbird.native import CLASS_NAMES

WHOLE = 100
WIDTH = 96
Integers = npt.NDArray[np.int64]


def size_text(size: SizeClass) -> str:
    """A raise of a class, as a move; of several sizes the one in the middle."""
    if size.kind == MIN:
        return "raise min"
    if size.kind == ALL_IN:
        return "all-in"
    return f"raise {round((size.least + size.most) / 2 * WHOLE)}%"


def mix_text(counts: Mapping[str, float]) -> str:
    """Write moves with their shares in whole per cent, the most frequent first.

    Moves below half a per cent are left out; the shares come to 100.
    """
    total = sum(counts.values())
    exact = {move: WHOLE * count / total for move, count in counts.items() if count > 0}
    whole = {move: int(share) for move, share in exact.items()}
    by_rest = sorted(exact, key=lambda move: whole[move] - exact[move])
    for move in by_rest[: WHOLE - sum(whole.values())]:
        whole[move] += 1
    kept = sorted((m for m in whole if whole[m]), key=lambda move: (-whole[move], move))
    if len(kept) == 1:
        return kept[0]
    return ", ".join(f"{move} {whole[move]}%" for move in kept)


@dataclass
class HandLists:
    """Lists of hands that conditions name, each set defined once."""

    names: dict[tuple[int, ...], str] = field(default_factory=dict)

    def name_of(self, classes: Sequence[int]) -> str:
        """Return the name of a set of the 169 classes."""
        key = tuple(classes)
        return self.names.setdefault(key, f"list-{len(self.names) + 1}")

    def lines(self) -> list[str]:
        """The definitions."""
        return [
            f"hands {name} = {', '.join(CLASS_NAMES[number] for number in classes)}"
            for classes, name in self.names.items()
        ]


def head(title: str, comments: Sequence[str]) -> list[str]:
    """The first lines of a file: comments, wrapped, and the header."""
    lines: list[str] = []
    for comment in comments:
        line = "#"
        for word in comment.split():
            if len(line) + 1 + len(word) > WIDTH:
                lines.append(line)
                line = "#"
            line += f" {word}"
        lines.append(line)
    plain = title.replace('"', "'")
    return [*lines, f'pokerlang 1 strategy "{plain}"', ""]
