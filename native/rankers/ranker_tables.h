/* Tables of all rankers but the plain high one, which has its own in kernels. */
#ifndef RB_RANKER_TABLES_H
#define RB_RANKER_TABLES_H

#include "cpu_paths.h"

/* Which five ranks an ace begins, below the two, below the six, or none. */
enum { ACE_BELOW_TWO, ACE_BELOW_SIX, ACE_BELOW_NONE, STRAIGHT_RULES };

/* Two ranks, alike or not, and three of them; rows are filled up. */
enum { RANK_TWOS = 91, RANK_THREES = 455, TWOS_ROW = ROW_ENTRIES };

/* A low hand ranks LOW_TOP less the rank of its cards as a high hand. */
enum { LOW_TOP = (CATEGORY_COUNT << CATEGORY_SHIFT) - 1 };

/* The tables are written once, when the library is loaded. */
extern const uint16_t *const rb_suited_by[STRAIGHT_RULES]; /* five or more cards of one suit */
extern uint16_t rb_badugi_ranks[RANK_SETS];                /* up to four different ranks, aces low */

/* Ranks of five cards not of one suit, plain high ones in the plain order, less RANK_BIAS, which lets
   vectors compare them; by the board's three and the hole cards' two. */
enum { FIVES_HIGH, FIVES_SHORT_DECK, FIVES_ACE_TO_FIVE, FIVES_TABLES };
enum { RANK_BIAS = 1 << 15 };
extern int16_t rb_fives[FIVES_TABLES][RANK_THREES][TWOS_ROW];

static inline uint32_t rb_larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Places of ranks in rising order. */
static inline uint32_t rb_twos_place(uint32_t low, uint32_t high)
{
    return high * (high + 1) / 2 + low;
}

static inline uint32_t rb_threes_place(uint32_t low, uint32_t middle, uint32_t high)
{
    return high * (high + 1) * (high + 2) / 6 + rb_twos_place(low, middle);
}

/* Bit r for each straight whose lowest rank is r - 1; see rb_straights. */
static inline uint32_t rb_straights_by(uint32_t ranks, int rule)
{
    static const uint8_t LOW_ACE[STRAIGHT_RULES] = {1, 1 << 4, 0};

    return rb_runs_of_five(ranks << 1 | (ranks >> 12) * LOW_ACE[rule]);
}

/* Ranks with the ace lowest and the king highest. */
static inline uint32_t rb_ace_low(uint32_t ranks)
{
    return (ranks << 1 | ranks >> 12) & (RANK_SETS - 1);
}

static inline suit_masks rb_aces_low(suit_masks suits)
{
    const suit_masks aces = 0x1000100010001000u;

    return (suits & ~aces) << 1 | (suits & aces) >> 12;
}

/* The rank of five or more cards as ace-to-five counts them, `counts` with aces low. */
uint32_t rb_rank_ace_to_five(rank_counts counts);

#endif
