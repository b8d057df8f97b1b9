"""What a client knows of its table, from the lines of the dealer."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.harness.errors import ClientError, StateError
from railbird.harness.table.remote.acpc_answer import show_line
from railbird.harness.table.remote.match_state import ClientState, parse_match_state
from railbird.native import (
    NO_CARD,
    BettingError,
    CardError,
    Follower,
    HandOrder,
    HandSetup,
    Tables,
    deal_layout,
    parse_cards,
)
from railbird.plugins import DecisionBatch, DecisionSource, Game, HandBatch

TABLE = np.zeros(1, np.int32)
Draw = Callable[[int, int], float]


class ClientTable:
    """One table as a seat sees it, line by line."""

    def __init__(self, game: Game, draw: Draw | None, *, key: int = 0) -> None:
        """Start empty. Draws come from ``draw``, or are those of the match with this key."""
        self.game = game
        self._tables = Tables(game.definition, 1)
        self._follower = Follower(self._tables)
        self._hand_index = self._follower.hand_index
        self.seat_order = self._follower.seat_order
        self._layout = deal_layout(game.definition)
        self._sections = [slots.tolist() for slots in self._layout.sections]
        self.match_keys = np.array([key], np.uint64)
        self.draw = draw
        self._source = DecisionSource(
            game, self._tables.columns, self._hand_index, self.match_keys, draw
        )

    def hear(self, line: bytes) -> int:
        """Read a dealer's line, without its line end, into a Sight. Raises ClientError."""
        return self._follower.follow(line) or self._read(line)

    def _read(self, line: bytes) -> int:
        """Read a line that differs from the exact text of the ACPC's dealer and ours."""
        try:
            self._see(parse_match_state(line.decode("ascii")))
        except UnicodeDecodeError as error:
            raise ClientError(
                f"the dealer uses another protocol: it sent {show_line(line)}; connect to an ACPC "
                "dealer"
            ) from error
        except StateError as error:
            raise ClientError(f"the dealer uses another protocol: {error}") from error
        except (BettingError, CardError, ValueError) as error:
            raise ClientError(
                f"the dealer sent a state that '{self.game.name}' does not have: {error}; "
                "make sure that both play the same game"
            ) from error
        return self._follower.sight()

    def _see(self, state: ClientState) -> None:
        position, hand = state.position, state.hand_index
        players = self.game.definition.player_count
        if position >= players:
            raise ClientError(
                f"the dealer sent position {position} for {players} players; choose the "
                "dealer's game"
            )
        if self.seat not in (-1, self.seat_order.seat_of(position, hand)):
            raise ClientError(
                "the dealer does not move the button (-f), but agents here determine their seats "
                "from it; let the seats rotate"
            )
        self._follower.begin(position, hand, self._cards(state))
        if state.betting:
            self._tables.play_betting(TABLE, [state.betting])

    @property
    def seat(self) -> int:
        """The seat, -1 before the first line."""
        return self._follower.seat

    def _cards(self, state: ClientState) -> npt.NDArray[np.uint8]:
        """The visible cards of the deal, uint8[W]; the first board follows the last hole cards."""
        layout, holes = self._layout, state.hole_cards
        players, size = layout.hole_slots.shape
        if len(holes) != players:
            raise CardError(f"{len(holes)} hands of cards found, {players} expected")
        if size and not holes[state.position]:
            raise CardError(
                f"it shows no cards to position {state.position}, to which it is addressed"
            )
        *others, last = map(read_cards, holes)
        first_board = max(len(last) - layout.board_ends[0], 0)
        boards = map(read_cards, state.boards)
        told = [*others, last[:first_board], last[first_board:], *boards]
        if len(told) > len(self._sections):
            raise CardError("it shows more cards than are dealt")
        deal = bytearray([NO_CARD]) * layout.card_count
        for slots, cards in zip(self._sections, told, strict=False):
            if len(cards) not in (0, len(slots)):
                raise CardError(f"it shows {len(cards)} cards where {len(slots)} are dealt")
            for slot, card in zip(slots, cards, strict=False):
                deal[slot] = card
        return np.frombuffer(deal, np.uint8)

    def decision(self) -> DecisionBatch:
        """The decision that waits, one row of match 0."""
        position = self._tables.acting_position.copy()
        seat = np.array([self.seat], np.uint8)
        return DecisionBatch(self._source, TABLE.copy(), seat=seat, position=position)

    def moment(self) -> tuple[int, int]:
        """Hand, and actions taken in it."""
        return int(self._hand_index[0]), int(self._tables.columns.action_counts(TABLE)[0])

    def ended_hand(self) -> HandBatch:
        """The hand that has ended, one row of match 0."""
        return HandBatch(
            self.game,
            self,
            match=TABLE.copy(),
            seat=np.array([self.seat], np.uint8),
            hand_index=self._hand_index.copy(),
        )

    # the signature of HandBatch; there is only one hand

    def _by_seat(self, by_position: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
        return self.seat_order.by_seat(by_position, self._hand_index)

    def hand_order(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> HandOrder:
        """Who plays which position."""
        return self.seat_order.of_hands(self._hand_index)

    def hand_chips(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> HandSetup | None:
        """Return nothing: the definition says what hands start from."""
        return None

    def hand_bettings(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> list[str]:
        """The betting, as the dealer sent it."""
        return self._tables.columns.bettings(TABLE)

    def hand_letters(
        self, matches: npt.ArrayLike, hands: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """The same as one text with offsets."""
        (text,) = self._tables.columns.bettings(TABLE)
        letters = np.frombuffer(text.encode("ascii"), np.uint8)
        return letters, np.array([0, len(letters)])

    def hand_payoffs(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Payoffs by seat, int64[1, N]."""
        return np.asarray(self._by_seat(self._tables.payoffs(TABLE)), np.int64)

    def hand_showdowns(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Whether two or more were left, bool[1]."""
        return np.asarray((~self._tables.has_folded).sum(axis=1) > 1)

    def hand_folds(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Who folded, bool[1, N] by seat."""
        return np.asarray(self._by_seat(self._tables.has_folded), np.bool_)

    def hand_rounds(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The last round, uint8[1]."""
        return self._tables.round_index.copy()

    def hand_cards(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The cards of the deal that were shown, uint8[1, W]."""
        return self._tables.cards.copy()

    def hand_holdings(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The hole cards as far as they were shown, uint8[1, N, hole cards] by position."""
        return deal_layout(self.game.definition).hole_cards(self._tables.cards)


@lru_cache(maxsize=4096)
def read_cards(text: str) -> bytes:
    """Read cards as bytes, a card each; raises CardError."""
    return bytes(parse_cards(text).tolist())
