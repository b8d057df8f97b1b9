"""The probabilities of a net's decisions, in numpy; a wrapper of the kernels."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net._dcubot import ffi, lib
from railbird.agents.dcubot.net.arrays import (
    as_boards,
    as_bytes,
    as_holdings,
    as_nets,
    text_fields,
    typed_fields,
)
from railbird.agents.dcubot.net.batches import Questions, Texts, TypedPlayers
from railbird.agents.dcubot.net.shape import NetShape, Parameters
from railbird.plugins import AgentError


class Followers:
    """A cache of hands being played, by table; it does not change results."""

    def __init__(self) -> None:
        """Start empty."""
        self.memory = np.zeros((0, 0), np.uint8)

    def reach(self, shape: NetShape, tables: npt.NDArray[np.int32]) -> None:
        """Allocate the cache of a net for some tables."""
        count = int(tables.max()) + 1 if len(tables) else 0
        size = lib.dcubot_follower_size(shape.c)
        if self.memory.shape[1] != size:
            self.memory = np.zeros((0, size), np.uint8)
        if count > len(self.memory):
            more = np.zeros((2 * count - len(self.memory), size), np.uint8)
            self.memory = np.concatenate([self.memory, more])


def join_texts(bettings: Sequence[str]) -> Texts:
    """Betting strings as the kernels read them."""
    whole = "".join(bettings).encode("ascii")
    offsets = np.zeros(len(bettings) + 1, np.int64)
    np.cumsum([len(text) for text in bettings], out=offsets[1:])
    return np.frombuffer(whole or b"\0", np.uint8), offsets


def answer(  # noqa: PLR0913  (a net and what it is asked)
    shape: NetShape,
    parameters: Parameters,
    questions: Questions,
    *,
    followers: Followers,
    observer: Parameters | None = None,
    typed: TypedPlayers | None = None,
) -> npt.NDArray[np.float32]:
    """Return probabilities of fold, call and raise, float32[n, 3]; AgentError for invalid betting.

    ``observer`` are the parameters of the net whose beliefs are the inputs, if not this one's;
    ``typed``, with a type for each decision, is for nets with player-types. Source: document 001,
    equations 4-1 to 4-4 and 4.5. Departures: in ``docs/dcubot.md``.
    """
    count = len(questions.tables)
    followers.reach(shape, questions.tables)
    probabilities = np.empty((count, 3), np.float32)
    asked = {
        "row_count": count,
        "tables": ffi.from_buffer("int32_t[]", np.ascontiguousarray(questions.tables, np.int32)),
        "hole_cards": as_holdings(shape, questions.hole_cards, count),
        "boards": as_boards(shape, questions.boards, count),
        **text_fields(questions.texts, count),
        **typed_fields(shape, typed, count, types=(count,)),
    }
    bad = lib.dcubot_answer(
        shape.c,
        *as_nets(shape, parameters, observer),
        as_bytes(followers.memory),
        ffi.new("dcubot_asked *", asked),
        ffi.from_buffer("float[]", probabilities),
    )
    if bad >= 0:
        raise AgentError(f"the betting of decision {bad} is not valid in the game")
    return probabilities
