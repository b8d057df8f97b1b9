/* Draws by what they are for, one or many. */
#include <stdint.h>

#include "draw_batch.h"
#include "philox.h"
#include "sampling.h"

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
