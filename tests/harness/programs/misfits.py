"""A plugin of agents that misbehave, each in one way; tests name it by its path."""

import ctypes
import os
import signal

from railbird.plugins import CALL, AgentEntry, AgentError, hookimpl, raise_to

ANSWERS = {
    "none": None,
    "string": "call",
    "nan": float("nan"),
    "negative": -1,
    "list": [1],
    "always raise": raise_to(),
    "negative raise": raise_to(-5),
}


class Killer:
    """Calls; in one seat kills its process at one hand, in every match it sits there."""

    def __init__(self, how: str = "exit", hand: int = 5, seat: int = 1) -> None:
        self.how, self.hand, self.own_seat = how, hand, seat
        self.seat = -1

    def start_match(self, match):
        self.seat = match.seat

    def act(self, observation):
        if self.seat == self.own_seat and observation.hand_index >= self.hand:
            if self.how == "error":
                raise RuntimeError("out of sorts")
            if self.how == "exit":
                os._exit(3)
            if self.how == "segfault":
                ctypes.string_at(0)
            os.kill(os.getpid(), signal.SIGKILL)
        return CALL


class Broken:
    """Fails in its first hand, in one of several ways."""

    def __init__(self, how: str = "none") -> None:
        self.how = how

    def start_match(self, match):
        if self.how == "raise in start_match":
            raise ValueError("not my day")
        if self.how == "exit in start_match":
            os._exit(4)

    def act(self, observation):
        if self.how == "raise":
            raise KeyError("act")
        if self.how == "leave":
            raise SystemExit("farewell")
        if self.how == "unheard-of":
            raise AgentError("it has never heard of this")
        return ANSWERS.get(self.how, CALL)


class Counter:
    """Calls, and appends the number of its process to a file when a match starts."""

    def __init__(self, file: str) -> None:
        self.file = file

    def start_match(self, match):
        with open(self.file, "a", encoding="ascii") as file:
            file.write(f"{os.getpid()}\n")

    def act(self, observation):
        return CALL


class Hoarder:
    """Calls, and keeps a list that it was given."""

    def __init__(self, seen: list[int]) -> None:
        self.seen = seen

    def act(self, observation):
        return CALL


@hookimpl
def railbird_agents():
    return [
        AgentEntry("killer", Killer),
        AgentEntry("broken", Broken),
        AgentEntry("counter", Counter),
        AgentEntry("hoarder", Hoarder),
    ]
