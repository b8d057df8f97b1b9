"""What tests mean and what strategies do, worked by hand or held against other agents."""

from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from pokerlang_strategies import answer, at, holds, play, program, raising_when, table_of

from railbird.agents.holdem.archetype import STYLES
from railbird.agents.pokerlang.compiling.condition_compiler import third_of
from railbird.agents.pokerlang.compiling.files import read_program, shipped_path
from railbird.agents.pokerlang.language.words import HARRINGTON
from railbird.agents.pokerlang.player import play_program, play_strategy
from railbird.agents.pokerlang.situation.quantities import position_quality
from railbird.agents.pokerlang.situation.view import View
from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.harness.conformance.check import Subject, check_conformance
from railbird.harness.conformance.report import describe_conformance
from railbird.harness.games.library import load_house_games
from railbird.native import (
    CLASS_NAMES,
    HOLDING_CARDS,
    HOLDING_CLASSES,
    HOLDING_COUNT,
    STYLE_COUNTERS,
    effective_hand_strength,
    hand_potential,
    hand_strength,
    parse_cards,
    parse_range,
    preflop_equity,
)
from railbird.native.solver import build_tree, nash_conv
from railbird.plugins import ActionKind, Game, load_registry

REGISTRY = load_registry()
GAMES = {game.name: game for game in load_house_games()}
HEADS_UP, SIX, LIMIT = (
    GAMES[name] for name in ("holdem-nolimit-2p", "holdem-nolimit-6p", "holdem-limit-2p")
)


# hands


def test_harringtons_groups_have_the_counts_of_the_source() -> None:
    sizes = [np.count_nonzero(parse_range(text)) for text in HARRINGTON.values()]
    assert sizes == [16, 30, 32, 38, 50]
    together = sum(parse_range(text) for text in HARRINGTON.values())
    assert together.max() == 1  # no holding is in two groups
    assert sum(sizes) == 166
    assert round(100 * 166 / HOLDING_COUNT, 3) == 12.519


@pytest.mark.parametrize("text", ["22+", "AKs-ATs", "T9s-76s", "KQo", "A2+", "random", "15%"])
def test_a_hand_is_in_a_range_exactly_if_it_is_listed(text: str) -> None:
    """Each of the 1,326 holdings, and so each of the 169 classes."""
    one = at(HEADS_UP, "", "AhAd")
    of = raising_when(f'hand in "{text}"')
    when = of.tactics[0].rules[0].when
    assert when is not None
    inside = []
    for cards in HOLDING_CARDS:
        view = View(one, cards[None])
        inside.append(bool(when.holds(view, view.rows)[0]))
    assert inside == (parse_range(text) > 0).tolist()
    classes = {CLASS_NAMES[number] for number in HOLDING_CLASSES[inside]}
    assert len(classes) == {"22+": 13, "AKs-ATs": 4, "T9s-76s": 4, "KQo": 1, "A2+": 24}.get(
        text, len(classes)
    )


# numbers, by hand


@pytest.mark.parametrize(
    ("players", "betting", "stack", "m"),
    [
        (2, "", 3000, (3000 - 50) / 150),
        (2, "r300", 3000, (3000 - 100) / 150),
        (3, "", 900, 900 / 150),
        (6, "ffff", 1550, (1550 - 50) / 150),
        (10, "fr300", 3000, 3000 / 150),
    ],
)
def test_m_is_the_chips_left_over_the_blinds(
    players: int, betting: str, stack: int, m: float
) -> None:
    decisions = at(table_of(players, stack), betting)
    assert holds(f"{m - 1e-9:.12f} < M < {m + 1e-9:.12f}", decisions) == [True]
    zones = {"green": m > 20, "yellow": 10 < m <= 20, "orange": 5 < m <= 10}
    zones |= {"red": 1 < m <= 5, "dead": m <= 1}
    assert {zone: holds(f"stack in {zone}", decisions) for zone in zones} == {
        zone: [inside] for zone, inside in zones.items()
    }


