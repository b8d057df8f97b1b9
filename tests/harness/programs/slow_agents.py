"""Asynchronous agents that imitate a simple one, and note what they are asked."""

import asyncio
import os
from pathlib import Path

from railbird.plugins import (
    CALL,
    FOLD,
    Action,
    ActionKind,
    ActionRange,
    AgentEntry,
    Alternatives,
    Observation,
    hookimpl,
    sample_alternatives,
)


def play_uniform(observation: Observation) -> Action:
    """What the agent `uniform` plays, by draw 0."""
    chosen: list[Action | ActionRange] = [FOLD] if observation.can_fold else []
    chosen.append(CALL)
    if observation.can_raise:
        bounds = observation.min_raise_to, observation.max_raise_to
        chosen.append(ActionRange(ActionKind.RAISE, *bounds))
    alternatives: Alternatives = [(1 / len(chosen), one) for one in chosen]
    return sample_alternatives(alternatives, observation.random())


class SlowUniform:
    """Uniform after a random time of up to ``seconds``; notes in the file ``asked`` what it is
    asked."""

    def __init__(self, asked: str = "", seconds: float = 0.0) -> None:
        self.asked, self.seconds = asked, seconds

    async def act(self, observation: Observation) -> Action:
        draws = observation.peek(2)
        if self.asked:
            with Path(self.asked).open("ab", buffering=0) as file:
                file.write(f"{draws}\n".encode())
        await asyncio.sleep(self.seconds * draws[1])
        return play_uniform(observation)


def make_slow(asked: str = "", seconds: float = 0.0) -> SlowUniform:
    return SlowUniform(asked, seconds)


class Deadly(SlowUniform):
    """Ends its process at its second decision of hand 3."""

    async def act(self, observation: Observation) -> Action:
        if observation.hand_index == 3 and observation.decision >= 2:
            os._exit(5)
        return await super().act(observation)


@hookimpl
def railbird_agents() -> list[AgentEntry]:
    return [
        AgentEntry("slow-uniform", SlowUniform),
        AgentEntry("made-slow", make_slow, is_asynchronous=True),
        AgentEntry("deadly-slow", Deadly),
    ]
