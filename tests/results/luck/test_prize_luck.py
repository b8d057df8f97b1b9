"""The luck of boards in prizes: no mean over all boards, and what it is worth in known cases."""

from dataclasses import replace
from importlib import resources
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.native import (
    PAYOFF_UNIT,
    GameDefinition,
    deal_cards,
    equity,
    expected_prizes,
    parse_cards,
    parse_game,
)
from railbird.results import StoreError, open_run
from railbird.results.hands.all_in import find_all_ins
from railbird.results.hands.counted_hands import count_styles
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.luck.prize_luck import all_in_luck, stack_values
from tests.support.command_line import run_command
from tests.support.stored_hands import SIDE_POTS, StoredMatch, play_match, store_matches

PRIZES = np.array([50.0, 30.0, 20.0])
TWO = parse_game("""
nolimit
numPlayers = 2
numRounds = 3
stack = 60 60
blind = 10 5
firstPlayer = 2 1 1
numSuits = 3
numRanks = 6
numHoleCards = 2
numBoardCards = 0 2 1
""")


def stored(folder: Path, game: GameDefinition, match: StoredMatch) -> PlayedHands:
    (part,) = store_matches(folder, game, [match]).played_hands()
    return part


def random_hands(folder: Path, game: GameDefinition, count: int) -> PlayedHands:
    labels = "abcd"[: game.player_count]
    return stored(folder, game, play_match(game, labels, hands=count))


def on_every_board(hands: PlayedHands, row: int, cards: np.ndarray, known: int) -> PlayedHands:
    """Return the hand once with each board whose first `known` cards are those dealt."""
    gone = cards[: len(cards) - 3 + known].tolist()
    deck = [card for card in SIDE_POTS.deck.tolist() if card not in gone]
    boards = [[*gone, *rest] for rest in combinations(deck, 3 - known)]
    only = hands.take(np.arange(len(hands)) == row)
    copies = only.take(np.zeros(1, np.intp).repeat(len(boards)))  # type: ignore[arg-type]
    return replace(copies, cards=np.array(boards, np.uint8))


def test_the_luck_of_all_boards_adds_up_to_nothing(tmp_path: Path) -> None:
    """Side pots, ties and folded players included; of every single one it is something."""
    hands = random_hands(tmp_path / "run", SIDE_POTS, 400)
    match_ups = MatchUps(SIDE_POTS)
    rows, luck = all_in_luck(SIDE_POTS, hands, PRIZES, match_ups=match_ups)
    assert len(rows) > 60
    assert luck.sum(axis=1) == pytest.approx(0, abs=1e-9), "nobody pays prizes in"
    deals = deal_cards(SIDE_POTS, 1000, 400)
    pots, knowns = set(), set()
    for row in rows[:30].tolist():
        word = hands.spell()
        betting = bytes(word[0][word[1][row] : word[1][row + 1]]).decode()
        known = (0, 2)[max(i for i, text in enumerate(betting.split("/")) if text)]
        every = on_every_board(hands, row, deals[row], known)
        found, each = all_in_luck(SIDE_POTS, every, PRIZES, match_ups=match_ups)
        assert len(found) == len(every)
        assert each.sum(axis=0) == pytest.approx(0, abs=1e-9)
        pots.add(len(np.unique(each.round(6), axis=0)))
        knowns.add(known)
    assert knowns == {0, 2}
    assert max(pots) > 3, "some hands have side pots, which other boards divide otherwise"


def test_of_two_players_it_is_the_luck_in_chips(tmp_path: Path) -> None:
    """Where prizes are linear in chips: the prizes that are not sure, per chip."""
    hands = random_hands(tmp_path / "run", TWO, 600)
    match_ups = MatchUps(TWO)
    rows, luck = all_in_luck(TWO, hands, np.array([70.0, 30.0]), match_ups=match_ups)
    found = find_all_ins(TWO, hands, count_styles(TWO, hands), match_ups=match_ups)
    assert rows.tolist() == found.rows.tolist()
    chips = (hands.payoffs[rows] - found.payoffs) / PAYOFF_UNIT
    assert len(rows) > 60
    assert luck == pytest.approx(chips * 40 / 120, abs=1e-3)


