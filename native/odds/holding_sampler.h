/* Draws a holding by its weight, in one step: Walker's alias method. */
#ifndef RB_HOLDING_SAMPLER_H
#define RB_HOLDING_SAMPLER_H

#include "holdings.h"

/* Stands for the first holding below the threshold, and for the second from it on. Of a holding
   the places of its cards are kept: in the deck without what is known. */
typedef struct {
    uint32_t threshold;
    uint8_t places[2][2];
} holding_cell;

typedef struct {
    uint32_t count;
    holding_cell cells[HOLDING_COUNT];
} holding_sampler;

/* Takes the holdings of weight above 0; their cards must have a place. */
void rb_fill_sampler(const double *weights, const uint8_t place_of[DECK_SIZE],
                     holding_sampler *sampler);

/* The places of the cards drawn. The high half of the product tells the cell, the low half is what
   is left of the word. What 32 bits leave uneven is less than one part in a million. */
static inline const uint8_t *rb_draw_holding(const holding_sampler *sampler, uint32_t word)
{
    uint64_t product = (uint64_t)word * sampler->count;
    const holding_cell *cell = &sampler->cells[product >> 32];

    return cell->places[(uint32_t)product >= cell->threshold];
}

#endif
