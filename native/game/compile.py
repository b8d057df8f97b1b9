"""A game definition compiled to the steps of a hand, and the widths of the arrays that play it."""

from collections.abc import Iterator
from dataclasses import dataclass

from railbird.native.game.deal_layout import DealLayout, deal_layout
from railbird.native.game.definition import GameDefinition

MOST_ACTIONS_PER_ROUND = 64
"""The ACPC forbids a raise where it and the calls of all others might not fit."""

DIGITS_OF_A_STACK = 10


@dataclass(frozen=True, slots=True)
class Post:
    """Blinds and antes go in, chips by position."""

    blinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealHoleCards:
    """Everybody gets cards, position 0 first, each his cards in one go."""

    count: int


@dataclass(frozen=True, slots=True)
class DealBoard:
    """Cards for all."""

    count: int


@dataclass(frozen=True, slots=True)
class Bet:
    """A betting round; ``raise_size`` is None in no-limit."""

    first_position: int
    max_raises: int
    raise_size: int | None


Step = Post | DealHoleCards | DealBoard | Bet
"""A step of a compiled game."""


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """What the tables play: the steps of a hand, the ranker at the showdown, and array widths.

    ``layout`` says whose a card of a deal is; ``betting_width`` is the longest betting string in
    characters, whatever the stacks.
    """

    definition: GameDefinition
    steps: tuple[Step, ...]
    ranker: str
    layout: DealLayout
    most_actions: int
    betting_width: int

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The betting rounds in order."""
        return tuple(step for step in self.steps if isinstance(step, Bet))

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
    """Compile a definition; a hand is a prefix of a permutation of the deck, dealt step by step."""
    steps = tuple(_steps(definition))
    actions = tuple(_most_actions(step, definition.player_count) for step in _bets(steps))
    letters = 1 + DIGITS_OF_A_STACK * definition.raises_are_sized
    return CompiledGame(
        definition=definition,
        steps=steps,
        ranker="high",
        layout=deal_layout(definition),
        most_actions=sum(actions),
        betting_width=sum(actions) * letters + len(actions) - 1,
    )


def _steps(definition: GameDefinition) -> Iterator[Step]:
    yield Post(definition.blinds)
    yield DealHoleCards(definition.hole_card_count)
    for round_index, board_cards in enumerate(definition.board_card_counts):
        if board_cards:
            yield DealBoard(board_cards)
        yield Bet(
            first_position=definition.first_positions[round_index],
            max_raises=definition.max_raises[round_index],
            raise_size=definition.raise_sizes[round_index] if definition.raise_sizes else None,
        )


def _bets(steps: tuple[Step, ...]) -> Iterator[Bet]:
    return (step for step in steps if isinstance(step, Bet))


def _most_actions(bet: Bet, player_count: int) -> int:
    """The longest a round can be: everybody once, and after each raise all but the raiser."""
    raises = min(bet.max_raises, MOST_ACTIONS_PER_ROUND)
    return min(MOST_ACTIONS_PER_ROUND, player_count + raises * (player_count - 1))
