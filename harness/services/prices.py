"""Prices of models: railbird's own file, and one that comes before it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import msgspec

from railbird.harness.errors import SpecError

MILLION = 1e6
SHIPPED = "prices.toml"

DollarsPerMillion = Annotated[float, msgspec.Meta(ge=0, le=1e6)]


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dollars per million tokens that are asked, and that are answered, reasoning included."""

    asked: DollarsPerMillion
    answered: DollarsPerMillion

    def dollars(self, asked: int, answered: int) -> float:
        """Return what so many tokens cost."""
        return (self.asked * asked + self.answered * answered) / MILLION


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by name of model; later names come first."""

    by_model: Mapping[str, Price] = field(default_factory=dict)

    def find(self, model: str) -> Price | None:
        """Return the price of a model, by its name or by what follows the last slash in it."""
        return self.by_model.get(model) or self.by_model.get(model.rpartition("/")[2])


def read_prices(path: str) -> Prices:
    """Return railbird's prices, and those of a file if there is one; raises SpecError."""
    shipped = files("railbird.harness.services").joinpath(SHIPPED).read_text(encoding="utf-8")
    own: dict[str, Price] = {}
    if path:
        try:
            own = _parse(Path(path).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, msgspec.DecodeError) as error:
            raise SpecError(
                f"services: prices: {path} cannot be read ({error}); write lines such as "
                '"my-model" = { asked = 1.0, answered = 4.0 } (dollars per million tokens)'
            ) from error
    return Prices(_parse(shipped) | own)


def _parse(text: str) -> dict[str, Price]:
    return msgspec.toml.decode(text, type=dict[str, Price])
