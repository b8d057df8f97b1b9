"""The numpy face of the C kernels: shapes are checked here, work is done there."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot._dcubot import ffi, lib
from railbird.agents.dcubot.kernel_arrays import as_bytes, as_floats, as_rows, as_texts
from railbird.agents.dcubot.lessons import (
    CELLS,
    Aim,
    Hands,
    Lesson,
    Questions,
    Texts,
)
from railbird.agents.dcubot.net import BET_FEATURES, CARD_TYPES, NetShape, Parameters
from railbird.plugins import AgentError

KINDS = ("board", "public", "private")


class Followers:
    """What is remembered of hands being played, by table; it saves time and changes nothing."""

    def __init__(self, table_count: int = 0, *, size: int | None = None) -> None:
        """Make room for so many tables; more come when they are asked about."""
        self._size = lib.dcubot_follower_size() if size is None else size
        self.memory = np.zeros((table_count, self._size), np.uint8)

    def reach(self, table_count: int) -> None:
        """Make room for tables up to this number."""
        if table_count > len(self.memory):
            more = np.zeros((2 * table_count - len(self.memory), self._size), np.uint8)
            self.memory = np.concatenate([self.memory, more])


def join_texts(bettings: Sequence[str]) -> Texts:
    """Betting strings as the kernels read them."""
    whole = "".join(bettings).encode("ascii")
    offsets = np.zeros(len(bettings) + 1, np.int64)
    np.cumsum([len(text) for text in bettings], out=offsets[1:])
    return np.frombuffer(whole or b"\0", np.uint8), offsets


def answer(
    shape: NetShape,
    parameters: Parameters,
    questions: Questions,
    *,
    followers: Followers,
    observer: Parameters | None = None,
) -> npt.NDArray[np.float32]:
    """Probabilities of fold, call and raise, float32[n, 3]; AgentError for betting not the game's.

    ``observer`` are the parameters of the net whose beliefs are the inputs, if not this one's.
    Source: document 001, equations 4-1 to 4-4 and 4.5. Departures: in ``docs/dcubot.md``.
    """
    count = len(questions.tables)
    if count:
        followers.reach(int(questions.tables.max()) + 1)
    probabilities = np.empty((count, 3), np.float32)
    bad = lib.dcubot_answer(
        shape.c,
        *nets(shape, parameters, observer),
        as_bytes(followers.memory),
        ffi.from_buffer("int32_t[]", np.ascontiguousarray(questions.tables, np.int32)),
        count,
        as_bytes(as_rows(questions.hole_cards, count, shape.definition.hole_card_count)),
        as_bytes(as_rows(questions.boards, count, sum(shape.definition.board_card_counts))),
        *as_texts(questions.texts, count),
        ffi.from_buffer("float[]", probabilities),
    )
    if bad >= 0:
        raise AgentError(f"the betting of decision {bad} is not that of a hand of the game")
    return probabilities


def inputs(
    shape: NetShape, parameters: Parameters, boards: npt.NDArray[np.uint8], *, texts: Texts
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """What decisions are reckoned from: betting features, direct costs, beliefs.

    Features float32[n, 2, 10] after a call and a raise (zero where not legal), costs float32[n, 2]
    in big blinds, beliefs float32[n, N, 8] by position.
    """
    count = len(texts[1]) - 1
    features = np.zeros((count, 2, BET_FEATURES), np.float32)
    costs = np.zeros((count, 2), np.float32)
    beliefs = np.zeros((count, shape.definition.player_count, CARD_TYPES), np.float32)
    bad = lib.dcubot_inputs(
        shape.c,
        as_floats(parameters, (shape.parameter_count,)),
        as_bytes(as_rows(boards, count, sum(shape.definition.board_card_counts))),
        *as_texts(texts, count),
        count,
        *(ffi.from_buffer("float[]", array) for array in (features, costs, beliefs)),
    )
    if bad >= 0:
        raise AgentError(f"the betting of decision {bad} is not that of a hand of the game")
    return features, costs, beliefs


def learn(shape: NetShape, parameters: Parameters, hands: Hands, *, aim: Aim) -> Lesson:
    """Reckon what hands teach; AgentError for a hand that is not one of the game."""
    size = (shape.parameter_count,)
    gradient, critic_gradient = np.zeros(size, np.float32), np.zeros(size, np.float32)
    sums = ffi.new("dcubot_sums *")
    kept, lessons = c_hands(shape, hands), c_lessons(aim)
    bad = lib.dcubot_learn(
        shape.c,
        *nets(shape, parameters, aim.beliefs),
        kept[0],
        lessons[0],
        ffi.from_buffer("float[]", gradient),
        ffi.from_buffer("float[]", critic_gradient),
        sums,
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} of those to learn from is not a whole hand of the game")
    return lesson_of(gradient, sums, critic_gradient)


def c_lessons(aim: Aim) -> tuple[Any, ...]:
    """The aim as C reads it, and what must live as long; ValueError for an observer's others."""
    if aim.beliefs is not None and aim.observer:
        raise ValueError("an observer model is learnt with its own beliefs, not with another's")
    levels = np.zeros(CELLS, np.float32) if aim.baselines is None else aim.baselines
    fields = {
        "learns_play": ("fixed", "reinforced", "likely").index(aim.play),
        "learns_observer": aim.observer,
        "baselines": as_floats(levels, CELLS),
        "critic": ffi.NULL if aim.critic is None else as_floats(aim.critic, aim.critic.shape),
        "surest": aim.surest,
        "entropy": aim.entropy,
    }
    return ffi.new("dcubot_lessons *", fields), fields


