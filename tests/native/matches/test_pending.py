"""The lists of what waits: what they say, that they stay, and draws and samples made from them."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import (
    PURPOSE_DECISION,
    PURPOSE_HAND_START,
    GameDefinition,
    MatchTables,
    Pending,
    deal_decks,
    draw_uniform,
    parse_game,
    sample_actions,
)

Shipped = Callable[[str], GameDefinition]
KUHN = parse_game(
    "limit\nnumPlayers = 3\nnumRounds = 1\nblind = 1 1 1\nraiseSize = 1\nmaxRaises = 1\n"
    "numSuits = 1\nnumRanks = 4\nnumHoleCards = 1\nnumBoardCards = 0\n"
)
HANDS = 4
GAMES = ["kuhn-3p", "leduc", "holdem-limit-2p", "holdem-nolimit-3p"]


def match_tables(game: GameDefinition, match_count: int) -> MatchTables:
    controllers = np.arange(match_count * game.player_count).reshape(match_count, -1) % 5
    return MatchTables(
        game,
        deals=deal_decks(game, np.arange(3), HANDS),
        deck_of_match=np.arange(match_count) % 3,
        controllers=controllers,
        match_keys=np.arange(match_count, dtype=np.uint64) * np.uint64(2**40 + 12345),
    )


def play(tables: MatchTables) -> Iterator[Pending]:
    """What waits at each step of a game in which everybody does anything."""
    random = np.random.default_rng(1)
    while not tables.is_finished:
        pending = tables.pending()
        yield pending
        count = len(pending.table)
        amounts = random.integers(0, 1000, count)
        tables.apply(pending, random.integers(0, 3, count), amounts)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_listed_is_what_the_tables_say(shipped_game: Shipped, name: str) -> None:
    tables = match_tables(shipped_game(name), 41)
    for pending in play(tables):
        assert len(set(pending.table.tolist())) == len(pending.table) == tables.playing_count
        for first, end in pairwise(pending.offsets.tolist()):
            assert (np.diff(pending.table[first:end]) > 0).all()
        assert (pending.hand_index == tables.hand_index[pending.table]).all()
        assert (pending.decision == tables.columns.action_counts(pending.table)).all()
        assert (pending.hole_cards == tables.columns.hole_cards(pending.table)).all()


@pytest.mark.parametrize("match_count", [1, 41, 5000])
def test_lists_and_faults_stay_as_they_are_when_the_tables_move_on(
    shipped_game: Shipped, match_count: int
) -> None:
    tables = match_tables(shipped_game("kuhn-3p"), match_count)
    kept: list[tuple[list[npt.NDArray[np.generic]], list[npt.NDArray[np.generic]]]] = []
    while not tables.is_finished:
        pending = tables.pending()
        applied = tables.apply(pending, np.zeros(len(pending.table), np.uint8), None)
        assert applied.fault_count == np.count_nonzero(applied.faults)
        arrays: list[npt.NDArray[np.generic]] = [
            *pending,
            applied.faults,
            applied.ended_match,
            applied.ended_hand,
        ]
        kept.append((arrays, [array.copy() for array in arrays]))
    for arrays, copies in kept:
        for array, copy in zip(arrays, copies, strict=True):
            assert array.tolist() == copy.tolist()


def test_the_first_controllers_can_be_listed_alone(shipped_game: Shipped) -> None:
    whole, part = (match_tables(shipped_game("kuhn-3p"), 41) for _ in range(2))
    listed, head = whole.pending(), part.pending(3)
    count = int(listed.offsets[3])
    assert head.offsets.tolist() == listed.offsets[:4].tolist()
    for column, of_head in zip(listed[:-1], head[:-1], strict=True):
        assert of_head.tolist() == column[:count].tolist()
    part.apply(head, np.full(count, 1, np.uint8), None)
    assert part.columns.bettings(np.arange(41)).count("c") == count
    part.forget_pending()
    everything = part.pending(5)
    assert (len(everything.table), len(everything.offsets)) == (41, 6)


@pytest.mark.parametrize("match_count", [1, 2, 41, 5000])
def test_the_rows_of_the_fullest_controller_can_be_listed_alone(
    shipped_game: Shipped, match_count: int
) -> None:
    whole, part = (match_tables(shipped_game("holdem-limit-2p"), match_count) for _ in range(2))
    random, steps = np.random.default_rng(3), 0
    while not whole.is_finished:
        listed, fullest = whole.pending(), part.pending(is_of_fullest=True)
        sizes = np.diff(listed.offsets)
        first, end = listed.offsets[sizes.argmax() :][:2].tolist()
        assert (
            np.diff(fullest.offsets).tolist()
            == (sizes * (np.arange(len(sizes)) == sizes.argmax())).tolist()
        )
        for column, of_fullest in zip(listed[:-1], fullest[:-1], strict=True):
            assert of_fullest.tolist() == column[first:end].tolist()
        assert part.pending() is fullest
        kinds = random.integers(0, 3, end - first).astype(np.uint8)
        bounds = part.draws.raise_bounds(0, end - first)
        expected = part.columns.raise_bounds(fullest.table)
        assert [bound.tolist() for bound in bounds] == [bound.tolist() for bound in expected]
        part.apply(fullest, kinds, None)
        whole.forget_pending()
        whole.apply(whole.pending(is_of_fullest=True), kinds, None)
        whole.forget_pending()
        steps += 1
    assert part.is_finished and steps > 4
    assert part.record().betting.tolist() == whole.record().betting.tolist()


@pytest.mark.parametrize("ends", [(5,), (2, 5), (1, 4, 5), (3, 4, 5)])
def test_the_fullest_group_of_controllers_can_be_listed_alone(
    shipped_game: Shipped, ends: tuple[int, ...]
) -> None:
    whole, part = (match_tables(shipped_game("holdem-limit-2p"), 41) for _ in range(2))
    part.ask_together(ends)
    while not whole.is_finished:
        listed, fullest = whole.pending(), part.pending(is_of_fullest=True)
        groups = [range(a, b) for a, b in pairwise(listed.offsets[[0, *ends]].tolist())]
        rows = max(groups, key=len)
        for column, of_fullest in zip(listed[:-1], fullest[:-1], strict=True):
            assert of_fullest.tolist() == column[rows.start : rows.stop].tolist()
        own = listed.offsets.clip(rows.start, rows.stop) - rows.start
        assert fullest.offsets.tolist() == own.tolist()
        kinds = np.ones(len(rows), np.uint8)
        part.apply(fullest, kinds, None)
        whole.act(fullest.table, kinds, None)
    assert part.is_finished


@pytest.mark.parametrize("ends", [(), (4,), (0, 5), (3, 3, 5), (5, 6), ((5,),)])
def test_groups_that_do_not_hold_every_controller_once_are_refused(
    shipped_game: Shipped, ends: Any
) -> None:
    with pytest.raises(ValueError, match="ends"):
        match_tables(shipped_game("kuhn-3p"), 41).ask_together(np.array(ends, np.int32))


def test_all_that_waits_may_be_of_the_first_controllers(shipped_game: Shipped) -> None:
    game = shipped_game("kuhn-3p")
    tables = MatchTables(
        game,
        deals=deal_decks(game, [1], HANDS),
        deck_of_match=[0, 0],
        controllers=[[0, 1, 2], [1, 0, 2]],
        match_keys=[1, 2],
    )
    assert tables.pending(2).offsets.tolist() == [0, 1, 2]


@pytest.mark.parametrize("match_count", [3, 700])
@pytest.mark.parametrize("purpose", [PURPOSE_DECISION, PURPOSE_HAND_START])
def test_draws_of_the_list_are_the_draws_of_its_columns(
    shipped_game: Shipped, purpose: int, match_count: int
) -> None:
    tables = match_tables(shipped_game("leduc"), match_count)
    for step, pending in enumerate(play(tables)):
        count = len(pending.table)
        rows = slice(count // 3, count - count // 4)
        draws = tables.draws.uniform(rows.start, rows.stop, purpose=purpose, draw_index=step % 5)
        expected = draw_uniform(
            tables.match_keys[pending.table[rows]],
            purpose=purpose,
            seats=pending.seat[rows],
            hands=pending.hand_index[rows].view(np.uint32),
            decisions=pending.decision[rows] if purpose == PURPOSE_DECISION else 0,
            draw_index=step % 5,
        )
        assert draws.tolist() == expected.tolist()


def distributions(random: np.random.Generator, count: int, width: int) -> npt.NDArray[np.float64]:
    """Rows that sum to one, or almost, with many zeros among them."""
    weights = random.random((count, width)) * (random.random((count, width)) < 0.6)
    weights[np.arange(count), random.integers(0, width, count)] += 0.01
    almost = 1 + (random.random((count, 1)) - 0.5) * 1.9e-6
    return np.asarray(weights / weights.sum(axis=1, keepdims=True) * almost)


@settings(deadline=None, max_examples=30)
@given(
    seed=st.integers(0, 2**32 - 1),
    match_count=st.sampled_from([2, 64, 900]),
    width=st.integers(1, 6),
    sizes=st.sampled_from(["none", "by row", "by alternative"]),
)
def test_samples_of_the_list_are_those_of_its_draws(
    seed: int, match_count: int, width: int, sizes: str
) -> None:
    random = np.random.default_rng(seed)
    tables = match_tables(KUHN, match_count)
    pending = tables.pending()
    first, end = match_count // 5, match_count
    declared = distributions(random, end - first, width)
    kinds = random.integers(0, 3, width).astype(np.uint8)
    least, most = np.sort(random.integers(0, 50, (2, end - first, width)), axis=0)
    bounds: tuple[Any, Any] = (least, most)
    if sizes != "by alternative":
        bounds = (None, None) if sizes == "none" else (least[:, 0].copy(), most[:, 0].copy())
    sampled = tables.draws.sample(first, end, declared=(declared, kinds, *bounds))
    draws = tables.draws.uniform(first, end, purpose=PURPOSE_DECISION, draw_index=0)
    expected = sample_actions(declared, kinds, draws=draws, least=bounds[0], most=bounds[1])
    assert sampled is not None
    assert sampled[0].tolist() == expected[0].tolist()
    assert sampled[1].tolist() == expected[1].tolist()
    assert len(pending.table) == match_count


def test_a_declaration_that_c_cannot_read_as_it_is_is_left_to_others(shipped_game: Shipped) -> None:
    tables = match_tables(shipped_game("kuhn-3p"), 6)
    tables.pending()
    sample = tables.draws.sample
    good, kinds = np.full((6, 2), 0.5), np.array([1, 2], np.uint8)
    bound = np.ones((6, 2), np.int64)
    column = np.ones(6, np.int64)
    assert sample(0, 6, declared=(good, kinds, None, None)) is not None
    assert sample(0, 6, declared=(good, kinds, bound, bound)) is not None
    assert sample(0, 6, declared=(good, kinds, column, column)) is not None
    for probability, what, bounds in [
        (good.astype(np.float32), kinds, (None, None)),
        (good.tolist(), kinds, (None, None)),
        (good[:5], kinds, (None, None)),
        (np.full((12, 2), 0.5)[::2], kinds, (None, None)),
        (np.asfortranarray(good), kinds, (None, None)),
        (good, [1, 2], (None, None)),
        (good, kinds.astype(np.int64), (None, None)),
        (good, np.array([0, 1, 2], np.uint8), (None, None)),
        (good, kinds, (bound, None)),
        (good, kinds, (bound, bound[:5])),
        (good, kinds, (column, bound)),
        (good, kinds, (column, column[:5])),
        (good, kinds, (np.ones(12, np.int64)[::2], column)),
        (good, kinds, (bound.astype(np.int32), bound)),
        (good * 0.9, kinds, (None, None)),
        (good, kinds, (bound, -bound)),
    ]:
        assert sample(0, 6, declared=(probability, what, *bounds)) is None


def test_draws_are_made_of_rows_that_wait_alone(shipped_game: Shipped) -> None:
    tables = match_tables(shipped_game("kuhn-3p"), 6)
    half, kinds = np.full((6, 2), 0.5), np.array([1, 2], np.uint8)

    def ask(first: int, end: int) -> None:
        tables.draws.uniform(first, end, purpose=0, draw_index=0)
        tables.draws.sample(first, end, declared=(half[first:end], kinds, None, None))

    with pytest.raises(ValueError, match="rows 0 to 6 are named, where 0 wait"):
        ask(0, 6)
    pending = tables.pending()
    ask(0, 6)
    for first, end in [(-1, 3), (0, 7), (4, 3)]:
        with pytest.raises(ValueError, match="are named, where 6 wait"):
            ask(first, end)
    for index in (-1, 2**32):
        with pytest.raises(ValueError, match="draw_index must be 0 to 4294967295"):
            tables.draws.uniform(0, 6, purpose=0, draw_index=index)
    tables.apply(pending, np.ones(6, np.uint8), None)
    with pytest.raises(ValueError, match="where 0 wait"):
        ask(0, 6)
