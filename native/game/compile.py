"""A game definition compiled to the steps of a hand, and the widths of the arrays that play it."""

from collections.abc import Iterator
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class CompiledGame:
    """What the tables play: the steps of a hand, the ranker at the showdown, and array widths.

    ``board_card_ends`` tells by betting round how many board cards lie there; ``betting_width``
    is the longest betting string in characters, whatever the stacks.
    """

    definition: GameDefinition
    steps: tuple[Step, ...]
    ranker: str
    hole_card_count: int
    board_card_ends: tuple[int, ...]
    cards_per_hand: int
    most_actions: int
    betting_width: int

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The betting rounds in order."""
        return tuple(step for step in self.steps if isinstance(step, Bet))

    @property
    def board_card_count(self) -> int:
        """Board cards of all rounds."""
        return self.board_card_ends[-1]


def compile_game(definition: GameDefinition) -> CompiledGame:
    """Compile a definition; a hand is a prefix of a permutation of the deck, dealt step by step."""
    steps = tuple(_steps(definition))
    ends = _board_card_ends(steps)
    actions = tuple(_most_actions(step, definition.player_count) for step in _bets(steps))
    letters = 1 if definition.is_limit else 1 + DIGITS_OF_A_STACK
    return CompiledGame(
        definition=definition,
        steps=steps,
        ranker="high",
        hole_card_count=definition.hole_card_count,
        board_card_ends=ends,
        cards_per_hand=definition.cards_per_hand,
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
            raise_size=definition.raise_sizes[round_index] if definition.is_limit else None,
        )


def _bets(steps: tuple[Step, ...]) -> Iterator[Bet]:
    return (step for step in steps if isinstance(step, Bet))


def _board_card_ends(steps: tuple[Step, ...]) -> tuple[int, ...]:
    ends, dealt = [], 0
    for step in steps:
        if isinstance(step, DealBoard):
            dealt += step.count
        elif isinstance(step, Bet):
            ends.append(dealt)
    return tuple(ends)


def _most_actions(bet: Bet, player_count: int) -> int:
    """The longest a round can be: everybody once, and after each raise all but the raiser."""
    raises = min(bet.max_raises, MOST_ACTIONS_PER_ROUND)
    return min(MOST_ACTIONS_PER_ROUND, player_count + raises * (player_count - 1))
