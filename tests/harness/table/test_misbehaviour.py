"""What agents do wrong, what is made of it under both rules, and that nobody else feels it.

In match BAD the agent "a" does one wrong thing at its second decision of hand 2, first in simple
and then in batch form. The result must be that of an agent that plays the corrected action of
its own accord.
"""

import itertools
import math
import traceback
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
import pytest
from loop_stage import GAMES, LABELS, BatchDice, Dice, bytes_of, plan_matches, play

from railbird.harness.table.play_rules import CallPoint
from railbird.native import ActionKind
from railbird.plugins import (
    CALL,
    FOLD,
    Action,
    DecisionBatch,
    Distribution,
    HandBatch,
    HandRecord,
    Match,
    MatchBatch,
    Observation,
    raise_to,
)

BAD = 3
HAND = 2
MATCHES = 5
HANDS = 5
FORMS = ["simple", "batch"]


def any_kinds(legal: int) -> bool:
    return True


def needing(needs: Callable[[int], bool], answer: Any) -> Any:
    answer.needs = needs
    return answer


class Culprit(Dice):
    """Dice, but for one answer in match BAD; ``number`` is the match.

    ``needs`` says of the legal kinds whether the violation can be done there.
    """

    def __init__(self, number: int, answer: Callable[[Observation], Any], seen: list[Any]) -> None:
        super().__init__()
        self.number, self.answer, self.seen = number, answer, seen
        self.needs = getattr(answer, "needs", any_kinds)
        self.moment: tuple[int, int] | None = None

    def act(self, observation: Observation) -> Action:
        usual = super().act(observation)
        if self.number != BAD or observation.hand_index < HAND:
            return usual
        moment = observation.hand_index, observation.decision
        is_time = observation.decision >= 2 and self.needs(observation.legal)
        if self.moment is None and is_time:
            self.moment = moment
            self.seen.append(CallPoint(BAD, observation.seat, *moment))
        answer: Any = self.answer(observation) if moment == self.moment else usual
        return answer


class Forfeiter(Culprit):
    """Checks, else folds, of its own accord, from the moment of the violation on."""

    def act(self, observation: Observation) -> Action:
        usual = super().act(observation)
        if self.moment is None:
            return usual
        return FOLD if observation.can_fold else CALL


class BatchCulprit(BatchDice):
    """What Culprit does, by ``spoil(decisions, row, kinds, amounts) -> answer``."""

    def __init__(self, spoil: Callable[..., Any], seen: list[Any]) -> None:
        self.spoil, self.seen = spoil, seen
        self.needs = getattr(spoil, "needs", any_kinds)
        self.moment: tuple[int, int] | None = None

    def act_batch(self, decisions: DecisionBatch) -> Any:
        kinds, amounts = super().act_batch(decisions)
        rows = np.flatnonzero(
            (decisions.match == BAD) & (decisions.hand_index >= HAND) & (decisions.decision >= 2)
        )
        for row in rows.tolist():
            moment = int(decisions.hand_index[row]), int(decisions.decision[row])
            if self.moment is None and self.needs(int(decisions.legal[row])):
                self.moment = moment
                self.seen.append(CallPoint(BAD, int(decisions.seat[row]), *moment))
            if moment == self.moment:
                return self.spoil(decisions, row, kinds, amounts)
        return kinds, amounts


def stage(name: str, culprit: Any, **rules: Any) -> Any:
    """Play with the culprit as "a", the last to be made, and Dice for the others."""
    game = GAMES[name]
    agents = {**dict.fromkeys(LABELS, Dice), "a": culprit}
    return play(game, agents, plan_matches(game, MATCHES), hands=HANDS, **rules)


def numbered(kind: Any, answer: Callable[[Observation], Any], seen: list[Any]) -> Any:
    numbers = itertools.count()
    return lambda: kind(next(numbers), answer, seen)


def fail(error: BaseException) -> Callable[..., Any]:
    def answer(*_: Any) -> Any:
        raise error

    return answer


@cache
def clean_run(name: str) -> Any:
    return stage(name, Dice)


@cache
def model_run(name: str, kind: Any, answer: Any) -> Any:
    """What an agent plays that does ``answer`` at that moment of its own accord."""
    model = stage(name, numbered(kind, answer, []))
    assert not model.incidents.kind
    return model


def check_neighbours(results: Any, clean: Any) -> None:
    others = [match for match in range(MATCHES) if match != BAD]
    assert [bytes_of(results, m) for m in others] == [bytes_of(clean, m) for m in others]


