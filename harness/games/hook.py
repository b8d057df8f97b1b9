"""The hook through which our games come, as anybody's do.

It stands in the harness, since agents are to know nothing of tournaments, and a folder of data
registers nothing. The library is imported when the games are asked for.
"""

from typing import TYPE_CHECKING

from railbird.plugins import hookimpl

if TYPE_CHECKING:
    from railbird.plugins import Game


@hookimpl
def railbird_games() -> "list[Game]":
    """Offer every game of the library."""
    from railbird.harness.games.library import load_house_games  # noqa: PLC0415  (numpy)

    return load_house_games()
