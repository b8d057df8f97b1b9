"""Learning from finished hands, in numpy; a wrapper of the kernels."""

from typing import Any

import numpy as np

from railbird.agents.dcubot.net._dcubot import ffi, lib
from railbird.agents.dcubot.net.arrays import (
    as_bits,
    as_floats,
    as_nets,
    as_parameters,
    as_rows,
    text_fields,
    typed_fields,
)
from railbird.agents.dcubot.net.batches import CELLS, Aim, Hands, Lesson, TypedPlayers
from railbird.agents.dcubot.net.shape import NetShape, Parameters
from railbird.plugins import AgentError

PLAYS = {
    "fixed": lib.DCUBOT_FIXED,
    "reinforced": lib.DCUBOT_REINFORCED,
    "likely": lib.DCUBOT_LIKELY,
}
SUMS = tuple(name for name, _ in ffi.typeof("dcubot_sums").fields)


def learn(
    shape: NetShape,
    parameters: Parameters,
    hands: Hands,
    *,
    aim: Aim,
    typed: TypedPlayers | None = None,
) -> Lesson:
    """Return gradients and sums of hands; raises AgentError for an invalid hand.

    ``typed`` is for nets with player-types; an observer needs the types of all players, and a
    critic does not support types.
    """
    _require_together(shape, aim, typed)
    gradient, critic_gradient = (np.zeros(shape.parameter_count, np.float32) for _ in range(2))
    given, wanted = _hand_fields(shape, hands, typed), _aim_fields(shape, aim)
    sums = ffi.new("dcubot_sums *")
    bad = lib.dcubot_learn(
        shape.c,
        *as_nets(shape, parameters, aim.beliefs),
        ffi.new("dcubot_hands *", given),
        ffi.new("dcubot_aim *", wanted),
        as_parameters(shape, gradient),
        as_parameters(shape, critic_gradient),
        sums,
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} of those to learn from is not a complete hand of the game")
    return Lesson(gradient, critic_gradient, **{name: _number(sums, name) for name in SUMS})


def _require_together(shape: NetShape, aim: Aim, typed: TypedPlayers | None) -> None:
    if aim.beliefs is not None and aim.observer:
        raise ValueError("an observer model is trained with its own beliefs, not with another's")
    if typed is None:
        return
    if aim.critic is not None:
        raise ValueError("a critic does not support player-types; use running averages")
    if aim.observer and (typed.types >= shape.player_types).any():
        raise ValueError("an observer model is trained with the player-types of all players")


def _hand_fields(shape: NetShape, hands: Hands, typed: TypedPlayers | None) -> dict[str, Any]:
    count, players = len(hands), shape.definition.player_count
    if len(hands.learners) != count:
        raise ValueError(f"learners must have {count} rows, not {len(hands.learners)}")
    return {
        "hand_count": count,
        "cards": as_rows(hands.cards, count, shape.definition.cards_per_hand),
        **text_fields(hands.texts, count),
        "payoffs": as_floats(hands.payoffs, (count, players)),
        "learners": as_bits(hands.learners),
        "showdown_draws": as_floats(hands.draws, (count,)),
        **typed_fields(shape, typed, count, types=(count, players)),
    }


def _aim_fields(shape: NetShape, aim: Aim) -> dict[str, Any]:
    levels = np.zeros(CELLS, np.float32) if aim.baselines is None else aim.baselines
    return {
        "learns_play": PLAYS[aim.play],
        "learns_observer": aim.observer,
        "baselines": as_floats(levels, CELLS),
        "critic": ffi.NULL if aim.critic is None else as_parameters(shape, aim.critic),
        "surest": aim.surest,
        "entropy": aim.entropy,
    }


def _number(sums: Any, name: str) -> Any:
    """A sum as Python reads it: a number, or an array of the cells."""
    value = getattr(sums, name)
    return np.array([list(row) for row in value]) if isinstance(value, ffi.CData) else value
