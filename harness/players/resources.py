"""Resources that an agent needs on its machine, in the names and amounts of Ray."""

from collections.abc import Iterable, Mapping
from math import ceil

from railbird.harness.errors import SpecError

WHOLE_ABOVE_ONE = frozenset({"GPU", "CPU"})
MOST = 1e15  # memory is counted in bytes


def check_resources(label: str, resources: Mapping[str, float]) -> None:
    """Raise SpecError for invalid amounts."""
    for name, amount in resources.items():
        what = f"agent {label!r}: resources: {name!r}"
        if not name.strip() or not name.isprintable():
            raise SpecError(f"{what} is not a name; write resources = {{ GPU = 0.25 }}")
        if not 0 < amount <= MOST:
            raise SpecError(f"{what} is {amount}; give an amount above 0, such as 0.25 or 1")
        if name in WHOLE_ABOVE_ONE and amount > 1 and not float(amount).is_integer():
            raise SpecError(f"{what} is {amount}; amounts above 1 must be integers")


def add_resources(needs: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return what a worker that plays several agents needs: the sums, and at least one CPU."""
    total: dict[str, float] = {}
    for need in needs:
        for name, amount in need.items():
            total[name] = total.get(name, 0) + amount
    total["CPU"] = max(total.get("CPU", 1), 1)
    return {
        name: ceil(amount) if name in WHOLE_ABOVE_ONE and amount > 1 else amount
        for name, amount in total.items()
    }
