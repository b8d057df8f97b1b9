/* What dcubot's kernels compute with, for tests: card features and their names, what actions lead
   to, what is believed. */
#include "beliefs.h"

#define TEXT_ONLY(name, text) text,
static const char *const PREFLOP_PRIVATE_TEXTS[] = {PREFLOP_PRIVATE(TEXT_ONLY) NULL};
static const char *const FLOP_PUBLIC_TEXTS[] = {FLOP_PUBLIC(TEXT_ONLY) NULL};
static const char *const FLOP_PRIVATE_TEXTS[] = {FLOP_PRIVATE(TEXT_ONLY) NULL};
static const char *const TURN_PUBLIC_TEXTS[] = {TURN_PUBLIC(TEXT_ONLY) NULL};
static const char *const TURN_PRIVATE_TEXTS[] = {TURN_PRIVATE(TEXT_ONLY) NULL};
static const char *const RIVER_PUBLIC_TEXTS[] = {RIVER_PUBLIC(TEXT_ONLY) NULL};
static const char *const RIVER_ACTION_TEXTS[] = {RIVER_ACTION(TEXT_ONLY) NULL};
static const char *const RIVER_PRIVATE_TEXTS[] = {RIVER_PRIVATE(TEXT_ONLY) NULL};
static const char *const NO_TEXTS[] = {NULL};

static const char *const *const TEXTS[3][STAGE_COUNT] = {
    {NO_TEXTS, FLOP_PUBLIC_TEXTS, TURN_PUBLIC_TEXTS, RIVER_PUBLIC_TEXTS},
    {NO_TEXTS, NO_TEXTS, NO_TEXTS, RIVER_ACTION_TEXTS},
    {PREFLOP_PRIVATE_TEXTS, FLOP_PRIVATE_TEXTS, TURN_PRIVATE_TEXTS, RIVER_PRIVATE_TEXTS},
};

static int count_texts(int32_t kind, int32_t stage)
{
    int count = 0;

    while (TEXTS[kind][stage][count]) count++;
    return count;
}

const char *feature_name(int32_t kind, int32_t stage, int32_t index)
{
    return index < count_texts(kind, stage) ? TEXTS[kind][stage][index] : NULL;
}

void card_features(int32_t kind, int32_t stage, const uint8_t *boards, const uint8_t *hole_cards,
                   int64_t count, float *features)
{
    int card_count = stage ? stage + 2 : 0, width = count_texts(kind, stage);
    board_view view;
    feature_row row;

    memset(features, 0, sizeof(float) * (size_t)width * (size_t)count);
    for (int64_t i = 0; i < count; i++, features += width) {
        if (stage) look_at_board(&view, boards + i * card_count, stage);
        if (kind == DCUBOT_BOARD) public_features(&view, &row);
        else if (kind == DCUBOT_PUBLIC) river_action_features(&view, &row);
        else private_features(stage ? &view : NULL, hole_cards + 2 * i, &row);
        for (int j = 0; j < row.count; j++) features[row.index[j]] = row.value[j];
    }
}

int64_t inputs(const void *of_net, const float *parameters, const uint8_t *boards,
               const uint8_t *betting, const int64_t *betting_offsets, int64_t row_count,
               float *bet_features, float *costs, float *beliefs)
{
    const dcubot_net *net = of_net;
    int board_count = whole_board(&net->game);
    int player_count = net->game.player_count;
    follower seen;
    model m;

    prepare_model(&m, net, parameters);
    for (int64_t i = 0; i < row_count; i++) {
        const uint8_t *text = betting + betting_offsets[i];
        int64_t length = betting_offsets[i + 1] - betting_offsets[i];
        outlook ahead;
        memset(&seen, 0, sizeof seen);
        if (!follow(&m, &seen, 0, boards + i * board_count, NULL, text, length)) return i;
        look_ahead(net, &seen, &ahead);
        memcpy(bet_features + 2 * BET_FEATURES * i, ahead.bet, sizeof ahead.bet);
        memcpy(costs + 2 * i, ahead.cost, sizeof ahead.cost);
        memcpy(beliefs + CARD_TYPES * player_count * i, seen.beliefs,
               sizeof(float) * CARD_TYPES * (size_t)player_count);
    }
    return -1;
}