@pytest.mark.parametrize(("stack", "zone"), [(150, "red"), (151, "red"), (2999, "yellow")])
def test_zones_are_open_below_and_closed_above(stack: int, zone: str) -> None:
    """Posting no blind, M is stack / 150; 150 chips are M = 1, which is dead."""
    decisions = at(table_of(3, stack), "")
    expected = "dead" if stack == 150 else zone
    assert holds(f"stack in {expected}", decisions) == [True]
    assert holds(f"stack in {expected}", at(table_of(3, 3000), "")) == [expected == "yellow"]


def test_odds_and_counts_of_a_hand_worked_through() -> None:
    """Six-handed, blinds 50 and 100: a raise to 300, a call, a fold; the button acts."""
    game = table_of(6)
    decisions = at(game, "r300cf")
    assert holds("odds = 300 / 750", decisions) == [True]
    assert holds("pot-odds = 300 / 1050", decisions) == [True]
    for test in ("raises = 1", "callers = 1", "to-call = 3", "pot = 7.5", "players = 5"):
        assert holds(test, decisions) == [True], test
    assert holds("opponents = 4 and button and in-position", decisions) == [True]
    assert holds("unopened or cut-off or small-blind", decisions) == [False]
    assert holds("last-raiser is opponent", decisions) == [True]


SITUATIONS = {
    ("", "unopened and callers = 0 and last-raiser is nobody"): True,
    ("c", "unopened"): False,
    ("c", "callers = 1 and raises = 0"): True,
    ("cr300", "callers = 0 and raises = 1"): True,
    ("ccc/", "unopened and callers = 0"): True,
    ("ccc/c", "unopened and callers = 0"): True,
    ("ccc/cr400c", "callers = 1 and raises = 1"): True,
    ("r300cc/", "last-raiser is opponent"): True,
    ("fr300c/", "last-raiser is me"): True,
    ("fr300c/cr600", "last-raiser is me"): False,
    ("fr300c/cr600c/", "last-raiser is opponent and unopened"): True,
    ("ccc/ccc/", "last-raiser is nobody"): True,
    ("r3000", "facing-all-in"): True,
    ("r300", "facing-all-in"): False,
    ("r3000f", "facing-all-in and big-blind"): True,
    ("ff", "big-blind"): None,
    ("", "button"): True,
    ("c", "small-blind"): True,
    ("cc", "big-blind and to-call = 0"): True,
    ("ccc/cc", "button and in-position"): True,
    ("ccc/c", "in-position"): False,
    ("fcc/c", "in-position"): True,
    ("cc", "1 <= players <= 3"): True,
    ("cc", "2 * players - 6 + 0.5 = 0.5"): True,
}


@pytest.mark.parametrize(("betting", "test"), SITUATIONS)
def test_betting_is_read_as_players_read_it(betting: str, test: str) -> None:
    """Three-handed: the button acts first before the flop, then the small and the big blind."""
    expected = SITUATIONS[betting, test]
    if expected is None:
        return  # the hand is over
    assert holds(test, at(table_of(3), betting)) == [expected]


def test_arithmetic_without_bounds_is_infinite_and_warns_of_nothing() -> None:
    """A warning would be an error here."""
    huge = "M" + " * 1000000000" * 40
    for test, is_raised in [(f"{huge} > 1", True), (f"{huge} - {huge} > 1", False)]:
        declared = answer(raising_when(test), at(table_of(2), ""))
        assert declared.probability[0].tolist() == ([0, 0, 1] if is_raised else [0, 1, 0])


