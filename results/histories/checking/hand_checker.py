"""Checks hands from files against the rules, thousands at a time, on the native tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import (
    NO_CARD,
    PAYOFF_UNIT,
    GameDefinition,
    RailbirdError,
    Tables,
    deal_layout,
    format_cards,
)
from railbird.results.histories.checking.deck_seeds import DeckSeeds
from railbird.results.histories.checking.parsed_hand import HistoryFault, ParsedHand
from railbird.results.histories.notation.card_text import parse_card_rows
from railbird.results.histories.notation.payoff_text import format_payoff

HANDS_AT_ONCE = 4096
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CheckedHands:
    """Hands that follow the rules: their data from the file, and the results of the tables.

    Arrays are by hand and position: payoffs in 1/2520 chip, cards uint8 in the order of dealing.
    """

    hands: list[ParsedHand]
    bettings: list[str]
    payoffs: Integers
    showdown: npt.NDArray[np.bool_]
    cards: npt.NDArray[np.uint8]
    stacks: Integers
    blinds: Integers

    def of(self, kept: Sequence[bool]) -> "CheckedHands":
        """Return those of the hands that are kept."""
        if all(kept):
            return self
        rows = np.flatnonzero(kept)
        return CheckedHands(
            hands=[self.hands[row] for row in rows],
            bettings=[self.bettings[row] for row in rows],
            payoffs=self.payoffs[rows],
            showdown=self.showdown[rows],
            cards=self.cards[rows],
            stacks=self.stacks[rows],
            blinds=self.blinds[rows],
        )


class HandChecker:
    """Replays hands; `odd_chips` allows payoffs in whole chips when pots are split.

    `payoff_count` counts the payoffs computed by the tables.
    """

    def __init__(self, game: GameDefinition, *, odd_chips: bool) -> None:
        """Create the tables."""
        self._game = game
        self._layout = deal_layout(game)
        self.payoff_count = 0
        self._tables = Tables(game, HANDS_AT_ONCE)
        variant = game.variant
        self._has_dealt_down_once = variant is None or not (
            variant.has_card_rounds or variant.up_cards()[-1]
        )
        self._slack = game.player_count * PAYOFF_UNIT if odd_chips else 0

    def check(
        self, hands: Sequence[ParsedHand], seeds: DeckSeeds
    ) -> tuple[CheckedHands, list[HistoryFault]]:
        """Return the valid hands, in order, and the faults of the others.

        `seeds` is the state from earlier hands of the same file.
        """
        faults: dict[int, str] = {}
        sound = self._sound(hands, faults)
        kept = [hands[row] for row in sound]
        cards, is_bad = self._parsed_cards(kept)
        for place in np.flatnonzero(is_bad).tolist():
            faults[sound[place]] = "its cards are not valid cards"
        for place, card in _dealt_twice(cards):
            faults[sound[place]] = f"the {format_cards([card])} is dealt twice"
            is_bad[place] = True
        for place, wrong in seeds.find_wrong(kept, cards):
            faults.setdefault(sound[place], wrong)
            is_bad[place] = True
        cards = cards[~is_bad]
        rows = [row for row, bad in zip(sound, is_bad.tolist(), strict=True) if not bad]
        kept = [hands[row] for row in rows]
        batch = _Batch(
            kept,
            cards,
            self._by_position([hand.stacks for hand in kept], self._game.stacks),
            self._by_position([hand.blinds for hand in kept], self._game.blinds),
        )
        parts = list(self._play(batch, np.arange(len(kept)), faults, rows))
        good = np.concatenate([part.rows for part in parts]) if parts else np.arange(0)
        checked = CheckedHands(
            hands=[kept[row] for row in good],
            bettings=[text for part in parts for text in part.bettings],
            payoffs=_stacked([part.payoffs for part in parts], self._game.player_count),
            showdown=np.concatenate([part.showdown for part in parts] or [np.zeros(0, bool)]),
            cards=cards[good],
            stacks=batch.stacks[good],
            blinds=batch.blinds[good],
        )
        told = [
            HistoryFault(hands[row].line, text, hands[row].number)
            for row, text in sorted(faults.items())
        ]
        return checked, told

    def _parsed_cards(
        self, hands: Sequence[ParsedHand]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
        """Return the deals in dealing order, and which hands have invalid cards."""
        layout = self._layout
        in_order, is_bad = parse_card_rows([hand.cards for hand in hands], layout.card_count)
        cards = np.empty_like(in_order)
        cards[:, layout.slots_in_order] = in_order
        return cards, is_bad

    def _sound(self, hands: Sequence[ParsedHand], faults: dict[int, str]) -> list[int]:
        count, sound = self._game.player_count, []
        for row, hand in enumerate(hands):
            if len(hand.names) != count:
                faults[row] = f"{len(hand.names)} players found, {count} expected"
            elif len(set(hand.names)) != count:
                faults[row] = f"a player is named twice: {', '.join(hand.names)}"
            else:
                sound.append(row)
        return sound

    def _by_position(
        self, told: Sequence[tuple[int, ...] | None], default: tuple[int, ...]
    ) -> Integers:
        values = np.array([row or default for row in told], np.int64)
        return values.reshape(len(told), self._game.player_count)

    def _play(
        self, batch: "_Batch", rows: npt.NDArray[np.int64], faults: dict[int, str], named: list[int]
    ) -> Iterator["_Played"]:
        """Play some hands at once; if one is refused, each half separately."""
        if not len(rows):
            return
        try:
            played = self._played(batch, rows)
        except (RailbirdError, ValueError) as error:
            if len(rows) == 1:
                faults[named[rows[0]]] = str(error).removeprefix("table 0, ")
                return
            middle = len(rows) // 2
            yield from self._play(batch, rows[:middle], faults, named)
            yield from self._play(batch, rows[middle:], faults, named)
            return
        yield self._agreeing(batch, played, faults, named)

    def _played(self, batch: "_Batch", rows: npt.NDArray[np.int64]) -> "_Played":
        tables = np.arange(len(rows), dtype=np.int32)
        self._tables.start_hands(
            tables, batch.cards[rows], stacks=batch.stacks[rows], blinds=batch.blinds[rows]
        )
        self._tables.play_betting(tables, [batch.hands[row].betting for row in rows])
        is_live = ~self._tables.columns.has_folded(tables)
        showdown = is_live.sum(axis=1) > 1
        cards = self._tables.cards[: len(rows)]  # exchanged cards among them
        hole_known = (self._layout.hole_cards(cards) != NO_CARD).all(axis=2)
        board_known = (self._layout.board(cards) != NO_CARD).all(axis=1)
        seen = (hole_known | ~is_live).all(axis=1) & board_known
        is_done = self._tables.is_done[: len(rows)].copy()
        can_tell = is_done & (seen | ~showdown)
        payoffs = np.zeros(is_live.shape, np.int64)
        payoffs[can_tell] = self._tables.payoffs(tables[can_tell])
        bettings = self._bettings(tables)
        spent = self._tables.columns.spent(tables) + self._dead(batch.stacks[rows])
        played = _Played(rows, bettings, payoffs, showdown, is_done, can_tell, spent, ~is_live)
        mucking = [place for place in tables.tolist() if batch.hands[rows[place]].mucked]
        if mucking:
            self._muck(batch, played, np.array(mucking, np.int32), is_live & hole_known)
        return played

    def _dead(self, stacks: Integers) -> Integers:
        """Return the chips that are posted and no part of a bet, by position."""
        dead = self._game.variant.dead if self._game.variant else ()
        return np.minimum(dead or (0,) * stacks.shape[1], stacks)

    def _muck(
        self,
        batch: "_Batch",
        played: "_Played",
        tables: npt.NDArray[np.int32],
        is_known: npt.NDArray[np.bool_],
    ) -> None:
        """Give pots to those who show, at the showdowns of tables where somebody mucks.

        Cards of a mucked hand that would have won are forgotten, so that stored cards never
        contradict the payoffs; where others have seen some of them, payoffs must be in the file.
        """
        tables = tables[played.is_done[tables] & played.showdown[tables]]
        is_mucked = np.zeros((len(tables), self._game.player_count), bool)
        for place, table in enumerate(tables.tolist()):
            is_mucked[place, list(batch.hands[played.rows[table]].mucked)] = True
        is_mucked &= ~played.has_folded[tables]
        is_settled = self._tables.muck(tables, is_mucked)
        shows = ~(is_mucked | played.has_folded[tables])
        is_seen = (is_known[tables] | ~shows).all(axis=1) & self._is_board_known(tables)
        is_settled &= is_seen | (shows.sum(axis=1) == 1)
        changed = tables[is_settled]
        payoffs = self._tables.payoffs(changed)
        is_other = played.can_tell[changed] & (payoffs != played.payoffs[changed]).any(axis=1)
        played.can_tell[tables] = is_settled
        if self._has_dealt_down_once:
            for table, mucked in zip(
                changed[is_other], is_mucked[is_settled][is_other], strict=True
            ):
                batch.cards[played.rows[table], self._layout.hole_slots[mucked].ravel()] = NO_CARD
        else:
            played.can_tell[changed[is_other]] = False
        played.payoffs[changed] = payoffs

    def _is_board_known(self, tables: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        board = self._layout.board(self._tables.cards[tables])
        is_known: npt.NDArray[np.bool_] = (board != NO_CARD).all(axis=1)
        return is_known

    def _bettings(self, tables: npt.NDArray[np.int32]) -> list[str]:
        """Return the bettings, with the cards that go where cards do."""
        if self._game.has_card_rounds:
            return [self._tables.betting(table) for table in tables.tolist()]
        return self._tables.columns.bettings(tables)

    def _agreeing(
        self, batch: "_Batch", played: "_Played", faults: dict[int, str], named: list[int]
    ) -> "_Played":
        payoffs = played.payoffs.copy()
        self.payoff_count += int(played.can_tell.sum()) * payoffs.shape[1]
        is_same = self._are_same(batch, played)
        good = []
        for place, row in enumerate(played.rows.tolist()):
            if is_same[place]:
                good.append(place)
                continue
            hand, told = batch.hands[row], batch.hands[row].payoffs
            if not played.is_done[place]:
                faults[named[row]] = f"betting '{hand.betting}' does not end the hand"
            elif not played.can_tell[place]:
                if told is None:
                    faults[named[row]] = "the showdown needs cards that the file does not show"
                    continue
                if wrong := _impossible(told, played.spent[place], played.has_folded[place]):
                    faults[named[row]] = wrong
                    continue
                payoffs[place] = told
                good.append(place)
            elif told is not None:
                faults[named[row]] = self._wrong(payoffs[place].tolist(), told)
            else:
                good.append(place)
        return _Played(
            played.rows[good],
            [played.bettings[place] for place in good],
            payoffs[good],
            played.showdown[good],
            played.is_done[good],
            played.can_tell[good],
            played.spent[good],
            played.has_folded[good],
        )

    def _are_same(self, batch: "_Batch", played: "_Played") -> list[bool]:
        """Return whether the tables tell payoffs that are those of the file, or near enough."""
        count, width = played.payoffs.shape
        told = [batch.hands[row].payoffs or () for row in played.rows.tolist()]
        is_told = np.array([len(payoffs) == width for payoffs in told], bool)
        nothing = (0,) * width
        rows = [
            payoffs if has else nothing for payoffs, has in zip(told, is_told.tolist(), strict=True)
        ]
        values = np.array(rows, np.int64).reshape(count, width)
        is_near = (np.abs(values - played.payoffs) <= self._slack).all(axis=1)
        same: list[bool] = (is_told & is_near & played.can_tell).tolist()
        return same

    def _wrong(self, payoffs: list[int], told: Sequence[int]) -> str:
        here, there = ("|".join(map(format_payoff, values)) for values in (told, payoffs))
        return f"payoffs {here} should be {there}"


def _impossible(told: Sequence[int], spent: Integers, has_folded: npt.NDArray[np.bool_]) -> str:
    """Return why payoffs of a showdown with unknown cards are impossible, or nothing."""
    loss = spent * -PAYOFF_UNIT
    payoffs = np.array(told, np.int64)
    if len(payoffs) != len(loss):
        return f"{len(payoffs)} payoffs found, {len(loss)} expected"
    wrong = (payoffs < loss) | (has_folded & (payoffs != loss))
    if wrong.any() or payoffs.sum():
        here, most = ("|".join(map(format_payoff, row.tolist())) for row in (payoffs, loss))
        return f"payoffs {here} are impossible: the chips put in are {most}"
    return ""


def _dealt_twice(cards: npt.NDArray[np.uint8]) -> Iterator[tuple[int, int]]:
    """Yield the rows in which a known card is dealt twice, and the card."""
    in_order = np.sort(cards, axis=1)
    is_again = (in_order[:, 1:] == in_order[:, :-1]) & (in_order[:, 1:] != NO_CARD)
    for row in np.flatnonzero(is_again.any(axis=1)).tolist():
        yield row, int(in_order[row, 1:][is_again[row]][0])


@dataclass(frozen=True, slots=True)
class _Batch:
    hands: list[ParsedHand]
    cards: npt.NDArray[np.uint8]
    stacks: Integers
    blinds: Integers


@dataclass(frozen=True, slots=True)
class _Played:
    rows: npt.NDArray[np.int64]
    bettings: list[str]
    payoffs: Integers
    showdown: npt.NDArray[np.bool_]
    is_done: npt.NDArray[np.bool_]
    can_tell: npt.NDArray[np.bool_]
    spent: Integers
    has_folded: npt.NDArray[np.bool_]


def _stacked(parts: Sequence[Integers], width: int) -> Integers:
    return np.concatenate([np.zeros((0, width), np.int64), *parts])
