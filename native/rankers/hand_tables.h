/* Rankers that look every hand up in a table of all sets of so many cards, in colexicographic order
   of card numbers: with c1 < c2 < ... a set has the place C(c1, 1) + C(c2, 2) + ... rankers.h comes
   before. */
#ifndef RB_HAND_TABLES_H
#define RB_HAND_TABLES_H

#include "rank_tables.h"

enum { MOST_TABLE_CARDS = 5, TABLE_THREES = 22100 };

/* Ranks of three cards as Rhode Island hold'em has them; written once, when the library is loaded. */
extern uint16_t rb_three_card_ranks[TABLE_THREES];

static inline int rb_has_table(int ranker)
{
    return ranker == THREE_CARD || ranker == OWN_TABLE;
}

/* rb_best_rank by such a ranker; a bit for each card. */
uint32_t rb_best_in_table(const rb_ranking *ranking, uint64_t hole, uint64_t board);

#endif
