"""Whether a game is hold'em: the one place that says what that is."""

from railbird.native.game.definition import RANKS, SUITS, GameDefinition

HOLDEM_HOLE_CARDS = 2
HOLDEM_BOARDS = (0, 3, 1, 1)
"""Cards laid before each of the four rounds."""

HOLDEM_ROUNDS = ("pre-flop", "flop", "turn", "river")
"""The names of hold'em's betting rounds."""
_FULL_BOARD = sum(HOLDEM_BOARDS)
_BOARD_SIZES = {0, 3, 4, 5}


def has_holdem_rounds(definition: GameDefinition) -> bool:
    """Whether the betting rounds are pre-flop, flop, turn and river, whatever the cards."""
    return definition.variant is None and definition.board_card_counts == HOLDEM_BOARDS


def has_holdem_cards(definition: GameDefinition) -> bool:
    """Whether a hand ends with two hole cards and a board of five, of the whole deck."""
    return (
        definition.variant is None
        and definition.hole_card_count == HOLDEM_HOLE_CARDS
        and (definition.suit_count, definition.rank_count) == (SUITS, RANKS)
        and sum(definition.board_card_counts) == _FULL_BOARD
    )


def is_holdem(definition: GameDefinition) -> bool:
    """Whether a game has hold'em's cards, and boards of none, three, four or five in its rounds.

    Rounds may be left out, so that a game without a turn is one too; see ``has_holdem_rounds``.
    """
    sizes, laid = [], 0
    for count in definition.board_card_counts:
        laid += count
        sizes.append(laid)
    return has_holdem_cards(definition) and sizes[0] == 0 and set(sizes) <= _BOARD_SIZES
