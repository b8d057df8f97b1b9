"""Formatters of single table cells, from a row's values; unknown values are empty."""

from railbird.results.show.table_layout import Cell, Estimate, MakeCell, Row


def text_of(name: str) -> MakeCell:
    """Return a formatter of this column as it is."""
    return lambda row, _: "" if row[name] is None else str(row[name])


def count_of(name: str) -> MakeCell:
    """Return a formatter of this column as a count."""
    return lambda row, _: "" if row[name] is None else f"{row[name]:,}"


def joined(name: str) -> MakeCell:
    """Return a formatter of the labels of this column."""
    return lambda row, _: ", ".join(row[name])


def percent_of(name: str) -> MakeCell:
    """Return a formatter of a share in this column as a percentage."""
    return lambda row, _: "" if row[name] is None else f"{100 * row[name]:.1f}%"


def number_of(name: str, form: str) -> MakeCell:
    """Return a formatter of this column with a format such as `+.1f`."""
    return lambda row, _: "" if row[name] is None else f"{row[name]:{form}}"


def estimate_of(name: str, form: str, *, scale: float = 1) -> MakeCell:
    """Return a formatter of this column with its half-width, in a format such as `+.1f`."""

    def write(row: Row, _: object) -> Cell:
        width = row[f"{name}_half_width"]
        half = "" if width is None else f"{scale * width:{form.lstrip('+')}}"
        return Estimate(f"{scale * row[name]:{form}}", half)

    return write


def elimination_of(row: Row, _: object) -> Cell:
    """Format the round of a run-off in which an agent left."""
    return str(row["last_round"]) if row["is_eliminated"] else "final table"


def money_of(name: str) -> MakeCell:
    """Return a formatter of this column with its sign and the digits of the table's unit."""
    return lambda row, unit: "" if row[name] is None else f"{row[name]:+z.{unit.digits}f}"


def whole_between(name: str) -> MakeCell:
    """Return a formatter of an integer with its interval, either end of which may be open."""

    def write(row: Row, _: object) -> Cell:
        value, low, high = row[name], row[f"{name}_low"], row[f"{name}_high"]
        if value is None:
            return ""
        if low is None and high is None:
            return f"{value:.0f}"
        if high is None:
            return f"{value:.0f} ({low:.0f} or more)"
        if low is None:
            return f"{value:.0f} ({high:.0f} or less)"
        return f"{value:.0f} ({low:.0f} to {high:.0f})"

    return write


def share_between(name: str) -> MakeCell:
    """Return a formatter of a share with its quantiles."""
    return number_between(name, ".3f")


def number_between(name: str, form: str) -> MakeCell:
    """Return a formatter of this column with a format such as `.1f`, with its quantiles."""

    def write(row: Row, _: object) -> Cell:
        low, high = row[f"{name}_low"], row[f"{name}_high"]
        span = "" if low is None else f" ({low:{form}} to {high:{form}})"
        number = "" if row[name] is None else f"{row[name]:{form}}"
        return f"{number}{span}"

    return write
