"""The conformance suite passes sound agents, and each of its checks goes red for an unsound one."""

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.harness.conformance.check import Subject, check_conformance
from railbird.harness.conformance.report import CLAIMS, ConformanceReport, describe_conformance
from railbird.plugins import (
    BETTING_KINDS,
    CALL,
    FOLD,
    Action,
    ActionKind,
    ActionRange,
    AgentEntry,
    DecisionBatch,
    Distribution,
    HandRecord,
    Observation,
    every_game,
    load_registry,
    raise_to,
    read_plugin,
)

REGISTRY = load_registry()
KUHN = {"kuhn-3p": REGISTRY.game("kuhn-3p")}
NO_LIMIT = {"holdem-nolimit-2p": REGISTRY.game("holdem-nolimit-2p")}
KINDS = np.array(BETTING_KINDS, np.uint8)


def check(factory: Callable[..., Any], games: Any = KUHN, **parameters: Any) -> ConformanceReport:
    entry = AgentEntry("suspect", factory)
    return check_conformance(Subject(entry, parameters, is_registered=False), games)


def faults_of(report: ConformanceReport) -> dict[str, str]:
    return {result.check: result.fault for result in report.results if result.fault is not None}


def bet_half(observation: Observation) -> Action:
    """Bet or call half of the time, by the decision's first draw."""
    is_bold = observation.random() < 0.5
    if observation.can_raise:
        return raise_to(observation.min_raise_to) if is_bold else CALL
    return CALL if is_bold or not observation.can_fold else FOLD


class Sound:
    """Plays half and half, and says nothing of it."""

    def act(self, observation: Observation) -> Action:
        return bet_half(observation)


class Declaring(Sound):
    """Declares what it plays; raises range over all sizes."""

    stationary = True
    bold = 0.5

    def act(self, observation: Observation) -> Action:
        draw, size_draw = observation.random(), observation.random()
        if observation.can_raise:
            least, most = observation.min_raise_to, observation.max_raise_to
            size = least + int(size_draw * (most - least + 1))
            return raise_to(size) if draw < 0.5 else CALL
        return CALL if draw < 0.5 or not observation.can_fold else FOLD

    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> Any:
        if observation.can_raise:
            bounds = observation.min_raise_to, observation.max_raise_to
            bold = self.bold
            return [(bold, ActionRange(ActionKind.RAISE, *bounds)), (1 - bold, CALL)]
        return [(0.5, CALL), (0.5, FOLD)] if observation.can_fold else [(1.0, CALL)]


class OnlyDeclaring:
    """Declares the same, and has no other way to play."""

    stationary = True
    bold = 0.5
    probabilities = Declaring.probabilities


class OnlyDeclaringBatch:
    """Raises and calls by what it declares, in batch form."""

    stationary = True

    def probabilities_batch(self, decisions: DecisionBatch, hole_cards: Any) -> Any:
        share = decisions.can_raise * 0.5
        return Distribution(
            np.column_stack([0 * share, 1 - share, share]),
            KINDS,
            decisions.min_raise_to,
            decisions.max_raise_to,
        )


class Learning:
    """Remembers within a match, as it may: bets if it won more hands than it lost."""

    def __init__(self) -> None:
        self.seat = -1
        self.balance = 0

    def start_match(self, match: Any) -> None:
        self.seat = match.seat

    def act(self, observation: Observation) -> Action:
        if self.balance > 0 and observation.can_raise:
            return raise_to(observation.min_raise_to)
        return CALL

    def end_hand(self, record: HandRecord) -> None:
        payoff = record.payoffs[self.seat]
        self.balance += (payoff > 0) - (payoff < 0)


class SoundBatch:
    """Draws a legal kind for each row."""

    def act_batch(self, decisions: DecisionBatch) -> Any:
        kinds = np.full(len(decisions), ActionKind.CALL, np.uint8)
        kinds[decisions.can_raise & (decisions.random() < 0.5)] = ActionKind.RAISE
        return kinds, decisions.min_raise_to