def test_the_quality_of_a_position() -> None:
    """Players before, less aggressive opponents, plus passive ones, cut to +-(N - 2)."""

    class Memory:
        def __init__(self, aggressive: int, passive: int) -> None:
            self._kinds = (aggressive, passive)

        def counts(self, match: np.ndarray) -> np.ndarray:
            counts = np.zeros((1, 6, len(STYLE_COUNTERS)), np.int64)
            counts[0, :, STYLE_COUNTERS.index("hands")] = 1
            raised, called = (
                STYLE_COUNTERS.index(name) for name in ("later_raises", "later_calls")
            )
            aggressive, passive = self._kinds
            others = [seat for seat in range(6) if seat != 3]
            counts[0, others[:aggressive], raised] = 2
            counts[0, others[:aggressive], called] = 1
            counts[0, others[aggressive : aggressive + passive], called] = 1
            return counts

    decisions = at(table_of(6), "f")  # position 3, which 3 players precede after the flop
    for aggressive, passive, quality in [(0, 0, 3), (2, 0, 1), (5, 0, -2), (0, 1, 4), (0, 5, 4)]:
        memory = Memory(aggressive, passive)
        view = View(decisions, decisions.hole_cards, memory)  # type: ignore[arg-type]
        assert position_quality(view).tolist() == [quality]
        zone = "bad" if quality < -4 + 8 / 3 else "normal" if quality < 4 - 8 / 3 else "good"
        zones = [
            name
            for name in ("bad", "normal", "good")
            if holds(f"position in {name}", decisions, memory) == [True]
        ]
        assert zones == [zone]


def test_the_quality_of_a_position_counts_the_players_left() -> None:
    """Six seats, of which some are out: as at a table of so many, with what the others did."""
    for left in (2, 3, 4, 6):
        stacks = [3000] * left + [0] * (6 - left)
        blinds = [50, 100, 0, 0, 0, 0]
        for acted in range(left):
            decisions = at(table_of(6), "c" * acted, stacks=[stacks], blinds=[blinds])
            counts = np.zeros((1, 6, len(STYLE_COUNTERS)), np.int64)
            counts[0, :, STYLE_COUNTERS.index("hands")] = 1
            counts[0, :, STYLE_COUNTERS.index("later_raises")] = 2  # those who are out, too
            memory = SimpleNamespace(counts=lambda match, counts=counts: counts)
            view = View(decisions, decisions.hole_cards, memory)  # type: ignore[arg-type]
            own = int(decisions.position[0])
            before = own if left > 2 else 1 - own
            quality = min(max(before - (left - 1), 2 - left), left - 2)
            assert position_quality(view).tolist() == [quality]
            for zone in ("bad", "normal", "good"):
                low, high = third_of(zone, left)
                is_inside = low <= quality < high or (quality == high and zone == "good")
                is_inside |= left == 2
                assert holds(f"position in {zone}", decisions, memory) == [is_inside]


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_thirds_of_positions(players: int) -> None:
    """Equations 12 to 15 by hand: the bounds of the table, cut at the thirds."""
    expected = {
        2: [(0, 0)] * 3,
        3: [(-1, -1 / 3), (-1 / 3, 1 / 3), (1 / 3, 1)],
        6: [(-4, -4 / 3), (-4 / 3, 4 / 3), (4 / 3, 4)],
        10: [(-8, -8 / 3), (-8 / 3, 8 / 3), (8 / 3, 8)],
    }[players]
    found = [third_of(name, players) for name in ("bad", "normal", "good")]
    assert np.allclose(found, expected)


# cards


def test_strengths_are_those_of_the_native_functions() -> None:
    decisions = at(SIX, "ffcccc/", "AhKd", "Qh7h2c")  # three opponents
    hole, board = "AhKd", "Qh7h2c"
    now = hand_potential(hole, board, cards_to_come=1)
    strength = float(hand_strength(hole, board)) ** 3
    ehs = float(effective_hand_strength(now.strength, now.positive, 3))
    guard = "not round is preflop and"
    for name, value in (("strength", strength), ("ehs", ehs), ("potential", float(now.positive))):
        assert holds(f"{guard} {value - 1e-9:.12f} < {name} < {value + 1e-9:.12f}", decisions) == [
            True
        ]
    early = at(SIX, "ffc", "AhKd")
    value = float(preflop_equity(parse_cards("AhKd"), 3))
    assert holds(f"{value - 1e-9:.12f} < strength < {value + 1e-9:.12f}", early) == [True]


