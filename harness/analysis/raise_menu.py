"""``--raises``: a no-limit game reduced to listed raise sizes, so that its tree can be built."""

from typing import Annotated

import typer

from railbird.harness.errors import SpecError
from railbird.native import ActionKind, LimitError, is_holdem
from railbird.native.solver import GameTree, build_tree
from railbird.native.solver.trees.preflop_deals import is_preflop_only
from railbird.plugins import Game

RaiseMenu = Annotated[
    str | None,
    typer.Option("--raises", help="No-limit: the raise-to totals, such as 200,600,2000."),
]


def build_listed_tree(game: Game, raise_menu: str | None, *, instead: str) -> GameTree:
    """Build a game's tree with these raises, or all; raises SpecError for invalid sizes.

    Raises LimitError for a game that is too large; for hold'em to the river, where no smaller
    choice of raises helps, the message says what to do ``instead``.
    """
    if raise_menu is not None and not game.definition.raises_are_sized:
        raise SpecError(
            f"--raises is for no-limit games, and {game.name} is a limit game; leave it out"
        )
    menu = _read_menu(raise_menu)
    try:
        tree = build_tree(game.definition, raise_menu=menu)
    except LimitError as error:
        if is_holdem(game.definition) and not is_preflop_only(game.definition):
            raise LimitError(f"the deals of {game.name} are too many to list; {instead}") from error
        raise
    sizes = tree.betting.edge_amount[tree.betting.edge_kind == ActionKind.RAISE]
    unused = sorted({*(menu or ())} - {*sizes.tolist()})
    if unused:
        raise SpecError(
            f"--raises: a raise to {', '.join(map(str, unused))} is never legal in {game.name}; "
            "remove it"
        )
    return tree


def _read_menu(text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        return [int(size) for size in text.split(",")]
    except ValueError as error:
        raise SpecError(
            f"--raises {text!r} is not a list of chip amounts; write 200,600,2000"
        ) from error
