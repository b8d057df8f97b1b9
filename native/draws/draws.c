/* Philox4x32-10: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011. */
#include <stddef.h>
#include <stdint.h>

#include "draw_batch.h"
#include "philox.h"
#include "sampling.h"

void rb_philox(const uint32_t counter[4], uint64_t key, uint32_t words[4])
{
    const uint64_t multiplier_0 = PHILOX_MULTIPLIER_0, multiplier_1 = PHILOX_MULTIPLIER_1;
    uint32_t key_0 = (uint32_t)key, key_1 = (uint32_t)(key >> 32);
    uint32_t x0 = counter[0], x1 = counter[1], x2 = counter[2], x3 = counter[3];

    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        uint64_t product_0 = multiplier_0 * x0, product_1 = multiplier_1 * x2;
        x0 = (uint32_t)(product_1 >> 32) ^ x1 ^ key_0;
        x1 = (uint32_t)product_1;
        x2 = (uint32_t)(product_0 >> 32) ^ x3 ^ key_1;
        x3 = (uint32_t)product_0;
        key_0 += PHILOX_WEYL_0;
        key_1 += PHILOX_WEYL_1;
    }
    words[0] = x0;
    words[1] = x1;
    words[2] = x2;
    words[3] = x3;
}

double rb_draw(uint64_t key, uint32_t purpose_and_seat, uint32_t hand, uint32_t decision,
               uint32_t draw_index)
{
    uint32_t counter[4] = {draw_index >> 1, decision, hand, purpose_and_seat}, words[4];
    int pair = (draw_index & 1) * 2;

    rb_philox(counter, key, words);
    return (double)(((uint64_t)words[pair + 1] << 32 | words[pair]) >> 11) * 0x1p-53;
}

void rb_draw_uniform(const uint64_t *keys, const uint32_t *purposes_and_seats,
                     const uint32_t *hands, const uint32_t *decisions,
                     const uint32_t *draw_indexes, int64_t count, double *draws)
{
    draw_batch batch;

    for (int64_t from = 0; from < count; from += DRAW_BATCH) {
        int here = count - from < DRAW_BATCH ? (int)(count - from) : DRAW_BATCH;
        for (int i = 0; i < whole_blocks(here); i++) {
            int64_t row = from + (i < here ? i : here - 1);
            batch.counter[0][i] = draw_indexes[row] >> 1;
            batch.counter[1][i] = decisions[row];
            batch.counter[2][i] = hands[row];
            batch.counter[3][i] = purposes_and_seats[row];
            batch.keys[i] = keys[row];
        }
        run_philox(&batch, here);
        for (int i = 0; i < here; i++) draws[from + i] = draw_of(&batch, i, draw_indexes[from + i]);
    }
}

int64_t rb_sample_actions(const rb_declared *declared, const double *draws, int64_t row_count,
                          uint8_t *kinds, int64_t *amounts)
{
    return sample_from(declared, 0, draws, row_count, kinds, amounts);
}