class LearningBatch(SoundBatch):
    """Counts its hands in each match, and is bold in every other one."""

    def start_matches(self, matches: Any) -> None:
        self.hands = np.zeros((matches.match_count, matches.seat_count), int)

    def act_batch(self, decisions: DecisionBatch) -> Any:
        is_bold = self.hands[decisions.match, decisions.seat] % 2 == 1
        kinds = np.where(decisions.can_raise & is_bold, ActionKind.RAISE, ActionKind.CALL)
        return kinds.astype(np.uint8), decisions.min_raise_to

    def end_hands(self, hands: Any) -> None:
        np.add.at(self.hands, (hands.match, hands.seat), 1)


@pytest.mark.parametrize("games", [KUHN, NO_LIMIT], ids=["kuhn", "no-limit"])
@pytest.mark.parametrize(
    "factory",
    [
        *(Sound, Declaring, OnlyDeclaring, Learning),
        *(SoundBatch, OnlyDeclaringBatch, LearningBatch),
    ],
)
def test_a_sound_agent_passes(factory: Any, games: Any) -> None:
    report = check(factory, games)
    assert report.has_passed, describe_conformance(report)
    checks = {result.check for result in report.results}
    assert {"claims", "builds", "survives", "legal", "repeats", "forgets"} <= checks
    assert ("honest" in checks) == (factory in {Declaring, OnlyDeclaring, OnlyDeclaringBatch})
    assert ("rows" in checks) == (factory in {SoundBatch, OnlyDeclaringBatch, LearningBatch})


# Agents that break one promise each: the check that must find it, and a word of what it says.


class DeclaresByCardsInSight:
    """Declares by the cards face up, its own thrown ones, and whether its own fit those face up."""

    stationary = True

    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> Any:
        up_cards = observation.up_cards[observation.position]
        assert set(up_cards) <= set(hole_cards)
        others = [card for cards in observation.up_cards for card in cards]
        assert len({*hole_cards, *others}) == len(hole_cards) + len(others) - len(up_cards)
        if observation.max_cards:
            chosen = hole_cards[: observation.max_cards]
            return [(1.0, Action(ActionKind.EXCHANGE, cards=chosen))]
        share = (sum(others) + sum(observation.seen_cards)) % 7 / 7
        if observation.can_raise:
            return [(share, raise_to(observation.min_raise_to)), (1 - share, CALL)]
        return [(share, CALL), (1 - share, FOLD)] if observation.can_fold else [(1.0, CALL)]


def test_what_is_declared_may_depend_on_all_that_is_in_sight() -> None:
    games = {name: REGISTRY.game(name) for name in ("seven-card-stud", "badugi")}
    entry = AgentEntry("suspect", DeclaresByCardsInSight, every_game)
    report = check_conformance(Subject(entry, is_registered=False), games)
    assert report.has_passed, describe_conformance(report)


class FailsInHandThree(Sound):
    def act(self, observation: Observation) -> Action:
        if observation.hand_index == 3:
            raise RuntimeError("I am lost")
        return bet_half(observation)


class FailsAtTheStart(Sound):
    def start_match(self, match: Any) -> None:
        raise RuntimeError("no match")


class FailsAtTheEnd(Sound):
    def end_hand(self, record: HandRecord) -> None:
        raise RuntimeError("no end")


class FoldsAlways(Sound):
    def act(self, observation: Observation) -> Action:
        return FOLD


class AnswersNothing(Sound):
    def act(self, observation: Observation) -> Any:
        return None


class RaisesTooMuch(Sound):
    def act(self, observation: Observation) -> Action:
        return raise_to(observation.max_raise_to + 1) if observation.can_raise else CALL


class PlaysByChance(Sound):
    def act(self, observation: Observation) -> Action:
        return raise_to() if random.random() < 0.5 and observation.can_raise else CALL


class CountsForAll(Sound):
    counter = itertools.count()

    def act(self, observation: Observation) -> Action:
        return raise_to() if next(self.counter) // 100 % 2 and observation.can_raise else CALL


