"""What dcubot's kernels compute with: card features, what actions lead to, what is believed."""

import numpy as np
from compiled_tool import compiled_tool

from railbird.agents.dcubot.net.arrays import as_boards, as_floats, as_rows, text_fields
from railbird.agents.dcubot.net.shape import BET_FEATURES, CARD_TYPES
from railbird.plugins import AgentError

NET = "agents/dcubot/net"
TOOL = compiled_tool(
    """
    void dcubot_prepare(void);
    const char *feature_name(int32_t kind, int32_t stage, int32_t index);
    void card_features(int32_t kind, int32_t stage, const uint8_t *boards,
                       const uint8_t *hole_cards, int64_t count, float *features);
    int64_t inputs(const void *net, const float *parameters, const uint8_t *boards,
                   const uint8_t *betting, const int64_t *betting_offsets, int64_t row_count,
                   float *bet_features, float *costs, float *beliefs);
    """,
    sources=("tests/native_tools/dcubot/dcubot_inputs.c", f"{NET}/cards/straights.c"),
    include=(NET, f"{NET}/cards", f"{NET}/model", "native/game", "native/rankers"),
    optimization="-O1",
)
TOOL.lib.dcubot_prepare()
KINDS = ("board", "public", "private")


def feature_names(kind, stage):
    """What the card features of hold'em are: ``kind`` board, public (the river's) or private."""
    names = []
    while name := TOOL.lib.feature_name(KINDS.index(kind), stage, len(names)):
        names.append(TOOL.ffi.string(name).decode())
    return names


def card_features(kind, stage, boards, *, hole_cards):
    """Card features of hold'em, dense, float32[n, count]; see ``feature_names``."""
    count = len(hole_cards)
    features = np.empty((count, len(feature_names(kind, stage))), np.float32)
    TOOL.lib.card_features(
        KINDS.index(kind),
        stage,
        as_rows(boards, count, stage + 2 if stage else 0),
        as_rows(hole_cards, count, 2),
        count,
        as_floats(features, features.shape),
    )
    return features


def inputs(shape, parameters, boards, *, texts):
    """Betting features, direct costs and beliefs of decisions.

    Features float32[n, 2, 10] after a call and a raise (zero where not legal), costs float32[n, 2]
    in big blinds, beliefs float32[n, N, 8] by position.
    """
    count = len(texts[1]) - 1
    features = np.zeros((count, 2, BET_FEATURES), np.float32)
    costs = np.zeros((count, 2), np.float32)
    beliefs = np.zeros((count, shape.definition.player_count, CARD_TYPES), np.float32)
    bad = TOOL.lib.inputs(
        shape.c,
        as_floats(parameters, parameters.shape),
        as_boards(shape, boards, count),
        *text_fields(texts, count).values(),
        count,
        *(as_floats(array, array.shape) for array in (features, costs, beliefs)),
    )
    if bad >= 0:
        raise AgentError(f"the betting of decision {bad} is not valid in the game")
    return features, costs, beliefs
