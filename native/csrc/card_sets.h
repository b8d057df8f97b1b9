/* Sets of cards that are dealt together. */
#ifndef RB_CARD_SETS_H
#define RB_CARD_SETS_H

#include "rank_masks.h"

/* Cards dealt together, as a set and with a card in each byte. */
typedef struct {
    suit_masks suits;
    uint64_t cards;
} card_set;

/* The sets of so many cards, one to three, that the known cards leave; returns how many there are,
   52, 1,326 or 22,100 at most. */
uint32_t rb_list_card_sets(int size, suit_masks known, card_set *sets);

#endif
