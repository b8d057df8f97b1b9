"""The model of a player as a net of dcubot's, in limit games; its file is one of weights."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from railbird.agents.clone.model.clone_model import Origin, only_highest
from railbird.agents.dcubot.net.weights import Weights, WeightsError, read_weights, write_weights
from railbird.agents.dcubot.play.player import declare
from railbird.plugins import BETTING_KINDS, ActionKind, AgentError, DecisionBatch, Distribution

NOTE = "player"
"""What the metadata of a file of weights says of the player that they play as."""


@dataclass(frozen=True, slots=True, eq=False)
class NetModel:
    """A player as learned by a net; ``kinds`` are those that he was seen to take, in order."""

    weights: Weights
    kinds: tuple[int, ...]
    origin: Origin
    has_memory = False
    """It does not look at former hands of the match."""

    def declare(
        self,
        decisions: DecisionBatch,
        hole_cards: npt.NDArray[np.uint8],
        *,
        is_likeliest: bool = False,
    ) -> Distribution:
        """Return the distribution of actions, of kinds that were seen; the cards must be known.

        Where nothing that was seen is legal, it calls. With ``is_likeliest`` the likeliest kind is
        certain.
        """
        found = declare(self.weights, decisions, hole_cards)
        seen = np.isin(BETTING_KINDS, self.kinds)
        legal = (decisions.legal[:, None] >> found.kinds & 1).astype(np.bool_)
        probability = np.where(legal & seen, found.probability, 0.0)
        is_stuck = probability.sum(axis=1) <= 0
        probability[is_stuck] = found.kinds == ActionKind.CALL
        probability /= probability.sum(axis=1, keepdims=True)
        if is_likeliest:
            probability = only_highest(probability)
        return Distribution(probability, found.kinds)


class _Told(msgspec.Struct, forbid_unknown_fields=True):
    """What the note says."""

    kinds: list[int]
    player: str
    method: str
    case_count: int
    known_count: int
    seed: int
    scores: dict[str, float]
    warnings: list[str]


def write_net(path: Path, model: NetModel) -> None:
    """Write a model atomically: weights of dcubot's, with a note on whose play they are."""
    told = _Told(
        list(model.kinds), **{**asdict(model.origin), "warnings": [*model.origin.warnings]}
    )
    notes = {NOTE: msgspec.json.encode(told).decode()}
    write_weights(path, replace(model.weights, notes=notes))


def read_net(path: Path) -> NetModel:
    """Read and check a model; raises AgentError for a damaged file or weights of no player."""
    try:
        weights = read_weights(path)
    except WeightsError as error:
        raise AgentError(str(error)) from error
    told = _read_note(path, weights.notes)
    kinds = told.kinds
    if not kinds or sorted(set(kinds)) != kinds or not set(kinds) <= set(BETTING_KINDS):
        raise AgentError(f"{path} cannot be used: its kinds of action are not valid; learn again")
    if weights.shape.player_types or weights.observer is not None:
        raise AgentError(f"{path} cannot be used: its net is not that of one player; learn again")
    origin = {name: getattr(told, name) for name in Origin.__slots__}
    return NetModel(weights, tuple(kinds), Origin(**{**origin, "warnings": tuple(told.warnings)}))


def _read_note(path: Path, notes: Mapping[str, str]) -> _Told:
    if NOTE not in notes:
        raise AgentError(
            f"{path} has weights of dcubot's that were not learned from one player; play it with "
            f"dcubot:file={path}, or give a file that `railbird learn` wrote"
        )
    try:
        return msgspec.json.decode(notes[NOTE], type=_Told)
    except msgspec.MsgspecError as error:
        raise AgentError(f"{path} does not say whose play it is; learn again") from error