def check_incident(results: Any, moments: list[CallPoint], kind: str) -> None:
    incidents = results.incidents
    columns = (incidents.match, incidents.seat, incidents.hand, incidents.decision)
    assert [CallPoint(*row) for row in zip(*columns, strict=True)] == moments[:1]
    assert incidents.kind == [kind]
    assert incidents.text[0].isprintable()


def check_played(results: Any, model: Any) -> None:
    """The bad match, incidents aside, is that of the model."""
    assert bytes_of(results, BAD)[:3] == bytes_of(model, BAD)[:3]


def calls(_: Observation) -> Action:
    return CALL


def spoil_row(kind: Any = None, amount: Any = None) -> Callable[..., Any]:
    def spoil(_: DecisionBatch, row: int, kinds: Any, amounts: Any) -> Any:
        if kind is not None:
            kinds = kinds.astype(np.result_type(kinds, np.asarray(kind)))
            kinds[row] = kind
        if amount is not None:
            kinds[row] = ActionKind.RAISE
            wide = object if not isinstance(amount, (int, float)) else np.asarray(amount).dtype
            amounts = amounts.astype(wide)
            amounts[row] = amount
        return kinds, amounts

    return spoil


SIMPLE_NONSENSE = [
    lambda _: None,
    lambda _: "raise",
    lambda _: math.nan,
    lambda _: -1,
    lambda _: [CALL],
    lambda _: (2, 40),
    lambda _: Action(7),  # type: ignore[arg-type]
    lambda _: Action(True),  # type: ignore[arg-type]
    lambda _: Action(ActionKind.CALL, 0, (3,)),
    *[
        lambda _, amount=amount: raise_to(amount)
        for amount in (True, math.nan, math.inf, "40", -1, [400], None, 400.5, Decimal("0.1"), 1j)
    ],
]
BATCH_NONSENSE = [
    lambda *_: None,
    lambda *_: "raise",
    lambda *_: math.nan,
    lambda _, __, kinds, amounts: [kinds],
    lambda _, __, kinds, amounts: (kinds[:-1], amounts),
    lambda _, __, kinds, amounts: (kinds, np.append(amounts, 3)),
    lambda _, __, kinds, amounts: (kinds[:, None], amounts),
    lambda _, __, kinds, amounts: (kinds, None),
    spoil_row(kind=7),
    spoil_row(kind=-1),
    spoil_row(kind=1.5),
    *[spoil_row(amount=amount) for amount in (math.nan, math.inf, "40", -1, [400], 400.5)],
]


def nonsense(form: str, index: int, seen: list[Any]) -> Any:
    if form == "simple":
        return numbered(Culprit, SIMPLE_NONSENSE[index], seen)
    return lambda: BatchCulprit(BATCH_NONSENSE[index], seen)


NONSENSE = [
    (form, index)
    for form, answers in (("simple", SIMPLE_NONSENSE), ("batch", BATCH_NONSENSE))
    for index in range(len(answers))
]


@pytest.mark.parametrize(("form", "index"), NONSENSE)
def test_nonsense_is_a_call_under_acpc(form: str, index: int) -> None:
    seen: list[Any] = []
    results = stage("holdem-nolimit-3p", nonsense(form, index, seen))
    check_incident(results, seen, "nonsense")
    check_neighbours(results, clean_run("holdem-nolimit-3p"))
    check_played(results, model_run("holdem-nolimit-3p", Culprit, calls))


@pytest.mark.parametrize(("form", "index"), NONSENSE)
def test_nonsense_forfeits_under_strict(form: str, index: int) -> None:
    seen: list[Any] = []
    results = stage("holdem-nolimit-3p", nonsense(form, index, seen), misbehaviour="strict")
    check_incident(results, seen, "nonsense")
    check_neighbours(results, clean_run("holdem-nolimit-3p"))
    check_played(results, model_run("holdem-nolimit-3p", Forfeiter, calls))


def is_short(legal: int) -> bool:
    return legal != 7


def has_raise(legal: int) -> bool:
    return legal & 4 > 0


def spoil_illegal(decisions: DecisionBatch, row: int, kinds: Any, amounts: Any) -> Any:
    kinds[row] = 2 if decisions.can_fold[row] else 0
    return kinds, amounts


def illegal() -> tuple[Any, Any, Any]:
    """A fold with nothing to call, else a raise where none is legal; and the corrected action."""
    return (
        needing(is_short, lambda o: raise_to(0) if o.can_fold else FOLD),
        needing(is_short, spoil_illegal),
        needing(is_short, lambda _: CALL),
    )


