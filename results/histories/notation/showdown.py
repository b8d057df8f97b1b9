"""Who shows at the end of a hand, and in which order."""

from railbird.native import ActionWalk


def showdown_order(walk: ActionWalk, last_raiser: int | None) -> list[int]:
    """Return who shows, in order: the last to bet or raise in the last round, then on from there.

    Without a `last_raiser`, if nobody bet in it, the first to act there begins.
    """
    first = walk.definition.first_positions[walk.round_index]
    if last_raiser is not None:
        first = last_raiser
    live = walk.live
    return [place for place in live if place >= first] + [p for p in live if p < first]
