"""The Observer: its ranges of opponents, strengths against them, and the style it adopts."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from railbird.agents import Archetype, Observer
from railbird.agents.holdem.answers import Answers
from railbird.agents.holdem.archetype import STYLES, style_number
from railbird.agents.holdem.first_round import (
    CALLED,
    NO_MOVE,
    RAISED,
    Start,
    read_first_round,
    read_first_rounds,
)
from railbird.agents.holdem.observer import ADVICE, choose_styles
from railbird.agents.holdem.opponent_model import ModelOptions, OpponentModel, split_draw
from railbird.agents.holdem.opponent_ranges import ranges_by_quarter, ranges_by_table
from railbird.agents.holdem.starting_hands import CLASS_INCOMES, INCOME_PLACES
from railbird.harness import MatchResults, PlayRules, play_matches
from railbird.harness.conformance.staged_matches import Opponent
from railbird.native import (
    CLASS_NAMES,
    HOLDING_CLASSES,
    HOLDING_COUNT,
    NO_CARD,
    STYLE_COUNTERS,
    FreezeOut,
    Level,
    bounded_strength,
    hand_potential,
)
from railbird.plugins import (
    CLASS_NAMES_BY_TABLE,
    QUARTERS,
    AgentError,
    DecisionBatch,
    HandBatch,
    MatchBatch,
    classify_by_quarter,
    load_registry,
)
from railbird.results.store.match_keys import match_key

REGISTRY = load_registry()
Decide = Callable[..., DecisionBatch]
Factory = Callable[[], Any]
BY_QUARTER = ranges_by_quarter()
OPTIONS = ModelOptions("quarters", False, window=100, least_hands=1)


@dataclass(frozen=True)
class Plan:
    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


def play(
    game: str, factories: list[Factory], *, match_count: int, hand_count: int, **rules: Any
) -> MatchResults:
    labels = tuple(f"agent {seat}" for seat in range(len(factories)))
    plans = [Plan(deck, labels, match_key(7, deck, labels)) for deck in range(match_count)]
    agents = dict(zip(labels, factories, strict=True))
    results = play_matches(
        REGISTRY.game(game),
        plans,
        agents,
        rules=PlayRules(hand_count, raise_agent_errors=True, **rules),
    )
    assert results.incidents.kind == []
    return results


def bettings(results: MatchResults) -> list[str]:
    text = results.betting.tobytes().decode()
    return [text[start:end] for start, end in pairwise(results.betting_offsets.tolist())]


def holdings_of(names: str) -> set[int]:
    classes = [CLASS_NAMES.index(name) for name in names.split()]
    return set(np.flatnonzero(np.isin(HOLDING_CLASSES, classes)).tolist())


def holdings_within(bound: int) -> set[int]:
    return set(np.flatnonzero(bound > INCOME_PLACES).tolist())


JACKS = "AA KK QQ JJ AKs"
TENS = JACKS + " TT AQs AJs KQs AKo KJs QJs ATs"  # 714 and more, of whatever group
NINES = TENS + " 99 JTs AQo KTs QTs"


def test_figure_21_and_the_other_three_classes() -> None:
    """Bounds are by income: 935 JJ, 714 TT, 553 99; then 191 65s, 167 54s."""
    expected = {
        ("loose passive", RAISED): (935, 553),
        ("loose passive", CALLED): (None, None),
        ("loose aggressive", RAISED): (553, 167),
        ("loose aggressive", CALLED): (None, None),
        ("tight passive", RAISED): (714, 553),
        ("tight passive", CALLED): (167, 167),
        ("tight aggressive", RAISED): (553, 191),
        ("tight aggressive", CALLED): (191, 191),
    }
    for (name, move), incomes in expected.items():
        bounds = BY_QUARTER.bounds[QUARTERS.index(name), move].tolist()
        for bound, income in zip(bounds, incomes, strict=True):
            within = CLASS_INCOMES[HOLDING_CLASSES] >= (-np.inf if income is None else income)
            assert holdings_within(bound) == set(np.flatnonzero(within).tolist())
    assert holdings_within(BY_QUARTER.bounds[1, RAISED, 0]) == holdings_of(JACKS)
    assert holdings_within(BY_QUARTER.bounds[3, RAISED, 0]) == holdings_of(TENS)
    assert holdings_within(BY_QUARTER.bounds[1, RAISED, 1]) == holdings_of(NINES)


def test_who_is_unclassified_or_did_nothing_may_hold_anything() -> None:
    assert (BY_QUARTER.bounds[0] == HOLDING_COUNT).all()
    assert (BY_QUARTER.bounds[:, NO_MOVE] == HOLDING_COUNT).all()
    assert (ranges_by_table().bounds[0] == HOLDING_COUNT).all()


def test_the_wide_bound_of_a_raise_is_drawn_as_often_as_said() -> None:
    draws = np.arange(10) / 10
    for name, often in {
        "loose passive": 3,
        "loose aggressive": 5,
        "tight passive": 3,
        "tight aggressive": 3,
    }.items():
        number = QUARTERS.index(name)
        column = np.full(10, number, np.uint8), np.full(10, RAISED, np.uint8)
        wide = BY_QUARTER.draw(*column, draws) == BY_QUARTER.bounds[number, RAISED, 1]
        assert wide.sum() == often


def test_a_class_of_document_000_raises_its_share_of_hands() -> None:
    table = ranges_by_table()
    rock = CLASS_NAMES_BY_TABLE.index("nit/rock")
    assert table.bounds[rock, RAISED, 0] == round(0.07 * 1326)
    assert table.bounds[rock, CALLED, 0] == round(0.11 * 1326)
    maniac = CLASS_NAMES_BY_TABLE.index("maniac")
    assert table.bounds[maniac, CALLED, 0] == HOLDING_COUNT


def test_a_draw_is_split_into_its_digits() -> None:
    assert split_draw(np.array([0.1234567891, 0.9]), 10).tolist() == [
        [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.1],
        [0.9, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ]


LIMIT = Start((2**31 - 1,) * 3, (5, 10, 0), 2, 10)
SHORT = Start((100, 30, 100, 100), (5, 10, 0, 0), 2, 0)
TWO_LEFT = Start((400, 500, 0), (50, 100, 0), 0, 0, 10)  # antes of 10, and one player is out
LAST_CHIPS = Start((400, 40, 400), (50, 100, 0), 2, 0, 10)  # the big blind is all-in by 30


@pytest.mark.parametrize(
    ("start", "letters", "moves", "all_in", "order"),
    [
        (LIMIT, "", (0, 0, 0), (), ()),
        (LIMIT, "ccc", (1, 0, 1), (), (2, 0)),  # the big blind checks
        (LIMIT, "frc", (2, 1, 0), (), (0, 1)),
        (LIMIT, "crfc", (2, 0, 1), (), (0, 2)),
        (SHORT, "r20cfc", (0, 1, 2, 1), (), (2, 3, 1)),
        (SHORT, "r40fcc", (1, 1, 2, 0), (1,), (2, 0, 1)),  # the big blind calls all-in
        (SHORT, "cr40ccr60cr100cf", (2, 1, 2, 2), (0, 1, 2), (1, 0, 2)),  # 1 is passed over
        (SHORT, "r100cff", (0, 0, 2, 1), (2, 3), (2, 3)),
        (TWO_LEFT, "cc", (1, 0, 0), (), (0,)),
        (TWO_LEFT, "r400c", (2, 1, 0), (0,), (0, 1)),
        (LAST_CHIPS, "cc", (1, 0, 1), (1,), (2, 0)),  # the small blind adds 50
    ],
)
def test_the_first_round_is_read(
    start: Start, letters: str, moves: Any, all_in: Any, order: Any
) -> None:
    found = read_first_round(start, letters)
    assert found.moves == moves
    is_all_in = np.array(found.is_all_in) & (np.array(start.stacks) > 0)
    assert tuple(np.flatnonzero(is_all_in).tolist()) == all_in
    assert found.order == order


class Reader:
    """Raises at random, and compares the first round with the counters of style."""

    def __init__(self) -> None:
        self.hands_read = 0

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        return Opponent().act_batch(decisions)

    def end_hands(self, hands: HandBatch) -> None:
        counts = hands.style_counts
        for row, found in enumerate(read_first_rounds(hands, hands.betting)):
            moves = np.array(found.moves)[hands.positions[row]]
            raised = counts[row, :, STYLE_COUNTERS.index("raised_first_round")]
            played = counts[row, :, STYLE_COUNTERS.index("voluntary")]
            assert (moves == RAISED).tolist() == (raised > 0).tolist(), hands.betting[row]
            assert (moves != NO_MOVE).tolist() == (played > 0).tolist(), hands.betting[row]
            self.hands_read += 1


@pytest.mark.parametrize(
    "game", ["holdem-limit-2p", "holdem-limit-9p", "holdem-nolimit-2p", "holdem-nolimit-6p"]
)
def test_the_first_round_agrees_with_the_counters_of_style(game: str) -> None:
    reader, players = Reader(), int(game[-2])
    play(game, [lambda: reader, *[Opponent] * (players - 1)], match_count=20, hand_count=15)
    assert reader.hands_read == 300


def test_the_first_round_agrees_with_them_in_freeze_outs_whose_blinds_rise() -> None:
    """Down to two players, with antes and with stacks below the blinds."""
    reader = Reader()
    session = FreezeOut(400, (Level((10, 20), 5), Level((40, 80), 5, ante=10)))
    makers = [lambda: reader, *[Opponent] * 5]
    rules = {"session": session, "mode": "freeze-out"}
    play("holdem-nolimit-6p", makers, match_count=40, hand_count=200, **rules)
    assert reader.hands_read > 200


def test_without_classes_the_observer_plays_heads_up_as_the_archetype_does() -> None:
    """Against one opponent who may hold anything, equation 6 is equation 3."""
    for style in STYLES:
        plays = [
            bettings(play("holdem-limit-2p", [hero, Opponent], match_count=10, hand_count=20))
            for hero in (
                lambda style=style: Archetype(style),
                lambda style=style: Observer(acts_like=style, least_hands=100),
            )
        ]
        assert plays[0] == plays[1]


def test_opponents_are_classified_from_their_twentieth_hand_on() -> None:
    """Until then it plays as if it never classified anybody, and in the next hand differently."""

    def play_with(**parameters: Any) -> list[str]:
        heroes: list[Factory] = [lambda: Observer(**parameters), lambda: Archetype("maniac")]
        return bettings(play("holdem-limit-2p", heroes, match_count=60, hand_count=30))

    plays = play_with()
    assert plays == play_with(least_hands=20)
    never = play_with(least_hands=100)
    differing = [i % 30 for i in range(len(plays)) if plays[i] != never[i]]
    assert min(differing) == 20


def test_before_the_flop_the_observer_plays_as_the_archetype_does(
    games: dict[str, Any], decide: Decide
) -> None:
    decisions = decide(games["holdem-limit-9p"], ["", "ccr", "rrr", "ffffff", "ccccccc"] * 60)
    for style in STYLES:
        kinds, _ = Observer(acts_like=style).act_batch(decisions)
        assert kinds.tolist() == Archetype(style).act_batch(decisions)[0].tolist()


class Fixed(OpponentModel):
    """A model in which everybody's class is known from the start, by seat."""

    def __init__(self, matches: MatchBatch, classes: list[str]) -> None:
        super().__init__(matches, OPTIONS)
        self.numbers = np.array([QUARTERS.index(name) for name in classes], np.uint8)

    def classes_by_seat(self, match: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
        return np.tile(self.numbers, (len(match), 1))


def matches_of(decisions: DecisionBatch) -> MatchBatch:
    count = len(decisions)
    keys = np.full(count, 1, np.uint64)
    rows = np.arange(count, dtype=np.int32)
    return MatchBatch(decisions.game, 10, count, match=rows, seat=decisions.seat, _match_keys=keys)


@pytest.mark.parametrize("board_count", [3, 4])
def test_strength_is_that_against_each_ones_own_range(
    games: dict[str, Any], decide: Decide, board_count: int
) -> None:
    """By the weighted odds: position 1 called, tight passive; position 2 raised, loose passive."""
    betting = "rfc/" if board_count == 3 else "rfc/cc/"
    count = 40
    decisions = decide(games["holdem-limit-3p"], [betting] * count)
    classes = ["unclassified", "tight passive", "loose passive"]
    model = Fixed(matches_of(decisions), classes)
    rows = np.arange(count)
    found = model.effective_strengths(decisions, rows)
    opponent = 3 - decisions.position.astype(int)  # the small blind folded; 1 acts, 2 raised
    seats = (opponent + decisions.hand_index) % 3
    draws = split_draw(decisions.hand_random(1), 3)[rows, opponent]
    for row in range(count):
        weights = np.ones(HOLDING_COUNT)
        name = classes[seats[row]]
        if name != "unclassified":
            income = {"tight passive": (714, 553), "loose passive": (935, 553)}[name]
            bound = income[int(draws[row] < 0.3)]
            weights = (CLASS_INCOMES[HOLDING_CLASSES] >= bound).astype(float)
        board = decisions.board[row, :board_count]
        one = hand_potential(decisions.hole_cards[row], board, against=weights, cards_to_come=1)
        assert found[row] == pytest.approx(
            float(one.strength + (1 - one.strength) * one.positive), abs=1e-12
        )


def test_strengths_against_several_opponents_are_multiplied_and_the_folded_left_out(
    games: dict[str, Any], decide: Decide
) -> None:
    decisions = decide(games["holdem-limit-6p"], ["cccfcc/", "ccccccc"[:6] + "/"] * 20)
    model = Fixed(matches_of(decisions), ["unclassified"] * 6)
    found = model.effective_strengths(decisions, np.arange(40))
    one = bounded_strength(
        decisions.hole_cards, decisions.board, places=INCOME_PLACES, bounds=HOLDING_COUNT
    )
    each = one.strength + (1 - one.strength) * one.positive
    opponents = np.where(np.arange(40) % 2 == 0, 4, 5)
    assert found == pytest.approx(each**opponents, abs=1e-12)


class Watcher:
    """Plays at random, and holds its model's classes against a recount of the last hands."""

    def __init__(self) -> None:
        self.compared = 0

    def start_matches(self, matches: MatchBatch) -> None:
        options = ModelOptions("quarters", False, window=7, least_hands=3)
        self.model = OpponentModel(matches, options)
        self.told: list[list[npt.NDArray[np.uint8]]] = [[] for _ in range(matches.match_count)]

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        classes = self.model.classes_by_seat(decisions.match)
        for row, match in enumerate(decisions.match.tolist()):
            last = self.told[match][-7:]
            expected = np.zeros(decisions.seat_count, np.uint8)
            if len(last) >= 3:
                expected = classify_by_quarter(np.sum(last, axis=0, dtype=np.int64), least_hands=3)
            assert classes[row].tolist() == expected.tolist()
            self.compared += int(expected.any())
        return Opponent().act_batch(decisions)

    def end_hands(self, hands: HandBatch) -> None:
        self.model.watch(hands)
        for row, match in enumerate(hands.match.tolist()):
            self.told[match].append(hands.style_counts[row])


def test_classes_come_from_the_last_hands_of_the_window() -> None:
    watcher = Watcher()
    play("holdem-limit-3p", [lambda: watcher, Opponent, Opponent], match_count=8, hand_count=30)
    assert watcher.compared > 200


@pytest.mark.parametrize(
    ("game", "known_as"),
    [("holdem-nolimit-6p-short", "short stacker"), ("holdem-nolimit-6p", "nit/rock")],
)
def test_a_short_stacker_is_known_where_stacks_are_short(game: str, known_as: str) -> None:
    """A VPIP and PFR of 7% in 100 hands: a short stacker with 20 big blinds, else a rock."""
    counts = np.zeros(len(STYLE_COUNTERS), np.uint8)
    for name, value in {"hands": 1, "first_rounds": 1}.items():
        counts[STYLE_COUNTERS.index(name)] = value
    raised = counts.copy()
    for name in ("voluntary", "raised_first_round", "first_round_raises"):
        raised[STYLE_COUNTERS.index(name)] = 1
    matches = MatchBatch(
        load_registry().game(game),
        100,
        1,
        match=np.zeros(1, np.int32),
        seat=np.zeros(1, np.uint8),
        _match_keys=np.zeros(1, np.uint64),
    )
    model = OpponentModel(matches, ModelOptions("tables", False, window=100, least_hands=20))
    for hand in range(100):
        played = np.stack([raised if hand < 7 else counts] * 6)[None]
        hands: Any = SimpleNamespace(
            match=np.zeros(1, np.int32), hand_index=np.array([hand]), style_counts=played
        )
        model.watch(hands)
    classes = model.classes_by_seat(np.zeros(1, np.int32))
    assert [CLASS_NAMES_BY_TABLE[number] for number in classes[0].tolist()] == [known_as] * 6


class ShownWatcher(Watcher):
    """Recounts the weakest hand that each seat has shown after a raise and after a call."""

    def start_matches(self, matches: MatchBatch) -> None:
        options = ModelOptions("quarters", True, window=100, least_hands=1)
        self.model = OpponentModel(matches, options)
        self.weakest: dict[tuple[int, int, int], int] = {}

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        return Opponent().act_batch(decisions)

    def end_hands(self, hands: HandBatch) -> None:
        self.model.watch(hands)
        self.model.watch(hands)  # repeated hands count once
        counters = [STYLE_COUNTERS.index(n) for n in ("voluntary", "raised_first_round")]
        for row, match in enumerate(hands.match.tolist()):
            for seat in range(hands.seat_count):
                cards = hands.hole_cards[row, seat].astype(int)
                if hands.showdown[row] and cards[0] != NO_CARD:
                    low, high = sorted(cards.tolist())
                    income = CLASS_INCOMES[HOLDING_CLASSES[high * (high - 1) // 2 + low]]
                    move = int(hands.style_counts[row, seat, counters].sum())
                    bound = int((CLASS_INCOMES[HOLDING_CLASSES] >= income).sum())
                    key = match, seat, move
                    self.weakest[key] = max(self.weakest.get(key, 0), bound)
        for (match, seat, move), bound in self.weakest.items():
            assert self.model._shown[match, seat, move] == bound
            self.compared += 1
        assert np.count_nonzero(self.model._shown) == len(self.weakest)


def test_hands_shown_widen_the_range_after_such_a_move() -> None:
    watcher = ShownWatcher()
    play("holdem-limit-3p", [lambda: watcher, Opponent, Opponent], match_count=4, hand_count=25)
    assert watcher.compared > 100


@pytest.mark.parametrize(
    ("classes", "style"),
    [
        ([0, 0, 0], "fish"),
        ([1, 0, 0], "fox"),
        ([2, 2, 1], "ace"),
        ([3, 4, 3], "gambler"),
        ([4, 4, 0], "rock"),
        ([3, 1, 0], "fox"),  # as many of both: the first
    ],
)
def test_the_style_that_suits_the_table(classes: list[int], style: str) -> None:
    chosen = choose_styles(
        np.array([classes], np.uint8), names=QUARTERS, otherwise=style_number("fish")
    )
    assert chosen.tolist() == [style_number(style)]


def test_there_is_advice_on_every_class() -> None:
    assert set(ADVICE) == {*QUARTERS[1:], *CLASS_NAMES_BY_TABLE[1:]}
    assert set(ADVICE.values()) <= set(STYLES)


@pytest.mark.parametrize("parameters", [{"adapts": True}, {"classes": "tables", "adapts": True}])
def test_an_observer_that_adapts_and_its_like_play(parameters: dict[str, Any]) -> None:
    heroes: list[Factory] = [
        lambda: Observer(least_hands=5, **parameters),
        lambda: Observer(uses_shown=True, least_hands=5),
        *(lambda style=style: Archetype(style) for style in ("fish", "maniac", "rock", "fox")),
    ]
    results = play("holdem-limit-6p", heroes, match_count=6, hand_count=30)
    assert (results.payoffs.sum(axis=2) == 0).all()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"acts_like": "shark"}, "'shark'; use one of ace, calling-station, fish, fox, gambler, "),
        ({"classes": "thirds"}, "classes is 'thirds'; use one of quarters, tables"),
        ({"window": 0}, "window is 0; give a number of hands, 1 or more"),
        ({"adapts": 3}, "adapts is 3; give true or false"),
        ({"uses_shown": "maybe"}, "uses_shown is 'maybe'; give true or false"),
        ({"least_hands": True}, "least_hands is True; give a number of hands"),
        ({"least_hands": 101}, "least_hands is 101, but window 100 keeps fewer"),
        ({"pot_share": -1}, "pot_share is -1"),
    ],
)
def test_parameters_that_cannot_be_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(AgentError, match=message):
        Observer(**parameters)
