/* What ranks of cards have to do with straights, from tables that are filled once. */
#ifndef DCUBOT_STRAIGHTS_H
#define DCUBOT_STRAIGHTS_H

#include <stdbool.h>
#include <stdint.h>

enum { RANK_COUNT = 13, STRAIGHT_WINDOWS = 10, STRAIGHT_RANKS = 5 };
enum { RANK_SETS = 1 << RANK_COUNT, RANK_PAIR_COUNT = RANK_COUNT * (RANK_COUNT + 1) / 2 };

/* How two hole ranks stand to a straight. */
typedef enum { NO_DRAW, SINGLE_DRAW, DOUBLE_DRAW, MADE, STRAIGHT_KINDS } straight_kind;

typedef struct {
    uint64_t words[2]; /* a bit a rank pair */
} pair_set;

/* What the ranks of a board let two hole ranks do. */
typedef struct {
    pair_set kinds[STRAIGHT_KINDS];
    pair_set completed_by[RANK_COUNT]; /* rank pairs that a rank gives a straight of their own */
    pair_set one_gaps;                 /* rank pairs with a rank that makes a straight alone */
} straight_view;

typedef struct {
    int8_t top[RANK_SETS];        /* the highest straight that lies in a set of ranks, or -1 */
    uint16_t draws[RANK_SETS];    /* ranks that make a straight of a set without one */
    uint16_t windows[RANK_SETS][STRAIGHT_RANKS + 1]; /* straights of which so many ranks are there */
    uint16_t places[RANK_SETS];   /* of the sets of 5 ranks at most, in `views` */
    straight_view views[2380];
} straight_tables;

extern straight_tables straights;

/* Fills the tables; once, before anything else. */
void dcubot_prepare(void);

/* The five ranks of a straight by its number, from the wheel (0) up. */
static inline uint32_t window_ranks(int window)
{
    return window ? 31u << (window - 1) : 1u << 12 | 15u;
}

static inline int rank_pair(int low, int high)
{
    return high * (high + 1) / 2 + low;
}

static inline int bits(uint32_t mask)
{
    return __builtin_popcount(mask);
}

static inline const straight_view *straights_on(uint32_t board_ranks)
{
    return straights.views + straights.places[board_ranks];
}

/* The number of the highest straight that lies in a set of ranks, or -1. */
static inline int straight_window(uint32_t ranks)
{
    return straights.top[ranks];
}

/* Straights above `window` that a board fills but for `gaps` ranks. */
static inline int windows_above(uint32_t board_ranks, int window, int gaps)
{
    return bits((uint32_t)straights.windows[board_ranks][STRAIGHT_RANKS - gaps] >> (window + 1));
}

static inline bool has_pair(const pair_set *set, int pair)
{
    return set->words[pair >> 6] >> (pair & 63) & 1;
}

static inline pair_set both(pair_set one, pair_set other)
{
    return (pair_set){{one.words[0] & other.words[0], one.words[1] & other.words[1]}};
}

static inline int count_pairs(pair_set set)
{
    return __builtin_popcountll(set.words[0]) + __builtin_popcountll(set.words[1]);
}

static inline straight_kind kind_of(const straight_view *view, int pair)
{
    for (straight_kind kind = SINGLE_DRAW; kind < STRAIGHT_KINDS; kind++)
        if (has_pair(view->kinds + kind, pair)) return kind;
    return NO_DRAW;
}

#endif
