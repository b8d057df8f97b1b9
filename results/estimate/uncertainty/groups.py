"""Groups of agents that do not differ significantly, by letter, and the places they may have."""

from railbird.results.estimate.uncertainty.intervals import Flags, Integers


def group_letters(is_apart: Flags) -> list[list[str]]:
    """Return letters: two agents share a letter if and only if they do not differ significantly.

    `is_apart` bool[n, n] is symmetric, ranked best first. Insert and absorb (Piepho, "An algorithm
    for a letter-based representation of all-pairwise comparisons", 2004).
    """
    size = len(is_apart)
    groups = [frozenset(range(size))] if size else []
    for one in range(size):
        for other in range(one + 1, size):
            if is_apart[one, other]:
                groups = _absorb(_insert(groups, one, other))
    letters: list[list[str]] = [[] for _ in range(size)]
    for number, group in enumerate(sorted(groups, key=lambda g: (min(g), max(g), sorted(g)))):
        for member in sorted(group):
            letters[member].append(_name(number))
    return letters


def place_bounds(is_above: Flags) -> tuple[Integers, Integers]:
    """Return the first and the last place that each may have, from 1, int64[n] both.

    `is_above` bool[n, n] says whether row is significantly above column, all pairs as one family;
    then the places of all agents at once are within their bounds with that confidence (Mogstad,
    Romano, Shaikh and Wilhelm, "Inference for ranks", 2024).
    """
    return 1 + is_above.sum(axis=0), len(is_above) - is_above.sum(axis=1)


def _insert(groups: list[frozenset[int]], one: int, other: int) -> list[frozenset[int]]:
    parts = []
    for group in groups:
        both = one in group and other in group
        parts += [group - {one}, group - {other}] if both else [group]
    return parts


def _absorb(groups: list[frozenset[int]]) -> list[frozenset[int]]:
    kept: list[frozenset[int]] = []
    for group in sorted(set(groups), key=lambda g: (-len(g), sorted(g))):
        if not any(group <= larger for larger in kept):
            kept.append(group)
    return kept


def _name(number: int) -> str:
    """Return a, b, ..., z, aa, ab, ..."""
    before, letter = divmod(number, 26)
    return (_name(before - 1) if before else "") + chr(ord("a") + letter)