def test_a_bystander_has_luck_too(tmp_path: Path) -> None:
    """Aces against kings before the flop while a third looks on, by hand."""
    file = resources.files("railbird.tournaments.games") / "holdem-nolimit-3p.game"
    game = parse_game(file.read_text(encoding="utf-8"), source="3p")
    cards = parse_cards("AhAdKcKs7c7d2c3d4h5s9c")[None, :]
    payoffs = np.array([[20000, -20000, 0]]) * PAYOFF_UNIT
    hands = stored(
        tmp_path / "run", game, StoredMatch(tuple("abc"), ("fr20000c///",), payoffs, cards=cards)
    )
    rows, luck = all_in_luck(game, hands, PRIZES, match_ups=MatchUps(game))
    assert rows.tolist() == [0]
    share = equity(["AhAd", "KcKs"], dead="7c7d").equity[0]
    winner, third = expected_prizes([40000, 20000], PRIZES[:2])
    worth = np.array([winner - 20, 20 - winner, 0])
    assert third == pytest.approx(80 - winner)
    assert luck[0] == pytest.approx((1 - share) * worth, abs=1e-9)


def test_places_of_a_hand_are_paid_by_the_stacks_before_it() -> None:
    before = np.array([[30, 10, 10, 0, 50], [30, 20, 10, 0, 50]])
    after = np.array([[0.0, 0.0, 0.0, 0.0, 100.0], [0.0, 0.0, 0.0, 0.0, 110.0]])
    values = stack_values(before, after, PRIZES)
    assert values == pytest.approx(np.array([[30, 10, 10, 0, 50], [30, 20, 0, 0, 50]]))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("prizes") / "run"
    spec = Spec(
        name="prizes",
        game="holdem-nolimit-3p",
        mode="freeze-out",
        tournament=FreezeOutSpec(
            stack=300, levels=(LevelSpec(blinds=(10, 20), hands=10),), prizes=(70.0, 30.0)
        ),
        agents=tuple(AgentSpec(agent=name) for name in ("raise-most", "call", "uniform")),
        decks=60,
        seed=5,
    )
    run(spec, folder=folder, dispatch=play_here)
    return folder


def test_prizes_without_luck_have_the_same_mean_and_vary_less(folder: Path) -> None:
    results = open_run(folder)
    adjusted = {row["agent"]: row for row in results.adjusted_finishes().to_pylist()}
    paid = {row["agent"]: row for row in results.finishes().to_pylist()}
    assert sum(row["prize"] for row in adjusted.values()) == pytest.approx(100, abs=1e-3)
    for agent, row in adjusted.items():
        assert row["tournaments"] == paid[agent]["tournaments"] == 360
        assert (row["paid"], row["paid_half_width"]) == pytest.approx(
            (paid[agent]["prize"], paid[agent]["prize_half_width"])
        )
        assert abs(row["prize"] - row["paid"]) < 2 * row["paid_half_width"]
        fewer = (row["paid_half_width"] / row["prize_half_width"]) ** 2
        assert row["times_fewer"] == pytest.approx(fewer)
        assert fewer > 1.5


def test_a_part_has_the_luck_of_its_own_matches(folder: Path) -> None:
    whole, part = open_run(folder), open_run(folder).where("decks=0-19")
    rows = {row["agent"]: row["prize"] for row in part.adjusted_finishes().to_pylist()}
    rest = open_run(folder).where("decks=20-59").adjusted_finishes().to_pylist()
    for row in whole.adjusted_finishes().to_pylist():
        other = next(one["prize"] for one in rest if one["agent"] == row["agent"])
        assert row["prize"] == pytest.approx((20 * rows[row["agent"]] + 40 * other) / 60)


def test_several_tables_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    levels = (LevelSpec(blinds=(10, 20), hands=10),)
    spec = Spec(
        name="several",
        game="holdem-nolimit-2p",
        mode="tournament",
        tournament=FreezeOutSpec(stack=100, levels=levels, entrants=4),
        agents=(AgentSpec(agent="call"), AgentSpec(agent="uniform")),
        decks=1,
        seed=5,
    )
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    with pytest.raises(StoreError, match="has no table 'adjusted-finishes': prizes of freeze-outs"):
        open_run(tmp_path / "run").adjusted_finishes()
    assert run_command(["finishes", str(tmp_path / "run"), "--luck-adjusted"]) == 2
    assert "(prizes of freeze-outs without the luck" in capsys.readouterr().err
