"""The winnings of each team in each line-up of teams."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.line_up_means import LineUpMeans, as_floats
from railbird.results.estimate.means.teams import has_teams, team_names, teams_of
from railbird.results.estimate.uncertainty.intervals import as_nullable
from railbird.results.show.table_cells import count_of, joined, text_of
from railbird.results.show.table_layout import estimate, list_layout
from railbird.results.store.schema import LABELS, Column, schema_of
from railbird.results.tables.columns import (
    HALF_WIDTH,
    HAND_TOTAL,
    LINE_UP_TOTAL,
    P_AGAINST_ZERO,
    against_zero,
    mbb_per_hand,
    table_of,
)
from railbird.results.tables.table_spec import Flag, InCommand, TableSpec

COLUMNS = (
    Column("line_up", LABELS, "names of the teams at the table, sorted"),
    Column("team", pa.string(), "the team the row is about; an agent without one is its own"),
    mbb_per_hand("mean over the line-ups of these teams"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    HAND_TOTAL,
    P_AGAINST_ZERO,
)


def team_table(means: LineUpMeans, team_of: Mapping[str, str]) -> pa.Table:
    """Return each team's mean in each line-up of teams.

    Line-ups of agents with the same teams have equal weight.
    """
    teams = teams_of(means, team_of)
    keys = teams.line_up_of_entry * len(teams.names) + teams.of_entry
    found, groups = np.unique(keys, return_inverse=True)
    entries = np.arange(len(keys))
    result = means.grouped(entries, groups, group_count=len(found))
    line_ups = teams.line_ups[found // len(teams.names)].tolist()
    columns: list[Any] = [
        [[teams.names[team] for team in line_up] for line_up in line_ups],
        [teams.names[team] for team in (found % len(teams.names)).tolist()],
        as_floats(result.mean),
        as_nullable(result.half_width),
        result.line_ups,
        result.hands,
        against_zero(means, result),
    ]
    return table_of(columns, schema_of(COLUMNS))


TABLE = TableSpec(
    name="team-table",
    about="the mean of each team in each line-up of teams",
    columns=COLUMNS,
    make=lambda reading: team_table(reading.means, team_names(reading.manifest.agents)),
    layout=list_layout(
        "by line-up of teams",
        ("teams", joined("line_up")),
        ("team", text_of("team")),
        ("{unit}", estimate),
        ("line-ups", count_of("line_ups")),
        ("hands", count_of("hands")),
    ),
    suits=lambda reading: has_teams(reading.manifest.agents),
    command=InCommand("table", formats=(), flag=Flag("--teams", "Also print line-ups of teams.")),
)
