/* Draws a holding by its weight, in one step: Walker's alias method. */
#ifndef RB_HOLDING_SAMPLER_H
#define RB_HOLDING_SAMPLER_H

#include "holdings.h"

/* Each cell stands for its own holding up to a fraction, and for another beyond it. */
typedef struct {
    uint32_t count;
    uint16_t own[HOLDING_COUNT], other[HOLDING_COUNT];
    double fraction[HOLDING_COUNT];
} holding_sampler;

void rb_fill_sampler(const double *weights, holding_sampler *sampler);

/* A number below `count`; what 32 bits leave uneven is less than one part in a hundred thousand. */
static inline uint32_t rb_below(uint32_t word, uint32_t count)
{
    return (uint32_t)((uint64_t)word * count >> 32);
}

static inline int rb_draw_holding(const holding_sampler *sampler, uint32_t first, uint32_t second)
{
    uint32_t cell = rb_below(first, sampler->count);

    return (double)second * 0x1p-32 < sampler->fraction[cell] ? sampler->own[cell]
                                                              : sampler->other[cell];
}

#endif
