"""The net: the layout of its parameters, its game, and its card features."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net._dcubot import ffi, lib
from railbird.native import (
    GameDefinition,
    compile_game,
    has_holdem_cards,
    has_holdem_rounds,
)
from railbird.native.game.table_state import fill_game
from railbird.plugins import AgentError

Parameters = npt.NDArray[np.float32]

CARD_TYPES: int = lib.DCUBOT_CARD_TYPES
OUTCOMES: int = lib.DCUBOT_OUTCOMES
PLAYER_TYPES: int = lib.DCUBOT_PLAYER_TYPES  # lanes; a net may use fewer
NO_TYPE: int = lib.DCUBOT_NO_TYPE
BET_FEATURES: int = lib.DCUBOT_BET_FEATURES
CONSTANT: int = lib.DCUBOT_CONSTANT
FEWEST_TYPES = 2
TILE_INPUTS = ("tile_cards", "tile_players", "tile_position")
LEAST_LOGARITHM = -60.0
MOST_RANKS = 13
FEATURE_KINDS = (lib.DCUBOT_BOARD, lib.DCUBOT_PUBLIC, lib.DCUBOT_PRIVATE)

lib.dcubot_prepare()


@dataclass(frozen=True, slots=True)
class Block:
    """A block of parameters: ``parameters[start:start + rows * width]``, shape (rows, width)."""

    stage: int
    name: str
    start: int
    rows: int
    width: int

    def of(self, parameters: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The block as a view of the whole vector, ``[rows, width]``."""
        return parameters[self.start : self.start + self.rows * self.width].reshape(
            self.rows, self.width
        )


@dataclass(frozen=True, slots=True)
class NetShape:
    """The game and the size of a net: everything except its parameters.

    ``is_self_aware`` adds the inputs of document 001, 5.4.2; ``player_types`` (0 for none, 2 to 8)
    are those of 6.3, and ``has_tiles`` adds the extra layer of 6.4. Raises AgentError for invalid
    combinations.
    """

    definition: GameDefinition
    is_self_aware: bool = False
    player_types: int = 0
    has_tiles: bool = False
    blocks: tuple[Block, ...] = field(init=False, compare=False, repr=False)
    c: Any = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Lay out the parameters; raises AgentError for an unsupported game."""
        _require_together(self)
        if not is_playable(self.definition):
            raise AgentError(
                "dcubot plays limit hold'em, and limit games of one hole card such as Kuhn and "
                "Leduc; this game is neither"
            )
        object.__setattr__(self, "blocks", tuple(_blocks(self)))
        object.__setattr__(self, "c", _c_net(self))

    @property
    def parameter_count(self) -> int:
        """Numbers in a vector of parameters."""
        return sum(block.rows * block.width for block in self.blocks)

    @property
    def is_holdem(self) -> bool:
        """Whether the card features are hold'em's (appendix 9.2), or ranks alone."""
        return _is_holdem(self.definition)

    def block(self, name: str, stage: int = 0) -> Block:
        """The block of a name and stage."""
        return next(b for b in self.blocks if (b.name, b.stage) == (name, stage))


def is_playable(definition: GameDefinition) -> bool:
    """Whether a game is limit, and hold'em or ranks only, with texts of supported length."""
    is_ranked = definition.hole_card_count == 1 and definition.rank_count <= MOST_RANKS
    fits = compile_game(definition).betting_width <= lib.DCUBOT_TEXT_LIMIT
    return definition.is_limit and fits and (_is_holdem(definition) or is_ranked)


def start_parameters(shape: NetShape, seed: int) -> Parameters:
    """Small random parameters, as training starts with: uniform within 0.05, float32[count].

    The initial distributions of card-types and player-types and the showdown estimator are uniform;
    the weights of card-types, player-types and tiles within 1, since eight equal ones would stay
    equal; tiles initially have no effect.
    """
    random = np.random.Generator(np.random.Philox(seed))
    parameters = random.uniform(-0.05, 0.05, shape.parameter_count).astype(np.float32)
    for block in shape.blocks:
        if block.name in ("initial", "showdown", "tile"):
            block.of(parameters)[:] = 0
        elif block.name in ("type", "player", *TILE_INPUTS):
            block.of(parameters)[:] *= 20
        elif block.name == "players":
            block.of(parameters)[0] = LEAST_LOGARITHM
            block.of(parameters)[0, : shape.player_types] = 0
    return parameters


