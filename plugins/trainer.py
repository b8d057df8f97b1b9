"""Trainers: programs that make agents stronger, and are handed what they need from above."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trainer:
    """A trainer by name.

    ``train`` is called by the training driver, which hands down the table loop and the stored
    hands, and the trainer's own parameters by name; ``summary`` is one line.
    """

    name: str
    train: Callable[..., None]
    summary: str = ""