def test_strength_against_a_range() -> None:
    board = "Qh7h2c"
    decisions = at(SIX, "ffcccc/", "AhKd", board)
    value = float(hand_strength("AhKd", board, against="QQ+, AKs, 76s"))
    test = f'{value - 1e-9:.12f} < strength vs "QQ+, AKs, 76s" < {value + 1e-9:.12f}'
    assert holds(test, decisions) == [True]
    pairs = at(HEADS_UP, "", "AhAd")
    assert holds('0.81 < strength vs "KK" < 0.83', pairs) == [True]
    assert holds('strength vs "AsAc, AhAd" > 0.49', pairs) == [True]


CARDS = {
    ("AhAd", "Ac7h2c", "made three-of-a-kind"): True,
    ("AhAd", "Ac7h2c", "made pair"): False,
    ("AhAd", "Ac7h2c", "made >= pair"): True,
    ("AhKd", "Qc7h2c", "made high-card"): True,
    ("AhKd", "QcJhTc", "made straight"): True,
    ("AhKh", "Qh7h2c", "drawing flush"): True,
    ("AhKd", "Qh7h2h", "drawing flush"): True,
    ("AcKd", "Qh7h2h", "drawing flush"): False,
    ("AhKh", "Qh7h2h", "drawing flush"): False,
    ("AcKd", "Qh7h2h8h", "drawing flush"): False,
    ("9h8d", "7c6h2c", "drawing straight and drawing open-ended"): True,
    ("9h8d", "7c5h2c", "drawing straight and not drawing open-ended"): True,
    ("AhKd", "QcJh2c", "drawing straight and not drawing open-ended"): True,
    ("Ah4d", "3c2h9c", "drawing straight"): True,
    ("AhKd", "5c6h7c8d", "drawing straight"): False,
    ("9h8d", "7c6hTc", "drawing straight"): False,
    ("9h8d", "7c6h2cKdKs", "drawing straight"): False,
    ("AhKd", "7c7h2c", "board paired"): True,
    ("AhKd", "7c6h2c", "board paired"): False,
    ("AhKd", "7c6c2c", "board suited"): True,
    ("AhKd", "7c6h2c", "board two-tone"): True,
    ("AhKd", "7c6h2d", "board rainbow"): True,
    ("AhKd", "7c6h2d", "board suited or board two-tone"): False,
    ("AhKd", "7c6h3d", "board connected"): True,
    ("AhKd", "7c6h2d", "board connected"): False,
    ("AhKd", "4cAd2d", "board connected"): True,
}


