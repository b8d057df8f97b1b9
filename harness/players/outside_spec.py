"""Settings of external agents in a spec: addresses, time limits and resource limits."""

from typing import Annotated, Literal

import msgspec

from railbird.harness.errors import SpecError

Isolation = Literal["none", "process", "sandbox"]
Reset = Literal["restart", "reconnect"]
"""How a program forgets a match: it is restarted, or it resets itself and reconnects."""

Seconds = Annotated[float, msgspec.Meta(gt=0, le=1e6)]
Count = Annotated[int, msgspec.Meta(ge=1, le=2**20)]
HIGHEST_PORT = 65_535
DISK_MB, DISK_FILES = 1024, 10_000


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an isolated agent's process may use; `processes` counts its threads too.

    `disk_mb` and `disk_files` limit all its files together; the defaults are DISK_MB and
    DISK_FILES, which are not recorded in a run, as before these two settings existed.
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
    """Time limits for external agents, in seconds, and how many programs play at once.

    `per_hand` times the number of hands is the time limit of a seat over the match; `start` is the
    time limit for connecting. With `tokens` a connection must send its seat's one-time token.
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
