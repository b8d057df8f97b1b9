"""Checks the lines of a match log against its header and each other, for replay and import.

Its findings are faults for both: hands out of order or more than in the header, names that do not
match the position, a wrong number of cards, a score that is not the sum. The rules of the game and
the cards of the deck seed are checked by `checking.HandChecker`, also for both. Replay and import
differ because replay is about a log and import about the hands of a run:

- A log that ends before the number of hands in its header is not a fault for replay, which checks
the existing lines; import reports it (`missing_hands`).
- A header whose deck seed deals other cards than the log's is a fault of every hand for replay.
Import ignores the seed if it deals fewer than half of the hands, since other programs write headers
too, and `railbird export` writes a seed of 0 if the deals are secret.
- Import reads only match logs; replay also reads actions logs.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, islice

from railbird.native import ACPC_DEALS, GameDefinition, deal_layout, seat_order
from railbird.results.errors import LogError
from railbird.results.histories.acpc.log_lines import (
    DealsLine,
    HandLine,
    Header,
    MatchLine,
    ScoreLine,
)
from railbird.results.histories.checking.parsed_hand import (
    HandOrFault,
    HistoryFault,
    ParsedHand,
    Session,
)
from railbird.results.histories.notation.card_text import LETTERS, UNKNOWN
from railbird.results.histories.notation.payoff_text import format_payoff, shorten


class LogChecker:
    """Checks a log line by line; `hand_count` counts STATE lines."""

    def __init__(self, game: GameDefinition, name: str) -> None:
        """Start before the first line; `name` is the session's if no header has one."""
        self.header: Header | None = None
        self.hand_count = 0
        self.has_score = False
        self._cards = _CardFields(game)
        self._count = game.player_count
        self._order = seat_order(game.player_count)
        self._session = Session(name)
        self._next_index = 0
        self._one_too_many = -1  # number of hands beyond the header's
        self._is_in_order = True
        self._names: list[tuple[str, ...]] = []  # by hand modulo the players, by position
        self._first_turn = 0
        self._is_settled = False  # whether the button moves, once that is known
        self._totals: dict[str, int] = {}

    def take(self, line: MatchLine, number: int) -> list[HandOrFault]:
        """Return the faults of a line, and its hand, if it can be read."""
        match line:
            case HandLine():
                return self._take_hand(line, number)
            case Header():
                texts = self._take_header(line)
            case DealsLine():
                texts = self._take_deals(line)
            case _:
                texts = self._take_score(line)
        return [HistoryFault(number, text) for text in texts]

    def missing_hands(self) -> str | None:
        """Return the fault at the log's end if hands are missing."""
        if self.header is None or self.hand_count == self.header.hand_count:
            return None
        return (
            f"the log ends after {self.hand_count} of the {self.header.hand_count} hands in its "
            "header"
        )

    def _take_header(self, line: Header) -> list[str]:
        if self.header is None:
            self.header = line
            self._session = Session(line.name, line.deck_seed, self._session.deals)
            self._one_too_many = line.hand_count + 1
            return ["the header comes after hands that it should describe"] if self._names else []
        same = (self.header.hand_count, self.header.deck_seed)
        if (line.hand_count, line.deck_seed) == same:
            return []  # the dealer continues an interrupted match
        return [f"another match of {line.hand_count} hands with seed {line.deck_seed} begins"]

    def _take_deals(self, line: DealsLine) -> list[str]:
        before, self._session = self._session, replace(self._session, deals=line.source)
        if before.deals not in (ACPC_DEALS, line.source):
            return ["the deals are given twice, with different values"]
        return ["the deals are given after hands were dealt"] if self._names else []

    def _take_hand(self, line: HandLine, number: int) -> list[HandOrFault]:
        index, betting, card_text, payoffs, names = line
        count, totals = self._count, self._totals
        texts = self._count_hand(index)
        if len(names) != count or len(payoffs) != count:
            return [HistoryFault(number, text) for text in (*texts, *self._wrong_widths(line))]
        for name, payoff in zip(names, payoffs, strict=True):
            totals[name] = totals.get(name, 0) + payoff
        wrong = ""
        if not self._is_settled or names != self._names[self._order.turn(index)]:
            wrong = self._wrong_names(names, index, is_in_order=not texts)
        try:
            cards = self._cards.read(card_text, betting)
        except LogError as error:
            wrong = wrong or str(error)
        if wrong:
            return [HistoryFault(number, text) for text in (*texts, wrong)]
        deal = index if self._is_in_order else None
        hand = ParsedHand(number, self._session, names, betting, cards, payoffs, None, None, deal)
        return [*(HistoryFault(number, text) for text in texts), hand] if texts else [hand]

    def _count_hand(self, index: int) -> Sequence[str]:
        expected, self._next_index = self._next_index, index + 1
        self.hand_count += 1
        if index == expected and self.hand_count != self._one_too_many:
            return ()
        texts = []
        if index != expected:
            self._is_in_order = False
            texts.append(f"hand {index} found, hand {expected} expected")
        if self.hand_count == self._one_too_many:
            said = self.hand_count - 1
            texts.append(f"the header says {said} hands, and this is one more")
        return texts

    def _wrong_widths(self, line: HandLine) -> list[str]:
        widths = {"payoffs": line.payoffs, "names": line.names}
        return [
            f"{len(values)} {what} found, {self._count} expected"
            for what, values in widths.items()
            if len(values) != self._count
        ]

    def _wrong_names(self, names: tuple[str, ...], index: int, *, is_in_order: bool) -> str:
        turn = self._order.turn(index)
        if not self._names:
            return self._seat(names, turn)
        if not self._is_settled and turn != self._first_turn and is_in_order:
            first = self._names[self._first_turn]
            if names == first:  # the dealer's -f keeps every seat in its position
                self._names = [first] * self._count
            self._is_settled = True
        expected = self._names[turn]
        if names == expected or (not is_in_order and names in self._names):
            return ""
        strange = set(names) - set(expected)
        if strange:
            return f"'{shorten(min(strange))}' did not play in earlier hands of this log"
        return f"names {_join(names)} should be {_join(expected)}, by position of the hand"

    def _seat(self, names: tuple[str, ...], turn: int) -> str:
        if len(set(names)) < len(names):
            return f"a player is named twice in {_join(names)}"
        by_seat = [names[position] for position in self._order.position_row(turn)]
        self._names = list(islice(self._order.hand_after_hand(by_seat), self._count))
        self._first_turn = turn
        return ""

    def _take_score(self, line: ScoreLine) -> list[str]:
        self.has_score = True
        texts = []
        if self.header is not None and self.hand_count != self.header.hand_count:
            said = self.header.hand_count
            texts.append(f"the score follows {self.hand_count} hands, but the header says {said}")
        names = self._names[0] if self._names else ()
        if line.names != names:
            wrong = f"names {_join(line.names)} should be {_join(names)}, by seat of hand 0"
            return [*texts, wrong]
        totals = [self._totals.get(name, 0) for name in names]
        if list(line.payoffs) != totals:
            texts.append(f"score {_join_chips(line.payoffs)} should be {_join_chips(totals)}")
        return texts


