/* What both kinds of card features are reckoned with. */
#ifndef DCUBOT_FEATURE_PARTS_H
#define DCUBOT_FEATURE_PARTS_H

#include "card_features.h"

enum { STRAIGHT_WINDOWS = 10 };

static const float FEW = 4, MANY = 20; /* what counts of cards and of rank pairs are divided by */

/* The five ranks of a straight by its number, from the wheel (0) up. */
static inline uint32_t window_ranks(int window)
{
    return window ? 31u << (window - 1) : 1u << 12 | 15u;
}

/* The number of the highest straight that lies in a mask of ranks, or -1. */
int straight_window(uint32_t ranks);

/* Straights above `window` that a board fills but for `gaps` ranks. */
int windows_above(uint32_t board_ranks, int window, int gaps);

/* Ranks that bring a board to four of a straight. */
uint32_t one_gap_draws(uint32_t board_ranks);

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

static inline int bits(uint32_t mask)
{
    return __builtin_popcount(mask);
}

static inline int top_rank(uint32_t mask)
{
    return mask ? 31 - __builtin_clz(mask) : NO_RANK;
}

static inline int rank_pair(int low, int high)
{
    return high * (high + 1) / 2 + low;
}

static inline int count_above(uint32_t mask, int rank)
{
    return bits(mask >> (rank + 1));
}

static inline int count_below(uint32_t mask, int rank)
{
    return bits(mask & ((1u << rank) - 1));
}

static inline int straight_rank(int window)
{
    return window + 3;
}

#endif
