"""Which games the agents of this package play, and whose betting can be listed."""

from railbird.agents.expected_value.cards.card_strength import (
    MOST_CARDS,
    is_limit_holdem,
    is_whole_holdem,
)
from railbird.native import GameDefinition
from railbird.native.solver import count_all_deals
from railbird.plugins import Game

HEADS_UP = 2
MOST_DEALS = 20_000


def can_be_listed(definition: GameDefinition) -> bool:
    """Whether a game is limit hold'em for two, or one of few cards such as Kuhn and Leduc."""
    if is_limit_holdem(definition):
        return definition.player_count == HEADS_UP
    return is_of_few_cards(definition)


def plays_chains(game: Game) -> bool:
    """Whether a game can be listed, or is hold'em without limits, or with them but no all-in."""
    definition = game.definition
    if can_be_listed(definition) or is_no_limit_holdem(definition):
        return True
    return is_limit_holdem(definition) and min(definition.stacks) >= most_spent(definition)


def plays_search(game: Game) -> bool:
    """Whether a limit game has bets on every round and no all-in, and for more than two hold'em.

    For two it must be one that can be listed.
    """
    definition = game.definition
    if definition.player_count > HEADS_UP:
        is_played = is_limit_holdem(definition)
    else:
        is_played = can_be_listed(definition)
    if not is_played or not all(definition.max_raises):
        return False
    return min(definition.stacks) >= most_spent(definition)


def is_no_limit_holdem(definition: GameDefinition) -> bool:
    """Whether a game is no-limit hold'em in which blinds are posted and leave everybody chips."""
    return (
        definition.betting == "nolimit"
        and is_whole_holdem(definition)
        and 0 < max(definition.blinds) < min(definition.stacks)
    )


def most_spent(definition: GameDefinition) -> int:
    """The most chips that a player can put in where every raise is made."""
    raises = zip(definition.raise_sizes, definition.max_raises, strict=True)
    return definition.big_blind + sum(size * count for size, count in raises)


def is_of_few_cards(definition: GameDefinition) -> bool:
    """Whether every deal of a limit game can be listed, in a fraction of a second."""
    return (
        definition.variant is None
        and definition.is_limit
        and len(definition.deck) <= MOST_CARDS
        and max(definition.max_raises) > 0
        and count_all_deals(definition) <= MOST_DEALS
    )
