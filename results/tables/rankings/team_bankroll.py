"""The ranking of teams by bankroll."""

from collections.abc import Mapping
from math import lcm

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.means.teams import has_teams, team_names, teams_of
from railbird.results.estimate.ranking.bankrolls import rank
from railbird.results.estimate.uncertainty.intervals import as_nullable
from railbird.results.show.table_cells import count_of, text_of
from railbird.results.show.table_layout import estimate, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import HALF_WIDTH, HAND_TOTAL, LINE_UP_TOTAL, mbb_per_hand
from railbird.results.tables.table_spec import Flag, InCommand, InReport, TableSpec

COLUMNS = (
    Column("rank", pa.uint32(), "place, from 1; teams with equal bankrolls share it"),
    Column("team", pa.string(), "the team; an agent without one is its own"),
    mbb_per_hand("mean over the team's line-ups of teams, each a mean over line-ups"),
    HALF_WIDTH,
    Column("team_line_ups", pa.uint32(), "number of line-ups of teams"),
    LINE_UP_TOTAL,
    HAND_TOTAL,
)


def team_bankroll(means: LineUpMeans, team_of: Mapping[str, str]) -> pa.Table:
    """Rank teams by the mean over their line-ups of teams.

    As in table 41 of document 000: the weight of a team does not depend on its number of programs.
    """
    teams = teams_of(means, team_of)
    keys = teams.line_up_of_entry * len(teams.names) + teams.of_entry
    _, numbers, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    whole = lcm(*sizes.tolist()) if len(sizes) else 1
    entries = np.arange(len(keys))
    weights = whole // sizes[numbers]
    result = means.grouped(
        entries, teams.of_entry, group_count=len(teams.names), weights=weights.astype(np.int64)
    )
    line_ups = np.bincount(np.unique(keys) % len(teams.names), minlength=len(teams.names))
    rows = [
        {
            "rank": place,
            "team": teams.names[team],
            "mbb_per_hand": float(result.mean[team] or 0),
            "half_width": as_nullable(result.half_width)[team],
            "team_line_ups": int(line_ups[team]),
            "line_ups": int(result.line_ups[team]),
            "hands": int(result.hands[team]),
        }
        for team, place in rank(list(range(len(teams.names))), result)
    ]
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


TABLE = TableSpec(
    name="team-bankroll",
    about="the ranking of teams",
    columns=COLUMNS,
    make=lambda reading: team_bankroll(reading.means, team_names(reading.manifest.agents)),
    layout=list_layout(
        "bankroll by team",
        ("", text_of("rank")),
        ("team", text_of("team")),
        ("{unit}", estimate),
        ("line-ups of teams", count_of("team_line_ups")),
        ("line-ups", count_of("line_ups")),
        ("hands", count_of("hands")),
    ),
    suits=lambda reading: has_teams(reading.manifest.agents),
    command=InCommand("rank", formats=(), flag=Flag("--teams", "Also rank teams.")),
    report=InReport("rankings"),
)
