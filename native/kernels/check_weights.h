/* Whether weights are those of a range: plain C that every path compiles for itself. */
#ifndef RB_CHECK_WEIGHTS_H
#define RB_CHECK_WEIGHTS_H

#include <stdint.h>

/* Products of ten weights, and sums of those, stay finite and above 0. */
static const double MOST_WEIGHT = 1e30, LEAST_GREATEST_WEIGHT = 1e-30;

static int are_weights(const double *weights, int64_t count)
{
    int64_t bad = 0, some = 0;

    for (int64_t i = 0; i < count; i++) {
        bad |= -(int64_t)(!(weights[i] >= 0.0) | !(weights[i] <= MOST_WEIGHT));
        some |= -(int64_t)(weights[i] >= LEAST_GREATEST_WEIGHT);
    }
    return !bad && some;
}

#endif
