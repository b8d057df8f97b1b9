"""Replays a log of the ACPC dealer on the native tables and reports what does not agree.

A match log is checked hand by hand, by the same reader and checkers as an import; an actions log
message by message. With the deck seed in the header every card is compared with the deal.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from railbird.harness.acpc.log import LogLine, ReceivedLine, SentLine, read_log
from railbird.harness.acpc.replay_messages import MessageChecker
from railbird.plugins import Game
from railbird.results import LogError
from railbird.results.histories.acpc.log_checker import LogChecker
from railbird.results.histories.acpc.log_lines import Header, ScoreLine
from railbird.results.histories.checking.deck_seeds import DeckSeeds
from railbird.results.histories.checking.hand_checker import HANDS_AT_ONCE, HandChecker
from railbird.results.histories.checking.parsed_hand import HandOrFault, HistoryFault, ParsedHand


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What was replayed and what did not agree.

    ``hands`` and ``payoffs`` count what was checked against the rules, ``messages`` the dealer's
    lines to the seats, and ``cards`` the cards compared with the deck seed: 0 without a seed.
    """

    log: str
    game: str
    deck_seed: int | None
    hands: int
    payoffs: int
    messages: int
    cards: int
    has_score: bool
    faults: tuple[HistoryFault, ...]


def replay_log(path: Path, game: Game) -> ReplayReport:
    """Replay a log; raise LogError if it cannot be read or has no hand and no message."""
    lines = list(read_log(path))
    header = next((line for _, line in lines if isinstance(line, Header)), None)
    replay = _Replay(path, game, header)
    faults = tuple(replay.check(lines))
    if not replay.log.hand_count and not replay.messages.count:
        first = f"; line {faults[0].line}: {faults[0].text}" if faults else ""
        raise LogError(f"{path}: contains no STATE and no TO line of an ACPC dealer{first}")
    return ReplayReport(
        log=str(path),
        game=game.name,
        deck_seed=None if header is None else header.deck_seed,
        hands=replay.log.hand_count,
        payoffs=replay.hands.payoff_count,
        messages=replay.messages.count,
        cards=replay.seeds.checked_count + replay.messages.card_count,
        has_score=replay.log.has_score,
        faults=faults,
    )


class _Replay:
    """The checkers of one log."""

    def __init__(self, path: Path, game: Game, header: Header | None) -> None:
        definition = game.definition
        self.log = LogChecker(definition, path.stem)
        self.hands = HandChecker(definition, odd_chips=False)
        self.seeds = DeckSeeds(definition, may_be_of_others=False)
        self.messages = MessageChecker(definition, None if header is None else header.deck_seed)

    def check(self, lines: Iterable[tuple[int, LogLine | LogError]]) -> list[HistoryFault]:
        """Return every fault, in the order of lines."""
        faults: list[HistoryFault] = []
        hands: list[ParsedHand] = []
        for number, line in lines:
            for item in self._check_line(line, number):
                if isinstance(item, HistoryFault):
                    faults.append(item)
                else:
                    hands.append(item)
        for start in range(0, len(hands), HANDS_AT_ONCE):
            _, wrong = self.hands.check(hands[start : start + HANDS_AT_ONCE], self.seeds)
            faults += wrong
        return sorted(faults, key=lambda fault: fault.line)

    def _check_line(self, line: LogLine | LogError, number: int) -> Iterator[HandOrFault]:
        match line:
            case LogError():
                yield HistoryFault(number, str(line))
            case SentLine():
                yield from (HistoryFault(number, text) for text in self.messages.check_sent(line))
            case ReceivedLine():
                self.messages.take_received(line)
            case ScoreLine() if self.messages.count and not self.log.hand_count:
                pass  # an actions log ends with the score of hands that it does not list
            case _:
                yield from self.log.take(line, number)