def reshaped(parameters: Parameters, shape: NetShape, wanted: NetShape) -> Parameters:
    """Parameters in another shape of the same game; blocks that only that one has are zero."""
    moved = np.zeros(wanted.parameter_count, np.float32)
    places = {(block.name, block.stage): block for block in wanted.blocks}
    for block in shape.blocks:
        place = places.get((block.name, block.stage))
        if place is not None:
            place.of(moved)[:] = block.of(parameters)
    return moved


def player_prior(shape: NetShape, parameters: Parameters) -> npt.NDArray[np.float32]:
    """The first distribution over player-types, float32[8]; zero beyond those of the net."""
    logits = shape.block("players").of(parameters)[0, : shape.player_types].astype(np.float64)
    odds = np.exp(logits - logits.max())
    prior = np.zeros(PLAYER_TYPES, np.float32)
    prior[: shape.player_types] = odds / odds.sum()
    return prior


def _require_together(shape: NetShape) -> None:
    if not (shape.player_types == 0 or FEWEST_TYPES <= shape.player_types <= PLAYER_TYPES):
        raise AgentError(
            f"player_types is {shape.player_types}; use {FEWEST_TYPES} to {PLAYER_TYPES}, or none"
        )
    if shape.player_types and shape.is_self_aware:
        raise AgentError("a net with player-types is not self-aware; choose one of the two")
    if shape.has_tiles and not shape.player_types:
        raise AgentError(
            "the extra layer needs player-types; train against a model with player-types"
        )


def _is_holdem(definition: GameDefinition) -> bool:
    return has_holdem_cards(definition) and has_holdem_rounds(definition)


def _counts(shape: NetShape) -> list[tuple[int, int, int]]:
    """Card features by stage: of the board (added up), public and private."""
    return [
        tuple(lib.dcubot_feature_count(_feature_set(shape), kind, stage) for kind in FEATURE_KINDS)
        for stage in range(shape.definition.round_count)
    ]


def _feature_set(shape: NetShape) -> int:
    return int(lib.DCUBOT_HOLDEM if shape.is_holdem else lib.DCUBOT_RANKED)


def _blocks(shape: NetShape) -> Iterator[Block]:
    start = 0
    for stage, (board, public, private) in enumerate(_counts(shape)):
        sizes = [
            ("bet", BET_FEATURES, OUTCOMES),
            ("belief", CARD_TYPES, OUTCOMES),
            ("self_aware", CARD_TYPES if shape.is_self_aware else 0, OUTCOMES),
            ("public", public, OUTCOMES),
            ("private", private, OUTCOMES),
            ("type", OUTCOMES, CARD_TYPES),
            ("value", BET_FEATURES, OUTCOMES),
            ("cost", 1, 8),
            ("transition", (1 + board) if stage else 0, CARD_TYPES * CARD_TYPES),
        ]
        for name, rows, width in sizes:
            yield Block(stage, name, start, rows, width)
            start += rows * width
    for name in ("initial", "showdown"):
        yield Block(0, name, start, 1, CARD_TYPES)
        start += CARD_TYPES
    for stage in range(shape.definition.round_count if shape.player_types else 0):
        for name in (
            "player",
            "player_belief",
            *((*TILE_INPUTS, "tile") if shape.has_tiles else ()),
        ):
            yield Block(stage, name, start, PLAYER_TYPES, OUTCOMES)
            start += PLAYER_TYPES * OUTCOMES
    if shape.player_types:
        yield Block(0, "players", start, 1, PLAYER_TYPES)


def _c_net(shape: NetShape) -> Any:
    definition = shape.definition
    net = ffi.new("dcubot_net *")
    fill_game(net.game, compile_game(definition))
    net.game.betting_width = lib.DCUBOT_TEXT_LIMIT
    net.feature_set = _feature_set(shape)
    net.is_self_aware = shape.is_self_aware
    net.player_types, net.has_tiles = shape.player_types, shape.has_tiles
    net.parameter_count = shape.parameter_count
    net.big_blind = definition.big_blind
    for position in range(definition.player_count):
        net.blinds[position] = definition.blinds[position]
        net.stacks[position] = definition.stacks[position]
    for block in shape.blocks:
        if block.name in ("initial", "showdown"):
            setattr(net, block.name, block.start)
        elif block.name != "players":
            place = {"public": "public_", "private": "private_"}.get(block.name, block.name)
            setattr(net.stages[block.stage], place, block.start)
    for at, counts in zip(net.stages, _counts(shape), strict=False):
        at.board_count, at.public_count, at.private_count = counts
    return net