def lesson_of(gradient: Parameters, sums: Any, critic_gradient: Parameters) -> Lesson:
    """What was reckoned, out of C's hands."""
    return Lesson(
        gradient,
        sums.log_likelihood,
        sums.decision_count,
        sums.observer_log_likelihood,
        sums.observed_count,
        np.array(list(sums.returns)).reshape(CELLS),
        np.array(list(sums.counts), np.int64).reshape(CELLS),
        sums.showdown_log_likelihood,
        sums.showdown_count,
        critic_gradient,
        sums.surprise,
    )


def feature_names(kind: str, stage: int) -> list[str]:
    """What the card features of hold'em are: ``kind`` board, public (the river's) or private."""
    names: list[str] = []
    while (name := lib.dcubot_feature_name(KINDS.index(kind), stage, len(names))) != ffi.NULL:
        names.append(ffi.string(name).decode())
    return names


def card_features(
    kind: str, stage: int, boards: npt.NDArray[np.uint8], *, hole_cards: npt.NDArray[np.uint8]
) -> npt.NDArray[np.float32]:
    """Card features of hold'em, dense, float32[n, count]; see ``feature_names``."""
    count = len(hole_cards)
    features = np.empty((count, len(feature_names(kind, stage))), np.float32)
    lib.dcubot_card_features(
        KINDS.index(kind),
        stage,
        as_bytes(as_rows(boards, count, stage + 2 if stage else 0)),
        as_bytes(as_rows(hole_cards, count, 2)),
        count,
        ffi.from_buffer("float[]", features),
    )
    return features


def c_hands(shape: NetShape, hands: Hands) -> tuple[Any, ...]:
    """Hands as C reads them, and what must live as long."""
    count, players = len(hands), shape.definition.player_count
    betting, offsets = as_texts(hands.texts, count)
    fields = {
        "cards": as_bytes(as_rows(hands.cards, count, shape.definition.cards_per_hand)),
        "betting": betting,
        "betting_offsets": offsets,
        "payoffs": as_floats(hands.payoffs, (count, players)),
        "learners": ffi.from_buffer("uint16_t[]", np.ascontiguousarray(hands.learners, np.uint16)),
        "showdown_draws": as_floats(hands.draws, (count,)),
    }
    if len(hands.learners) != count:
        raise ValueError(f"learners must have {count} rows, not {len(hands.learners)}")
    return ffi.new("dcubot_hands *", {"hand_count": count, **fields}), fields


def nets(shape: NetShape, parameters: Parameters, observer: Parameters | None) -> tuple[Any, Any]:
    """Who plays and who believes; the same pointer where they are one."""
    plays = as_floats(parameters, (shape.parameter_count,))
    return plays, plays if observer is None else as_floats(observer, (shape.parameter_count,))
