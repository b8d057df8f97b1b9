"""What whole hands say: who was in, and how likely what was done was with which cards."""

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot._dcubot import ffi, lib
from railbird.agents.dcubot.kernel_arrays import as_bytes, as_floats, as_rows, as_texts
from railbird.agents.dcubot.lessons import Candidates, Survey, Texts
from railbird.agents.dcubot.net import NetShape, Parameters
from railbird.plugins import AgentError


def likelihoods(
    shape: NetShape,
    parameters: Parameters,
    candidates: Candidates,
    *,
    boards: npt.NDArray[np.uint8],
    texts: Texts,
) -> npt.NDArray[np.float64]:
    """How likely positions were to act as they did with hole cards, logarithms, float64[m].

    ``boards`` uint8[n, b] are 255 where not known; texts need not be of whole hands. Raises
    AgentError for a hand that is not one of the game.
    """
    count, many = len(candidates.offsets) - 1, len(candidates.positions)
    definition = shape.definition
    require_candidates(candidates, definition.player_count)
    logarithms = np.empty(many, np.float64)
    bad = lib.dcubot_likelihoods(
        shape.c,
        as_floats(parameters, (shape.parameter_count,)),
        count,
        as_bytes(as_rows(boards, count, sum(definition.board_card_counts))),
        *as_texts(texts, count),
        ffi.from_buffer("int64_t[]", np.ascontiguousarray(candidates.offsets, np.int64)),
        as_bytes(np.ascontiguousarray(candidates.positions, np.uint8)),
        as_bytes(as_rows(candidates.hole_cards, many, definition.hole_card_count)),
        ffi.from_buffer("double[]", logarithms),
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} is not one of the game, or lacks board cards")
    return logarithms


def require_candidates(candidates: Candidates, player_count: int) -> None:
    """Refuse candidates whose offsets do not run over them all, or positions of nobody."""
    many = len(candidates.positions)
    if candidates.offsets[0] != 0 or candidates.offsets[-1] != many:
        raise ValueError(f"the offsets of {many} candidates must run from 0 to {many}")
    if many and candidates.positions.max() >= player_count:
        raise ValueError(f"positions are 0 to {player_count - 1}")


def survey(shape: NetShape, texts: Texts) -> Survey:
    """What the betting of whole hands says; AgentError for a hand that is not one of the game."""
    count = len(texts[1]) - 1
    live = np.empty(count, np.uint16)
    actions = np.empty((count, shape.definition.player_count), np.uint8)
    last_rounds = np.empty(count, np.uint8)
    bad = lib.dcubot_survey(
        shape.c,
        count,
        *as_texts(texts, count),
        ffi.from_buffer("uint16_t[]", live),
        as_bytes(actions),
        as_bytes(last_rounds),
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} is not a whole hand of the game")
    return Survey(live, actions, last_rounds)
