/* Card features of a deal, as sparse rows. */
#ifndef DCUBOT_FEATURES_H
#define DCUBOT_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

#include "feature_list.h"

enum { MOST_FEATURES = 48, RANK_COUNT = 13, STAGE_COUNT = 4, NO_RANK = -1 };
enum { RANK_PAIR_COUNT = RANK_COUNT * (RANK_COUNT + 1) / 2 };

typedef struct {
    int32_t count;
    uint16_t index[MOST_FEATURES];
    float value[MOST_FEATURES];
} feature_row;

/* How two hole ranks stand to a straight. */
typedef enum { NO_DRAW, SINGLE_DRAW, DOUBLE_DRAW, MADE } straight_kind;

/* What is seen of a board of hold'em at a stage, reckoned once for all hands. */
typedef struct {
    int32_t stage, card_count;
    int8_t ranks[5], suits[5];     /* in the order dealt */
    int8_t count_of[RANK_COUNT];
    int8_t quads, trips, pairs[2], pair_count; /* ranks, NO_RANK where none; pairs from the top */
    int8_t kickers[5], kicker_count;           /* unpaired ranks from the top */
    uint16_t rank_mask, suit_masks[4];
    uint8_t suit_counts[4];
    int8_t flush_suit;             /* the suit with most cards, three or more; else -1 */
    uint16_t one_gaps;             /* ranks that make a straight alone */
    uint16_t completing[RANK_PAIR_COUNT];      /* ranks that make a straight for a rank pair */
    uint8_t kinds[STAGE_COUNT][RANK_PAIR_COUNT];  /* straight_kind at the flop, the turn, the river */
} board_view;

/* Fills the tables of straights; once, before anything else. */
void dcubot_prepare(void);

/* Looks at the board of a stage (1 flop, 2 turn, 3 river), 3 to 5 cards. With `knows_earlier` the
   view is that of the same board one stage before. */
void look_at_board(board_view *view, const uint8_t *board, int stage, bool knows_earlier);

/* What the newest card of the board adds, for the transition matrices. */
void public_features(const board_view *view, feature_row *row);

/* The river's short list, for the action selection. */
void river_action_features(const board_view *view, feature_row *row);

/* What two hole cards are on a board; `view` is NULL before the flop. */
void private_features(const board_view *view, const uint8_t *hole_cards, feature_row *row);

#endif
