/* Draws in batches, in the form that vectors of Philox want; see draws.h. */
#ifndef RAILBIRD_DRAW_BATCH_H
#define RAILBIRD_DRAW_BATCH_H

#include <stdint.h>

#include "cpu_paths.h"

enum { DRAW_BATCH = 256 };

/* Counters and keys, a row for each draw, and what comes of them. */
typedef struct {
    uint32_t counter[4][DRAW_BATCH], words[4][DRAW_BATCH];
    uint64_t keys[DRAW_BATCH];
} draw_batch;

/* So many rows have to be filled in for `count` draws. */
static inline int whole_blocks(int count)
{
    return (count + PHILOX_ROWS - 1) / PHILOX_ROWS * PHILOX_ROWS;
}

/* Finds the words of the first `count` rows. */
static inline void run_philox(draw_batch *batch, int count)
{
    philox_rows rows = {{batch->counter[0], batch->counter[1], batch->counter[2], batch->counter[3]},
                        batch->keys};
    uint32_t *const words[4] = {batch->words[0], batch->words[1], batch->words[2], batch->words[3]};

    rb_cpu_path(-1)->philox(rows, count, words);
}

/* The number in [0, 1) that a row came to. */
static inline double draw_of(const draw_batch *batch, int row, uint32_t draw_index)
{
    int pair = (draw_index & 1) * 2;

    return (double)(((uint64_t)batch->words[pair + 1][row] << 32 | batch->words[pair][row]) >> 11) *
           0x1p-53;
}

#endif
