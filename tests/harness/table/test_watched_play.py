"""Play that is watched call by call, and forfeits imposed from outside."""

import itertools
from typing import Any

import pytest
from loop_stage import GAMES, LABELS, BatchDice, Dice, Plan, bytes_of, plan_matches, play

from railbird.harness.table.play_rules import Moment
from railbird.plugins import Action, DecisionBatch, HandBatch, HandRecord, Match, MatchBatch
from railbird.plugins import Observation as Seen

GAME = GAMES["leduc"]
HANDS = 4


def watch_play(agents: Any, plans: list[Plan], **rules: Any) -> tuple[Any, list[Any]]:
    calls: list[Any] = []
    watch = lambda label, moment: calls.append((label, moment))  # noqa: E731
    return play(GAME, agents, plans, hands=HANDS, watch=watch, **rules), calls


class Diary(Dice):
    """Notes every call it gets, as the watcher should have announced it."""

    def __init__(self, notes: list[Any], label: str) -> None:
        super().__init__()
        self.notes, self.label, self.hand, self.letters = notes, label, 0, 0

    def start_match(self, match: Match) -> None:
        super().start_match(match)
        self.seat = match.seat
        self.note(0, 0)

    def note(self, hand: int, decision: int) -> None:
        self.notes.append((self.label, Moment(0, self.seat, hand, decision)))

    def act(self, observation: Seen) -> Action:
        self.note(observation.hand_index, observation.decision)
        return super().act(observation)

    def end_hand(self, record: HandRecord) -> None:
        self.note(record.hand_index, count_letters(record.betting))
        super().end_hand(record)


class BatchDiary(BatchDice):
    def __init__(self, notes: list[Any], label: str) -> None:
        self.notes, self.label = notes, label

    def note(self, batch: Any, hand: int, decision: int) -> None:
        assert len(batch) == 1
        moment = Moment(int(batch.match[0]), int(batch.seat[0]), hand, decision)
        self.notes.append((self.label, moment))

    def start_matches(self, matches: MatchBatch) -> None:
        super().start_matches(matches)
        self.note(matches, 0, 0)

    def act_batch(self, decisions: DecisionBatch) -> Any:
        self.note(decisions, int(decisions.hand_index[0]), int(decisions.decision[0]))
        return super().act_batch(decisions)

    def end_hands(self, hands: HandBatch) -> None:
        super().end_hands(hands)
        self.note(hands, int(hands.hand_index[0]), count_letters(hands.betting[0]))


@pytest.mark.parametrize("diary", [Diary, BatchDiary])
def test_every_call_is_announced_just_before_it(diary: Any) -> None:
    plans = plan_matches(GAME, 1)
    notes: list[Any] = []
    agents = {label: (lambda label=label: diary(notes, label)) for label in "ab"}
    results, calls = watch_play(agents, plans)
    for seat, label in enumerate("ab"):
        # The making of an agent is announced too, as the moment of its start.
        calls.remove((label, Moment(0, seat, 0, 0)))
    assert calls == notes
    assert bytes_of(results, 0) == bytes_of(play(GAME, Dice, plans, hands=HANDS), 0)


@pytest.mark.parametrize("form", [Dice, BatchDice])
def test_watched_matches_are_the_same_as_others(form: Any) -> None:
    plans = plan_matches(GAME, 4)
    watched, _ = watch_play(form, plans)
    plain = play(GAME, form, plans, hands=HANDS)
    assert [bytes_of(watched, m) for m in range(4)] == [bytes_of(plain, m) for m in range(4)]


@pytest.mark.parametrize("form", [Dice, BatchDice])
def test_a_watcher_that_raises_ends_the_play(form: Any) -> None:
    class StopError(Exception):
        pass

    def watch(label: str, moment: Moment) -> None:
        if moment.hand == 2:
            raise StopError

    with pytest.raises(StopError):
        play(GAME, form, plan_matches(GAME, 2), hands=HANDS, watch=watch)


@pytest.mark.parametrize("form", [Dice, BatchDice])
def test_a_forfeit_imposed_at_a_call_is_that_of_an_agent_that_failed_there(form: Any) -> None:
    """For every call of a match: the agent dies there, or raises there."""
    plans = plan_matches(GAME, 3)
    _, calls = watch_play(form, plans[1:2])
    moments = sorted({moment for label, moment in calls if label == "a"}, key=str)
    assert len(moments) > HANDS
    for moment in moments:
        here = Moment(1, moment.seat, moment.hand, moment.decision)
        imposed = play(GAME, form, plans, hands=HANDS, forfeits=(here,))
        failed = play(GAME, failing(form, here), plans, hands=HANDS)
        assert imposed.incidents.kind == ["death"]
        assert failed.incidents.kind == ["exception"]
        for results in (imposed, failed):
            incidents = results.incidents
            assert incidents.match == [1]
            assert Moment(1, incidents.seat[0], incidents.hand[0], incidents.decision[0]) == here
        for match in range(3):
            assert bytes_of(imposed, match)[:3] == bytes_of(failed, match)[:3]


def failing(form: Any, here: Moment) -> Any:
    """Agents of which the one that sits at ``here`` fails there."""
    numbers = itertools.count()

    def make() -> Any:
        return FailingBatch(here) if form is BatchDice else Failing(next(numbers), here)

    return {**dict.fromkeys(LABELS, form), "a": make}


class Failing(Dice):
    def __init__(self, match: int, here: Moment) -> None:
        super().__init__()
        self.match, self.here = match, here

    def fail_at(self, hand: int, decision: int) -> None:
        if (self.match, hand, decision) == (self.here.match, self.here.hand, self.here.decision):
            raise ValueError

    def start_match(self, match: Match) -> None:
        self.fail_at(0, 0)
        super().start_match(match)

    def act(self, observation: Seen) -> Action:
        self.fail_at(observation.hand_index, observation.decision)
        return super().act(observation)

    def end_hand(self, record: HandRecord) -> None:
        self.fail_at(record.hand_index, count_letters(record.betting))
        super().end_hand(record)


class FailingBatch(BatchDice):
    def __init__(self, here: Moment) -> None:
        self.here = here

    def fail_at(self, batch: Any, hands: list[int], decisions: list[int]) -> None:
        moments = map(Moment, batch.match.tolist(), batch.seat.tolist(), hands, decisions)
        if self.here in moments:
            raise ValueError

    def start_matches(self, matches: MatchBatch) -> None:
        self.fail_at(matches, [0] * len(matches), [0] * len(matches))
        super().start_matches(matches)

    def act_batch(self, decisions: DecisionBatch) -> Any:
        self.fail_at(decisions, decisions.hand_index.tolist(), decisions.decision.tolist())
        return super().act_batch(decisions)

    def end_hands(self, hands: HandBatch) -> None:
        self.fail_at(hands, hands.hand_index.tolist(), [count_letters(b) for b in hands.betting])
        super().end_hands(hands)


def count_letters(betting: str) -> int:
    return sum(letter in "fcr" for letter in betting)
