"""What a client knows of its table, from the lines of the dealer."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.harness.errors import ClientError
from railbird.harness.match_state import MatchState
from railbird.native import (
    NO_CARD,
    NO_POSITION,
    BettingError,
    CardError,
    Tables,
    parse_cards,
)
from railbird.plugins import DecisionBatch, DecisionSource, Game, HandBatch

TABLE = np.zeros(1, np.int32)
Draw = Callable[[int, int], float]


class ClientTable:
    """One table as a seat sees it, line by line."""

    def __init__(self, game: Game, draw: Draw | None, *, key: int = 0) -> None:
        """Know nothing yet. Draws come from ``draw``, or are those of a match of this key."""
        self.game = game
        self.seat = -1
        self._tables = Tables(game.definition, 1)
        self._hand_index = np.full(1, -1, np.int32)
        self.match_keys = np.array([key], np.uint64)
        self.draw = draw
        self._source = DecisionSource(
            game, self._tables.columns, self._hand_index, self.match_keys, draw
        )
        self._state: MatchState | None = None

    def see(self, state: MatchState) -> None:
        """Take a state in; raises ClientError where it cannot be."""
        try:
            self._see(state)
        except (BettingError, CardError, ValueError) as error:
            raise ClientError(
                f"the dealer sent a state that '{self.game.name}' does not have: {error}; "
                "see that both play the same game"
            ) from error

    def _see(self, state: MatchState) -> None:
        before, text = self._state, state.betting
        is_same_hand = before is not None and before.hand_index == state.hand_index
        if before is None or not is_same_hand or not text.startswith(before.betting):
            self._take_seat(state)
            self._hand_index[0] = state.hand_index
            if before is None:
                self._tables.start_hands(TABLE, self._cards(state)[None, :])
            else:
                self._tables.deal_again(0, self._cards(state))
            rest = text
        else:
            rest = text[len(before.betting) :]
            if (state.boards, state.hole_cards) != (before.boards, before.hole_cards):
                self._tables.lay_cards(TABLE, self._cards(state)[None, :])
        if rest:
            self._tables.play_betting(TABLE, [rest])
        self._state = state

    def _take_seat(self, state: MatchState) -> None:
        seat = (state.position + state.hand_index) % self.game.definition.player_count
        if self.seat not in (-1, seat):
            raise ClientError(
                "the dealer does not move the button (-f), and agents here know seats by it; "
                "have the seats rotate"
            )
        self.seat = seat

    def _cards(self, state: MatchState) -> npt.NDArray[np.uint8]:
        """The deal as far as it is seen, uint8[W]; a first round's board follows the last hand."""
        definition = self.game.definition
        size, players = definition.hole_card_count, definition.player_count
        holes = state.hole_cards
        if len(holes) != players:
            raise ClientError(f"{len(holes)} hands stand where {players} belong")
        first_board = definition.board_card_counts[0]
        shown = read_cards(holes[-1])
        last = shown[: len(shown) - first_board]
        sections = [*map(read_cards, holes[:-1]), last]
        unseen = bytes([NO_CARD]) * size
        dealt = b"".join([section or unseen for section in sections])
        dealt += shown[len(last) :] + b"".join(map(read_cards, state.boards))
        if len(dealt) > definition.cards_per_hand:
            raise CardError("more cards lie there than are dealt")
        return np.frombuffer(dealt.ljust(definition.cards_per_hand, bytes([NO_CARD])), np.uint8)

    @property
    def is_hand_over(self) -> bool:
        """Whether the hand has ended."""
        return bool(self._tables.is_done[0])

    @property
    def is_own_turn(self) -> bool:
        """Whether the client is to act."""
        position = int(self._tables.acting_position[0])
        return (
            self._state is not None and position != NO_POSITION and position == self._state.position
        )

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

    # what HandBatch asks; there is one hand, whichever is named

    def _by_seat(self, by_position: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
        players = self.game.definition.player_count
        return by_position[:, (np.arange(players) - self._hand_index[0]) % players]

    def hand_bettings(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> list[str]:
        """The betting, as the dealer told it."""
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
        """The deal as far as it was shown, uint8[1, W]."""
        return self._tables.cards.copy()


@lru_cache(maxsize=4096)
def read_cards(text: str) -> bytes:
    """Read cards as bytes, a card each; CardError for what is none."""
    return bytes(parse_cards(text).tolist())
