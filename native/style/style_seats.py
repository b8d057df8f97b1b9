"""Where the blinds, the button and the cut-off sit in a game."""

from typing import Any

from railbird.native._native import ffi
from railbird.native.game.definition import GameDefinition

HEADS_UP = 2


def has_blinds(definition: GameDefinition) -> bool:
    """Whether the blinds differ, so that they are a bet to call; equal ones are antes."""
    return len(set(definition.blinds)) > 1


def blind_positions(definition: GameDefinition) -> tuple[int, ...]:
    """Positions that post a blind: more than the least that anybody posts; heads-up both."""
    if not has_blinds(definition):
        return ()
    if definition.player_count == HEADS_UP:
        return (0, 1)
    least = min(definition.blinds)
    return tuple(p for p, blind in enumerate(definition.blinds) if blind > least)


def small_blinds(definition: GameDefinition) -> tuple[int, ...]:
    """Positions that post a blind below the largest."""
    blinds = definition.blinds
    return tuple(p for p in blind_positions(definition) if blinds[p] < max(blinds))


def late_positions(definition: GameDefinition) -> tuple[int, ...]:
    """Button and cut-off, those of them that post no blind: last to act after the first round.

    Empty where nobody posts a blind and in games of one round, where no button shows.
    """
    posted = blind_positions(definition)
    if not posted or definition.round_count == 1:
        return ()
    first, players = definition.first_positions[-1], definition.player_count
    button, cut_off = (first - 1) % players, (first - 2) % players
    return tuple(position for position in (button, cut_off) if position not in posted)


def position_names(definition: GameDefinition) -> tuple[str, ...]:
    """What players call the positions, by position; "position 0" and so on without blinds.

    Between the blinds and the cut-off the first half (and the odd one) is early, the rest middle.
    Heads-up the small blind has the button.
    """
    posted, players = blind_positions(definition), definition.player_count
    if not posted:
        return tuple(f"position {position}" for position in range(players))
    late = late_positions(definition)
    others = [p for p in range(players) if p not in posted and p not in late]
    names = dict(zip(late, ("button", "cut-off"), strict=False))
    names |= {p: "early" if 2 * i < len(others) else "middle" for i, p in enumerate(others)}
    small = small_blinds(definition)
    names |= {p: "small blind" if p in small else "big blind" for p in posted}
    return tuple(names[position] for position in range(players))


def style_seats(definition: GameDefinition) -> Any:
    """An ``rb_style_seats *``: who steals, who defends."""
    seats = ffi.new("rb_style_seats *")
    stealers = (*small_blinds(definition), *late_positions(definition))
    seats.stealers = sum(1 << position for position in stealers)
    seats.defenders = sum(1 << position for position in blind_positions(definition))
    seats.has_blinds = has_blinds(definition)
    return seats
