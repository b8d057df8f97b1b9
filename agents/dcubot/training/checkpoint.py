"""Checkpoints of a learner on disk; training resumed from one continues as if never stopped."""

import json
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net.weights import LARGEST_WEIGHT, WeightsError
from railbird.agents.dcubot.training.learner import Learner
from railbird.native import FileError, MissingFileError, atomic_write, open_file

ARRAYS = (
    *("parameters", "averaged", "best", "slope", "scale", "baselines", "moments"),
    *("critic", "critic_slope", "critic_scale"),
)
FORMAT = "railbird-dcubot-checkpoint/4"
WEIGHTS = ("parameters", "averaged", "best", "critic")
COUNTS = ("step_count", "hand_count", "best_hand_count", "points_since_best")
SQUARES = ("scale", "critic_scale")
MOST_SAID = 2**20
MOST_COUNT = 2**53
DAMAGE = (
    *(FileError, BadZipFile, OSError, EOFError, ValueError, KeyError, TypeError, OverflowError),
    *(SyntaxError, RuntimeError, MemoryError, NotImplementedError, RecursionError),
)
"""The exceptions of zipfile, numpy and json for damaged files."""


def write_checkpoint(path: Path, learner: Learner, settings: dict[str, Any]) -> None:
    """Write everything that later steps depend on, atomically."""
    about = {
        "format": FORMAT,
        "settings": settings,
        "best_score": learner.best_score,
        **{name: getattr(learner, name) for name in COUNTS},
    }
    with atomic_write(path) as beside, beside.open("wb") as file:
        np.savez(
            file,
            about=np.frombuffer(json.dumps(about).encode(), np.uint8),
            **{name: getattr(learner, name) for name in ARRAYS},
        )


def read_checkpoint(path: Path, learner: Learner, settings: dict[str, Any]) -> None:
    """Restore a learner from a checkpoint.

    Raises WeightsError if there is none, if it is damaged, or if its settings differ.
    """
    try:
        with open_file(path) as file, ZipFile(file) as stored:
            about = _about(stored)
            if about.get("format") != FORMAT:
                raise WeightsError(
                    f"{path} is not a checkpoint of this version; start training again"
                )
            _require_whole(path, about)
            _require_same(path, about["settings"], settings)
            arrays = {
                name: _array(path, stored, name, own=getattr(learner, name)) for name in ARRAYS
            }
    except MissingFileError as error:
        raise WeightsError(f"there is no checkpoint {path}; train without --resume") from error
    except DAMAGE as error:
        raise WeightsError(
            f"{path} is not a checkpoint, or is truncated; start training again"
        ) from error
    for name, array in arrays.items():
        setattr(learner, name, array)
    learner.best_score = about["best_score"]
    for name in COUNTS:
        setattr(learner, name, about[name])


def _array(path: Path, stored: ZipFile, name: str, *, own: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """An array of a checkpoint, which must be of the shape and kind of ``own``."""
    with _part(stored, name) as part:
        if _shape_in(part) != (own.shape, False, own.dtype):
            raise WeightsError(f"the {name} of {path} do not fit this net; start training again")
        array = np.frombuffer(part.read(own.nbytes + 1), own.dtype).reshape(own.shape).copy()
    most = LARGEST_WEIGHT if name in WEIGHTS else np.inf
    if not np.isfinite(array).all() or np.abs(array).max(initial=0.0) > most:
        raise WeightsError(
            f"the {name} of {path} are not finite, or too large; start training again"
        )
    if name in SQUARES and array.min(initial=0.0) < 0:
        raise WeightsError(f"the {name} of {path} are negative; start training again")
    return array


def _about(stored: ZipFile) -> dict[str, Any]:
    with _part(stored, "about") as part:
        _shape_in(part)
        return dict(json.loads(part.read(MOST_SAID)))


def _part(stored: ZipFile, name: str) -> IO[bytes]:
    """Return a part of a checkpoint; parts are not compressed, so none is larger than the file."""
    part = stored.getinfo(name + ".npy")
    if part.compress_type != ZIP_STORED:
        raise ValueError(f"{name} is compressed")
    return stored.open(part)


def _shape_in(part: IO[bytes]) -> tuple[Any, ...]:
    """Return shape, order and dtype from numpy's header."""
    if np.lib.format.read_magic(part) != (1, 0):
        raise ValueError("another version of numpy's format")
    return tuple(np.lib.format.read_array_header_1_0(part))


def _require_whole(path: Path, about: dict[str, Any]) -> None:
    counts = [about.get(name) for name in COUNTS]
    are_counts = all(type(count) is int and 0 <= count <= MOST_COUNT for count in counts)
    has_score = type(about.get("best_score")) is float
    if not (are_counts and has_score) or not isinstance(about.get("settings"), dict):
        raise WeightsError(f"{path} does not say how it was trained; start training again")


def _require_same(path: Path, stored: dict[str, Any], wanted: dict[str, Any]) -> None:
    other = [name for name in sorted({*stored, *wanted}) if stored.get(name) != wanted.get(name)]
    if other == ["rules"]:
        raise WeightsError(
            f"{path} was trained with another game of the same name, {wanted['game']}; use the "
            "same game, or start training again"
        )
    other = [name for name in other if name != "rules"]
    if other:
        was = ", ".join(f"{name} = {stored.get(name)!r}" for name in other)
        raise WeightsError(
            f"{path} was trained with {was}; use the same settings, or start training again"
        )
