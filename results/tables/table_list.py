"""All result tables, in the order in which commands print them.

A table is one file with its `TABLE`, and one entry here.
"""

from railbird.results.tables.play import (
    all_in_equity,
    answer_times,
    bankroll_curves,
    calls,
    costs,
    decision_times,
    incident_counts,
    incident_list,
    indicators,
    opponents,
    ruin,
    styles,
)
from railbird.results.tables.rankings import (
    comparisons,
    costs_of_hands,
    costs_to_decide,
    decisions,
    line_up_ratings,
    order_ratings,
    ratings,
    run_off,
    run_off_eliminations,
    run_off_rounds,
    series_eliminations,
    series_run_off,
    team_bankroll,
    total_bankroll,
)
from railbird.results.tables.rings import session_bankrolls, session_ruin
from railbird.results.tables.tournaments import (
    adjusted_finishes,
    finish_ratings,
    finish_run_off,
    finishes,
    icm,
    levels,
    place_matrix,
)
from railbird.results.tables.won import (
    agent_matrix,
    cross_table,
    exact_values,
    luck,
    members,
    pair_table,
    positions,
    team_table,
    transfer,
)

_MODULES = (
    *(agent_matrix, pair_table, cross_table, positions, team_table, members, exact_values),
    *(transfer, total_bankroll, comparisons, run_off, run_off_eliminations, run_off_rounds),
    *(series_run_off, series_eliminations, ratings, order_ratings, line_up_ratings),
    *(team_bankroll, decisions, luck),
    *(indicators, styles, all_in_equity, decision_times, opponents, bankroll_curves, ruin),
    *(incident_list, incident_counts, costs_of_hands, costs, answer_times),
    *(costs_to_decide, calls),
    *(finishes, place_matrix, finish_run_off, finish_ratings, levels, icm, adjusted_finishes),
    *(session_bankrolls, session_ruin),
)
TABLES = {module.TABLE.name: module.TABLE for module in _MODULES}
"""Every table by its name."""