def size(amount: Any, mended: str) -> tuple[Any, Any, Any]:
    """A raise out of range, and the corrected action."""
    return (
        needing(has_raise, lambda _: raise_to(amount)),
        needing(has_raise, spoil_row(amount=amount)),
        needing(has_raise, lambda o: raise_to(getattr(o, mended))),
    )


LEAST, MOST = "min_raise_to", "max_raise_to"
FAULTY = {
    "illegal": ("leduc", "illegal-kind", *illegal()),
    "small": ("holdem-nolimit-3p", "size-clamped", *size(1, LEAST)),
    "zero": ("holdem-nolimit-3p", "size-clamped", *size(0, LEAST)),
    "large": ("holdem-nolimit-3p", "size-clamped", *size(10**6, MOST)),
    "huge": ("holdem-nolimit-3p", "size-clamped", *size(10**30, MOST)),
    "fraction": ("holdem-nolimit-3p", "size-clamped", *size(Fraction(2, 2), LEAST)),
    "float": ("short-stacks", "size-clamped", *size(1e30, MOST)),
}


@pytest.mark.parametrize("fault", FAULTY)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rule", ["acpc", "strict"])
def test_what_the_rules_do_not_allow_is_corrected_or_forfeits(
    fault: str, form: str, rule: str
) -> None:
    name, kind, answer, spoil, mended = FAULTY[fault]
    seen: list[Any] = []
    culprit = (
        numbered(Culprit, answer, seen) if form == "simple" else (lambda: BatchCulprit(spoil, seen))
    )
    results = stage(name, culprit, misbehaviour=rule)
    check_incident(results, seen, kind)
    model = Culprit if rule == "acpc" else Forfeiter
    check_played(results, model_run(name, model, mended))
    check_neighbours(results, clean_run(name))


def test_a_faulty_agent_is_noted_each_time_and_plays_on_under_acpc() -> None:
    class AlwaysFolds:
        def act(self, observation: Observation) -> Action:
            return FOLD

    game = GAMES["kuhn-2p"]
    results = play(game, AlwaysFolds, plan_matches(game, 4), hands=HANDS)
    assert results.incidents.kind == ["illegal-kind"] * 4 * HANDS * 2
    assert results.incidents.text[0] == "a fold is not legal here"
    assert results.incidents.match == sorted(results.incidents.match)
    assert results.incidents.hand == [h for _ in range(4) for h in range(HANDS) for _ in range(2)]