@pytest.mark.parametrize(("cards", "board", "test"), CARDS)
def test_cards_are_read_as_players_read_them(cards: str, board: str, test: str) -> None:
    betting = "cc/" + "cc/" * (len(board) // 2 - 3)
    decisions = at(HEADS_UP, betting, cards, board)
    assert holds(f"round is preflop or {test}", decisions) == [CARDS[cards, board, test]]


# what is done


def outcome(text: str, betting: str, game: Game | None = None) -> list[tuple[str, float, int]]:
    """Kinds, probabilities and amounts of what a strategy may do."""
    declared = answer(program(text), at(game or table_of(3), betting))
    least, _ = declared.bounds()
    rows = zip(declared.kinds.tolist(), declared.probability[0], least[0].tolist(), strict=True)
    return [(ActionKind(k).name, round(float(p), 9), a) for k, p, a in rows if p > 0]


MOVES = {
    # facing a raise to 300 from the button, in the small blind; the pot is 450, the call 250
    ("fold", "r300"): [("FOLD", 1.0, 0)],
    ("check", "r300"): [("CALL", 1.0, 0)],
    ("raise min", "r300"): [("RAISE", 1.0, 500)],
    ("raise 0.5 pot", "r300"): [("RAISE", 1.0, 300 + 225)],
    ("raise 50%", "r300"): [("RAISE", 1.0, 300 + 350)],
    ("raise 3 bb", "r300"): [("RAISE", 1.0, 600)],
    ("raise 3x", "r300"): [("RAISE", 1.0, 900)],
    ("raise to 7.5 bb", "r300"): [("RAISE", 1.0, 750)],
    ("raise to 4 bb", "r300"): [("RAISE", 1.0, 500)],
    ("raise 90x", "r300"): [("RAISE", 1.0, 3000)],
    ("all-in", "r300"): [("RAISE", 1.0, 3000)],
    ("all-in", "r3000"): [("CALL", 1.0, 0)],
    ("fold 30%, call", "r300"): [("FOLD", 0.3, 0), ("CALL", 0.7, 0)],
    ("fold 30%", "r300"): [("FOLD", 0.3, 0), ("CALL", 0.7, 0)],
    ("fold, call, raise min 50%", "r300"): [
        *[("FOLD", 0.25, 0), ("CALL", 0.25, 0), ("RAISE", 0.5, 500)],
    ],
    ("raise min 20%, raise 3x 30%", "r300"): [
        *[("CALL", 0.5, 0), ("RAISE", 0.2, 500), ("RAISE", 0.3, 900)],
    ],
    # on the flop, after a raise to 300 that one called: everybody has put in 300
    ("fold", "fr300c/"): [("CALL", 1.0, 0)],
    ("raise to 2 bb", "fr300c/"): [("RAISE", 1.0, 500)],
    ("raise 2x", "fr300c/"): [("CALL", 1.0, 0)],
    ("raise 2x", "fr300c/r500"): [("RAISE", 1.0, 700)],
    ("raise 50%", "fr300c/"): [("RAISE", 1.0, 600)],
}


@pytest.mark.parametrize(("mix", "betting"), MOVES)
def test_what_a_rule_does(mix: str, betting: str) -> None:
    assert outcome(f"tactic t rule: {mix}", betting) == MOVES[mix, betting]


def test_rules_are_followed_in_order_and_as_often_as_they_say() -> None:
    text = """
    tactic never when players > 3 rule: raise min
    tactic misses rule when M < 1: raise min
    tactic plays-on
      rule when raises = 1: fold often 20%
      rule when raises = 2: raise min
      rule when to-call > 1: call 50%, raise min often 50%
    tactic last rule when button: fold
    otherwise: raise 3x
    """
    share = 0.8 * 0.5
    assert outcome(text, "r300") == [
        ("FOLD", 0.2, 0),
        ("CALL", share / 2, 0),
        ("RAISE", share / 2, 500),
        ("RAISE", share, 900),
    ]
    assert outcome(text, "r300r600") == [("RAISE", 1.0, 900)]


def test_without_a_rule_a_strategy_folds_or_checks() -> None:
    assert outcome("tactic t rule when M < 1: call", "r300") == [("FOLD", 1.0, 0)]
    assert outcome("tactic t rule when M < 1: call", "ccc/") == [("CALL", 1.0, 0)]
    assert outcome("", "r300") == [("FOLD", 1.0, 0)]
    assert outcome("otherwise: call", "r300") == [("CALL", 1.0, 0)]


def test_an_action_differs_by_round_and_is_a_call_where_none_is_given() -> None:
    text = "action a preflop: raise min 50%, fold turn: fold tactic t rule: a 50%, raise 3x"
    assert outcome(text, "r300") == [("FOLD", 0.25, 0), ("RAISE", 0.25, 500), ("RAISE", 0.5, 900)]
    flop = outcome(text, "fr300c/r500")
    assert flop == [("CALL", 0.5, 0), ("RAISE", 0.5, 900)]
    assert outcome(text, "fr300c/cc/r500") == [("FOLD", 0.5, 0), ("RAISE", 0.5, 900)]


def test_big_blinds_are_those_of_the_hand() -> None:
    blinds = [[100, 200, 0, 0, 0, 0]]
    for move, betting, amount in (("raise to 3 bb", "", 600), ("raise 3 bb", "", 800)):
        declared = answer(
            program(f"tactic t rule: {move}"), at(table_of(6), betting, blinds=blinds)
        )
        assert declared.least is not None
        assert declared.least[0].max() == amount


def test_in_a_limit_game_every_raise_has_its_size() -> None:
    declared = answer(program("tactic t rule: raise 3x 50%, all-in"), at(LIMIT, "r"))
    assert declared.least is None
    rows = zip(declared.kinds.tolist(), declared.probability[0].tolist(), strict=True)
    assert {ActionKind(kind): share for kind, share in rows if share} == {
        ActionKind.CALL: 0.5,
        ActionKind.RAISE: 0.5,
    }


# the same as other agents, byte for byte

BASELINES = {"call": "call", "fold": "fold", "raise": "raise min", "raise-pot": "raise 100%"}


def play_the_same(game: Game, agent: str, make: object) -> None:
    rest = [REGISTRY.agents["uniform"].factory] * (game.definition.player_count - 1)
    expected = play(game, [REGISTRY.agents[agent].factory, *rest], hands=60)
    found = play(game, [make, *rest], hands=60)
    assert found.incidents.kind == []
    assert found.betting.tobytes() == expected.betting.tobytes()
    assert found.payoffs.tobytes() == expected.payoffs.tobytes()


@pytest.mark.parametrize("name", ["kuhn-3p", "leduc", "holdem-nolimit-6p", "omaha-pot-limit"])
@pytest.mark.parametrize("agent", BASELINES)
def test_a_file_that_says_what_a_baseline_does_plays_the_same(agent: str, name: str) -> None:
    of = program(f"tactic t rule: {BASELINES[agent]}")
    play_the_same(GAMES[name], agent, partial(play_program, of))


@pytest.mark.parametrize("name", ["holdem-limit-2p", "holdem-nolimit-6p"])
@pytest.mark.parametrize("style", STYLES)
def test_the_archetypes_written_as_files_play_the_same(style: str, name: str) -> None:
    play_the_same(GAMES[name], style, partial(play_strategy, file=str(shipped_path(style))))


def test_a_tactic_can_play_a_style() -> None:
    of = program("tactic t plays tight-aggressive")
    play_the_same(SIX, "fox", partial(play_program, of))


def test_a_style_has_its_own_hands_whatever_the_file_names() -> None:
    """Equivalence: `first` of the file is not `first` of the style."""
    style = program("tactic t plays tight-aggressive")
    both = program(
        "hands first = 72o tactic n when hand in first and M < 0 rule: fold "
        "tactic t plays tight-aggressive"
    )
    for cards in ("AhAd", "7h2d", "TsTd"):
        decisions = at(table_of(2), "", cards)
        expected = answer(style, decisions)
        np.testing.assert_array_equal(answer(both, decisions).probability, expected.probability)


@pytest.mark.parametrize("m", [30, 8, 3])
def test_hansen_plays_by_its_stack(m: int) -> None:
    """Aces unopened on the button, M of 30, 8 and 3: a bet of 1.5 pots, a pot, all of it."""
    game = table_of(3, 150 * m)
    hansen = read_program(shipped_path("hansen"))
    declared = answer(hansen, at(game, "", "AhAd"))
    least, _ = declared.bounds()
    raises = declared.probability[0] * (declared.kinds == ActionKind.RAISE)
    assert raises.sum() == (0.6 if m == 30 else 1.0)
    expected = {30: 100 + 225, 8: 100 + 150, 3: 450}[m]
    assert least[0, raises.argmax()] == expected
    weak = answer(hansen, at(game, "", "7h2d")).probability[0]
    assert weak[ActionKind.FOLD] == (0.0 if m == 30 else 1.0)


CHECKED = {
    "holdem": 'tactic t rule when hand in A, "99+": raise 50% 40%, raise 3x 10%, fold\n'
    "rule when not round is preflop and ehs > 0.5: all-in 30%, raise to 9 bb often 60%\n"
    "rule when last-raiser is me: raise 0.75 pot rule when unopened: raise min 20%, check",
    "hands": "tactic t rule when raises < 2: raise min 30%, call 30%, fold per hand",
    "predictors": "tactic t rule when steal-bet <= 1 pot or opponent vpip > 50%: raise 50%\n"
    "rule when implied-odds < 0.3 or not image is tight-passive: call rule when round is flop and "
    "opponent can have flush >= 5%: raise min",
    "memory": "tactic t rule when position in good, normal: raise min 50% rule: call",
}


@pytest.mark.parametrize("name", CHECKED)
def test_strategies_keep_the_contract(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.pokerlang"
    path.write_text('pokerlang 1 strategy "x"\n' + CHECKED[name])
    parameters = {"file": str(path)}
    subject = Subject(REGISTRY.agent("pokerlang"), parameters)
    three = ("holdem-nolimit-3p",)
    names = {"holdem": three, "predictors": three, "hands": ("leduc",), "memory": ("kuhn-3p",)}
    games = {one: GAMES[one] for one in names[name]}
    report = check_conformance(subject, games)
    assert report.has_passed, describe_conformance(report)
    assert set(report.games) == set(games)


def test_declared_probabilities_are_the_shares_of_what_is_done() -> None:
    """20,000 decisions in Leduc's first round, each share within 4 standard errors."""
    of = program("tactic t rule: raise min 35%, fold 20% often 70%\notherwise: raise min")
    results = play(GAMES["leduc"], [partial(play_program, of)] * 2, matches=200, hands=100)
    text = results.betting.tobytes().decode()
    offsets = results.betting_offsets
    firsts = "".join(text[start] for start in offsets[:-1].tolist())
    count = len(firsts)
    raised = firsts.count("r") / count
    expected = 0.7 * 0.35 + 0.3
    assert count == 20_000
    assert abs(raised - expected) < 4 * (expected * (1 - expected) / count) ** 0.5


def test_a_file_of_hands_is_less_exploitable_than_one_without_before_the_flop() -> None:
    """The 1,352 information sets of limit hold'em without betting after the flop."""
    game = GAMES["holdem-preflop-limit-2p"]
    tree = build_tree(game.definition)
    assert (tree.information_set_count, tree.entry_count) == (1352, 3549)
    values = {}
    for name, text in {
        "calls": "tactic t rule: call",
        "raises": "tactic t rule: raise min",
        "hands": "tactic t rule when strength >= 0.55: raise min rule when strength < 0.35: fold "
        "rule: call",
    }.items():
        declared = declared_strategy(game, tree, partial(play_program, program(text)))
        values[name] = nash_conv(tree, declared)
    for name, agent in (("calls", "call"), ("raises", "raise")):
        factory = REGISTRY.agents[agent].factory
        assert values[name] == nash_conv(tree, declared_strategy(game, tree, factory))
    assert 0 < values["hands"] < min(values["calls"], values["raises"])


@pytest.mark.parametrize("name", ["kuhn-2p", "leduc"])
def test_nash_conv_of_a_file_is_that_of_the_agent_it_describes(name: str) -> None:
    game = GAMES[name]
    tree = build_tree(game.definition)
    of = program("tactic t rule: raise min")
    ours = nash_conv(tree, declared_strategy(game, tree, partial(play_program, of)))
    assert ours == nash_conv(tree, declared_strategy(game, tree, REGISTRY.agents["raise"].factory))
    assert ours > 0
