"""The table `services` of a spec: what all agents that ask services share."""

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Rate = Annotated[float, msgspec.Meta(gt=0, le=1e7)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=1e6)]
Dollars = Annotated[float, msgspec.Meta(gt=0, le=1e9)]


class ServiceSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How services are asked.

    `concurrency` requests are in flight at a service (a host), of which `model_concurrency` for one
    model; `requests_per_minute` is per service. A request that takes longer than `timeout_seconds`
    has failed. Failures are repeated, first after `backoff_seconds`, for `patience_seconds`; then
    the run pauses. It also pauses before `budget_usd` is passed. `prices` is a TOML file with
    prices of models, beside railbird's own. `open_matches` are played at the same time, by default
    twice as many as requests are in flight. With `text = "none"` prompts and reasoning are not
    kept.
    """

    concurrency: Count = 32
    model_concurrency: Count | None = None
    requests_per_minute: Rate | None = None
    budget_usd: Dollars | None = None
    timeout_seconds: Seconds = 600.0
    backoff_seconds: Seconds = 1.0
    patience_seconds: Seconds = 600.0
    open_matches: Count | None = None
    prices: str = ""
    text: Literal["all", "none"] = "all"

    @property
    def most_open(self) -> int:
        """The number of matches that are played at the same time."""
        return self.open_matches or 2 * self.concurrency
