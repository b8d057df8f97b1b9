/* Deals cards in columns, a byte for each deal of a batch: plain C that every path compiles for
   itself, so that its loops use the path's vectors. */
#ifndef RB_DEAL_CARDS_H
#define RB_DEAL_CARDS_H

#include "cpu_paths.h"

/* Takes a number below `count`, 54 or less, from the high end of each word, and leaves the rest:
   high and low half of word * count, in steps of 16 bits. */
static inline void split_words(uint32_t *words, uint32_t count, uint8_t *numbers)
{
    for (int i = 0; i < DEAL_BATCH; i++) {
        uint32_t low = (words[i] & 0xFFFF) * count;
        uint32_t high = (words[i] >> 16) * count + (low >> 16);
        numbers[i] = (uint8_t)(high >> 16);
        words[i] = high << 16 | (low & 0xFFFF);
    }
}

/* Counts on by one for each place that is taken and not above. */
static inline void step_over(const uint8_t *taken, uint8_t *places)
{
    for (int i = 0; i < DEAL_BATCH; i++) places[i] = (uint8_t)(places[i] + (taken[i] <= places[i]));
}

/* Puts a column among those that are in rising order in each deal. */
static inline void insert_column(uint8_t (*sorted)[DEAL_BATCH], int count, const uint8_t *column)
{
    for (int i = 0; i < DEAL_BATCH; i++) sorted[count][i] = column[i];
    for (int c = count; c > 0; c--)
        for (int i = 0; i < DEAL_BATCH; i++) {
            uint8_t low = sorted[c - 1][i], high = sorted[c][i];
            sorted[c - 1][i] = low < high ? low : high;
            sorted[c][i] = low < high ? high : low;
        }
}

/* The card that is at a place of the deck without the known cards. */
static inline void find_cards(const dealt_cards *all, const uint8_t *places, uint8_t *cards)
{
    for (int i = 0; i < DEAL_BATCH; i++) cards[i] = places[i];
    for (int k = 0; k < all->known_count; k++) {
        uint8_t known = all->known[k];
        for (int i = 0; i < DEAL_BATCH; i++) cards[i] = (uint8_t)(cards[i] + (known <= cards[i]));
    }
}

static void deal_cards(dealt_cards *all)
{
    uint8_t taken[MOST_DEALT][DEAL_BATCH];

    for (int c = 0; c < all->count; c++) {
        int drawn = c - all->given_count;
        uint8_t *places = all->places[c];
        if (drawn >= 0) {
            split_words(all->words[all->given_count / 2 + drawn / CARDS_PER_WORD],
                        (uint32_t)(all->deck_size - all->known_count - c), places);
            for (int t = 0; t < c; t++) step_over(taken[t], places);
        }
        find_cards(all, places, all->cards[c]);
        if (c + 1 < all->count) insert_column(taken, c, places);
    }
}

#endif
