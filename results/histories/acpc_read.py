"""Reads match logs of the ACPC dealer for import, a line a hand."""

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from railbird.native import GameDefinition
from railbird.results.errors import LogError
from railbird.results.histories.card_text import LETTERS, UNKNOWN
from railbird.results.histories.payoff_text import format_payoff, parse_payoff, shorten
from railbird.results.histories.read_hand import Fault, ReadHand, Session

HEADER = "# name/game/hands/seed "
_HEADER_FIELDS = 4
_HAND_FIELDS = 6
_SCORE_FIELDS = 3


def game_named_in(text: str) -> str | None:
    """Return the game file that the header names, None without a header."""
    for line in text.split("\n", 8)[:8]:
        fields = line.removeprefix(HEADER).split()
        if line.startswith(HEADER) and len(fields) == _HEADER_FIELDS:
            return fields[1]
    return None


def read_acpc(text: str, path: Path, game: GameDefinition) -> Iterator[ReadHand | Fault]:
    """Yield the hands of a log and what is wrong in it, its score and number of hands included."""
    reader = _Reader(game, path)
    number = 0
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            hand = reader.read(line.rstrip("\r"), number)
        except LogError as error:
            yield Fault(number, str(error))
        else:
            if hand is not None:
                yield hand
    if reader.hands_told is not None and reader.hand_count != reader.hands_told:
        yield Fault(
            number,
            f"the log ends after {reader.hand_count} of the {reader.hands_told} hands "
            "that its header speaks of",
        )


class _Reader:
    """Reads one log line by line."""

    def __init__(self, game: GameDefinition, path: Path) -> None:
        self.hands_told: int | None = None
        self.hand_count = 0
        self._game = game
        self._session = Session(path.stem)
        self._width = game.hole_card_count * LETTERS
        self._boards = tuple(count * LETTERS for count in game.board_card_counts[1:])
        self._board_ends = tuple(accumulate(self._boards, initial=0))
        self._players: set[str] = set()
        self._payoffs: dict[str, tuple[int, ...]] = {}
        self._totals: dict[str, int] = {}

    def read(self, line: str, number: int) -> ReadHand | None:
        if line.startswith("STATE:"):
            self.hand_count += 1
            return self._hand(line, number)
        if line.startswith("SCORE:"):
            self._check_score(line)
        elif line.startswith(HEADER):
            self._header(line)
        elif line and not line.startswith("#"):
            raise LogError(f"'{shorten(line)}' begins like no line of a dealer's log")
        return None

    def _header(self, line: str) -> None:
        fields = line.removeprefix(HEADER).split()
        if len(fields) != _HEADER_FIELDS or not (fields[2] + fields[3]).isdecimal():
            raise LogError(f"'{shorten(line)}' is no header: NAME GAME HANDS SEED are wanted")
        self.hands_told, seed = int(fields[2]), int(fields[3])
        self._session = Session(fields[0], seed if seed < 2**32 else None)

    def _hand(self, line: str, number: int) -> ReadHand:
        fields = line.split(":")
        if len(fields) != _HAND_FIELDS:
            raise LogError(f"'{shorten(line)}' is no STATE:hand:betting:cards:payoffs:names")
        _, _, betting, cards, payoffs, names = fields
        told = self._told(payoffs)
        by_position = tuple(names.split("|"))
        for name, payoff in zip(by_position, told, strict=False):
            self._totals[name] = self._totals.get(name, 0) + payoff
        if len(by_position) != len(told):
            raise LogError(f"{len(told)} payoffs stand with {len(by_position)} names")
        self._players = self._players or set(by_position)
        if strange := set(by_position) - self._players:
            raise LogError(f"'{shorten(min(strange))}' sat in no hand of this log before")
        return ReadHand(number, self._session, by_position, betting, self._cards(cards), told)

    def _told(self, text: str) -> tuple[int, ...]:
        told = self._payoffs.get(text)
        if told is None:
            told = tuple(parse_payoff(payoff) for payoff in text.split("|"))
            self._payoffs[text] = told
        return told

    def _cards(self, text: str) -> str:
        hole_text, *boards = text.split("/")
        holes = hole_text.split("|")
        if len(holes) != self._game.player_count:
            raise LogError(
                f"{len(holes)} hands stand where {self._game.player_count} belong: "
                f"'{shorten(text)}'; is this the log of another game?"
            )
        unseen = UNKNOWN * self._game.hole_card_count
        for place, hole in enumerate(holes):
            if len(hole) != self._width:
                if hole:
                    raise LogError(f"cards '{shorten(hole)}' are not those of one player")
                holes[place] = unseen
        if tuple(map(len, boards)) != self._boards[: len(boards)]:
            raise LogError(f"the board of '{shorten(text)}' is not one of this game")
        missing = self._board_ends[-1] - self._board_ends[len(boards)]
        return "".join(holes) + "".join(boards) + "?" * missing

    def _check_score(self, line: str) -> None:
        fields = line.split(":")
        if len(fields) != _SCORE_FIELDS:
            raise LogError(f"'{shorten(line)}' is no SCORE:totals:names")
        totals = [self._totals.get(name, 0) for name in fields[2].split("|")]
        if list(self._told(fields[1])) != totals:
            should = "|".join(map(format_payoff, totals))
            raise LogError(f"score {shorten(fields[1])} should be {should}")
