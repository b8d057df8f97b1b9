/* Second pass of the vector evaluators: the three hands in a hundred that have a flush. */
#ifndef RB_RANK_FLUSHES_H
#define RB_RANK_FLUSHES_H

#include <string.h>

#include "rank_tables.h"

/* The suit that five or more of `count` cards have: each of its two bits is in the majority. */
static inline unsigned flush_suit(uint64_t cards, int count)
{
    uint64_t bytes = ((uint64_t)1 << 8 * count) - 1;
    int odd = __builtin_popcountll(cards & bytes & 0x0101010101010101u);
    int high = __builtin_popcountll(cards & bytes & 0x0202020202020202u);

    return (unsigned)((odd > 2) | (high > 2) << 1);
}

static inline uint16_t rank_flush(uint64_t cards, int count)
{
    uint64_t suits = 0;
    uint64_t places = (cards & 0x0303030303030303u) << 4 | (cards >> 2 & 0x0F0F0F0F0F0F0F0Fu);

    for (int j = 0; j < count; j++, places >>= 8) suits |= (uint64_t)1 << (places & 63);
    return rb_suited_ranks[suits >> 16 * flush_suit(cards, count) & (RANK_SETS - 1)];
}

/* Replaces the ranks of the hands listed. Reads eight bytes from the start of each hand. */
static inline void rank_flushes(const uint8_t *hands, int count, const uint16_t *list,
                                int list_count, uint16_t *ranks)
{
    for (int i = 0; i < list_count; i++) {
        uint64_t cards;
        memcpy(&cards, hands + list[i] * count, sizeof cards);
        ranks[list[i]] = rank_flush(cards, count);
    }
}

/* The same with the cards of hands in columns. */
static inline void rank_flushes_of_deals(const uint8_t *const columns[MOST_CARDS],
                                         const uint16_t *list, int list_count, uint16_t *ranks)
{
    for (int i = 0; i < list_count; i++) {
        uint64_t cards = 0;
        for (int j = 0; j < MOST_CARDS; j++) cards |= (uint64_t)columns[j][list[i]] << 8 * j;
        ranks[list[i]] = rank_flush(cards, MOST_CARDS);
    }
}

#endif
