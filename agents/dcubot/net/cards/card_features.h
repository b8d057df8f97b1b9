/* Card features of a deal, as sparse rows. */
#ifndef DCUBOT_FEATURES_H
#define DCUBOT_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

#include "feature_list.h"
#include "straights.h"

enum { MOST_FEATURES = 48, STAGE_COUNT = 4, NO_RANK = -1, RANKED_PRIVATE_COUNT = 28 };

typedef struct {
    int32_t count;
    uint16_t index[MOST_FEATURES];
    float value[MOST_FEATURES];
} feature_row;

/* The visible part of a hold'em board at a stage, computed once for all hands. */
typedef struct {
    int32_t stage, card_count;
    int8_t ranks[5], suits[5];     /* in the order dealt */
    int8_t count_of[RANK_COUNT];
    int8_t quads, trips, pairs[2], pair_count; /* ranks, NO_RANK where none; pairs from the top */
    int8_t kickers[5], kicker_count;           /* unpaired ranks from the top */
    uint16_t rank_mask, suit_masks[4];
    uint8_t suit_counts[4];
    int8_t flush_suit;             /* the suit with most cards, three or more; else -1 */
    const straight_view *straights[STAGE_COUNT]; /* at the flop, the turn, the river */
} board_view;

#endif
