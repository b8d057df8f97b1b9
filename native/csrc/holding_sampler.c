#include <stdint.h>

#include "holding_sampler.h"

void rb_fill_sampler(const double *weights, holding_sampler *sampler)
{
    uint16_t small[HOLDING_COUNT], large[HOLDING_COUNT];
    int small_count = 0, large_count = 0;
    double sum = 0.0;

    sampler->count = 0;
    for (int i = 0; i < HOLDING_COUNT; i++)
        if (weights[i] > 0.0) {
            sum += weights[i];
            sampler->own[sampler->count++] = (uint16_t)i;
        }
    for (uint32_t cell = 0; cell < sampler->count; cell++) {
        sampler->fraction[cell] = weights[sampler->own[cell]] / sum * sampler->count;
        sampler->other[cell] = sampler->own[cell];
        if (sampler->fraction[cell] < 1.0) small[small_count++] = (uint16_t)cell;
        else large[large_count++] = (uint16_t)cell;
    }
    while (small_count && large_count) {
        int less = small[--small_count], more = large[large_count - 1];
        sampler->other[less] = sampler->own[more];
        sampler->fraction[more] -= 1.0 - sampler->fraction[less];
        if (sampler->fraction[more] < 1.0) small[small_count++] = large[--large_count];
    }
    /* What rounding has left over is whole. */
    while (small_count) sampler->fraction[small[--small_count]] = 1.0;
    while (large_count) sampler->fraction[large[--large_count]] = 1.0;
}
