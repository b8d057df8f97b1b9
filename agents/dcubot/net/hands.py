"""Computations on complete hands: remaining players, likelihoods of actions, and beliefs."""

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net._dcubot import ffi, lib
from railbird.agents.dcubot.net.arrays import (
    as_bits,
    as_boards,
    as_bytes,
    as_floats,
    as_holdings,
    as_offsets,
    as_parameters,
    as_rows,
    text_fields,
    typed_fields,
)
from railbird.agents.dcubot.net.batches import (
    Beliefs,
    Candidates,
    SeenHands,
    SeenMatches,
    Survey,
    Texts,
    TypedPlayers,
)
from railbird.agents.dcubot.net.shape import PLAYER_TYPES, NetShape, Parameters
from railbird.plugins import AgentError


def survey(shape: NetShape, texts: Texts) -> Survey:
    """Return facts from the betting of complete hands; raises AgentError for an invalid hand."""
    count = len(texts[1]) - 1
    live = np.empty(count, np.uint16)
    actions = np.empty((count, shape.definition.player_count), np.uint8)
    last_rounds = np.empty(count, np.uint8)
    bad = lib.dcubot_survey(
        shape.c,
        count,
        *text_fields(texts, count).values(),
        as_bits(live),
        as_bytes(actions),
        as_bytes(last_rounds),
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} is not a complete hand of the game")
    return Survey(live, actions, last_rounds)


def see(shape: NetShape, cards: npt.NDArray[np.uint8], texts: Texts) -> SeenHands:
    """Return complete hands with visible cards; raises like ``survey``."""
    return SeenHands(cards, texts, survey(shape, texts))


def shown(shape: NetShape, hands: SeenHands) -> npt.NDArray[np.uint16]:
    """Return bits of the positions that showed, uint16[n]: all that remain, if more than one."""
    players = np.arange(shape.definition.player_count)
    left = (hands.survey.live[:, None] >> players & 1).sum(1)
    return np.where(left > 1, hands.survey.live, 0).astype(np.uint16)


def likelihoods(  # noqa: PLR0913  (a net, candidates and the hands they are of)
    shape: NetShape,
    parameters: Parameters,
    candidates: Candidates,
    *,
    boards: npt.NDArray[np.uint8],
    texts: Texts,
    typed: TypedPlayers | None = None,
) -> npt.NDArray[np.float64]:
    """Return the log-likelihoods of positions' actions with hole cards, float64[m].

    ``boards`` uint8[n, b] are 255 if unknown; texts need not be complete hands; ``typed`` is for
    nets with player-types. Raises AgentError for an invalid hand.
    """
    count, many = len(candidates.offsets) - 1, len(candidates.positions)
    players = shape.definition.player_count
    _require_candidates(candidates, players)
    logarithms = np.empty(many, np.float64)
    asked = {
        "hand_count": count,
        "boards": as_boards(shape, boards, count),
        **text_fields(texts, count),
        "candidate_offsets": as_offsets(candidates.offsets),
        "positions": as_bytes(candidates.positions),
        "hole_cards": as_holdings(shape, candidates.hole_cards, many),
        **typed_fields(shape, typed, count, types=(count, players)),
    }
    bad = lib.dcubot_likelihoods(
        shape.c,
        as_parameters(shape, parameters),
        ffi.new("dcubot_candidates *", asked),
        ffi.from_buffer("double[]", logarithms),
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} is not valid in the game, or lacks board cards")
    return logarithms


def _require_candidates(candidates: Candidates, player_count: int) -> None:
    """Refuse candidates with offsets that do not cover them, or invalid positions."""
    many = len(candidates.positions)
    if candidates.offsets[0] != 0 or candidates.offsets[-1] != many:
        raise ValueError(f"the offsets of {many} candidates must run from 0 to {many}")
    if many and candidates.positions.max() >= player_count:
        raise ValueError(f"positions are 0 to {player_count - 1}")


def carry_beliefs(
    shape: NetShape, observer: Parameters, matches: SeenMatches, *, beliefs: Beliefs
) -> tuple[Beliefs, Beliefs]:
    """Carry beliefs over player-types, float32[k, N, 8] by seat, through matches.

    Returns them by position at the start of each hand, float32[n, N, 8], and after the last,
    float32[k, N, 8]. The observer model is used for players who folded, the shown cards for the
    others.
    """
    count, players = len(matches.shown), shape.definition.player_count
    match_count = len(matches.offsets) - 1
    _require_matches(shape, matches, beliefs)
    after = np.array(beliefs, np.float32, order="C")
    priors = np.zeros((count, players, PLAYER_TYPES), np.float32)
    seen = {
        "match_count": match_count,
        "match_offsets": as_offsets(matches.offsets),
        "cards": as_rows(matches.cards, count, shape.definition.cards_per_hand),
        **text_fields(matches.texts, count),
        "seats": as_rows(matches.seats, count, players),
        "shown": as_bits(matches.shown),
    }
    bad = lib.dcubot_carry_beliefs(
        shape.c,
        as_parameters(shape, observer),
        ffi.new("dcubot_matches *", seen),
        as_floats(after, after.shape),
        as_floats(priors, priors.shape),
    )
    if bad >= 0:
        raise AgentError(f"hand {bad} is not a complete hand of the game")
    return priors, after


def _require_matches(shape: NetShape, matches: SeenMatches, beliefs: Beliefs) -> None:
    count, players = len(matches.shown), shape.definition.player_count
    if not shape.player_types:
        raise ValueError("the net has no player-types")
    if matches.offsets[0] != 0 or matches.offsets[-1] != count:
        raise ValueError(f"the offsets of {count} hands must run from 0 to {count}")
    if count and matches.seats.max() >= players:
        raise ValueError(f"seats are 0 to {players - 1}")
    if beliefs.shape != (len(matches.offsets) - 1, players, PLAYER_TYPES):
        raise ValueError(
            f"beliefs of {len(matches.offsets) - 1} matches have shape {beliefs.shape}"
        )