class _CardFields:
    """Reads the cards of STATE lines of one game."""

    def __init__(self, game: GameDefinition) -> None:
        layout = deal_layout(game)
        self._player_count, self._hole_count = layout.hole_slots.shape
        self._unseen = UNKNOWN * self._hole_count
        self._width = len(self._unseen)
        self._boards = tuple(count * LETTERS for count in game.board_card_counts[1:])
        self._ends = tuple(accumulate(self._boards, initial=0))

    def read(self, text: str, betting: str) -> str:
        """Return all cards of the deal, two letters each, `??` where the line has none."""
        hole_text, *boards = text.split("/")
        holes = hole_text.split("|")
        if len(holes) != self._player_count:
            raise LogError(
                f"{len(holes)} hands of cards found, {self._player_count} expected: "
                f"'{shorten(text)}'; is this the log of another game?"
            )
        width = self._width
        for place, hole in enumerate(holes):
            if len(hole) != width:
                if hole:
                    count = self._hole_count
                    raise LogError(f"cards '{shorten(hole)}' found, {count} expected")
                holes[place] = self._unseen
        if tuple(map(len, boards)) != self._boards[: len(boards)]:
            raise LogError(self._wrong_board(boards))
        if len(boards) != betting.count("/"):
            raise LogError(f"{len(boards)} boards do not go with betting '{shorten(betting)}'")
        missing = self._ends[-1] - self._ends[len(boards)]
        return "".join(holes) + "".join(boards) + "?" * missing

    def _wrong_board(self, boards: Sequence[str]) -> str:
        for board, width in zip(boards, self._boards, strict=False):
            if len(board) != width:
                return f"board '{shorten(board)}' found, {width // LETTERS} cards expected"
        return f"{len(boards)} boards found, {len(self._boards)} expected"


def _join(names: Sequence[str]) -> str:
    return "'" + shorten("|".join(names)) + "'"


def _join_chips(payoffs: Sequence[int]) -> str:
    return "|".join(format_payoff(payoff) for payoff in payoffs)
