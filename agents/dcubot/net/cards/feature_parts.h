/* Definitions shared by both kinds of card features. */
#ifndef DCUBOT_FEATURE_PARTS_H
#define DCUBOT_FEATURE_PARTS_H

#include "card_features.h"

static const float FEW = 4, MANY = 20; /* divisors of counts of cards and of rank pairs */

static inline void put(feature_row *row, int index, float value)
{
    row->index[row->count] = (uint16_t)index;
    row->value[row->count] = value;
    row->count += value != 0;
}

static inline void put_rank(feature_row *row, int index, int rank)
{
    put(row, index, (float)(rank + 1) / RANK_COUNT);
}

static inline void put_count(feature_row *row, int index, int count, float scale)
{
    put(row, index, (float)count / scale);
}

static inline int top_rank(uint32_t mask)
{
    return mask ? 31 - __builtin_clz(mask) : NO_RANK;
}

static inline int count_above(uint32_t mask, int rank)
{
    return bits(mask >> (rank + 1));
}

static inline int count_below(uint32_t mask, int rank)
{
    return bits(mask & ((1u << rank) - 1));
}

/* Ranks that bring a board to four of a straight. */
static inline uint32_t one_gap_draws(uint32_t board_ranks)
{
    uint32_t draws = 0;

    for (uint32_t left = straights.windows[board_ranks][3]; left; left &= left - 1)
        draws |= window_ranks(__builtin_ctz(left)) & ~board_ranks;
    return draws;
}

static inline int straight_rank(int window)
{
    return window + 3;
}

#endif
