"""Tables: what each hand starts from, what is refused, and that nothing given to them crashes."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from railbird.native import (
    NO_POSITION,
    BettingError,
    CardError,
    Fault,
    GameDefinition,
    LimitError,
    RailbirdError,
    Tables,
    deal_cards,
    parse_game,
)

Shipped = Callable[[str], GameDefinition]
Junk = npt.NDArray[np.generic]

THREE = parse_game(
    "nolimit\nnumPlayers = 3\nnumRounds = 2\nstack = 50 60 70\nblind = 1 2 0\nfirstPlayer = 3 1\n"
    "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 5\n"
)


def started(count: int = 4) -> Tables:
    tables = Tables(THREE, count)
    tables.start_hands(np.arange(count), deal_cards(THREE, 0, count))
    return tables


def test_a_table_where_no_hand_was_started_is_done() -> None:
    tables = Tables(THREE, 2)
    assert tables.is_done.tolist() == [True, True]
    assert tables.acting_position.tolist() == [NO_POSITION] * 2
    assert tables.payoffs([0, 1]).tolist() == [[0, 0, 0]] * 2
    assert tables.betting(1) == ""
    assert tables.columns.hole_cards([0]).tolist() == [[255, 255]]
    with pytest.raises(BettingError, match="nobody is to act at table 1"):
        tables.apply_actions([1], [1], [0])


def test_a_hand_starts_as_the_definition_says() -> None:
    tables = started()
    assert tables.acting_position.tolist() == [2] * 4
    assert tables.spent.tolist() == [[1, 2, 0]] * 4
    assert tables.stacks.tolist() == [[50, 60, 70]] * 4
    assert tables.seats.tolist() == [[0, 1, 2]] * 4
    assert tables.raise_bounds([0])[0].tolist() == [4]
    assert tables.raise_bounds([0])[1].tolist() == [70]
    assert (tables.columns.boards([0]) == 255).all()


def test_board_cards_show_as_they_are_dealt() -> None:
    tables = started()
    tables.play_betting([0], ["ccc/"])
    assert tables.columns.boards([0, 1]).tolist() == [tables.cards[0, 6:].tolist(), [255] * 5]


def test_tables_differ_in_stacks_blinds_and_seats() -> None:
    tables = Tables(THREE, 2)
    tables.start_hands(
        [1, 0],
        None,
        stacks=[[5, 5, 5], [9, 1, 30]],
        blinds=[[0, 1, 0], [3, 1, 0]],
        seats=[[0, 1, 2], [2, 0, 1]],
    )
    assert tables.stacks.tolist() == [[9, 1, 30], [5, 5, 5]]
    assert tables.spent.tolist() == [[3, 1, 0], [0, 1, 0]]
    assert tables.seats.tolist() == [[2, 0, 1], [0, 1, 2]]
    tables.play_betting([0], ["c"])
    assert tables.acting_position[0] == 0
    assert tables.columns.to_call([0, 1]).tolist() == [0, 1]


def test_who_has_no_chips_is_not_in_the_hand() -> None:
    tables = Tables(THREE, 1)
    tables.start_hands([0], None, stacks=[[20, 0, 20]], blinds=[[1, 0, 2]])
    assert tables.has_folded.tolist() == [[False, True, False]]
    tables.play_betting([0], ["r6f"])
    assert tables.is_done.all()
    assert tables.payoffs([0]).tolist() == [[-2520, 0, 2520]]


def test_the_only_one_able_to_act_is_asked_all_the_same() -> None:
    """So the C dealer does, and logs need it."""
    tables = Tables(THREE, 1)
    tables.start_hands([0], None, stacks=[[1, 2, 9]], blinds=[[1, 2, 2]])
    assert tables.legal_kinds([0]).tolist() == [0b010]
    tables.play_betting([0], ["c/"])
    assert tables.is_done.all()


def test_a_new_hand_may_start_whenever_it_likes() -> None:
    tables = started()
    tables.play_betting([2], ["ccc/r10"])
    tables.start_hands([2], deal_cards(THREE, 9, 1))
    assert tables.betting(2) == ""
    assert tables.spent[2].tolist() == [1, 2, 0]
    assert tables.round_index[2] == 0
    assert tables.columns.action_counts([2]).tolist() == [0]


def test_limit_actions_need_no_amounts(shipped_game: Shipped) -> None:
    tables = Tables(shipped_game("kuhn-3p"), 2)
    tables.start_hands([0, 1], None)
    assert tables.apply_actions([0, 1], [2, 0], None).tolist() == [0, 1]
    assert tables.columns.bettings([0, 1]) == ["r", "c"]


def test_the_least_raise_follows_the_rounds() -> None:
    """The largest blind, or a chip where there is none, above what is spent; then by the raises."""
    tables = Tables(THREE, 2)
    tables.start_hands([0, 1], None, blinds=[[1, 2, 0], [0, 0, 0]])
    for betting, least in (
        (["", ""], [4, 1]),
        (["r10", "r5"], [18, 10]),
        (["r20", "r11"], [30, 17]),
        (["cc/", "cc/"], [22, 12]),
        (["r23", "r13"], [26, 15]),
    ):
        tables.play_betting([0, 1], betting)
        assert tables.raise_bounds([0, 1])[0].tolist() == least


def test_faults_are_mended_as_at_the_acpc() -> None:
    """An illegal kind becomes a call, a size out of range the nearest in it."""
    tables = started()
    kinds, amounts = [2, 2, 7, 2], [3, 2**62, 9, 4]
    faults = [Fault.SIZE_TOO_SMALL, Fault.SIZE_TOO_LARGE, Fault.ILLEGAL_KIND, Fault.NONE]
    assert tables.check_actions(np.arange(4), kinds, amounts).tolist() == faults
    assert tables.columns.bettings(np.arange(4)) == [""] * 4
    assert tables.apply_actions(np.arange(4), kinds, amounts).tolist() == faults
    assert tables.columns.bettings(np.arange(4)) == ["r4", "r70", "c", "r4"]
    tables.play_betting([2], ["cc/c"])
    assert tables.apply_actions([2], [0], [0]).tolist() == [Fault.ILLEGAL_KIND]
    assert tables.betting(2) == "ccc/cc"


def test_views_cannot_be_written() -> None:
    tables = started()
    for name in ("acting_position", "round_index", "is_done", "spent", "stacks", "seats", "cards"):
        view = getattr(tables, name)
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            view.setflags(write=True)


@pytest.mark.parametrize("rows", [[4], [-1], [0, 2**31 - 1], [[0]], 0, [0, 0]])
def test_rows_that_name_no_table_or_one_twice_are_refused(rows: object) -> None:
    tables = started()
    count = np.size(rows)
    with pytest.raises(ValueError, match=r"tables"):
        tables.apply_actions(rows, np.ones(count, np.uint8), np.zeros(count, int))  # type: ignore[arg-type]
    assert tables.columns.bettings(np.arange(4)) == [""] * 4
    tables.apply_actions(np.arange(4), np.ones(4, np.uint8), np.zeros(4, int))
    assert tables.columns.bettings(np.arange(4)) == ["c"] * 4


def test_a_done_table_among_others_changes_nothing() -> None:
    tables = started()
    tables.play_betting([1], ["ff"])
    for act in (tables.apply_actions, tables.check_actions):
        with pytest.raises(BettingError, match="nobody is to act at table 1"):
            act([0, 1], [1, 1], [0, 0])
    assert tables.betting(0) == ""
    with pytest.raises(BettingError, match="table 0 is still on"):
        tables.payoffs([1, 0])


@pytest.mark.parametrize(
    ("cards", "error"),
    [
        ([[0] * 11], CardError),
        ([[52, *range(10)]], CardError),
        ([[254, *range(10)]], CardError),
        ([[*range(10), 9]], CardError),
        ([list(range(10))], ValueError),
        ([list(range(11))] * 2, ValueError),
        ([[*range(10), 256]], ValueError),
        ([[float(card) for card in range(11)]], TypeError),
    ],
)
def test_cards_that_are_no_deal_are_refused(cards: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        started().start_hands([0], cards)  # type: ignore[arg-type]


def test_cards_of_another_deck_are_refused(shipped_game: Shipped) -> None:
    with pytest.raises(CardError, match="not of this game's deck"):
        Tables(shipped_game("kuhn-3p"), 1).start_hands([0], np.array([[0, 1, 2]], np.uint8))


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"stacks": [[-1, 5, 5]]}, "stacks must lie"),
        ({"stacks": [[2**31, 5, 5]]}, "stacks must lie"),
        ({"stacks": [[5, 5]]}, "stacks must have shape"),
        ({"stacks": [[0, 0, 5]], "blinds": [[0, 0, 0]]}, "2 players or more"),
        ({"blinds": [[-1, 0, 0]]}, "blinds must lie"),
        ({"blinds": [[0, 2**31, 0]]}, "blinds must lie"),
        ({"seats": [[0, 1, 1]]}, "seats must hold"),
        ({"seats": [[1, 2, 3]]}, "seats must hold"),
        ({"seats": [0, 1, 2]}, "seats must have shape"),
    ],
)
def test_what_a_hand_cannot_start_from_is_refused(what: dict[str, object], says: str) -> None:
    tables = started()
    tables.play_betting([0], ["c"])
    with pytest.raises(ValueError, match=says):
        tables.start_hands([0], None, **what)  # type: ignore[arg-type]
    assert tables.betting(0) == "c"


@pytest.mark.parametrize("count", [0, -1, 2**31])
def test_a_number_of_tables_that_does_not_fit_is_refused(count: int) -> None:
    with pytest.raises(LimitError, match=f"{count} tables were asked for"):
        Tables(THREE, count)


@pytest.mark.parametrize("positions", [[3], [254], [-1], [0, 1], [0.5]])
def test_positions_that_are_none_are_refused(positions: object) -> None:
    with pytest.raises((TypeError, ValueError), match="position"):
        started().columns.hole_cards([0], positions)  # type: ignore[arg-type]


junk_dtypes = st.sampled_from([np.int8, np.uint8, np.int32, np.int64, np.uint64, np.float64, bool])
junk = junk_dtypes.flatmap(
    lambda dtype: hnp.arrays(
        dtype, hnp.array_shapes(min_dims=0, max_dims=2, min_side=0, max_side=5)
    )
) | hnp.arrays(np.int32, st.integers(0, 4), elements=st.integers(-2, 5))


@settings(deadline=None, max_examples=300)
@given(
    rows=junk, kinds=junk, amounts=junk | st.none(), cards=junk | st.none(), chips=junk | st.none()
)
def test_no_argument_can_crash_the_tables(
    rows: Junk, kinds: Junk, amounts: Junk | None, cards: Junk | None, chips: Junk | None
) -> None:
    tables = started()
    columns = tables.columns
    calls: list[Callable[[], object]] = [
        lambda: tables.start_hands(rows, cards, stacks=chips, blinds=kinds, seats=amounts),
        lambda: tables.start_hands(rows, cards),
        lambda: tables.check_actions(rows, kinds, amounts),
        lambda: tables.apply_actions(rows, kinds, amounts),
        lambda: tables.raise_bounds(rows),
        lambda: tables.legal_kinds(rows),
        lambda: tables.payoffs(rows),
        lambda: tables.play_betting(rows, ["r4c/"] * rows.size),
        lambda: columns.hole_cards(rows, kinds),
        lambda: [read(rows) for read in (columns.boards, columns.pots, columns.to_call)],
        lambda: [read(rows) for read in (columns.chips_left, columns.spent, columns.has_folded)],
        lambda: [read(rows) for read in (columns.bettings, columns.action_counts)],
    ]
    for call in calls:
        try:
            call()
        except (RailbirdError, TypeError, ValueError) as refusal:
            assert str(refusal)
    assert not tables.payoffs(np.flatnonzero(tables.is_done)).sum()
