"""One hand after the other, followed action by action: what each comes to, as histories tell it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.cards.cards import NO_CARD
from railbird.native.errors import BettingError
from railbird.native.game.actions import NO_POSITION, read_steps
from railbird.native.game.compile import compile_game
from railbird.native.game.definition import GameDefinition
from railbird.native.game.table_state import TableState, check_deals
from railbird.native.game.tables import BETTING_FAULTS


class ActionOutcome(NamedTuple):
    """What an action came to: `paid` chips now, `raise_to` chips of its player in the round.

    `raised_by` is how far these are above what was to be called; `is_bet` says that nobody had bet
    in the round before, `is_all_in` that the action paid the last chip, by 1 or 0. `kind` is the
    number of an ActionKind. The fields are those of ``rb_action_outcome``.
    """

    round_index: int
    position: int
    kind: int
    paid: int
    raise_to: int
    raised_by: int
    is_bet: int
    is_all_in: int


_FIRST_ROW = ffi.new("int32_t[1]")
_OUTCOME, _WIDTH = ActionOutcome._make, len(ActionOutcome._fields)


class ActionWalk:
    """A table of one game at which hands are followed, one after the other.

    Lists are by position, chips those of the whole hand. A round that begins waits for
    ``begin_round`` before anybody acts in it, as a betting has a letter there. Not to be used by
    several threads at once.
    """

    def __init__(self, definition: GameDefinition) -> None:
        """Make the table."""
        compiled = compile_game(definition)
        cards = np.full((1, compiled.cards_per_hand), NO_CARD, np.uint8)
        self.definition = definition
        self.raises_are_sized = definition.raises_are_sized
        self._state = TableState(compiled, 1, cards)
        self._c, self._walk = self._state.c, ffi.new("rb_walk *")
        self._outcome = ffi.cast("int64_t *", ffi.addressof(self._walk, "outcome"))
        self._bounds = ffi.new("int64_t[2]")
        self._hand, self._players = self._c.hands, definition.player_count
        self._hole_slots = compiled.layout.hole_slots

    @property
    def c(self) -> Any:
        """The ``rb_tables *`` of one table; it lives as long as the walk."""
        return self._c

    @property
    def betting_room(self) -> int:
        """Bytes that hold the longest betting of the game."""
        return int(self._state.arrays["betting"].shape[1])

    def begin(self, stacks: Sequence[int], blinds: Sequence[int], ante: int | None = None) -> None:
        """Start a hand; a blind above its stack is all-in for less. Nothing is checked.

        ``ante`` is by default the definition's.
        """
        self._c.stacks[0 : self._players] = stacks
        self._c.blinds[0 : self._players] = blinds
        self._c.antes[0] = self.definition.ante if ante is None else ante
        lib.rb_begin_walk(self._c, 0, self._walk)

    def lay_up_cards(self, up_cards: Sequence[Sequence[int]]) -> None:
        """Know the cards that lie face up, by position, of which the first to act may depend."""
        layout = self._state.compiled.layout
        self._state.cards[0] = NO_CARD
        variant = self.definition.variant
        if variant is None:
            return
        mask = variant.up_cards()[-1]
        slots = [slot for slot in range(mask.bit_length()) if mask >> slot & 1]
        for position, cards in enumerate(up_cards):
            for slot, card in zip(slots, cards, strict=False):
                self._state.cards[0, layout.hole_slots[position, slot]] = card

    def lay_deal(self, cards: npt.NDArray[np.uint8]) -> None:
        """Know the cards of the next hand, uint8[W], 255 for those not known; ``begin`` keeps them.

        Raises CardError for cards not of the deck or doubled.
        """
        check_deals(self._state, cards[None, :], may_be_unknown=True)
        self._state.cards[0] = cards

    def hole_cards(self, position: int) -> list[int]:
        """A position's cards as they are now, those that a later round deals included."""
        cards: list[int] = self._state.cards[0, self._hole_slots[position]].tolist()
        return cards

    def act(self, kind: int, amount: int = 0) -> ActionOutcome:
        """Play an action.

        ``amount`` is the raise-to, which counts where the game's raises are sized, or the slots of
        the cards that go, one bit each. Raises BettingError, having changed nothing, where it is
        not legal.
        """
        fault = lib.rb_walk_action(self._c, 0, kind, amount, self._walk)
        if fault:
            raise BettingError(BETTING_FAULTS[fault])
        return _OUTCOME(ffi.unpack(self._outcome, _WIDTH))

    def begin_round(self) -> None:
        """Go on to the next round; raises BettingError, having changed nothing, if none began."""
        fault = lib.rb_walk_round(self._c, 0, self._walk)
        if fault:
            raise BettingError(BETTING_FAULTS[fault])

    def follow(self, betting: str) -> Iterator[ActionOutcome | None]:
        """Play a betting from where the hand stands; None where a round begins."""
        for kind, amount in read_steps(betting):
            if kind is None:
                self.begin_round()
                yield None
            else:
                yield self.act(kind, amount)

    @property
    def acting(self) -> int | None:
        """The position to act, None where nobody is."""
        position = self._hand.acting_position
        return None if position == NO_POSITION else position

    @property
    def raise_bounds(self) -> tuple[int, int]:
        """The least and the most that who acts may raise to, 0 and 0 where no raise is legal."""
        lib.rb_read_raise_bounds(self._c, _FIRST_ROW, 1, self._bounds, self._bounds + 1)
        return self._bounds[0], self._bounds[1]

    @property
    def rounds_due(self) -> int:
        """Rounds that have begun and wait for ``begin_round``: several where all are all-in."""
        return int(self._walk.rounds_due)

    @property
    def round_index(self) -> int:
        """How often ``begin_round`` went on."""
        return int(self._walk.round_index)

    @property
    def round_start(self) -> int:
        """What everybody who plays on had spent before the round."""
        return int(self._walk.round_start)

    @property
    def stacks(self) -> list[int]:
        """Chips at the start of the hand."""
        return list(ffi.unpack(self._c.stacks, self._players))

    @property
    def spent(self) -> list[int]:
        """Chips put in so far."""
        return list(ffi.unpack(self._c.spent, self._players))

    @property
    def live(self) -> list[int]:
        """The positions that have not folded, in order."""
        live = self._hand.live
        return [position for position in range(self._players) if live >> position & 1]
