"""How rankings that are asked for are laid out: series, ratings, teams, decisions."""

from collections.abc import Callable, Iterable

import pyarrow as pa

from railbird.results.show.cells import (
    count_of,
    joined,
    money_of,
    percent_of,
    plus_minus,
    share_between,
    share_text,
    shown_unit,
    signed_text,
    text_of,
)
from railbird.results.show.grids import Grid, estimate, list_grid


def series_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema SERIES."""
    columns = [
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("left after round", text_of("last_round")),
        ("points then", lambda row: f"{row['points']:+d}"),
        ("won", count_of("won")),
        ("lost", count_of("lost")),
        ("same place", percent_of("place_probability")),
    ]
    return [list_grid(table, "run-off by series", columns)]


def series_elimination_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema SERIES_ELIMINATIONS."""
    columns = [
        ("round", text_of("round")),
        ("left", joined("agents")),
        ("points", lambda row: f"{row['points']:+d}"),
        ("margin", text_of("margin")),
        ("same leave", percent_of("probability")),
        ("same so far", percent_of("path_probability")),
    ]
    return [list_grid(table, "eliminations by series", columns)]


def rating_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema RATINGS."""
    unit = shown_unit(table)
    columns = [
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("Elo", lambda row: plus_minus(row["elo"], row["elo_half_width"])),
        ("sets won", lambda row: f"{row['sets_won']:,.1f}"),
        ("of", count_of("duplicate_sets")),
        ("alpha-rank", lambda row: share_between(row, "alpha_rank", 3)),
        ("Nash mass", lambda row: share_text(row["nash_mass"], 3)),
        (f"Nash average, {unit.words}", lambda row: signed_text(row[unit.column], unit.digits)),
    ]
    return [list_grid(table, "ratings", columns)]


def team_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema TEAM_TABLE."""
    columns = [
        ("teams", joined("line_up")),
        ("team", text_of("team")),
        money_of(table),
        ("line-ups", count_of("line_ups")),
        ("hands", count_of("hands")),
    ]
    return [list_grid(table, "by line-up of teams", columns)]


def team_bankroll_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema TEAM_BANKROLL."""
    columns = [
        ("", text_of("rank")),
        ("team", text_of("team")),
        money_of(table),
        ("line-ups of teams", count_of("team_line_ups")),
        ("line-ups", count_of("line_ups")),
        ("hands", count_of("hands")),
    ]
    return [list_grid(table, "bankroll by team", columns)]


def decision_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema DECISIONS."""
    columns = [
        ("agent", text_of("agent")),
        ("other", text_of("other")),
        ("difference, " + shown_unit(table).words, lambda row: estimate(row, shown_unit(table))),
        ("p", lambda row: f"{row['p_value']:.2g}" if row["p_value"] is not None else ""),
        ("decided at deck seeds", count_of("deck_seeds")),
    ]
    return [list_grid(table, "who is above whom", columns)]


RATING_LISTS: dict[str, Callable[[pa.Table], Iterable[Grid]]] = {
    "series-run-off": series_grid,
    "series-eliminations": series_elimination_grid,
    "ratings": rating_grid,
    "team-table": team_grid,
    "team-bankroll": team_bankroll_grid,
    "decisions": decision_grid,
}
