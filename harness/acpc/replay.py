"""Replays a log of the ACPC dealer on the native tables and says what does not agree.

A match log is held to the rules hand by hand: betting, cards shown, payoffs, names and score; an
actions log message by message. With the deck seed in the header every card is held to the deal.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from railbird.harness.acpc.log import (
    HandLine,
    Header,
    LogLine,
    ReceivedLine,
    ScoreLine,
    SentLine,
    read_log,
)
from railbird.harness.acpc.log_deals import LogDeals
from railbird.harness.acpc.replay_hands import HandChecker
from railbird.harness.acpc.replay_messages import MessageChecker
from railbird.plugins import Game
from railbird.results import LogError


@dataclass(frozen=True, slots=True)
class Fault:
    """What does not agree, and the line of the log it stands in, counted from 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What was replayed and what did not agree.

    ``hands`` and ``payoffs`` count what was held to the rules, ``messages`` the dealer's lines to
    the seats, and ``cards`` the cards held to the deck seed: none where the log names no seed.
    """

    log: str
    game: str
    deck_seed: int | None
    hands: int
    payoffs: int
    messages: int
    cards: int
    has_score: bool
    faults: tuple[Fault, ...]


def replay_log(path: Path, game: Game) -> ReplayReport:
    """Replay a log; raise LogError where it cannot be read or holds no hand and no message."""
    lines = list(read_log(path))
    header = next((line for _, line in lines if isinstance(line, Header)), None)
    replay = _Replay(game, header)
    faults = tuple(replay.check(lines))
    if not replay.hands.count and not replay.messages.count:
        first = f"; line {faults[0].line}: {faults[0].text}" if faults else ""
        raise LogError(f"{path}: holds no STATE and no TO line of an ACPC dealer{first}")
    return ReplayReport(
        log=str(path),
        game=game.name,
        deck_seed=None if header is None else header.deck_seed,
        hands=replay.hands.count,
        payoffs=replay.hands.payoff_count,
        messages=replay.messages.count,
        cards=replay.deals.checked_count,
        has_score=replay.hands.has_score,
        faults=faults,
    )


class _Replay:
    """The checkers of one log, fed line by line."""

    def __init__(self, game: Game, header: Header | None) -> None:
        definition = game.definition
        self.deals = LogDeals(definition, None if header is None else header.deck_seed)
        self.hands = HandChecker(
            definition, self.deals, None if header is None else header.hand_count
        )
        self.messages = MessageChecker(definition, self.deals)

    def check(self, lines: Iterable[tuple[int, LogLine | LogError]]) -> Iterator[Fault]:
        """Yield every fault with the number of its line."""
        for number, line in lines:
            for text in self._check_line(line):
                yield Fault(number, text)

    def _check_line(self, line: LogLine | LogError) -> Iterator[str]:
        match line:
            case LogError():
                yield str(line)
            case HandLine():
                yield from self.hands.check_hand(line)
            case ScoreLine() if self.hands.count or not self.messages.count:
                yield from self.hands.check_score(line)
            case SentLine():
                yield from self.messages.check_sent(line)
            case ReceivedLine():
                self.messages.take_received(line)
