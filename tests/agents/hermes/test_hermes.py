"""Hermes: its hands, what a shove is worth, its rules as a table of situations, its complaint."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pytest

from railbird.agents import Hermes
from railbird.agents.hermes.expected_return import (
    Shove,
    expected_return,
    not_lost,
    sample_not_lost,
)
from railbird.agents.hermes.hands import CLASSES_OF_HOLDINGS, HAND_CLASSES
from railbird.agents.hermes.rules import shove_shares
from railbird.agents.hermes.situations import (
    ALL_IN,
    BIG_BLIND,
    BUTTON,
    CUT_OFF,
    EARLY,
    LIMPED,
    LIMPS,
    OTHER,
    RAISED_ONCE,
    SMALL_BLIND,
    UNOPENED,
    Situations,
    is_no_limit_holdem,
    name_places,
    places_of,
    read_situation,
)
from railbird.agents.holdem.first_round import Start, read_first_round
from railbird.harness import MatchResults, PlayRules, play_matches
from railbird.harness.conformance.staged_matches import Opponent
from railbird.native import (
    CLASS_NAMES,
    ActionKind,
    FreezeOut,
    Level,
    deal_decks,
    equity,
    format_game,
    holding_index,
    parse_cards,
    parse_game,
    top_range,
)
from railbird.plugins import AgentError, DecisionBatch, Game, MatchBatch, load_registry
from railbird.results.store.match_keys import match_key

REGISTRY = load_registry()
SHORT = REGISTRY.game("holdem-nolimit-6p-short")
Decide = Callable[..., DecisionBatch]


@dataclass(frozen=True)
class Plan:
    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


def play(
    game: Game, factories: list[Callable[[], Any]], *, hand_count: int, **rules: Any
) -> MatchResults:
    labels = tuple(f"agent {seat}" for seat in range(len(factories)))
    decks = range(rules.pop("match_count", 20))
    rule = rules.pop("rule", "acpc")
    plans = [Plan(deck, labels, match_key(7, deck, labels)) for deck in decks]
    agents = dict(zip(labels, factories, strict=True))
    return play_matches(game, plans, agents, rules=PlayRules(hand_count, rule))


def bettings(results: MatchResults) -> list[str]:
    text = results.betting.tobytes().decode()
    return [text[start:end] for start, end in pairwise(results.betting_offsets.tolist())]


def test_table_33_has_all_169_hands() -> None:
    assert len(HAND_CLASSES) == 169
    sizes = np.bincount(CLASSES_OF_HOLDINGS, minlength=9)
    assert sizes.sum() == 1326
    assert sizes[1:4].sum() == 92
    assert sizes[1] == 28
    classes = dict(zip(CLASS_NAMES, HAND_CLASSES.tolist(), strict=True))
    assert [name for name, number in classes.items() if number == 1] == [
        *("AA", "AKs", "KK", "QQ", "JJ")
    ]
    assert {name for name, number in classes.items() if number == 2} == {
        *("AKo", "AQs", "AJs", "KQs", "TT")
    }
    assert {name for name, number in classes.items() if number == 3} == {
        *("ATs", "AQo", "KJs", "QJs", "JTs", "99")
    }
    assert classes["72o"] == classes["Q6s"] == 0
    assert classes["22"] == 7


def test_its_rules_cap_what_it_plays_by_position() -> None:
    """Early 28 hands, cut-off 58, button and small blind 92 of 1,326, as settled."""
    sizes = np.bincount(CLASSES_OF_HOLDINGS, minlength=9)
    for place, per_cent in ((EARLY, 2.1), (CUT_OFF, 4.4), (BUTTON, 6.9), (SMALL_BLIND, 6.9)):
        most = [shares_of(number, place)[None].max() for number in range(9)]
        assert round(sum(sizes[n] for n in range(9) if most[n] > 0) / 13.26, 1) == per_cent


def shares_of(hand_class: int, place: int) -> npt.NDArray[np.float64]:
    """The share of shoves in each of the six states, with the best return and a thief who folds."""
    states = np.arange(6, dtype=np.uint8)
    situations = Situations(
        state=states,
        place=np.full(6, place, np.uint8),
        opponent=np.zeros(6, np.intp),
        opponent_place=np.full(6, EARLY, np.uint8),
        is_all_in=np.zeros(6, np.bool_),
    )
    classes = np.full(6, hand_class, np.uint8)
    return shove_shares(classes, situations, returns=np.ones(6), fold_shares=np.ones(6))


FIGURE_70 = {
    2: {
        UNOPENED: {SMALL_BLIND: 0.6, CUT_OFF: 1, BUTTON: 1},
        LIMPED: {BIG_BLIND: 1, SMALL_BLIND: 1},
        ALL_IN: {BIG_BLIND: 1, SMALL_BLIND: 1},
        LIMPS: {BIG_BLIND: 1},
        RAISED_ONCE: {BIG_BLIND: 1, SMALL_BLIND: 1, BUTTON: 1},
    },
    3: {
        UNOPENED: {BUTTON: 1, SMALL_BLIND: 1},
        LIMPED: {BIG_BLIND: 1},
        RAISED_ONCE: {BIG_BLIND: 1},
    },
}


@pytest.mark.parametrize("is_worth_it", [True, False])
@pytest.mark.parametrize("folds", [0.49, 0.5])
def test_figure_70_in_every_situation(is_worth_it: bool, folds: float) -> None:
    """9 classes, 6 states, 5 places, 5 places of the opponent: 1,350 situations a case."""
    columns = np.array(list(product(range(9), range(6), range(5), range(5))), np.uint8).T
    classes, states, places, opponents = columns
    situations = Situations(
        state=states,
        place=places,
        opponent=np.zeros(len(states), np.intp),
        opponent_place=opponents,
        is_all_in=np.zeros(len(states), np.bool_),
    )
    returns = np.full(len(states), 0.0 if is_worth_it else -0.001)
    found = shove_shares(
        classes, situations, returns=returns, fold_shares=np.full(len(states), folds)
    )
    for row, (number, state, place, opponent) in enumerate(columns.T.tolist()):
        if number == 1:
            expected = 1.0
        elif number in FIGURE_70 and is_worth_it:
            expected = FIGURE_70[number].get(state, {}).get(place, 0)
        else:
            is_stolen = place == BIG_BLIND and state == RAISED_ONCE
            is_stolen &= opponent in (BUTTON, SMALL_BLIND)
            expected = float(number > 0 and is_stolen and folds >= 0.5)
        assert found[row] == expected, (number, state, place, opponent)


def test_places_at_tables_of_two_to_nine() -> None:
    names = "BSUCE"  # big blind, small blind, button, cut-off, early
    seen = {}
    for players in (2, 3, 6, 9):
        game = REGISTRY.game(f"holdem-nolimit-{players}p")
        seen[players] = "".join(names[place] for place in name_places(game.definition))
    assert seen == {2: "BS", 3: "SBU", 6: "SBEECU", 9: "SBEEEEECU"}


def test_places_are_those_of_the_players_left() -> None:
    """Of six seats those who have chips have the first positions."""
    names, six = "BSUCE", REGISTRY.game("holdem-nolimit-6p").definition
    seen = {
        left: "".join(names[place] for place in name_places(six, tuple(range(left))))
        for left in range(2, 7)
    }
    assert seen == {
        2: "SBEEEE",  # heads-up the button posts the small blind
        3: "SBUEEE",
        4: "SBCUEE",
        5: "SBECUE",
        6: "SBEECU",
    }


class Watched(Hermes):
    """Notes its view of every decision before the flop, beside who is dealt in."""

    seen: ClassVar[list[tuple[Any, ...]]] = []

    def act_batch(self, decisions: DecisionBatch) -> Any:
        is_preflop = np.flatnonzero(decisions.round_index == 0)
        if len(is_preflop):
            asked = decisions.take(is_preflop)
            self.seen.append(
                (asked.position.copy(), asked.starting_stacks.copy(), places_of(asked))
            )
        return super().act_batch(decisions)


def test_a_small_blind_that_falls_on_nobody_is_nobodys_place() -> None:
    names, six = "BSUCE", REGISTRY.game("holdem-nolimit-6p").definition
    places = [name_places(six, tuple(range(1, left + 1))) for left in (3, 4)]
    seen = ["".join(names[place] for place in one) for one in places]
    assert seen == ["EBCUEE", "EBECUE"]


def test_in_a_freeze_out_places_follow_who_is_left() -> None:
    session = FreezeOut(600, (Level((50, 100), 4),))
    Watched.seen.clear()
    rules = PlayRules(60, session=session, mode="freeze-out", prizes=(100.0,))
    others = [REGISTRY.agent(name).factory for name in ("uniform", "call", "raise", "raise-pot")]
    house = dict(zip("abcdef", [Watched, *others, others[0]], strict=True))
    plans = [Plan(seed, tuple("abcdef"), seed) for seed in range(30)]
    play_matches(REGISTRY.game("holdem-nolimit-6p"), plans, house, rules=rules)
    lefts = set()
    for positions, stacks, places in Watched.seen:
        for own, row, at in zip(positions.tolist(), stacks.tolist(), places.tolist(), strict=True):
            lefts.add(sum(stack > 0 for stack in row))
            end = max(place for place, stack in enumerate(row) if stack > 0)
            last = {end: BUTTON, end - 1: CUT_OFF}
            assert at[own] == {0: SMALL_BLIND, 1: BIG_BLIND}.get(own, last.get(own, EARLY))
    assert lefts >= {2, 3, 4, 5}


@pytest.mark.parametrize(
    ("mode", "complaint"),
    [("cash", "200 big blinds, but"), ("freeze-out", "200 big blinds in the first hand, but")],
)
def test_it_complains_of_the_stacks_of_the_first_hand(mode: Any, complaint: str) -> None:
    game = REGISTRY.game("holdem-nolimit-6p")
    rows = np.zeros(1, np.int32)
    keys = np.zeros(1, np.uint64)
    matches = MatchBatch(game, 9, 1, rows, rows.astype(np.uint8), keys, mode=mode)
    assert complaint in Hermes().start_matches(matches)
    # Where a match begins whenever somebody comes to a table, its stacks are not known.
    for other in ("tournament", "ring"):
        again = MatchBatch(game, 9, 1, rows, rows.astype(np.uint8), keys, mode=other)  # type: ignore[arg-type]
        assert Hermes().start_matches(again) == ""


STACKS = (2000,) * 6
START = Start(STACKS, (50, 100, 0, 0, 0, 0), 2, 0)
PLACES = name_places(SHORT.definition)


@pytest.mark.parametrize(
    ("letters", "own", "state", "opponent"),
    [
        ("", 2, UNOPENED, 5),  # nobody: the button
        ("fff", 5, UNOPENED, 1),  # the button itself: the big blind
        ("ffff", 0, UNOPENED, 1),
        ("c", 3, LIMPED, 2),
        ("cfff", 0, LIMPED, 2),
        ("ffffc", 1, LIMPED, 0),
        ("cc", 4, LIMPS, 3),
        ("ccffc", 1, LIMPS, 0),
        ("r300", 3, RAISED_ONCE, 2),
        ("fr300fff", 1, RAISED_ONCE, 3),
        ("r2000", 3, ALL_IN, 2),
        ("r2000c", 4, OTHER, 3),  # two are all-in: no state has that
        ("cr300", 4, OTHER, 3),
        ("r300c", 4, OTHER, 2),  # the raiser before the caller
        ("r300r900", 4, OTHER, 3),
        ("r300r2000c", 5, OTHER, 4),  # the last all-in
        ("r300fffr900", 1, OTHER, 0),
    ],
)
def test_states_and_opponents(letters: str, own: int, state: int, opponent: int) -> None:
    told = read_first_round(START, letters)
    assert read_situation(told, own, PLACES) == (state, opponent)


def test_who_folds_after_a_call_counts_no_more() -> None:
    told = read_first_round(START, "cr300ffr900ff")
    assert told.has_folded[2]
    assert read_situation(told, 3, PLACES) == (RAISED_ONCE, 0)


def test_equity_counts_a_tie_as_not_lost() -> None:
    (queens,) = (CLASS_NAMES.index("QQ"),)
    known = equity(["QcQd", top_range(0.28)])
    expected = (known.won[0] + known.tied[0]) / known.deals
    assert not_lost(np.array([queens]), 0.28)[0] == pytest.approx(expected, abs=1e-12)
    assert not_lost(np.array([queens]), 0.0)[0] == not_lost(np.array([queens]), 1e-6)[0]


def test_a_sampled_equity_is_near_the_exact_one_and_the_same_again() -> None:
    cards = parse_cards("AhQh")
    exact = not_lost(np.array([CLASS_NAMES.index("AQs")]), 0.28)[0]
    first, again = (sample_not_lost(cards, 0.28, sample_count=10_000, key=5) for _ in range(2))
    assert first == again
    assert abs(first - exact) < 4 * np.sqrt(exact * (1 - exact) / 10_000)
    assert sample_not_lost(cards, 0.0, sample_count=100, key=1) < 0.5  # aces alone


def test_the_value_of_a_shove_worked_by_hand() -> None:
    """A pot of 450, 1,700 to call and 1,950 at risk; called half the time with 40% equity."""
    shove = Shove(*(np.array([x]) for x in (450.0, 1700.0, 1950.0, 0.5)))
    value = expected_return(shove, np.array([0.4]))
    assert value[0] == pytest.approx(0.5 * 450 + 0.5 * (0.4 * 2150 - 0.6 * 1950))
    never_called = Shove(*(np.array([x]) for x in (450.0, 1700.0, 1950.0, 1.0)))
    assert expected_return(never_called, np.array([0.0]))[0] == 450.0


def hands(names: str) -> npt.NDArray[np.uint8]:
    return np.array([parse_cards(name) for name in names.split()], np.uint8)


def decide_with(decide: Decide, betting: str, names: str) -> list[str]:
    """What Hermes does with hands, in letters: f, c, or r for all-in."""
    cards = hands(names)
    own = int(decide(SHORT, [betting]).position[0])
    others = np.array([np.setdiff1d(np.arange(52), two)[:15] for two in cards])
    deals = np.concatenate([others[:, : 2 * own], cards, others[:, 2 * own :]], axis=1)
    decisions = decide(SHORT, [betting] * len(cards), deals=deals.astype(np.uint8))
    hermes = Hermes()
    hermes.start_matches(matches_of(decisions))
    kinds, amounts = hermes.act_batch(decisions)
    is_raise = kinds == ActionKind.RAISE.value
    assert (amounts[is_raise] == 2000).all()
    return ["fcr"[kind] for kind in kinds]


def matches_of(decisions: DecisionBatch) -> Any:
    count = len(decisions)
    rows = np.arange(count, dtype=np.int32)
    return MatchBatch(
        decisions.game, 10, count, match=rows, seat=decisions.seat, _match_keys=np.zeros(count)
    )


@pytest.mark.parametrize(
    ("betting", "names", "letters"),
    [
        ("", "AcAd AcKc AcKd 9c9d 7c2d", "rrfff"),  # early: class 1 alone
        ("ff", "JcJd TcTd AcQd 7c2d", "rrff"),  # cut-off: class 2 too
        ("fff", "TcTd AcQd 8c8d 7c2d", "rrff"),  # button: class 3 too
        (
            "fff",
            "QcJc JcTc",
            "rf",
        ),  # a VPIP of 0.28: a looser blind makes both good, a tighter none
        ("r2000", "KcKd AcKd 2c2d", "cff"),  # an all-in is called
        ("ffffc", "TcTd AcQd 8c8d 7c2d", "rrcc"),  # big blind: checks what it does not shove
        ("fffr250f", "8c8d Kc2c 7c2d", "rrf"),  # defends hands with a class against the button
        ("fr250fff", "8c8d Kc2c 7c2d", "fff"),  # but not against the others
        ("fffffc/", "", ""),
        ("ffffcc/", "AcAd", "c"),  # after the flop it checks
        ("ffffcc/r200", "AcAd", "f"),  # and folds
    ],
)
def test_what_it_does_before_it_knows_anybody(
    decide: Decide, betting: str, names: str, letters: str
) -> None:
    if names:
        assert "".join(decide_with(decide, betting, names)) == letters


def test_it_shoves_or_folds_and_never_calls_a_raise_that_leaves_chips() -> None:
    results = play(SHORT, [Hermes, *[Opponent] * 5], hand_count=40)
    assert results.incidents.kind == []
    letters = results.betting.tobytes().decode()
    assert re.search("r2000", letters)


class Scripted:
    """Folds or calls everything in five hands; in the sixth one goes all-in and the others fold."""

    def __init__(self, *, folds_first: bool) -> None:
        self.folds_first = folds_first

    def act_batch(self, decisions: DecisionBatch) -> Any:
        kinds = np.full(len(decisions), ActionKind.CALL.value, np.uint8)
        is_last = decisions.hand_index == 5
        kinds[decisions.can_fold & (is_last ^ self.folds_first)] = ActionKind.FOLD.value
        kinds[is_last & self.folds_first & decisions.can_raise] = ActionKind.RAISE.value
        return kinds, decisions.max_raise_to


def test_who_never_played_a_hand_is_taken_to_have_aces_when_all_in() -> None:
    """In the big blind Hermes then calls with class 1 alone; he cannot fold any more."""
    factories = [Hermes, lambda: Scripted(folds_first=True)]
    factories += [lambda: Scripted(folds_first=False)] * 4
    results = play(SHORT, factories, hand_count=6, match_count=500)
    cards = deal_decks(SHORT.definition, list(range(500)), 6)[:, 5, 2:4]  # position 1: seat 0
    classes = CLASSES_OF_HOLDINGS[holding_index(cards)]
    calls = [betting.startswith("r2000ffffc") for betting in bettings(results)[5::6]]
    assert calls == (classes == 1).tolist()
    assert (classes == 2).sum() > 5


def test_with_five_hundred_big_blinds_it_complains_and_plays_on() -> None:
    deep = Game("deep", parse_game(format_game(SHORT.definition).replace("2000", "50000")))
    played = {}
    for rule in ("acpc", "strict"):
        results = play(deep, [Hermes, *[Opponent] * 5], hand_count=12, rule=rule)
        assert set(results.incidents.kind) == {"complaint"}
        assert results.incidents.match == list(range(20))
        assert set(results.incidents.text) == {
            "stacks are 500 big blinds, but Hermes is designed for at most 20; "
            "it goes all-in with all of them"
        }
        played[rule] = bettings(results)
    assert played["acpc"] == played["strict"]
    assert any("r50000" in betting for betting in played["acpc"])


def test_it_plays_no_limit_holdem_with_blinds_alone(games: dict[str, Game]) -> None:
    claimed = {name for name, game in games.items() if is_no_limit_holdem(game)}
    assert claimed == {
        name
        for name, game in games.items()
        if name.startswith("holdem-nolimit") or name == "holdem-preflop-nolimit-2p"
        if game.definition.variant is None
    }


@pytest.mark.parametrize("count", [-1, 0.5, True, "many"])
def test_an_invalid_number_of_deals_is_refused(count: Any) -> None:
    with pytest.raises(AgentError, match=r"equity_samples is .*; give a number of deals, or 0"):
        Hermes(equity_samples=count)


def test_sampled_and_exact_equities_play_nearly_the_same() -> None:
    exact = play(SHORT, [Hermes, *[Opponent] * 5], hand_count=20)
    sampled = play(SHORT, [lambda: Hermes(equity_samples=2000), *[Opponent] * 5], hand_count=20)
    differing = (exact.payoffs != sampled.payoffs).any(axis=2).mean()
    assert differing < 0.02
