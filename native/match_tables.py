"""Tables at which whole matches are played, hand after hand, and recorded."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native.columns import TableColumns
from railbird.native.definition import GameDefinition


@dataclass(frozen=True, slots=True)
class Pending:
    """The decisions that wait for an action, grouped by controller and in table order within.

    ``table`` int32[R] (also the match), ``seat`` and ``position`` uint8[R]; the rows of controller
    ``c`` are ``offsets[c]:offsets[c + 1]`` (int64[C + 1]).
    """

    table: npt.NDArray[np.int32]
    seat: npt.NDArray[np.uint8]
    position: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Applied:
    """What a step did: ``faults`` uint8[R] of Fault by row of the Pending, and hands that ended.

    ``ended_match`` and ``ended_hand`` are int32[E], hands of one match in order of play.
    """

    faults: npt.NDArray[np.uint8]
    ended_match: npt.NDArray[np.int32]
    ended_hand: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class HandColumns:
    """All hands of all matches.

    ``payoffs`` int64[M, H, N] by seat in 1/2520 chip; ``showdown`` bool[M, H]; the betting of hand
    ``h`` of match ``m`` is ``betting[offsets[k]:offsets[k + 1]]`` (uint8, ASCII) with
    ``k = m * H + h`` and ``offsets = betting_offsets`` (int64[M * H + 1]).
    """

    payoffs: npt.NDArray[np.int64]
    showdown: npt.NDArray[np.bool_]
    betting: npt.NDArray[np.uint8]
    betting_offsets: npt.NDArray[np.int64]


class MatchTables:
    """M matches of H hands each, one table a match; a table that ends a hand starts its next one.

    In hand ``h`` seat ``s`` plays position ``(s - h) mod N``. ``columns`` reads the hands being
    played; ``hand_index`` (int32[M]) numbers them. ``payoffs`` (int64[M, H, N] by seat) is filled
    as hands end.
    """

    columns: TableColumns
    hand_index: npt.NDArray[np.int32]
    payoffs: npt.NDArray[np.int64]
    match_keys: npt.NDArray[np.uint64]

    def __init__(
        self,
        definition: GameDefinition,
        *,
        deals: npt.NDArray[np.uint8],
        deck_of_match: npt.NDArray[np.int32],
        controllers: npt.NDArray[np.int32],
        match_keys: npt.NDArray[np.uint64],
    ) -> None:
        """Start the first hand of every match.

        ``deals`` uint8[D, H, W] as ``deal_decks`` gives them; ``deck_of_match`` int32[M] indexes
        it; ``controllers`` int32[M, N] numbers by seat who decides; ``match_keys`` uint64[M] are
        kept for the caller. Raises CardError for cards not of the deck or doubled.
        """
        raise NotImplementedError

    @property
    def is_finished(self) -> bool:
        """Whether every hand of every match is played."""
        raise NotImplementedError

    def pending(self) -> Pending:
        """The decisions that wait now; empty groups once all is played."""
        raise NotImplementedError

    def apply(
        self,
        pending: Pending,
        kinds: npt.NDArray[np.uint8],
        amounts: npt.NDArray[np.int64] | None,
    ) -> Applied:
        """Take an action for every row of ``pending`` (the latest), with the ACPC's mending.

        Records the hands that end and starts the next ones. ``amounts`` may be None in limit.
        """
        raise NotImplementedError

    def hand_bettings(
        self, matches: npt.NDArray[np.int32], hands: npt.NDArray[np.int32]
    ) -> list[str]:
        """The betting of ended hands, a string a row. BettingError where a hand has not ended."""
        raise NotImplementedError

    def hand_showdowns(
        self, matches: npt.NDArray[np.int32], hands: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.bool_]:
        """Whether ended hands came to a showdown, bool[n]."""
        raise NotImplementedError

    def hand_folds(
        self, matches: npt.NDArray[np.int32], hands: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.bool_]:
        """Who folded in ended hands, bool[n, N] by seat."""
        raise NotImplementedError

    def hand_rounds(
        self, matches: npt.NDArray[np.int32], hands: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.uint8]:
        """The last round that ended hands came to, uint8[n]: the board lies as far as that."""
        raise NotImplementedError

    def hand_cards(
        self, matches: npt.NDArray[np.int32], hands: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.uint8]:
        """The deal of hands, uint8[n, W] as dealt (by position, then all the board)."""
        raise NotImplementedError

    def record(self) -> HandColumns:
        """All hands, once every one is played (BettingError before)."""
        raise NotImplementedError
