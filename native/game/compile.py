"""The widths of the arrays that play a game."""

from dataclasses import dataclass

from railbird.native.game.actions import DIGITS_OF_SLOTS
from railbird.native.game.deal_layout import DealLayout, deal_layout
from railbird.native.game.definition import GameDefinition

MOST_ACTIONS_PER_ROUND = 64
"""The ACPC forbids a raise where it and the calls of all others might not fit."""

DIGITS_OF_A_STACK = 10


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """A game as the tables play it.

    ``layout`` says whose a card of a deal is; ``betting_width`` is the longest betting string in
    characters, whatever the stacks.
    """

    definition: GameDefinition
    layout: DealLayout
    most_actions: int
    betting_width: int

    @property
    def hole_card_count(self) -> int:
        """Cards that each position is dealt."""
        return int(self.layout.hole_slots.shape[1])

    @property
    def board_card_ends(self) -> tuple[int, ...]:
        """Board cards that lie there, by betting round."""
        return self.layout.board_ends

    @property
    def board_card_count(self) -> int:
        """Board cards of all rounds."""
        return len(self.layout.board_slots)

    @property
    def cards_per_hand(self) -> int:
        """Cards of a deal, W."""
        return self.layout.card_count


def compile_game(definition: GameDefinition) -> CompiledGame:
    """Compile a definition; a hand is a prefix of a permutation of the deck."""
    rounds = range(definition.round_count)
    actions = [_most_actions(definition, index) for index in rounds]
    letters = [_most_letters(definition, index) for index in rounds]
    texts = sum(count * length for count, length in zip(actions, letters, strict=True))
    return CompiledGame(
        definition=definition,
        layout=deal_layout(definition),
        most_actions=sum(actions),
        betting_width=texts + len(actions) - 1,
    )


def _most_actions(definition: GameDefinition, round_index: int) -> int:
    """The longest a round can be: everybody once, and after each raise all but the raiser."""
    players = definition.player_count
    raises = min(definition.max_raises[round_index], MOST_ACTIONS_PER_ROUND)
    return min(MOST_ACTIONS_PER_ROUND, players + raises * (players - 1))


def _most_letters(definition: GameDefinition, round_index: int) -> int:
    """The longest an action's text can be."""
    rule = None if definition.variant is None else definition.variant.rounds[round_index]
    if rule is None:
        return 1 + DIGITS_OF_A_STACK * definition.raises_are_sized
    if not rule.is_bet:
        return 1 + DIGITS_OF_SLOTS
    return 1 + DIGITS_OF_A_STACK * (rule.structure != "limit")
