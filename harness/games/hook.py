"""The hook that registers our games, as any plugin registers its own.

It is in the harness because agents do not depend on tournaments, and a folder of data cannot
register anything. The library is imported when the games are requested.
"""

from typing import TYPE_CHECKING

from railbird.plugins import hookimpl

if TYPE_CHECKING:
    from railbird.plugins import Game


@hookimpl
def railbird_games() -> "list[Game]":
    """Offer every game of the library."""
    from railbird.harness.games.library import load_house_games  # noqa: PLC0415  (numpy)

    return list(load_house_games())