ERRORS = [
    ValueError("no luck"),
    AssertionError(),
    SystemExit(2),
    MemoryError(),
    StopIteration(),
    GeneratorExit(),
    RecursionError("deep"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rule", ["acpc", "strict"])
def test_an_exception_forfeits_under_both_rules(error: Any, form: str, rule: str) -> None:
    name, seen = "holdem-nolimit-3p", []  # type: ignore[var-annotated]
    culprit = (
        numbered(Culprit, fail(error), seen)
        if form == "simple"
        else (lambda: BatchCulprit(fail(error), seen))
    )
    results = stage(name, culprit, misbehaviour=rule)
    check_incident(results, seen, "exception")
    assert results.incidents.text[0].startswith(type(error).__name__)
    check_neighbours(results, clean_run(name))
    check_played(results, model_run(name, Forfeiter, calls))


@pytest.mark.parametrize("form", FORMS)
def test_the_author_may_have_his_traceback(form: str) -> None:
    error = ValueError("no luck")
    culprit = (
        numbered(Culprit, fail(error), [])
        if form == "simple"
        else (lambda: BatchCulprit(fail(error), []))
    )
    with pytest.raises(ValueError, match="no luck") as caught:
        stage("leduc", culprit, raise_agent_errors=True)
    assert caught.value is error
    assert traceback.extract_tb(error.__traceback__)[-1].name == "answer"


class Told:
    """Fails, as requested, in one of the calls other than the decision."""

    def __init__(self, where: str, error: BaseException, number: int) -> None:
        self.where, self.error, self.number = where, error, number
        self.fail_in("factory", number)

    def fail_in(self, where: str, match: int) -> None:
        if where == self.where and match == BAD:
            raise self.error


class SimpleTold(Told):
    def start_match(self, match: Match) -> None:
        self.fail_in("start", self.number)

    def act(self, observation: Observation) -> Action:
        return raise_to(observation.min_raise_to) if observation.can_raise else CALL

    def end_hand(self, record: HandRecord) -> None:
        if record.hand_index == HAND:
            self.fail_in("end", self.number)


class BatchTold(Told):
    def start_matches(self, matches: MatchBatch) -> None:
        for match in matches.match.tolist():
            self.fail_in("start", match)

    def act_batch(self, decisions: DecisionBatch) -> Any:
        return np.where(decisions.can_raise, 2, 1), decisions.min_raise_to

    def end_hands(self, hands: HandBatch) -> None:
        for match, hand in zip(hands.match.tolist(), hands.hand_index.tolist(), strict=True):
            if hand == HAND:
                self.fail_in("end", match)


def told(form: str, where: str, error: BaseException) -> Any:
    numbers = itertools.count()
    kind = SimpleTold if form == "simple" else BatchTold
    number = (lambda: next(numbers)) if form == "simple" else (lambda: -1)
    return lambda: kind(where, error, number())


@pytest.mark.parametrize("where", ["start", "end"])
@pytest.mark.parametrize("form", FORMS)
def test_an_exception_outside_a_decision_forfeits_too(form: str, where: str) -> None:
    clean = stage("leduc", told(form, "nowhere", ValueError()))
    results = stage("leduc", told(form, where, ValueError("no luck")))
    check_neighbours(results, clean)
    assert results.incidents.match == [BAD]
    assert results.incidents.kind == ["exception"]
    line = Told.fail_in.__code__.co_firstlineno + 2
    place = f"(test_misbehaviour.py, line {line}, in fail_in)"
    assert results.incidents.text == [f"ValueError: no luck {place}"]
    texts, clean_texts = bytes_of(results, BAD)[2], bytes_of(clean, BAD)[2]
    played = HAND + 1 if where == "end" else 0
    assert texts[:played] == clean_texts[:played]
    assert texts[played:] != clean_texts[played:]
    wanted = (HAND, sum(c in "fcr" for c in texts[HAND])) if where == "end" else (0, 0)
    assert (results.incidents.hand[0], results.incidents.decision[0]) == wanted


def test_a_simple_agent_that_cannot_be_made_forfeits_that_seat() -> None:
    results = stage("leduc", told("simple", "factory", ValueError("no luck")))
    assert (results.incidents.match, results.incidents.kind) == ([BAD], ["exception"])


@pytest.mark.parametrize("made", [lambda: 1 / 0, object, lambda: None, BatchDice.__init__])
def test_an_agent_that_can_never_be_made_forfeits_all_its_matches(made: Any) -> None:
    results = stage("leduc", made)
    assert results.incidents.match == list(range(MATCHES))
    assert set(results.incidents.kind) == {"exception"}


def test_an_instance_that_failed_at_the_start_plays_no_match() -> None:
    class Spoilt(BatchDice):
        is_spoilt = False

        def start_matches(self, matches: MatchBatch) -> None:
            if len(matches) > 1:
                self.is_spoilt = True
                raise ValueError
            super().start_matches(matches)

        def act_batch(self, decisions: DecisionBatch) -> Any:
            assert not self.is_spoilt
            return super().act_batch(decisions)

    results = stage("leduc", Spoilt)
    clean = clean_run("leduc")
    assert [bytes_of(results, m) for m in range(MATCHES)] == [
        bytes_of(clean, m) for m in range(MATCHES)
    ]


def test_a_factory_of_both_forms_is_at_fault() -> None:
    made = iter([Dice(), BatchDice(), *[Dice() for _ in range(MATCHES)]])
    results = stage("leduc", lambda: next(made))
    assert results.incidents.match == [1]
    assert "both forms" in results.incidents.text[0]


@pytest.mark.parametrize("where", ["factory", "start", "end", "act"])
@pytest.mark.parametrize("form", FORMS)
def test_the_user_may_interrupt_at_any_time(form: str, where: str) -> None:
    error = KeyboardInterrupt()
    culprit = told(form, where, error)
    if where == "act":
        culprit = numbered(Culprit, fail(error), [])
        if form == "batch":
            culprit = lambda: BatchCulprit(fail(error), [])  # noqa: E731
    elif (form, where) == ("batch", "factory"):
        culprit = fail(error)
    with pytest.raises(KeyboardInterrupt):
        stage("leduc", culprit)


class Liar:
    """Declares an invalid distribution, only in match BAD."""

    def __init__(self, number: int, declared: Any) -> None:
        self.number, self.declared = number, declared

    def act(self, observation: Observation) -> Action:
        raise AssertionError

    def probabilities(self, observation: Observation, hole_cards: tuple[int, ...]) -> Any:
        if self.number == BAD and observation.hand_index == HAND and observation.decision < 2:
            return self.declared
        return [(1.0, CALL)]


@pytest.mark.parametrize(
    "declared",
    [
        None,
        3,
        [],
        [(0.5, CALL)],
        [(math.nan, CALL), (1.0, FOLD)],
        [(-0.5, CALL), (1.5, FOLD)],
        [(1.0, "call")],
        [("1", CALL)],
        [(1.0, Action(9))],  # type: ignore[arg-type]
        [CALL],
    ],
    ids=repr,
)
def test_invalid_probabilities_are_nonsense(declared: Any) -> None:
    numbers = itertools.count()
    plans = plan_matches(GAMES["kuhn-2p"], MATCHES)
    agents = {"a": lambda: Liar(next(numbers), declared), "b": Dice}
    results = play(GAMES["kuhn-2p"], agents, plans, hands=HANDS)
    assert set(results.incidents.kind) <= {"nonsense"}
    assert results.incidents.match == [BAD]
    assert (results.incidents.hand, results.incidents.decision) == ([HAND], [1])


class BatchLiar:
    def __init__(self, spoil: Callable[[Any, int], Any]) -> None:
        self.spoil = spoil

    def act_batch(self, decisions: DecisionBatch) -> Any:
        raise AssertionError

    def probabilities_batch(self, decisions: DecisionBatch, hole_cards: Any) -> Any:
        shares = np.zeros((len(decisions), 2))
        shares[:, 1] = 1
        is_bad = (decisions.match == BAD) & (decisions.hand_index == HAND)
        rows = np.flatnonzero(is_bad & (decisions.decision < 2))
        declared = Distribution(shares, np.array([0, 1], np.uint8))
        return self.spoil(declared, int(rows[0])) if len(rows) else declared


def spoil_share(share: float) -> Callable[[Any, int], Any]:
    def spoil(declared: Any, row: int) -> Any:
        declared.probability[row, 0] = share
        return declared

    return spoil


@pytest.mark.parametrize(
    "spoil",
    [
        lambda *_: None,
        lambda declared, _: declared.probability,
        lambda declared, _: Distribution(declared.probability[:-1], declared.kinds),
        lambda declared, _: Distribution(declared.probability, declared.kinds[:1]),
        lambda declared, _: Distribution(declared.probability, np.array([7, 9], np.uint8)),
        lambda declared, _: Distribution(declared.probability.astype(str), declared.kinds),
        spoil_share(0.5),
        spoil_share(-1.0),
        spoil_share(math.nan),
    ],
)
def test_invalid_columns_of_probabilities_are_nonsense(spoil: Any) -> None:
    plans = plan_matches(GAMES["kuhn-2p"], MATCHES)
    agents = {"a": lambda: BatchLiar(spoil), "b": Dice}
    results = play(GAMES["kuhn-2p"], agents, plans, hands=HANDS)
    assert (results.incidents.match, results.incidents.kind) == ([BAD], ["nonsense"])
    assert (results.incidents.hand, results.incidents.decision) == ([HAND], [1])
    honest = play(
        GAMES["kuhn-2p"], {"a": lambda: BatchLiar(lambda d, _: d), "b": Dice}, plans, hands=HANDS
    )
    for match in range(MATCHES):
        assert bytes_of(results, match)[:3] == bytes_of(honest, match)[:3]


def test_who_reads_after_the_decision_is_at_fault() -> None:
    class Hoarder(Dice):
        def __init__(self, field: str) -> None:
            super().__init__()
            self.field = field

        def act(self, observation: Observation) -> Action:
            if observation.hand_index == 1:
                getattr(self.kept, self.field)
            observation.pot  # noqa: B018
            self.kept = observation
            return CALL

    class BatchHoarder(BatchDice):
        kept: Any = None

        def act_batch(self, decisions: DecisionBatch) -> Any:
            if self.kept is not None:
                self.kept.hole_cards  # noqa: B018
            self.kept = decisions
            return [1] * len(decisions), [0] * len(decisions)

    for culprit in (partial(Hoarder, "pot"), partial(Hoarder, "hole_cards"), BatchHoarder):
        results = stage("leduc", culprit)
        assert set(results.incidents.kind) == {"exception"}
        assert "copy the data you need" in results.incidents.text[0]
