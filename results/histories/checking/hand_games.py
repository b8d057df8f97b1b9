"""The games that the hands of an import are played in, each with a table for its hands."""

from railbird.native import ActionWalk, GameDefinition
from railbird.results.errors import LogError
from railbird.results.histories.notation.stakes import OtherStakesError, require_stakes


class OtherTableError(LogError):
    """A hand with a number of players that was not asked for."""


class HandGames:
    """The given game, which all hands must be of, or else a game for each stakes and table size.

    With a `player_count` hands of others raise OtherTableError.
    """

    def __init__(
        self, only: GameDefinition | None = None, *, player_count: int | None = None
    ) -> None:
        """Start without a hand."""
        self.only = only
        self._player_count = player_count
        self._games: list[tuple[str, ActionWalk]] = []
        self._found: dict[tuple[str, GameDefinition], ActionWalk] = {}
        if only is not None:
            self._games.append(("", ActionWalk(only)))

    def walk_for(self, own: GameDefinition, kind: str = "") -> ActionWalk:
        """Return the table that plays a hand of this game; games of another `kind` differ.

        Raises LogError if it is not of the given game, OtherTableError for its players.
        """
        walk = self._found.get((kind, own))
        if walk is None:
            walk = self._found[kind, own] = self._find(own, kind)
        return walk

    def kind_of(self, game: GameDefinition) -> str:
        """Return the kind of a game that a table plays."""
        kinds = (kind for kind, walk in self._games if walk.definition == game)
        return next(kinds, "")

    def _find(self, own: GameDefinition, kind: str) -> ActionWalk:
        if self.only is not None:
            (_, walk) = self._games[0]
            require_stakes(own, walk.definition)
            return walk
        if self._player_count not in (None, own.player_count):
            raise OtherTableError(f"it has {own.player_count} players")
        for known, walk in self._games:
            if known == kind and _are_same(own, walk.definition):
                return walk
        walk = ActionWalk(own)
        self._games.append((kind, walk))
        return walk


def _are_same(own: GameDefinition, game: GameDefinition) -> bool:
    try:
        require_stakes(own, game)
    except OtherStakesError:
        return False
    return (own.variant is None) == (game.variant is None)
