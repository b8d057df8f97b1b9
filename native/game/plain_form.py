"""Which games of a file an ACPC definition can describe."""

from dataclasses import replace

from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import (
    MOST_HOLE_CARDS,
    MOST_RANKED_CARDS,
    ROUNDS,
    GameDefinition,
)
from railbird.native.game.variant import Variant
from railbird.native.rankers.rankers import Ranking


def plain_form(game: GameDefinition) -> GameDefinition | None:
    """The same game as an ACPC definition, or None where one cannot say it.

    Without a limit, or with a stack that ends, the two differ in when a player is asked whom
    nobody can answer; such a game is not the same, see ``acpc_form``.
    """
    if game.variant is None:
        return game
    is_same = game.is_limit and min(game.stacks) == UNLIMITED_STACK
    return acpc_form(game) if is_same else None


def acpc_form(game: GameDefinition) -> GameDefinition | None:
    """The game as the ACPC's dealer plays it, or None where an ACPC definition cannot say it.

    Antes become blinds, where there are no others.
    """
    variant = game.variant
    if variant is None:
        return game
    if not (_has_plain_rounds(game, variant) and _has_plain_chips(game, variant)):
        return None
    blinds = (variant.ante,) * game.player_count if variant.ante else game.blinds
    return replace(game, blinds=blinds, variant=None)


def _has_plain_rounds(game: GameDefinition, variant: Variant) -> bool:
    first, *later = variant.rounds
    boards = game.board_card_counts
    return (
        game.round_count <= ROUNDS[1]
        and all(rule.is_bet and not rule.up and not rule.show for rule in variant.rounds)
        and 0 < first.down <= MOST_HOLE_CARDS
        and not any(rule.down for rule in later)
        and not boards[0]
        and first.down + sum(boards) <= MOST_RANKED_CARDS
        and variant.best == (Ranking(),)
    )


def _has_plain_chips(game: GameDefinition, variant: Variant) -> bool:
    return (
        game.betting in ("limit", "nolimit")
        and len({rule.structure for rule in variant.rounds}) == 1
        and not variant.bring_in
        and not (variant.ante and any(game.blinds))
        and not any(variant.dead)
        and variant.least_bet in (0, max(game.blinds))
        and all(blind <= stack for blind, stack in zip(game.blinds, game.stacks, strict=True))
    )
