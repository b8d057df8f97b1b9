/* The rank of the best hand among any number of cards, by each ranker; rankers.h comes before. */
#ifndef RB_RANK_BY_H
#define RB_RANK_BY_H

#include "ranker_tables.h"

static inline int rb_straight_rule(int ranker)
{
    return ranker == HIGH || ranker == MANILA_HIGH ? ACE_BELOW_TWO
           : ranker == SHORT_DECK_HIGH             ? ACE_BELOW_SIX
                                                   : ACE_BELOW_NONE;
}

/* Puts flushes above full houses: their categories change places. */
static inline uint32_t rb_flush_above_full_house(uint32_t rank)
{
    uint32_t category = rank >> CATEGORY_SHIFT;
    uint32_t change = (uint32_t)(FLUSH ^ FULL_HOUSE) << CATEGORY_SHIFT;

    return category == FLUSH || category == FULL_HOUSE ? rank ^ change : rank;
}

/* A rank of the plain high order as a ranker orders it. */
static inline uint32_t rb_in_order_of(int ranker, uint32_t rank)
{
    if (ranker == SHORT_DECK_HIGH || ranker == MANILA_HIGH) return rb_flush_above_full_house(rank);
    return ranker == DEUCE_TO_SEVEN ? LOW_TOP - rank : rank;
}

/* The highest rank that is too low with at_most: there are so many sets of five ranks up to it. */
static inline uint32_t rb_highest_unqualified(const rb_ranking *ranking)
{
    int n = ranking->ranker == ACE_TO_FIVE ? ranking->at_most : 0;

    return n ? (uint32_t)(LOW_TOP - n * (n - 1) * (n - 2) * (n - 3) * (n - 4) / 120) : 0;
}

/* `filled` has a bit for each set of suits that some ranks can fill, a suit each; the sets that they
   and one more rank can fill, whose suits are the lowest bits of four times sixteen. */
static inline uint32_t rb_fill_suits(uint32_t filled, suit_masks of_rank)
{
    static const uint32_t WITHOUT[SUIT_COUNT] = {0x5555, 0x3333, 0x0F0F, 0x00FF};
    uint32_t next = 0;

    for (int suit = 0; suit < SUIT_COUNT; suit++)
        if (of_rank >> 16 * suit & 1) next |= (filled & WITHOUT[suit]) << (1 << suit);
    return next;
}

/* The rank of the best hand among all cards; DEUCE_TO_SEVEN takes no more than five. */
uint32_t rb_rank_by(int ranker, suit_masks suits, int count);

/* The same with so many wild cards besides those of `suits`; `count` is all cards. */
uint32_t rb_rank_wild(const rb_ranking *ranking, suit_masks suits, int wild, int count);

#endif
