/* The ways to rank many hands: one in plain C, and one for each set of vector instructions. */
#ifndef RB_RANK_PATHS_H
#define RB_RANK_PATHS_H

#include "rank_masks.h"

enum { BLOCK_HANDS = 32 };

/* Masks of ranks, a row for each of many sets of cards; see rank_counts. */
typedef struct {
    const uint16_t *ones, *twos, *threes, *fours;
} count_columns;

typedef struct {
    const char *name;
    int (*is_supported)(void);
    /* Ranks hands of 5 to 7 cards; returns 52 or more if a card is. */
    uint32_t (*rank_hands)(const uint8_t *cards, int64_t hand_count, int card_count,
                           uint16_t *ranks);
    /* Ranks each row with the same cards added, flushes left out. Works in blocks: reads and writes
       up to the next multiple of BLOCK_HANDS rows. */
    void (*rank_counts)(rank_counts added, count_columns rows, int64_t row_count, uint16_t *ranks);
    /* ranks[i] = row_ranks[rows[i]], for rows that do not fall and rise by one at most. Works in
       blocks; reads row_ranks up to BLOCK_HANDS beyond the last row asked for. */
    void (*spread)(const uint16_t *row_ranks, const uint16_t *rows, int64_t count, uint16_t *ranks);
    /* Adds to the count of each category. */
    void (*count_categories)(const uint16_t *ranks, int64_t count, int64_t *counts);
} rank_path;

extern const rank_path rb_portable_path, rb_avx2_path, rb_avx512_path;

/* The path numbered, or with -1 the fastest that this processor has. */
const rank_path *rb_rank_path(int32_t number);

#endif
