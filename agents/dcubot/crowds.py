"""The numpy face of the kernels of nets with player-types (document 001, 6.3 and 6.4)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot._dcubot import ffi, lib
from railbird.agents.dcubot.hand_kernels import require_candidates
from railbird.agents.dcubot.kernel_arrays import as_bytes, as_floats, as_rows, as_texts
from railbird.agents.dcubot.kernels import Followers, c_hands, c_lessons, lesson_of, nets
from railbird.agents.dcubot.lessons import Aim, Candidates, Hands, Lesson, Questions, Texts
from railbird.agents.dcubot.net import NO_TYPE, PLAYER_TYPES, NetShape, Parameters
from railbird.plugins import AgentError

Beliefs = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """What is believed of everybody as n hands begin, and who is who, by position.

    ``priors`` float32[n, N, 8] are distributions over player-types; ``types`` uint8[n, N] (of
    decisions: uint8[n], of who decides) are player-types, 255 for who is of none.
    """

    priors: Beliefs
    types: npt.NDArray[np.uint8]

    def take(self, rows: npt.NDArray[np.intp]) -> "Crowd":
        """Those of some hands."""
        return Crowd(self.priors[rows], self.types[rows])


@dataclass(frozen=True, slots=True, eq=False)
class SeenMatches:
    """Hands of k matches in order, those of match i at offsets[i] to [i + 1].

    ``offsets`` int64[k + 1]; ``cards`` uint8[n, W], 255 where not seen; ``seats`` uint8[n, N] by
    position, from 0 within a match; ``shown`` uint16[n] are bits of the positions that showed.
    """

    offsets: npt.NDArray[np.int64]
    cards: npt.NDArray[np.uint8]
    texts: Texts
    seats: npt.NDArray[np.uint8]
    shown: npt.NDArray[np.uint16]


def crowd_followers() -> Followers:
    """What is remembered of hands played by nets with player-types."""
    return Followers(size=lib.dcubot_crowd_follower_size())


def answer_in_crowd(  # noqa: PLR0913  (as `answer`, and the crowd)
    shape: NetShape,
    parameters: Parameters,
    questions: Questions,
    *,
    crowd: Crowd,
    followers: Followers,
    observer: Parameters | None = None,
) -> npt.NDArray[np.float32]:
    """Probabilities of fold, call and raise, float32[n, 3]; see ``kernels.answer``."""
    count, players = len(questions.tables), shape.definition.player_count
    if count:
        followers.reach(int(questions.tables.max()) + 1)
    probabilities = np.empty((count, 3), np.float32)
    betting, offsets = as_texts(questions.texts, count)
    kept = {
        "tables": ffi.from_buffer("int32_t[]", np.ascontiguousarray(questions.tables, np.int32)),
        "hole_cards": as_bytes(
            as_rows(questions.hole_cards, count, shape.definition.hole_card_count)
        ),
        "boards": as_bytes(
            as_rows(questions.boards, count, sum(shape.definition.board_card_counts))
        ),
        "betting": betting,
        "betting_offsets": offsets,
        "priors": as_floats(crowd.priors, (count, players, PLAYER_TYPES)),
        "types": as_bytes(_types(shape, crowd.types, (count,))),
    }
    bad = lib.dcubot_crowd_answer(
        shape.c,
        *nets(shape, parameters, observer),
        as_bytes(followers.memory),
        ffi.new("dcubot_asked *", {"row_count": count, **kept}),
        ffi.from_buffer("float[]", probabilities),
    )
    if bad >= 0:
        raise AgentError(f"the betting of decision {bad} is not that of a hand of the game")
    return probabilities


def follow_matches(
    shape: NetShape, observer: Parameters, matches: SeenMatches, *, beliefs: Beliefs
) -> tuple[Beliefs, Beliefs]:
    """Carry beliefs over player-types, float32[k, N, 8] by seat, through matches.

    Returns them by position as each hand begins, float32[n, N, 8], and as they are after the last,
    float32[k, N, 8]. Who folded is judged by the observer model, who showed his cards by them.
    """
    count, players = len(matches.shown), shape.definition.player_count
    match_count = len(matches.offsets) - 1
    if matches.offsets[0] != 0 or matches.offsets[-1] != count:
        raise ValueError(f"the offsets of {count} hands must run from 0 to {count}")
    if count and matches.seats.max() >= players:
        raise ValueError(f"seats are 0 to {players - 1}")
    if beliefs.shape != (match_count, players, PLAYER_TYPES):
        raise ValueError(f"beliefs of {match_count} matches have shape {beliefs.shape}")
    after = np.array(beliefs, np.float32, order="C")
    priors = np.zeros((count, players, PLAYER_TYPES), np.float32)
    betting, ends = as_texts(matches.texts, count)
    kept = {
        "match_offsets": ffi.from_buffer(
            "int64_t[]", np.ascontiguousarray(matches.offsets, np.int64)
        ),
        "cards": as_bytes(as_rows(matches.cards, count, shape.definition.cards_per_hand)),
        "betting": betting,
        "betting_offsets": ends,
        "seats": as_bytes(as_rows(matches.seats, count, players)),
        "shown": ffi.from_buffer("uint16_t[]", np.ascontiguousarray(matches.shown, np.uint16)),
    }
    bad = lib.dcubot_crowd_follow(
        shape.c,
        as_floats(observer, (shape.parameter_count,)),
        ffi.new("dcubot_matches *", {"match_count": match_count, **kept}),
        ffi.from_buffer("float[]", after),
        ffi.from_buffer("float[]", priors),
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} is not a whole hand of the game")
    return priors, after


def likelihoods_in_crowd(  # noqa: PLR0913  (as `likelihoods`, and the crowd)
    shape: NetShape,
    parameters: Parameters,
    candidates: Candidates,
    *,
    boards: npt.NDArray[np.uint8],
    texts: Texts,
    crowd: Crowd,
) -> npt.NDArray[np.float64]:
    """How likely positions were to act as they did with hole cards; see ``likelihoods``."""
    count, many = len(candidates.offsets) - 1, len(candidates.positions)
    definition = shape.definition
    require_candidates(candidates, definition.player_count)
    logarithms = np.empty(many, np.float64)
    betting, ends = as_texts(texts, count)
    kept = {
        "boards": as_bytes(as_rows(boards, count, sum(definition.board_card_counts))),
        "betting": betting,
        "betting_offsets": ends,
        "candidate_offsets": ffi.from_buffer(
            "int64_t[]", np.ascontiguousarray(candidates.offsets, np.int64)
        ),
        "positions": as_bytes(np.ascontiguousarray(candidates.positions, np.uint8)),
        "hole_cards": as_bytes(as_rows(candidates.hole_cards, many, definition.hole_card_count)),
        **_c_crowd(shape, crowd, count),
    }
    bad = lib.dcubot_crowd_likelihoods(
        shape.c,
        as_floats(parameters, (shape.parameter_count,)),
        ffi.new("dcubot_candidates *", {"hand_count": count, **kept}),
        ffi.from_buffer("double[]", logarithms),
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} is not one of the game, or lacks board cards")
    return logarithms


def learn_in_crowd(
    shape: NetShape, parameters: Parameters, hands: Hands, *, aim: Aim, crowd: Crowd
) -> Lesson:
    """Reckon what hands teach; see ``kernels.learn``. An observer needs everybody's type."""
    if aim.critic is not None:
        raise ValueError("a critic does not know player-types; learn with running averages")
    if aim.observer and (crowd.types >= shape.player_types).any():
        raise ValueError("an observer model is learnt with everybody's player-type")
    gradient = np.zeros(shape.parameter_count, np.float32)
    sums = ffi.new("dcubot_sums *")
    kept, lessons = c_hands(shape, hands), c_lessons(aim)
    with_types = _c_crowd(shape, crowd, len(hands))
    bad = lib.dcubot_crowd_learn(
        shape.c,
        *nets(shape, parameters, aim.beliefs),
        kept[0],
        lessons[0],
        with_types["priors"],
        with_types["types"],
        ffi.from_buffer("float[]", gradient),
        sums,
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} of those to learn from is not a whole hand of the game")
    return lesson_of(gradient, sums, np.zeros_like(gradient))


def _c_crowd(shape: NetShape, crowd: Crowd, count: int) -> dict[str, object]:
    players = shape.definition.player_count
    return {
        "priors": as_floats(crowd.priors, (count, players, PLAYER_TYPES)),
        "types": as_bytes(_types(shape, crowd.types, (count, players))),
    }


def _types(
    shape: NetShape, types: npt.NDArray[np.uint8], wanted: tuple[int, ...]
) -> npt.NDArray[np.uint8]:
    if types.shape != wanted:
        raise ValueError(f"player-types must have shape {wanted}, not {types.shape}")
    if ((types >= shape.player_types) & (types != NO_TYPE)).any():
        raise ValueError(f"player-types are 0 to {shape.player_types - 1}, or {NO_TYPE}")
    return np.ascontiguousarray(types, np.uint8)
