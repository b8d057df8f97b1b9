"""The summary of a long table has its extreme rows, and a short one is laid out completely."""

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from railbird.results.show.summing_up import MOST_ROWS, best_and_worst, has_many_rows
from railbird.results.tables.play import bankroll_curves
from railbird.results.tables.won import exact_values

VALUES = st.floats(-1000, 1000, width=16)
ROWS = st.dictionaries(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("uvwxyz")), VALUES, min_size=1
)


@given(ROWS)
def test_each_agent_is_left_its_highest_and_its_lowest(rows: dict[tuple[str, str], float]) -> None:
    keys = list(rows)
    table = pa.table(
        {
            "agent": [agent for agent, _ in keys],
            "opponent": [other for _, other in keys],
            "mbb_per_hand": [rows[key] for key in keys],
        }
    )
    sum_up = best_and_worst("title", lambda row: str(row["opponent"]), is_long=lambda _: True)
    (grid,) = sum_up(table) or ()
    for agent, most, highest, least, lowest in grid.rows:
        own = {other: value for (of, other), value in rows.items() if of == agent}
        assert own[str(most)] == max(own.values())
        assert own[str(least)] == min(own.values())
        assert (str(highest), str(lowest)) == tuple(
            f"{own[str(other)]:+z.1f}" for other in (most, least)
        )
    assert [row[0] for row in grid.rows] == sorted({agent for agent, _ in keys})


def exact_table(row_count: int) -> pa.Table:
    off = [(-1) ** n * n / 10 for n in range(row_count)]
    return pa.table(
        {
            "line_up": [["a", "b", "c"]] * row_count,
            "agent": [f"agent-{n}" for n in range(row_count)],
            "mbb_per_hand": [0.0] * row_count,
            "sampled": off,
            "half_width": [5.0] * row_count,
            "is_inside": [abs(value) <= 5 for value in off],
        }
    )


def test_exact_values_are_counted_and_the_farthest_off_are_shown() -> None:
    assert exact_values.farthest_off(exact_table(MOST_ROWS)) is None
    (grid,) = exact_values.farthest_off(exact_table(500)) or ()
    assert "51 of 500 intervals contain the exact value" in grid.title
    assert [row[1] for row in grid.rows] == [f"agent-{n}" for n in range(499, 479, -1)]


def test_curves_are_cut_to_those_that_end_highest_and_lowest() -> None:
    count = MOST_ROWS + 1
    table = pa.table(
        {
            "line_up": [["a", "b"]] * (2 * count),
            "agent": [f"{n}" for n in range(count) for _ in range(2)],
            "hands": pa.array([1, 7] * count, pa.uint32()),
            "bankroll_chips": [float(v) for n in range(count) for v in (1000 - n, n)],
            "luck_chips": [1.0] * (2 * count),
        }
    )
    assert not has_many_rows(table.slice(0, 100))
    assert bankroll_curves.extreme_ends(table.slice(0, 2 * count - 2)) is None
    (grid,) = bankroll_curves.extreme_ends(table) or ()
    ends = [*range(count - 1, count - 11, -1), *range(9, -1, -1)]
    assert [row[1] for row in grid.rows] == [str(n) for n in ends]
    assert {row[2] for row in grid.rows} == {"7"}