class LooksAtItsRow(SoundBatch):
    def act_batch(self, decisions: DecisionBatch) -> Any:
        is_even = np.arange(len(decisions)) % 2 == 0
        kinds = np.where(decisions.can_raise & is_even, ActionKind.RAISE, ActionKind.CALL)
        return kinds.astype(np.uint8), decisions.min_raise_to


class CountsItsCalls(SoundBatch):
    calls = 0

    def act_batch(self, decisions: DecisionBatch) -> Any:
        self.calls += 1
        wants = decisions.can_raise & (self.calls % 2 == 0)
        kinds = np.where(wants, ActionKind.RAISE, ActionKind.CALL)
        return kinds.astype(np.uint8), decisions.min_raise_to


class CallsTooOften(Declaring):
    bold = 0.4


class RaisesToTheMiddle(Declaring):
    def act(self, observation: Observation) -> Action:
        if observation.can_raise and observation.random() < 0.5:
            return raise_to((observation.min_raise_to + observation.max_raise_to) // 2)
        return CALL if observation.can_raise else super().act(observation)


class RaisesSmall(Declaring):
    def act(self, observation: Observation) -> Action:
        action = super().act(observation)
        if action.kind != ActionKind.RAISE:
            return action
        return raise_to((observation.min_raise_to + action.amount) // 2)


class DoesTheImpossible(Declaring):
    bold = 0.0


class FoldsByItsCard(Declaring):
    """Folds low cards and calls with high ones, half of the time each, and declares half always."""

    def act(self, observation: Observation) -> Action:
        if observation.can_fold and not observation.can_raise:
            return CALL if observation.hole_cards[0] > 44 else FOLD
        return super().act(observation)


class SumsToLess(Declaring):
    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> Any:
        return [(0.4, CALL), (0.4, CALL)] if hole_cards[0] > 45 else [(1.0, CALL)]


class DeclaresIllegalFolds(Declaring):
    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> Any:
        return [(0.5, CALL), (0.5, FOLD)]


class DeclaresTooMuch(Declaring):
    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> Any:
        if not observation.can_raise:
            return super().probabilities(observation, hole_cards)
        bounds = observation.min_raise_to, observation.max_raise_to + 1
        return [(0.5, ActionRange(ActionKind.RAISE, *bounds)), (0.5, CALL)]


class DrawsInProbabilities(Declaring):
    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> Any:
        share = observation.random()
        return [(share, CALL), (1 - share, FOLD)] if observation.can_fold else [(1.0, CALL)]


class LooksAtItsCards(Declaring):
    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> Any:
        is_high = observation.hole_cards[0] > 45
        if observation.can_fold:
            return [(1.0, CALL)] if is_high else [(1.0, FOLD)]
        return [(1.0, CALL)]


class RemembersHands(Declaring):
    hands = 0

    def end_hand(self, record: HandRecord) -> None:
        self.hands += 1
        self.bold = 0.5 + 0.4 * (self.hands % 2)


class OnlyDeclaresIllegalFolds(OnlyDeclaring):
    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> Any:
        return [(0.5, CALL), (0.5, FOLD)]


class OnlyLooksAtItsCards(OnlyDeclaring):
    probabilities = LooksAtItsCards.probabilities


class ActFails(OnlyDeclaringBatch):
    """Has an act beside what it declares, which play never calls: the suite alone sees it fail."""

    def act_batch(self, decisions: DecisionBatch) -> Any:
        raise RuntimeError("never tried")


class OnlyDeclaresRowsTogether(OnlyDeclaringBatch):
    def probabilities_batch(self, decisions: DecisionBatch, hole_cards: Any) -> Any:
        return DeclaresRowsTogether().probabilities_batch(decisions, hole_cards)


class NoDistribution(SoundBatch):
    stationary = True

    def probabilities_batch(self, decisions: DecisionBatch, hole_cards: Any) -> Any:
        return Distribution(np.ones((len(decisions), 2)) / 2, KINDS)


class DeclaresRowsTogether(SoundBatch):
    """Declares by the number of rows asked together."""

    stationary = True

    def act_batch(self, decisions: DecisionBatch) -> Any:
        return np.full(len(decisions), ActionKind.CALL, np.uint8), None

    def probabilities_batch(self, decisions: DecisionBatch, hole_cards: Any) -> Any:
        share = decisions.can_raise * (0.9 if len(decisions) > 1 else 0.1)
        return Distribution(np.column_stack([0 * share, 1 - share, share]), KINDS)


BREACHES = [
    (FailsInHandThree, KUHN, "survives", "hand 3, seat 0, decision 0: exception, RuntimeError"),
    (FailsAtTheStart, KUHN, "survives", "no match"),
    (FailsAtTheEnd, KUHN, "survives", "no end"),
    (FoldsAlways, KUHN, "legal", "a fold is not legal here"),
    (AnswersNothing, KUHN, "legal", "nonsense, answered None"),
    (RaisesTooMuch, NO_LIMIT, "legal", "above the maximum"),
    (PlaysByChance, KUHN, "repeats", "again with the same seed"),
    (CountsForAll, KUHN, "repeats", "again with the same seed"),
    (LooksAtItsRow, KUHN, "forgets", "with other matches before and alongside it"),
    (LooksAtItsRow, KUHN, "rows", "asked row by row"),
    (CountsItsCalls, KUHN, "rows", "asked row by row"),
    (CallsTooOften, KUHN, "honest", "standard deviations"),
    (CallsTooOften, NO_LIMIT, "honest", "standard deviations"),
    (RaisesToTheMiddle, NO_LIMIT, "honest", "spread of the sizes"),
    (RaisesSmall, NO_LIMIT, "honest", "sizes of raises"),
    (
        DoesTheImpossible,
        KUHN,
        "honest",
        "it took the action raise, to which it gives the probability 0",
    ),
    (DoesTheImpossible, NO_LIMIT, "honest", "to which it gives the probability 0"),
    (FoldsByItsCard, KUHN, "honest", "with cards"),
    (SumsToLess, KUHN, "sound", "the probabilities sum to 0.8"),
    (DeclaresIllegalFolds, KUHN, "sound", "fold has the probability 0.5 and is not legal"),
    (DeclaresTooMuch, NO_LIMIT, "sound", "have a probability, but legal raises are to"),
    (DrawsInProbabilities, KUHN, "pure", "asked twice about the same cards"),
    (LooksAtItsCards, KUHN, "pure", "with the same public information"),
    (RemembersHands, KUHN, "stationary", "a new instance"),
    (NoDistribution, KUHN, "survives", "(its probabilities)"),
    (DeclaresRowsTogether, KUHN, "rows", "asked row by row"),
    (OnlyDeclaresIllegalFolds, KUHN, "sound", "fold has the probability 0.5 and is not legal"),
    (OnlyDeclaresIllegalFolds, KUHN, "legal", "a fold is not legal here"),
    (OnlyLooksAtItsCards, KUHN, "pure", "with the same public information"),
    (OnlyDeclaresRowsTogether, KUHN, "rows", "asked row by row"),
    (ActFails, KUHN, "survives", "(its act)"),
]


@pytest.mark.parametrize(
    ("factory", "games", "red", "words"),
    BREACHES,
    ids=[f"{factory.__name__}-{red}" for factory, _, red, _ in BREACHES],
)
def test_a_breach_turns_its_check_red(factory: Any, games: Any, red: str, words: str) -> None:
    report = check(factory, games)
    faults = faults_of(report)
    assert not report.has_passed
    assert red in faults, describe_conformance(report)
    assert words in describe_conformance(report)
    if red in {"survives", "legal", "repeats", "forgets", "rows"}:
        assert "match " in faults[red]
        assert ", hand " in faults[red]


class Both(Sound, SoundBatch):
    """Has two forms."""


class Nothing:
    """Has no form."""


class SaysNothingOfMemory(Declaring):
    stationary = None  # type: ignore[assignment]


def fail(**_: Any) -> Any:
    raise RuntimeError("no agent today")


def exit_instead(**_: Any) -> Any:
    raise SystemExit(3)


ONE_AGENT = Sound()
FORMS = itertools.cycle([Sound, SoundBatch])


def make_either() -> Any:
    return next(FORMS)()


@pytest.mark.parametrize(
    ("factory", "words"),
    [
        (fail, "it cannot be created: RuntimeError: no agent today"),
        (exit_instead, "it cannot be created: SystemExit"),
        (lambda: ONE_AGENT, "its factory returns the same agent twice"),
        (make_either, "agents of both forms"),
        (Both, "both act and act_batch"),
        (Nothing, "has none of the methods act"),
        (SaysNothingOfMemory, "stationary is None"),
    ],
)
def test_an_agent_that_cannot_be_made_as_promised_is_found(factory: Any, words: str) -> None:
    faults = faults_of(check(factory))
    assert list(faults) == ["builds"]
    assert words in faults["builds"]


def test_parameters_must_survive_json() -> None:
    report = check(lambda sizes: Sound(), sizes=(1, 2))
    assert "do not survive JSON" in faults_of(report)["builds"]


ANSWERS = itertools.cycle([True, False])


@pytest.mark.parametrize(
    ("plays", "words"),
    [
        (lambda *_: False, "it plays none of kuhn-3p"),
        (lambda *_: None, "returns None and then None"),
        (lambda *_: next(ANSWERS), "returns True and then False"),
        (lambda game, _: game.nothing, "its `plays` function fails for kuhn-3p"),
    ],
)
def test_an_agent_must_say_what_it_plays(plays: Any, words: str) -> None:
    entry = AgentEntry("suspect", Sound, plays)
    report = check_conformance(Subject(entry, is_registered=False), KUHN)
    assert words in faults_of(report)["claims"]


def write_plugin(tmp_path: Path, action: str) -> Path:
    path = tmp_path / "suspect_plugin.py"
    path.write_text(
        "import os, sys\n"
        "from railbird.plugins import CALL, AgentEntry, hookimpl, raise_to\n"
        "class Suspect:\n"
        "    def act(self, observation):\n"
        f"        return raise_to() if observation.can_raise and ({action}) else CALL\n"
        "@hookimpl\n"
        "def railbird_agents():\n"
        "    return [AgentEntry('suspect', Suspect)]\n",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize(
    ("action", "red", "words"),
    [
        ("observation.random() < 0.5", None, ""),
        ("hash(str(observation.random())) % 2", "processes", "in another with the same seed"),
        ("not sys.flags.safe_path", "rebuilt", "created from name and parameters"),
        ("os._exit(7)", "processes", "a process that played it ended with 7"),
    ],
)
def test_an_agent_plays_the_same_in_processes_of_its_own(
    tmp_path: Path, action: str, red: str | None, words: str
) -> None:
    path = write_plugin(tmp_path, action)
    registry = load_registry([read_plugin(path)])
    report = check_conformance(Subject(registry.agent("suspect"), plugins=(str(path),)), KUHN)
    faults = faults_of(report)
    assert list(faults) == ([] if red is None else [red]), describe_conformance(report)
    assert red is None or words in faults[red]


def test_a_twin_must_play_the_same() -> None:
    entry = AgentEntry("fast", SoundBatch)
    for twin, is_same in ((SoundBatch, True), (Sound, False)):
        subject = Subject(entry, is_registered=False, twin=AgentEntry("slow", twin))
        faults = faults_of(check_conformance(subject, KUHN))
        assert ("same-as" not in faults) == is_same
        assert is_same or "with fast" in faults["same-as"]


def test_each_check_says_what_it_claims() -> None:
    reds = {red for _, _, red, _ in BREACHES}
    assert reds | {"builds", "claims", "processes", "rebuilt", "same-as"} == set(CLAIMS)
