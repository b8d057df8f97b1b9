#include <stdint.h>

#include "card_sets.h"

/* Adds the sets that begin with one given, and go on with cards of the deck from a place on. */
static card_set *add_sets(card_set begun, int left, const uint8_t *deck, int deck_count, card_set *next)
{
    if (!left) {
        *next = begun;
        return next + 1;
    }
    for (int i = 0; i < deck_count; i++) {
        card_set more = {begun.suits | rb_card_bits[deck[i]], begun.cards << 8 | deck[i]};
        next = add_sets(more, left - 1, deck + i + 1, deck_count - i - 1, next);
    }
    return next;
}

uint32_t rb_list_card_sets(int size, suit_masks known, card_set *sets)
{
    uint8_t deck[DECK_SIZE];
    int count = 0;

    for (int card = 0; card < DECK_SIZE; card++)
        if (!(rb_card_bits[card] & known)) deck[count++] = (uint8_t)card;
    return (uint32_t)(add_sets((card_set){0, 0}, size, deck, count, sets) - sets);
}
