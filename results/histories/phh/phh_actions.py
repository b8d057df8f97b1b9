"""The notation of actions in the poker hand history format (PHH)."""

from collections.abc import Iterator
from typing import Any, NoReturn, Protocol

from railbird.native import ActionKind
from railbird.results.errors import LogError
from railbird.results.histories.checking.parsed_hand import Chips
from railbird.results.histories.notation.parsed_actions import CALL, FOLD, RAISE, ParsedAction
from railbird.results.histories.notation.payoff_text import shorten

EXCHANGE = ActionKind.EXCHANGE.value
BRING_IN = -1
"""The kind of a parsed action that posts the bring-in."""


class HandCards(Protocol):
    """The cards of a hand, as far as its actions show them; each raises LogError."""

    def deal_hole(self, player: int, cards: str) -> None:
        """Deal a player cards of his own."""
        ...

    def deal_board(self, cards: str) -> None:
        """Deal board cards."""
        ...

    def discard(self, player: int, cards: str) -> int:
        """Throw away a player's cards; returns their slots, one bit each."""
        ...

    def require_bring_in(self) -> None:
        """Refuse a bring-in in a game that has none."""
        ...

    def show(self, player: int, cards: str) -> None:
        """Show a player's cards at the end."""
        ...

    def muck(self, player: int) -> None:
        """Throw a player's hand away at the end without showing it."""
        ...


def parse_action(action: Any, cards: HandCards, chips: Chips) -> Iterator[ParsedAction]:
    """Yield the action of a player, None as its kind for board cards, and take note of cards."""
    if not isinstance(action, str):
        raise LogError(f"{action!r} is not an action")
    words = action.partition("#")[0].split()
    match words:
        case ["d", "dh", player, hole]:
            cards.deal_hole(_player(player), hole)
        case ["d", "db", board]:
            cards.deal_board(board)
            yield ParsedAction(-1, None)
        case [player, "f"]:
            yield ParsedAction(_player(player), FOLD)
        case [player, "cc"]:
            yield ParsedAction(_player(player), CALL)
        case [player, "cbr", amount]:
            yield ParsedAction(_player(player), RAISE, chips.read(amount))
        case [player, "sd", *thrown] if len(thrown) <= 1:
            position = _player(player)
            yield ParsedAction(position, EXCHANGE, cards.discard(position, "".join(thrown)))
        case [player, "pb"]:
            cards.require_bring_in()
            yield ParsedAction(_player(player), BRING_IN)
        case [player, "sm", *shown] if len(shown) <= 1:
            _end(cards, _player(player), shown)
        case []:
            pass
        case _:
            refuse_action(action)


def _end(cards: HandCards, player: int, shown: list[str]) -> None:
    """Take note of what a player shows: a hyphen stands for cards that are known already."""
    if not shown:
        cards.muck(player)
    elif shown != ["-"]:
        cards.show(player, *shown)


def refuse_action(action: str, of_what: str = "PHH") -> NoReturn:
    """Raise LogError for what is not an action of a game."""
    raise LogError(f"'{shorten(action)}' is not an action of {of_what}")


def _player(text: str) -> int:
    if text[:1] == "p" and text[1:].isdecimal() and text[1:] != "0":
        return int(text[1:]) - 1
    raise LogError(f"'{shorten(text)}' is not a player")
