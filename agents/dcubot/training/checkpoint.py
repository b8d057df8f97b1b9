"""A learner between two steps, on disk: who goes on from it goes on as if never stopped."""

import json
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from railbird.agents.dcubot.net.weights import WeightsError
from railbird.agents.dcubot.training.learner import Learner
from railbird.native import atomic_write

ARRAYS = (
    *("parameters", "averaged", "slope", "scale", "baselines", "moments"),
    *("critic", "critic_slope", "critic_scale"),
)
FORMAT = "railbird-dcubot-checkpoint/3"


def write_checkpoint(path: Path, learner: Learner, settings: dict[str, Any]) -> None:
    """Write all that a later step depends on; the file appears whole or not at all."""
    about = {
        "format": FORMAT,
        "settings": settings,
        "step_count": learner.step_count,
        "hand_count": learner.hand_count,
    }
    with atomic_write(path) as beside, beside.open("wb") as file:
        np.savez(
            file,
            about=np.frombuffer(json.dumps(about).encode(), np.uint8),
            **{name: getattr(learner, name) for name in ARRAYS},
        )


def read_checkpoint(path: Path, learner: Learner, settings: dict[str, Any]) -> None:
    """Put a learner where the checkpoint left it.

    Raises WeightsError where there is none, it is damaged, or its settings are others, by name.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            about = dict(json.loads(bytes(stored["about"])))
            arrays = {name: stored[name] for name in ARRAYS}
    except FileNotFoundError as error:
        raise WeightsError(f"there is no checkpoint {path}; train without --resume") from error
    except (ValueError, KeyError, TypeError, OSError, EOFError, BadZipFile) as error:
        raise WeightsError(f"{path} is no checkpoint, or it was cut short; train anew") from error
    if about.get("format") != FORMAT:
        raise WeightsError(f"{path} is no checkpoint of this version; train anew")
    _require_whole(path, about)
    _require_same(path, about["settings"], settings)
    for name, array in arrays.items():
        own = getattr(learner, name)
        if (array.shape, array.dtype) != (own.shape, own.dtype):
            raise WeightsError(f"the {name} of {path} are not this net's; train anew")
        if not np.isfinite(array).all():
            raise WeightsError(f"the {name} of {path} are not finite; train anew")
        setattr(learner, name, array)
    learner.step_count, learner.hand_count = about["step_count"], about["hand_count"]


def _require_whole(path: Path, about: dict[str, Any]) -> None:
    counts = [about.get("step_count"), about.get("hand_count")]
    are_counts = all(type(count) is int and count >= 0 for count in counts)
    if not are_counts or not isinstance(about.get("settings"), dict):
        raise WeightsError(f"{path} does not say what was learnt how; train anew")


def _require_same(path: Path, stored: dict[str, Any], wanted: dict[str, Any]) -> None:
    other = [name for name in sorted({*stored, *wanted}) if stored.get(name) != wanted.get(name)]
    if other == ["rules"]:
        raise WeightsError(
            f"{path} was trained with another game of the same name, {wanted['game']}; go on with "
            "the same, or train anew"
        )
    other = [name for name in other if name != "rules"]
    if other:
        was = ", ".join(f"{name} = {stored.get(name)!r}" for name in other)
        raise WeightsError(f"{path} was trained with {was}; go on with the same, or train anew")
