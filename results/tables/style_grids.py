"""How the tables of style are laid out, by the table's name."""

from collections.abc import Callable, Iterable, Sequence

import pyarrow as pa

from railbird.plugins import indicator
from railbird.results.show.cells import Row, count_of, percent_of, text_of
from railbird.results.show.grids import Cell, Grid, estimate, list_grid, make_grid
from railbird.results.show.units import UNITS, unit_of

_BEFORE_FLOP = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "three_bet": "3-bet",
    "fold_to_three_bet": "fold to 3-bet",
    "blind_steal": "steal",
    "blind_defence": "defence",
    "aggression_factor_all_rounds": "AF, all rounds",
}
_FROM_FLOP = {
    "aggression_factor": "AF",
    "aggression_frequency": "AFq",
    "continuation_bet": "c-bet",
    "fold_to_continuation_bet": "fold to c-bet",
    "went_to_showdown": "to showdown",
    "won_at_showdown": "won at showdown",
    "won_without_showdown": "won without",
}
_KEYS = ("agent", "position_name", "first_hand", "last_hand", "hands")


def indicator_grids(table: pa.Table) -> list[Grid]:
    """Lay out schema STYLE_INDICATORS, a row per agent, position and window."""
    rows: dict[tuple[object, ...], dict[str, Row]] = {}
    for row in table.to_pylist():
        rows.setdefault(tuple(row[key] for key in _KEYS), {})[row["indicator"]] = row
    return [
        _indicator_grid(f"indicators, {when}", rows, heads)
        for when, heads in (("pre-flop", _BEFORE_FLOP), ("from the flop on", _FROM_FLOP))
    ]


def style_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema STYLES."""
    rows = table.to_pylist()
    columns = [
        *[(head, make) for _, head, make in _key_columns(rows)],
        ("VPIP", percent_of("vpip")),
        ("PFR", percent_of("pfr")),
        ("AF", _ratio_of("aggression_factor")),
        ("AF, all rounds", _ratio_of("aggression_factor_all_rounds")),
        ("quarter", text_of("quarter")),
        ("class", text_of("player_class")),
    ]
    return [list_grid(table, "classes of players", columns)]


def opponent_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema OPPONENTS, each agent's best opponents first."""
    unit = unit_of(table) or UNITS["mbb/hand"]
    columns = [
        ("agent", text_of("agent")),
        ("opponent", text_of("opponent")),
        ("hands", count_of("hands")),
        ("VPIP", percent_of("vpip")),
        ("PFR", percent_of("pfr")),
        ("profit, chips", lambda row: f"{row['profit_chips']:+,.0f}"),
        (unit.words, lambda row: estimate(row, unit)),
    ]
    return [list_grid(table, "opponents, as they played against the agent", columns)]


def equity_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema ALL_IN_EQUITY."""
    keys = [("agent", text_of("agent")), ("position", text_of("position_name"))]
    is_whole = all(name is None for name in table["position_name"].to_pylist())
    columns = [
        *(keys[:1] if is_whole else keys),
        ("all-ins", count_of("all_ins")),
        ("equity", percent_of("equity")),
    ]
    return [list_grid(table, "average all-in equity", columns)]


def time_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema DECISION_TIMES, the slowest first."""
    columns = [
        ("agent", text_of("agent")),
        ("decisions", count_of("decisions")),
        ("deciding, s", _seconds_of("deciding_seconds")),
        ("listening, s", _seconds_of("listening_seconds")),
        ("microseconds per decision", _seconds_of("microseconds")),
    ]
    return [list_grid(table, "time per decision", columns)]


def curve_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema BANKROLL_CURVES: where each curve ends."""
    ends: dict[tuple[object, ...], Row] = {}
    for row in table.to_pylist():
        ends[*row["line_up"], row["agent"]] = row
    lines = [
        [
            ", ".join(row["line_up"]),
            row["agent"],
            f"{row['hands']:,}",
            f"{row['bankroll_chips']:+,.1f}",
            "" if row["luck_chips"] is None else f"± {row['luck_chips']:,.1f}",
        ]
        for row in ends.values()
    ]
    names = ("line-up", "agent", "hands", "bankroll then, chips", "luck alone")
    return [make_grid("bankroll after a match", names, lines)]


def ruin_grid(table: pa.Table) -> list[Grid]:
    """Lay out schema RUIN."""
    unit = unit_of(table) or UNITS["mbb/hand"]
    columns = [
        ("agent", text_of("agent")),
        ("hands", count_of("hands")),
        (unit.words, lambda row: estimate(row, unit)),
        ("deviation of a hand", lambda row: f"{row['deviation']:,.{unit.digits}f}"),
        ("bankroll, big blinds", lambda row: f"{row['bankroll_big_blinds']:,.0f}"),
        ("for hands", lambda row: "ever" if row["for_hands"] is None else f"{row['for_hands']:,}"),
        ("risk of ruin", percent_of("risk")),
    ]
    return [list_grid(table, "risk of ruin", columns)]


def _indicator_grid(
    title: str, rows: dict[tuple[object, ...], dict[str, Row]], heads: dict[str, str]
) -> Grid:
    told = [next(iter(row.values())) for row in rows.values()]
    keys = _key_columns(told)
    lines = [
        [*(make(first) for _, _, make in keys), *(_value(row[name]) for name in heads)]
        for first, row in zip(told, rows.values(), strict=True)
    ]
    return make_grid(title, [*(head for _, head, _ in keys), *heads.values()], lines)


def _key_columns(rows: Sequence[Row]) -> list[tuple[str, str, Callable[[Row], Cell]]]:
    """Return the keys by which the rows differ, with their headings."""
    columns: list[tuple[str, str, Callable[[Row], Cell]]] = [
        ("agent", "agent", text_of("agent")),
        ("position_name", "position", text_of("position_name")),
        ("first_hand", "from hand", count_of("first_hand")),
        ("last_hand", "to hand", count_of("last_hand")),
        ("hands", "hands", count_of("hands")),
    ]
    return [column for column in columns if any(row[column[0]] is not None for row in rows)]


def _value(row: Row) -> Cell:
    if row["value"] is None:
        return ""
    if indicator(row["indicator"]).is_ratio:
        return f"{row['value']:.2f}"
    return f"{100 * row['value']:.1f}%"


def _ratio_of(name: str) -> Callable[[Row], Cell]:
    return lambda row: "" if row[name] is None else f"{row[name]:.2f}"


def _seconds_of(name: str) -> Callable[[Row], Cell]:
    return lambda row: "" if row[name] is None else f"{row[name]:,.2f}"


STYLE_LISTS: dict[str, Callable[[pa.Table], Iterable[Grid]]] = {
    "indicators": indicator_grids,
    "styles": style_grid,
    "opponents": opponent_grid,
    "all-in-equity": equity_grid,
    "decision-times": time_grid,
    "bankroll-curves": curve_grid,
    "ruin": ruin_grid,
}
