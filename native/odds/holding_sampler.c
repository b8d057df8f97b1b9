#include <stdint.h>

#include "holding_sampler.h"

/* Holdings by cell, with what a cell keeps for its own. */
typedef struct {
    uint16_t own[HOLDING_COUNT], other[HOLDING_COUNT];
    double fraction[HOLDING_COUNT];
} alias_table;

static uint32_t list_holdings(const double *weights, alias_table *table)
{
    uint32_t count = 0;
    double sum = 0.0;

    for (int i = 0; i < HOLDING_COUNT; i++) {
        table->own[count] = table->other[count] = (uint16_t)i;
        table->fraction[count] = weights[i];
        sum += weights[i];
        count += weights[i] > 0.0;
    }
    for (uint32_t cell = 0; cell < count; cell++)
        table->fraction[cell] = table->fraction[cell] / sum * count;
    return count;
}

/* A cell with less than its share gets the rest from one with more. */
static void share_out(alias_table *table, uint32_t count)
{
    uint16_t small[HOLDING_COUNT], large[HOLDING_COUNT];
    int small_count = 0, large_count = 0;

    for (uint32_t cell = 0; cell < count; cell++)
        if (table->fraction[cell] < 1.0) small[small_count++] = (uint16_t)cell;
        else large[large_count++] = (uint16_t)cell;
    while (small_count && large_count) {
        int less = small[--small_count], more = large[large_count - 1];
        table->other[less] = table->own[more];
        table->fraction[more] -= 1.0 - table->fraction[less];
        if (table->fraction[more] < 1.0) small[small_count++] = large[--large_count];
    }
    /* What is left over is whole but for rounding, and has itself for the other. */
}

void rb_fill_sampler(const double *weights, const uint8_t place_of[DECK_SIZE],
                     holding_sampler *sampler)
{
    alias_table table;

    sampler->count = list_holdings(weights, &table);
    share_out(&table, sampler->count);
    for (uint32_t i = 0; i < sampler->count; i++) {
        const uint16_t holdings[2] = {table.own[i], table.other[i]};
        double threshold = table.fraction[i] * 0x1p32;
        sampler->cells[i].threshold = threshold < 0x1p32 - 1 ? (uint32_t)threshold : UINT32_MAX;
        for (int side = 0; side < 2; side++)
            for (int card = 0; card < 2; card++)
                sampler->cells[i].places[side][card] = place_of[rb_holding_cards[holdings[side]][card]];
    }
}
