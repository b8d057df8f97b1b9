"""What a spec says of agents outside: how they are reached, their clocks and their limits."""

from typing import Annotated, Literal

import msgspec

from railbird.harness.errors import SpecError

Isolation = Literal["none", "process", "sandbox"]
Reset = Literal["restart", "reconnect"]
"""How a program forgets a match: it is started anew, or it connects again and says it has."""

Seconds = Annotated[float, msgspec.Meta(gt=0, le=1e6)]
Count = Annotated[int, msgspec.Meta(ge=1, le=2**20)]
HIGHEST_PORT = 65_535
DISK_MB, DISK_FILES = 1024, 10_000


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an isolated agent's process may use; `processes` counts its threads too.

    `disk_mb` and `disk_files` are what all its files may take together; without them DISK_MB and
    DISK_FILES hold, and what is stored of a run is what it was before there were these two.
    """

    memory_mb: Count = 2048
    cpu_seconds: Count = 36_000
    files: Count = 64
    file_mb: Count = 64
    processes: Count = 32
    disk_mb: Count | msgspec.UnsetType = msgspec.UNSET
    disk_files: Count | msgspec.UnsetType = msgspec.UNSET

    @property
    def amounts(self) -> dict[str, int]:
        """The limits by name."""
        given = {name: getattr(self, name) for name in self.__struct_fields__}
        bounds = {"disk_mb": DISK_MB, "disk_files": DISK_FILES}
        return bounds | {key: value for key, value in given.items() if value is not msgspec.UNSET}


class Outside(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Clocks for agents outside, in seconds, and how many programs play at once.

    `per_hand` times the hands of the match is what a seat may think in all of it; `start` is the
    time to appear in. With `tokens` a connection must show its seat's one-time token.
    """

    answer: Seconds = 600.0
    hand: Seconds = 600.0
    per_hand: Seconds = 7.0
    start: Seconds = 60.0
    tokens: bool = False
    programs: Count = 16


def read_address(text: str, *, what: str) -> tuple[str, int]:
    """Read ``HOST:PORT``; raises SpecError."""
    host, _, port = text.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) <= HIGHEST_PORT):
        raise SpecError(f"{what}: {text!r} is not HOST:PORT, such as 127.0.0.1:5001")
    return host, int(port)
